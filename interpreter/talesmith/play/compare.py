"""Comparisons of numbers for the whole map at once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.fold import mentions
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import ORDERINGS, Fn
from talesmith.play.shapes import Lifted, Vector
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def compare(b: Binder, one: Expr, two: Expr, x: int, name: str) -> Lifted:
    """Regions for which a number on the left stands in this relation to one on the right."""
    if not mentions(one, x):
        one, two, name = two, one, _MIRRORED[name]
    if one[0] in ("cost_at", "short_at") and not mentions(two, x):
        by_cost = _compare_cost(b, one, two, name)
        if by_cost is not None:
            return by_cost
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


def _compare_cost(b: Binder, one: Expr, two: Expr, name: str) -> Lifted | None:
    """A bound on what attempts cost, or on what the hand lacks: whole sets of equal cost."""
    race, n, table = b.expr(one[3]), b.expr(two), b.attempts.by_cost
    hand, is_short = b.layout["race.hand"], one[0] == "short_at"
    if is_short and name == "eq" and two[0] == "num" and two[3] == 0:
        name = "le"
    if name == "eq" or (is_short and not _is_plain_bound(two, name)):
        return None
    holds = ORDERINGS[name]

    def compared(m: Machine, s: Slots, mask: int) -> int:
        f, result = race(m, s), 0
        bound = n(m, s) + m.cells[hand + f] if is_short else n(m, s)
        for cost, regions in table(m, f):
            if holds(cost, bound):
                result |= regions
        return mask & result

    return compared


def _is_plain_bound(e: Expr, name: str) -> bool:
    """Whether "lacks OP n" means the same as "costs OP hand + n": not below the hand itself."""
    if name in ("ge", "lt"):
        return bool(e[0] == "num" and e[3] >= 1)
    return bool(e[0] == "num" and e[3] >= 0)


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
