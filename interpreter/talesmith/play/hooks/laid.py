"""Handlers of what lies on the board and in the column: where they speak, what they are told.

A marker with several pieces in a region speaks once for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.machine import Machine

if TYPE_CHECKING:
    from talesmith.play.hooks.bound import Bound
    from talesmith.play.hooks.sources import Entry, Fill, Sources


def of_markers(
    sources: Sources, m: Machine, args: Sequence[Any], lifted: int | None, found: list[Entry]
) -> None:
    """Add the entries of the markers that lie on the board."""
    pieces = sources.b.pieces
    for marker, bounds in sources.markers.items():
        if marker not in pieces.counted and not m.nums[pieces.at[marker]]:
            continue
        for regions in pieces.layers(m, marker):
            awake = sources.b.awake_regions(m, marker, regions)
            for bound in bounds if awake else ():
                found += _spoken(sources, m, bound, awake, args, lifted)


def _spoken(
    sources: Sources,
    m: Machine,
    bound: Bound,
    regions: int,
    args: Sequence[Any],
    lifted: int | None,
) -> list[Entry]:
    x = sources.region
    if x is None:
        return [(bound, _told(sources, m, bound, r), None) for r in members(regions)]
    if lifted is not None and lifted == x:
        if "player" in bound.slots:
            return _by_owner(sources, m, bound, regions)
        return [(bound, (), regions)]
    here = regions >> args[x] & 1
    return [(bound, _told(sources, m, bound, args[x]), None)] if here else []


def _by_owner(sources: Sources, m: Machine, bound: Bound, regions: int) -> list[Entry]:
    """A hook that asks whose its marker is speaks once for the markers of each owner."""
    slot, owned = bound.slots["player"], dict[int | None, int]()
    for region in members(regions):
        owner = sources.b.pieces.owner(m, str(bound.handler.piece), region)
        owned[owner] = owned.get(owner, 0) | 1 << region
    return [(bound, ((slot, owner),), here) for owner, here in owned.items()]


def _told(sources: Sources, m: Machine, bound: Bound, region: int) -> Fill:
    """What a handler is told besides its parameters: where its marker lies, and whose it is."""
    found: list[tuple[int, Any]] = []
    if "here" in bound.slots and bound.slots["here"] != sources.region:
        found.append((bound.slots["here"], region))
    if "player" in bound.slots:
        owner = sources.b.pieces.owner(m, str(bound.handler.piece), region)
        found.append((bound.slots["player"], owner))
    return tuple(found)


def of_column(sources: Sources, m: Machine, args: Sequence[Any], found: list[Entry]) -> None:
    """Add the entries of cards that lie in the column; `self` is the combo."""
    for combo in sources.b.races.column_of(m):
        for bound in sources.offered:
            if not _lies_in(sources, m, bound, combo):
                continue
            own = bound.own
            if own is None or own >= len(sources.params):
                found.append((bound, () if own is None else ((own, combo),), None))
            elif args[own] == combo:
                found.append((bound, (), None))


def _lies_in(sources: Sources, m: Machine, bound: Bound, combo: int) -> bool:
    b, h = sources.b, bound.handler
    at = b.races.combo_banner if h.holder == "race" else b.races.combo_badge
    if m.cells[at + combo] != b.card_number(h.card):
        return False
    return b.suppression is None or not b.suppression.silences_card(m, h.card)
