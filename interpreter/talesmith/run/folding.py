"""The log is the whole truth: events folded over a position give the next one.

Folded are tokens, occupants, coins, markers, and the banner, badges, owner, side and presence of
every race.  Stacks, states and frames are not: they have no reader outside the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from talesmith.model.board import bits, members
from talesmith.model.game import Event, Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.changes.tokens import PROXIES
from talesmith.run.violation import demand

CELLS = ("region.tokens", "region.race", "race.hand", "race.withdrawn", "race.aside", "race.tray",
         "race.box", "race.banner", "race.owner", "race.declined")  # fmt: skip
NUMS = ("player.coins", "combo.coins", "race.badges", "in play", "founded")


class Folding:
    """The fold of one bound ruleset."""

    def __init__(self, rules: Binder) -> None:
        """Look up where everything is stored."""
        self.rules = rules
        self.at = dict(rules.layout.offsets)
        self.columns = [(name, self.at[name], rules.layout.size(name)) for name in CELLS + NUMS]
        for piece in rules.ruleset.markers:
            name = f"marker {piece.id}"
            self.columns.append((name, self.at[name], rules.layout.size(name)))

    def check(self, before: Game, events: Iterable[Event], after: Game) -> None:
        """Raise Violation if the events do not lead from one position to the other."""
        page = Page(self, before)
        for event in events:
            fold = FOLDS.get(event[0])
            if fold is not None:
                fold(page, *event[1:])
        for name, at, size in self.columns:
            is_cell = self.rules.layout.by_name[name].cell
            told = list((page.cells if is_cell else page.nums)[at : at + size])
            true = list((after.cells if is_cell else after.nums)[at : at + size])
            demand(told == true, f"the log tells another {name}", told, true)


class Page:
    """A copy of a position on which events are folded."""

    def __init__(self, folding: Folding, game: Game) -> None:
        """Start with a position."""
        self.rules = folding.rules
        self.at = folding.at
        self.cells = bytearray(game.cells)
        self.nums = list(game.nums)

    def add(self, cell: int, n: int, race: int) -> None:
        """Put tokens of a race into a cell, or take them out; an empty region is nobody's."""
        there = self.cells[cell] + n
        demand(there >= 0, "the log tells another story: tokens that are not there", race, cell)
        self.cells[cell] = there
        region = cell - self.at["region.tokens"]
        if 0 <= region < self.rules.layout.size("region.tokens"):
            self.cells[self.at["region.race"] + region] = race if self.cells[cell] else NONE

    def purse(self, place: tuple[Any, ...], coins: int) -> None:
        """Give coins to a player or combo; bank and pots are bottomless."""
        if place[0] in ("player", "combo"):
            self.nums[self.at[f"{place[0]}.coins"] + place[1]] += coins


def _tokens(page: Page, race: int, n: int, source: int, target: int) -> None:
    page.add(source, -n, race)
    page.add(target, n, race)


def _shift(page: Page, race: int, n: int, cell: int) -> None:
    page.add(cell, n, race)


def _coins(page: Page, n: int, source: tuple[Any, ...], target: tuple[Any, ...]) -> None:
    page.purse(source, -n)
    page.purse(target, n)


def _found(page: Page, race: int, banner: int, badge: int, owner: int) -> None:
    page.nums[page.at["founded"]] = race + 1
    page.nums[page.at["in play"]] |= 1 << race
    page.nums[page.at["race.badges"] + race] = 0 if badge == NONE else 1 << badge
    page.cells[page.at["race.banner"] + race] = banner
    page.cells[page.at["race.owner"] + race] = owner
    page.cells[page.at["race.tray"] + race] = page.rules.races.trays[banner]
    page.cells[page.at["race.box"] + race] = PROXIES


def _leave(page: Page, race: int) -> None:
    page.nums[page.at["in play"]] &= ~(1 << race)


def _badge(page: Page, race: int, badge: int, carried: int) -> None:
    at = page.at["race.badges"] + race
    page.nums[at] = page.nums[at] & ~(1 << badge) | carried << badge


def _owner(page: Page, race: int, owner: int) -> None:
    page.cells[page.at["race.owner"] + race] = owner


def _declined(page: Page, race: int, declined: int) -> None:
    page.cells[page.at["race.declined"] + race] = declined


def _mark(page: Page, marker: str, region: int, n: int) -> None:
    at = page.at[f"marker {marker}"]
    if page.rules.layout.by_name[f"marker {marker}"].cell:
        page.cells[at + region] += n
    else:
        page.nums[at] |= bits([region])


def _unmark(page: Page, marker: str, regions: int) -> None:
    at = page.at[f"marker {marker}"]
    if page.rules.layout.by_name[f"marker {marker}"].cell:
        for region in members(regions):
            page.cells[at + region] = 0
    else:
        page.nums[at] &= ~regions


FOLDS: dict[str, Callable[..., None]] = {
    "tokens": _tokens,
    "shift": _shift,
    "coins": _coins,
    "found": _found,
    "leave": _leave,
    "badge": _badge,
    "owner": _owner,
    "declined": _declined,
    "mark": _mark,
    "unmark": _unmark,
}
