"""Comparisons of numbers for the whole map at once, and bounds on what attempts cost."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.play.fold import mentions
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import ORDERINGS, Fn
from talesmith.play.shapes import Lifted, Vector
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Bounds: TypeAlias = Callable[[Machine, Slots], tuple[int, int]]
"""the least and the most that an attempt may cost"""
NO_BOUND = 10**9


def compare(b: Binder, one: Expr, two: Expr, x: int, name: str) -> Lifted:
    """Regions for which a number on the left stands in this relation to one on the right."""
    if not mentions(one, x):
        one, two, name = two, one, _MIRRORED[name]
    left = b.vector(one, x)
    if not mentions(two, x):
        return _COMPARED[name](left, b.expr(two))
    right = b.vector(two, x)
    holds: Callable[[Any, Any], bool] = ORDERINGS.get(name, operator.eq)

    def compared(m: Machine, s: Slots, mask: int) -> int:
        regions = members(mask)
        result = 0
        values = zip(regions, left(m, s, regions), right(m, s, regions), strict=True)
        for region, a, c in values:
            if holds(a, c):
                result |= 1 << region
        return result

    return compared


def cost_bounds(b: Binder, e: Expr, x: int) -> tuple[list[Bounds], Expr]:
    """What a condition says about costs in region x, as bounds, and the rest of it."""
    bounds, others = list[Bounds](), list[Expr]()
    if not b.lifting:
        return bounds, e
    for part in e[3:] if e[0] == "and" else (e,):
        found = _cost_bound(b, part, x) if part[0] in _MIRRORED else None
        if found is None:
            others.append(part)
        else:
            bounds.append(found)
    return bounds, b.fold(("and", e[1], "flag", *others))


def _cost_bound(b: Binder, e: Expr, x: int) -> Bounds | None:
    """The bound that a comparison sets to what attempts cost, or to what the hand lacks."""
    one, two, name = e[3], e[4], e[0]
    if one[0] not in _COSTS:
        one, two, name = two, one, _MIRRORED[name]
    if one[0] not in _COSTS or mentions(two, x) or two[2] != "number":
        return None
    race, n, hand = b.expr(one[3]), b.expr(two), b.layout["race.hand"]
    if one[0] == "cost_at":
        return _BOUNDED[name](n)
    if name == "eq" and two[0] == "num" and two[3] == 0:
        name = "le"
    if not _is_plain_bound(two, name):
        return None
    return _BOUNDED[name](lambda m, s: n(m, s) + m.cells[hand + race(m, s)])


_COSTS = ("cost_at", "short_at")


def _is_plain_bound(e: Expr, name: str) -> bool:
    """Whether "lacks OP n" means the same as "costs OP hand + n": not below the hand itself."""
    if name in ("ge", "lt", "eq"):
        return bool(e[0] == "num" and e[3] >= 1)
    return bool(e[0] == "num" and e[3] >= 0)


_BOUNDED: dict[str, Callable[[Fn], Bounds]] = {
    "ge": lambda n: lambda m, s: (n(m, s), NO_BOUND),
    "gt": lambda n: lambda m, s: (n(m, s) + 1, NO_BOUND),
    "le": lambda n: lambda m, s: (-NO_BOUND, n(m, s)),
    "lt": lambda n: lambda m, s: (-NO_BOUND, n(m, s) - 1),
    "eq": lambda n: lambda m, s: (n(m, s),) * 2,
}


def _at_least(left: Vector, right: Fn, more: int = 0) -> Lifted:
    def compared(m: Machine, s: Slots, mask: int) -> int:
        regions, least, result = members(mask), right(m, s) + more, 0
        for region, value in zip(regions, left(m, s, regions), strict=True):
            if value >= least:
                result |= 1 << region
        return result

    return compared


def _at_most(left: Vector, right: Fn, more: int = 0) -> Lifted:
    def compared(m: Machine, s: Slots, mask: int) -> int:
        regions, most, result = members(mask), right(m, s) + more, 0
        for region, value in zip(regions, left(m, s, regions), strict=True):
            if value <= most:
                result |= 1 << region
        return result

    return compared


def _equal(left: Vector, right: Fn) -> Lifted:
    def compared(m: Machine, s: Slots, mask: int) -> int:
        regions, wanted, result = members(mask), right(m, s), 0
        for region, value in zip(regions, left(m, s, regions), strict=True):
            if value == wanted:
                result |= 1 << region
        return result

    return compared


_COMPARED: dict[str, Callable[[Vector, Fn], Lifted]] = {
    "ge": _at_least,
    "le": _at_most,
    "gt": lambda left, right: _at_least(left, right, 1),
    "lt": lambda left, right: _at_most(left, right, -1),
    "eq": _equal,
}


_MIRRORED = {"ge": "le", "le": "ge", "gt": "lt", "lt": "gt", "eq": "eq"}
