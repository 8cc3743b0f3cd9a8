"""Positions in which given sources are in play together: races and badges side by side, pieces laid.

What each seat has, is cast (`casting`).  Its banner and badges make its race, which settles on the
map beside those of the others (`settling`); pieces and cards that lie in regions lie in those of
that race, where others stand next door, all in the same one first; pieces that its cards lay may
lie next door as well; items are attached.  Who moves first is left to take a race as ever, so that
nothing about him is decided yet when the others are put in place.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from talesmith.model.board import members
from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import Record
from talesmith.play.machine import Machine
from talesmith.ruleset.parts import Item
from talesmith.run.casting import Casting, Part
from talesmith.run.drawn import FOR_EVER
from talesmith.run.settling import Settlers, clear_natives

FIRST = 0
"""seat of the first player"""
HAND = 12
"""tokens with which a race begins, if it has them"""
REGIONS, OLD_REGIONS = 8, 4
"""regions over which it spreads, if it can; over which one in decline has spread"""
LANDLESS = 5
"""one of so many races is still without a region"""
WILD = 2
"""one of so many boards has no natives any more"""
KEPT = 2
"""tokens that stay in hand"""
PLACES = 3
"""regions in which a piece is laid"""


class Stage:
    """Puts what was cast into a position of one ruleset."""

    def __init__(self, rules: Binder, casting: Casting, room: int) -> None:
        """Draw by the lots by which it was cast; `room` is what a `survey` has found."""
        self.rules, self.casting, self.lots = rules, casting, casting.lots
        self.settlers = Settlers(rules, self.lots, room)
        self.items = {item.id: item for item in rules.ruleset.items}

    def set_up(self, game: Game) -> Game:
        """The same game with the parts in place."""
        m = Machine(game, self.rules.codes)
        self._in_force(m, ())  # the events came when they had spread
        if not self.lots.one(range(WILD)):
            clear_natives(self.rules, m)
        self._settle_elders(m)
        wanted = {}
        for seat, part in self._parts():
            stands = part.laid or self.lots.one(range(LANDLESS))
            wanted[self._found(m, seat, part)] = (REGIONS, KEPT) if stands else (0, HAND)
        self.settlers.settle(m, wanted)
        self._in_force(m, (*game.sparse.lasting, *m.lasting))
        for seat, part in self.casting.parts.items():
            self._lay(m, seat, part)
        return self._after(game, m)

    def _after(self, game: Game, m: Machine) -> Game:
        sparse = evolve(game.sparse, lasting=m.lasting, serial=m.serial)
        return evolve(game, cells=bytes(m.cells), nums=tuple(m.nums), sparse=sparse)

    def _in_force(self, m: Machine, lasting: tuple[Record, ...]) -> None:
        m.lasting = lasting
        self.rules.lasting.listen(m)
        m.memo.clear()

    def _settle_elders(self, m: Machine) -> None:
        """Found the races in decline; one that finds no region is not there."""
        rules, elders = self.rules, list[int]()
        for seat, part in self._parts():
            if part.elder is not None:
                elders.append(rules.races.found(m, part.elder, NONE, seat))
        self.settlers.settle(m, dict.fromkeys(elders, (OLD_REGIONS, 0)))
        for race in elders:
            if m.nums[rules.layout["race.regions"] + race]:
                rules.races.set_declined(m, race, declined=True)
            else:
                rules.races.leave(m, race)

    def _found(self, m: Machine, seat: int, part: Part) -> int:
        race = self.rules.races.found(m, part.banner or 0, part.badges[0], seat)
        for badge in part.badges[1:]:
            card = self.rules.cards_of("power")[badge].id
            self.rules.lasting.give(m, card, race, FOR_EVER, (badge,), None)
        return race

    def _parts(self) -> list[tuple[int, Part]]:
        """The parts that can stand on the board."""
        return [(seat, part) for seat, part in self.casting.parts.items()
                if part.banner is not None and part.badges]  # fmt: skip

    def _lay(self, m: Machine, seat: int, part: Part) -> None:
        race = m.cells[self.rules.layout["player.active"] + seat]
        if race == NONE:
            return
        held = self.settlers.homes(m, race)
        for source in part.laid if held else ():
            if source in self.items:
                item = self.items[source]
                for region in held[: PLACES if item.bearer == "region" else 1]:
                    self._attach(m, item, {"race": race, "player": seat, "region": region})
            elif source in self.casting.kinds:
                kind = self.casting.kinds[source]
                self.rules.lying.lay(m, kind, self.rules.card_number(source), held[0])
            elif self.casting.pieces.get(source) in self.casting.kinds:  # not what the rules lay
                for region in held[:PLACES]:
                    self.rules.pieces.put(m, source, region, 1, seat)
        for piece in self._own_pieces(m, race):
            for region in self.settlers.beside(m, race)[:PLACES]:
                self.rules.pieces.put(m, piece, region, 1, seat)

    def _own_pieces(self, m: Machine, race: int) -> list[str]:
        """Pieces that the cards of a race may have laid next door: some of them, or none."""
        badges = members(m.nums[self.rules.layout["race.badges"] + race])
        cards = {self.rules.cards_of("power")[badge].id for badge in badges}
        cards.add(self.rules.cards_of("race")[m.cells[self.rules.layout["race.banner"] + race]].id)
        own = (
            piece
            for piece in sorted(self.rules.pieces.kinds)
            if self.casting.pieces[piece] in cards
        )
        return [piece for piece in own if self.lots.one(range(2))]

    def _attach(self, m: Machine, item: Item, bearers: dict[str, int]) -> None:
        """Attach an item whose parameters are drawn."""
        values = [self._value(m, param.type, bearers) for param in item.params]
        if None not in values:
            bearer = bearers[item.bearer]
            if item.bearer == "player":  # the first player is the one who picks a race
                bearer = self.lots.one((bearer, FIRST))
            self.rules.lasting.give(m, item.id, bearer, FOR_EVER, tuple(values), bearers["race"])

    def _active(self, m: Machine) -> list[int]:
        """The active races of all seats."""
        at = self.rules.layout["player.active"]
        return [m.cells[at + seat] for seat in self.casting.parts if m.cells[at + seat] != NONE]

    def _value(self, m: Machine, kind: str, bearers: dict[str, int]) -> int | None:
        """Something of a type that is there; None if this cannot tell what there is."""
        known: dict[str, Iterable[int]] = {
            "player": [bearers["player"], self.lots.one(range(self.rules.players))],
            "region": range(len(self.rules.board.regions)),
            "race": [bearers["race"], self.lots.one(self._active(m))],
            "badge": members(m.nums[self.rules.layout["race.badges"] + bearers["race"]]),
            "number": range(1, 4),
        }
        choices = list(known.get(kind.removesuffix("?"), ()))
        return self.lots.one(choices) if choices else None
