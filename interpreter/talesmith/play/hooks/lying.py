"""Cards that lie in regions: artifacts, which move, and places, which stay.

Such a card lies in its stack, in a region, or nowhere (out of the game).  A cell of each card says
in which region, a set of each kind says which of them lie on the board at all.

Its hooks speak for the race that stands in its region, if a player owns that race: for an active
one, for a declined one where `also declined` or `only declined` says so.  With nobody there, or
natives, nothing of it is alive.  Events that put races or powers to sleep do not touch it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.machine import Machine

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.sources import Entry, Sources

LYING = ("artifact", "place")
"""kinds of cards that may lie in regions"""


class Lying:
    """Where the cards of one game lie that may lie in regions."""

    def __init__(self, b: Binder) -> None:
        """Bind to the layout of a game."""
        self.b = b
        self.at = {kind: b.layout[f"{kind}.region"] for kind in LYING}
        self.on_board = {kind: b.layout[f"{kind}s on the board"] for kind in LYING}
        self.cards = {kind: len(b.cards_of(kind)) for kind in LYING}
        self.any = any(self.cards.values())
        """whether a game has such cards at all"""

    def region(self, m: Machine, kind: str, card: int) -> int | None:
        """The region in which a card lies, if it lies in one."""
        found = m.cells[self.at[kind] + card]
        return None if found == NONE else found

    def regions(self, m: Machine, kind: str, card: int) -> int:
        """The same as a set of regions."""
        found = m.cells[self.at[kind] + card]
        return 0 if found == NONE else 1 << found

    def within(self, m: Machine, kind: str, region: int) -> tuple[int, ...]:
        """The cards of a kind in a region, in the order of their numbers."""
        at = self.at[kind]
        return tuple(c for c in members(m.nums[self.on_board[kind]]) if m.cells[at + c] == region)

    def lay(self, m: Machine, kind: str, card: int, region: int | None) -> None:
        """Lay a card into a region, or take it off the board; out of a stack if it is in one."""
        for stack in self.b.ruleset.stacks:
            if stack.thing == kind and not stack.on_race:
                self.b.piles[stack.name].take(m, card)
        before, bit = self.region(m, kind, card), 1 << card
        m.cells[self.at[kind] + card] = NONE if region is None else region
        if region is None:
            m.nums[self.on_board[kind]] &= ~bit
        else:
            m.nums[self.on_board[kind]] |= bit
        m.memo.clear()
        if before != region:
            m.log.append(("lay", kind, card, region))

    def trade(self, m: Machine, kind: str, one: int, two: int) -> None:
        """Cards of a kind in two regions change places."""
        here, there = self.within(m, kind, one), self.within(m, kind, two)
        for cards, region in ((here, two), (there, one)):
            for card in cards:
                self.lay(m, kind, card, region)

    def holder(self, m: Machine, kind: str, card: int, phase: str) -> tuple[int, int] | None:
        """The race for which a card speaks in this phase, and its region; None for nobody."""
        region = m.cells[self.at[kind] + card]
        if region == NONE:
            return None
        race = m.cells[self.b.at_race + region]
        if race == NONE or m.cells[self.b.at_owner + race] >= self.b.players:
            return None
        fits = phase in ("also", "only" if m.cells[self.b.at_declined + race] else "active")
        return (race, region) if fits else None


def of_lying(
    sources: Sources, m: Machine, args: Sequence[Any], lifted: int | None, found: list[Entry]
) -> None:
    """Add the entries of the cards that lie in regions."""
    lying = sources.b.lying
    for (kind, card), bounds in sources.lying.items():
        if not m.nums[lying.on_board[kind]] >> card & 1:
            continue
        for bound in bounds:
            known = lying.holder(m, kind, card, bound.handler.phase)
            if known is not None:
                found += _spoken(sources, m, bound, known, args, lifted)


def _spoken(
    sources: Sources,
    m: Machine,
    bound: Any,
    known: tuple[int, int],
    args: Sequence[Any],
    lifted: int | None,
) -> Iterator[Entry]:
    race, region = known
    role, here, own = bound.handler.role, bound.slots.get("here"), bound.own
    fill: tuple[tuple[int, Any], ...] = () if here is None else ((here, region),)
    if own is not None and own != role:
        fill = ((own, race), *fill)
    if role is None:
        yield bound, fill, None
    elif args[role] is not None:
        is_player = sources.params[role].startswith("player")
        if args[role] == (m.cells[sources.b.at_owner + race] if is_player else race):
            yield bound, fill, None
    elif lifted is not None and len(sources.roles) > 1 and role == sources.roles[1]:
        yield bound, ((role, race), *fill), m.nums[sources.b.at_regions + race]
