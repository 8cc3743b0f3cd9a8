"""What the lines of handlers make of a base value, layer by layer.

    become -> times -> add -> cap -> floor

Nothing here knows a priority: a layer is a sum, a product, a smallest or a largest, so the order
of its lines cannot matter.  Of several `become` the highest tier wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.sources import Entry

Spoken: TypeAlias = tuple[Entry, tuple[Any, ...], Any]
"""a line whose guard holds: entry, line, amount"""
LAYERS = ("become", "times", "add", "cap", "floor")


def combine(value: Any, spoken: list[Spoken], rounding: str, added: int = 0) -> Any:
    """A base and the lines that spoke, through all layers but the range."""
    rows: dict[str, list[Spoken]] = {layer: [] for layer in LAYERS}
    for one in spoken:
        rows[one[1][0]].append(one)
    if rows["become"]:
        value = overriding(rows["become"])[2]
    if rows["times"]:
        value = scaled(value, [amount for _, _, amount in rows["times"]], rounding)
    if added or rows["add"]:
        value += added + sum(amount for _, _, amount in rows["add"])
    for _, _, cap in rows["cap"]:
        value = min(value, cap)
    for _, _, floor in rows["floor"]:
        value = max(value, floor)
    return value


def overriding(becomes: Sequence[Spoken]) -> Spoken:
    """The `become` that counts: of the highest tier, and there of none that another is `over`."""
    highest = max(bound.tier for (bound, _, _), _, _ in becomes)
    equals = [one for one in becomes if one[0][0].tier == highest]
    beaten = {name for _, line, _ in equals for name in line[4]}
    return next((one for one in equals if not beaten & _names(one[0][0])), equals[0])


def _names(bound: Bound) -> set[str | None]:
    return {bound.handler.card, bound.handler.piece or bound.handler.card}


def scaled(value: int, factors: Sequence[tuple[int, int]], rounding: str) -> int:
    """A value times all factors (up, down), rounded once."""
    up = down = 1
    for above, below in factors:
        up, down = up * above, down * below
    return -(-value * up // down) if rounding == "up" else value * up // down
