"""Races that settle on an empty board, one region after the other, so that all find room.

Each begins anywhere, where attacks would lead some race in the end, and goes on next door or where
its own attacks would lead it; one that is shut in begins once more elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, evolve

from talesmith.model.board import members
from talesmith.model.chance import below, shuffled
from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine

ASKED = 4
"""one of so many steps goes where the race itself may attack, which takes time to find out"""
MANY = 200
"""tokens enough for any board"""


@define
class Lots:
    """Draws that follow from a seed."""

    state: int

    def mixed(self, things: Iterable[int]) -> list[int]:
        """These things in a drawn order."""
        self.state, found = shuffled(self.state, list(things))
        return found

    def one(self, things: Iterable[int]) -> int:
        """One of these things."""
        choices = list(things)
        self.state, at = below(self.state, len(choices))
        return choices[at]


def clear_natives(rules: Binder, m: Machine) -> None:
    """Take the natives off the board, before anybody else is on it, so that there is more room."""
    tokens = rules.tokens
    for region in members(m.nums[rules.layout["occupied"]]):
        place = tokens.pool_of(region)
        tokens.move(m, tokens.size(m, place), place, tokens.supply(m, place))


def survey(rules: Binder, game: Game) -> int:
    """Where attacks would lead a race that had tokens enough, before anybody is on the board."""
    m, found = Machine(evolve(game, sparse=evolve(game.sparse, lasting=())), rules.codes), 0
    clear_natives(rules, m)
    race = rules.races.found(m, 0, NONE, 0)
    m.cells[rules.layout["race.tray"] + race] = MANY
    tray = (race + 1) << 16 | rules.layout["race.tray"] + race
    while fresh := rules.attempts.legal(m, race) & ~m.nums[rules.layout["occupied"]]:
        found |= fresh
        for region in members(fresh):
            rules.tokens.move(m, 1, tray, rules.tokens.pool_of(region))
    return found


class Settlers:
    """Puts races of one game into regions."""

    def __init__(self, rules: Binder, lots: Lots, room: int) -> None:
        """Draw where they settle by these lots; `room`: regions in which a race may begin."""
        self.rules, self.lots, self.room = rules, lots, room
        self.at_regions = rules.layout["race.regions"]
        self.at_active = rules.layout["player.active"]
        self.at_occupied = rules.layout["occupied"]

    def settle(self, m: Machine, wanted: Mapping[int, tuple[int, int]]) -> None:
        """Let each race take so many regions, if it can, and keep so many tokens in hand."""
        size = self.rules.tokens.size
        for race, (regions, kept) in wanted.items():
            tray = self._pool("tray", race)
            there = min(regions + kept, size(m, tray))
            self.rules.tokens.move(m, there, tray, self._pool("hand", race))
        settling = list(wanted)
        while settling:
            settling = [race for race in settling if self._is_going_on(m, race, wanted[race][1])]
        for race, (_, kept) in wanted.items():
            hand = self._pool("hand", race)
            spare = max(0, size(m, hand) - kept)
            self.rules.tokens.move(m, spare, hand, self._pool("tray", race))

    def _is_going_on(self, m: Machine, race: int, kept: int) -> bool:
        """Let a race take a region more; False if it has taken enough or finds none."""
        tokens, hand = self.rules.tokens, self._pool("hand", race)
        if tokens.size(m, hand) <= kept:
            return False
        free, held = ~m.nums[self.at_occupied], m.nums[self.at_regions + race]
        if self.lots.one(range(ASKED)):
            leads = self.rules.board.near(held) & self.room & free
        else:
            leads = held and self.rules.attempts.legal(m, race) & free
        choices = members(leads or self.room & free)
        if choices:
            tokens.move(m, 1, hand, tokens.pool_of(self.lots.one(choices)))
        return bool(choices)

    def homes(self, m: Machine, race: int) -> list[int]:
        """The regions of a race, mixed, those first that another player's race stands next to."""
        held = m.nums[self.at_regions + race]
        border = self.rules.board.near(self._of_others(m, race))
        return sorted(self.lots.mixed(members(held)), key=lambda region: not border >> region & 1)

    def beside(self, m: Machine, race: int) -> list[int]:
        """The empty regions next to those of a race in which others may stand, mixed."""
        free = self.room & ~m.nums[self.at_occupied]
        return self.lots.mixed(
            members(self.rules.board.near(m.nums[self.at_regions + race]) & free)
        )

    def _of_others(self, m: Machine, race: int) -> int:
        """The regions of the active races of other players."""
        others = {m.cells[self.at_active + seat] for seat in range(self.rules.players)} - {
            NONE,
            race,
        }
        regions = 0
        for other in others:
            regions |= m.nums[self.at_regions + other]
        return regions

    def _pool(self, name: str, race: int) -> int:
        return (race + 1) << 16 | self.rules.layout[f"race.{name}"] + race
