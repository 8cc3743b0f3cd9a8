"""Positions in which given sources are in play together: races and badges side by side, pieces laid.

A set of sources belongs to one seat.  Its banner and badges make the race of that seat, which spreads
over the map as an attack would lead it; pieces and cards that lie in regions lie in those of that
race, all in the same one first; items are attached.  A second banner is that of a race in decline; a
second badge comes to a race only where the rules lend one.  Who moves first is left to take a race
as ever, so that nothing about him is decided yet when the others are put in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy

from attrs import define, evolve, field

from talesmith.model.board import members
from talesmith.model.chance import below, shuffled
from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import Record
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine
from talesmith.ruleset.parts import Item
from talesmith.run.drawn import EVENT, FOR_EVER

HAND = 12
"""tokens with which a race begins, if it has them"""
REGIONS, OLD_REGIONS = 8, 4
"""regions over which it spreads, if it can; over which one in decline has spread"""
LANDLESS = 5
"""one of so many races is still without a region"""
KEPT = 2
"""tokens that stay in hand"""
PLACES = 3
"""regions in which a piece is laid"""
SETS = 4
"""sets of sources that a seat gets, if so many fit together"""
EVENTS = 2
"""events that are in force together at most"""


@define
class Part:
    """What one seat brings into a position."""

    banner: int | None = None
    elder: int | None = None
    """banner of a race in decline"""
    badges: list[int] = field(factory=list)
    laid: list[str] = field(factory=list)
    """markers, items, and cards that lie in regions"""


class Stage:
    """Puts sources of one ruleset into positions."""

    def __init__(self, rules: Binder, seed: int, *, lends: bool) -> None:
        """Draw from this seed; `lends`: a race may have two badges."""
        self.rules, self.state, self.lends = rules, seed, lends
        self.kinds = {card.id: card.kind for card in rules.ruleset.cards}
        self.items = {item.id: item for item in rules.ruleset.items}
        pieces = (rules.ruleset.markers, rules.ruleset.units, rules.ruleset.items)
        self.pieces = {part.id: part.card for group in pieces for part in group}
        self.card_of = {**self.pieces, **{way.id: way.card for way in rules.ruleset.ways}}
        self.parts: dict[int, Part] = {}
        self.events: set[str] = set()
        """events that are to be in force"""

    def cast(self, wanted: Iterable[Sequence[str]]) -> None:
        """Give as many of these sets of sources to seats as fit; the first player gets none."""
        seats = self._mixed(range(1, self.rules.players))
        given = dict.fromkeys(seats, 0)
        for sources in wanted:
            cards = (self.card_of.get(s, s) for s in sources if s not in self.pieces)
            events = {card for card in cards if self.kinds.get(card) == EVENT}
            if len(self.events | events) <= EVENTS:
                seat = next((s for s in seats if given[s] < SETS and self._fits(s, sources)), None)
                if seat is not None:
                    self.events |= events
                    given[seat] += 1
            if all(n == SETS for n in given.values()):
                break

    def _fits(self, seat: int, sources: Sequence[str]) -> bool:
        """Let a seat have all of these sources, if it has room for them and nobody has them."""
        part = deepcopy(self.parts.get(seat, Part()))
        others = [other for at, other in self.parts.items() if at != seat]
        for source in sources:
            card = self.card_of.get(source, source)
            kind, number = self.kinds.get(card, ""), self.rules.card_number(card)
            if kind == "race":
                if any(number in (other.banner, other.elder) for other in others):
                    return False
                if part.banner in (None, number):
                    part.banner = number
                elif part.elder in (None, number):
                    part.elder = number
                else:
                    return False
            elif kind == "power" and number not in part.badges:
                taken = any(number in other.badges for other in others)
                if taken or len(part.badges) >= 1 + self.lends:
                    return False
                part.badges.append(number)
            elif kind in LYING and any(card in other.laid for other in others):
                return False
            laid = [card] * (kind in LYING) + [source] * (source in self.pieces)
            part.laid += [thing for thing in laid if thing not in part.laid]
        self.parts[seat] = part
        return True

    # ---- before the game begins ----

    def clear(self, m: Machine) -> None:
        """Take what belongs to the parts out of the stacks, and draw the banners they still lack."""
        for stack in self.rules.ruleset.stacks:
            pile = self.rules.piles.get(stack.name)
            if pile is None or stack.thing not in ("banner", "badge", *LYING):
                continue
            own = set(self._own(stack.thing))
            left = self._mixed(thing for thing in pile.things(m) if thing not in own)
            for part in self.parts.values():
                if stack.thing == "banner":
                    self._draw_banners(part, left)
                elif stack.thing == "badge" and not part.badges and left:
                    part.badges.append(left.pop())
            pile.write(m, left)

    def _draw_banners(self, part: Part, left: list[int]) -> None:
        """Give a part the banners that it lacks; which of two given ones is in decline is drawn."""
        if part.elder is not None and self._one(range(2)):
            part.banner, part.elder = part.elder, part.banner
        if part.banner is None and left:
            part.banner = left.pop()
        if part.elder is None and left and self._one(range(2)):
            part.elder = left.pop()

    def _own(self, thing: str) -> Iterator[int | None]:
        """The cards of one kind that are not in their stack."""
        for part in self.parts.values():
            if thing == "banner":
                yield from (part.banner, part.elder)
            elif thing == "badge":
                yield from part.badges
            else:
                laid = (card for card in part.laid if self.kinds.get(card) == thing)
                yield from map(self.rules.card_number, laid)

    # ---- when the first player is asked ----

    def set_up(self, game: Game) -> Game:
        """The same game with the parts in place."""
        m = Machine(game, self.rules.codes)
        self._in_force(m, ())  # the events came when they had spread
        for seat, part in self.parts.items():
            if part.banner is not None and part.badges:
                self._found(m, seat, part)
        self._in_force(m, (*game.sparse.lasting, *m.lasting))
        for seat, part in self.parts.items():
            self._lay(m, seat, part)
        sparse = evolve(game.sparse, lasting=m.lasting, serial=m.serial)
        return evolve(game, cells=bytes(m.cells), nums=tuple(m.nums), sparse=sparse)

    def _in_force(self, m: Machine, lasting: tuple[Record, ...]) -> None:
        m.lasting = lasting
        self.rules.lasting.listen(m)
        m.memo.clear()

    def _found(self, m: Machine, seat: int, part: Part) -> None:
        rules = self.rules
        if part.elder is not None:
            old = rules.races.found(m, part.elder, NONE, seat)
            self._spread(m, old, OLD_REGIONS, 0)
            if m.nums[rules.layout["race.regions"] + old]:
                rules.races.set_declined(m, old, declined=True)
            else:
                rules.races.leave(m, old)
        race = rules.races.found(m, part.banner or 0, part.badges[0], seat)
        for badge in part.badges[1:]:
            rules.lasting.give(m, rules.cards_of("power")[badge].id, race, FOR_EVER, (badge,), None)
        if part.laid or self._one(range(LANDLESS)):
            self._spread(m, race, REGIONS, KEPT)
        else:
            self._spread(m, race, 0, HAND)

    def _spread(self, m: Machine, race: int, regions: int, kept: int) -> None:
        """Let a race take so many empty regions, and keep some tokens in hand."""
        rules = self.rules
        tray, hand = (self._pool(f"race.{name}", race) for name in ("tray", "hand"))
        rules.tokens.move(m, min(regions + kept, rules.tokens.size(m, tray)), tray, hand)
        while rules.tokens.size(m, hand) > kept:
            free = rules.attempts.legal(m, race) & ~m.nums[rules.layout["occupied"]]
            target = rules.tokens.pool_of(self._one(members(free))) if free else tray
            rules.tokens.move(m, 1, hand, target)

    def _pool(self, name: str, race: int) -> int:
        return (race + 1) << 16 | self.rules.layout[name] + race

    def _lay(self, m: Machine, seat: int, part: Part) -> None:
        race = m.cells[self.rules.layout["player.active"] + seat]
        if race == NONE:
            return
        held = self._mixed(members(m.nums[self.rules.layout["race.regions"] + race]))
        for source in part.laid if held else ():
            if source in self.items:
                item = self.items[source]
                for region in held[: PLACES if item.bearer == "region" else 1]:
                    self._attach(m, item, {"race": race, "player": seat, "region": region})
            elif source in self.kinds:
                kind = self.kinds[source]
                self.rules.lying.lay(m, kind, self.rules.card_number(source), held[0])
            elif source in self.rules.pieces.kinds:
                for region in held[:PLACES]:
                    self.rules.pieces.put(m, source, region, 1, seat)

    def _attach(self, m: Machine, item: Item, bearers: dict[str, int]) -> None:
        """Attach an item whose parameters are drawn."""
        values = [self._value(m, param.type, bearers) for param in item.params]
        if None not in values:
            bearer = bearers[item.bearer]
            self.rules.lasting.give(m, item.id, bearer, FOR_EVER, tuple(values), bearers["race"])

    def _value(self, m: Machine, kind: str, bearers: dict[str, int]) -> int | None:
        """Something of a type that is there; None if this cannot tell what there is."""
        known: dict[str, Iterable[int]] = {
            "player": [bearers["player"], self._one(range(self.rules.players))],
            "region": range(len(self.rules.board.regions)),
            "race": [bearers["race"]],
            "badge": members(m.nums[self.rules.layout["race.badges"] + bearers["race"]]),
            "number": range(1, 4),
        }
        choices = list(known.get(kind.removesuffix("?"), ()))
        return self._one(choices) if choices else None

    # ---- chance ----

    def _mixed(self, things: Iterable[int]) -> list[int]:
        self.state, found = shuffled(self.state, list(things))
        return found

    def _one(self, things: Iterable[int]) -> int:
        choices = list(things)
        self.state, at = below(self.state, len(choices))
        return choices[at]
