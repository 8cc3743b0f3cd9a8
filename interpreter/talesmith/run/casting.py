"""Which seat of a position gets which sources: banners, badges, and what lies on the board.

A set of sources belongs to one seat; what attacks something comes to another seat than that.  A
second banner is that of a race in decline, if it speaks as such; a second badge comes to a race
only where the rules lend one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy

from attrs import define, field

from talesmith.play.bind import Binder
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine
from talesmith.run.drawn import EVENT
from talesmith.run.settling import Lots

SETS = 8
"""sets of sources that a seat gets, if so many fit together"""
EVENTS = 3
"""events that are in force together at most"""
ELDERS = 3
"""one of so many seats has a race in decline that is not asked for"""


@define
class Part:
    """What one seat brings into a position."""

    banner: int | None = None
    elder: int | None = None
    """banner of a race in decline"""
    badges: list[int] = field(factory=list)
    laid: list[str] = field(factory=list)
    """markers, items, and cards that lie in regions"""


class Casting:
    """Gives sources of one ruleset to seats."""

    def __init__(self, rules: Binder, lots: Lots, *, lends: bool) -> None:
        """Draw by these lots; `lends`: a race may have two badges."""
        self.rules, self.lots, self.lends = rules, lots, lends
        self.kinds = {card.id: card.kind for card in rules.ruleset.cards}
        pieces = (rules.ruleset.markers, rules.ruleset.units, rules.ruleset.items)
        self.pieces = {part.id: part.card for group in pieces for part in group}
        self.card_of = {**self.pieces, **{way.id: way.card for way in rules.ruleset.ways}}
        self.lasting = {h.card for h in rules.ruleset.handlers
                        if h.holder == "race" and h.phase in ("also", "only")}  # fmt: skip
        """races that speak in decline"""
        self.parts: dict[int, Part] = {}
        self.events: set[str] = set()
        """events that are to be in force"""

    def cast(self, wanted: Iterable[Sequence[Sequence[str]]]) -> None:
        """Give as many sets of sources to seats as fit; the first player gets none.

        What is wanted comes as one set that a seat has, or as several for as many seats.
        """
        given = dict.fromkeys(self.lots.mixed(range(1, self.rules.players)), 0)
        for sets in wanted:
            if all(n >= SETS for n in given.values()):
                break
            events = {card for sources in sets for card in self._events(sources)}
            seats = self._seats(given, sets) if len(self.events | events) <= EVENTS else None
            if seats is not None:
                self.events |= events
                for seat in seats:
                    given[seat] += 1

    def _events(self, sources: Sequence[str]) -> set[str]:
        """The events that must be in force for these sources; not for the pieces of an event."""
        cards = (self.card_of.get(s, s) for s in sources if s not in self.pieces)
        return {card for card in cards if self.kinds.get(card) == EVENT}

    def _seats(self, given: Mapping[int, int], sets: Sequence[Sequence[str]]) -> list[int] | None:
        """A seat for each set, who has them from now on; None if not all fit."""
        before, seats = deepcopy(self.parts), list[int]()
        for sources in sets:
            free = (s for s, n in given.items() if n < SETS and s not in seats)
            seat = next((s for s in free if self._fits(s, sources)), None)
            if seat is None:
                self.parts = before
                return None
            seats.append(seat)
        return seats

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
                if not self._seat_race(part, card, number):
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

    def _seat_race(self, part: Part, card: str, number: int) -> bool:
        """Make a race the active one of a part or, if it can speak as such, that in decline."""
        if number in (part.banner, part.elder):
            return True
        if part.banner is None:
            part.banner = number
        elif part.elder is None and card in self.lasting:
            part.elder = number
        else:
            return False
        return True

    # ---- before the game begins ----

    def clear(self, m: Machine) -> None:
        """Take what belongs to the parts out of the stacks, and draw the banners they still lack."""
        for stack in self.rules.ruleset.stacks:
            pile = self.rules.piles.get(stack.name)
            if pile is None or stack.thing not in ("banner", "badge", *LYING):
                continue
            own = set(self._own(stack.thing))
            left = self.lots.mixed(thing for thing in pile.things(m) if thing not in own)
            for part in self.parts.values():
                if stack.thing == "banner":
                    self._draw_banners(part, left)
                elif stack.thing == "badge" and not part.badges and left:
                    part.badges.append(left.pop())
            pile.write(m, left)

    def _draw_banners(self, part: Part, left: list[int]) -> None:
        """Give a part the banners that it lacks; which of two given ones is in decline is drawn."""
        both = None not in (part.elder, part.banner)
        if both and self._lasts(part.banner) and self.lots.one(range(2)):
            part.banner, part.elder = part.elder, part.banner
        if part.banner is None and left:
            part.banner = left.pop()
        if part.elder is None and left and not self.lots.one(range(ELDERS)):
            part.elder = left.pop()

    def _lasts(self, banner: int | None) -> bool:
        """Whether a race speaks in decline too."""
        return banner is not None and self.rules.cards_of("race")[banner].id in self.lasting

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
