"""Comparisons of numbers for the whole map at once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.scalars import ORDERINGS, Fn
from talesmith.play.expressions.shapes import Lifted, Vector
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def compare(b: Binder, one: Expr, two: Expr, x: int, name: str) -> Lifted:
    """Regions for which a number on the left stands in this relation to one on the right."""
    if not mentions(one, x):
        one, two, name = two, one, MIRRORED[name]
    if not mentions(two, x):
        quiet = _while_silent(b, one, two, x, name)
        return quiet or _COMPARED[name](b.vector(one, x), b.expr(two))
    left, right = b.vector(one, x), b.vector(two, x)
    holds: Callable[[Any, Any], bool] = ORDERINGS.get(name, operator.eq)

    def compared(m: Machine, s: Slots, mask: int) -> int:
        regions = members(mask)
        result = 0
        values = zip(regions, left(m, s, regions), right(m, s, regions), strict=True)
        for region, a, c in values:
            if holds(a, c):
                result |= 1 << region
        return result

    return _where_silent(b, (one, two), x, name, compared) or compared


def _where_silent(
    b: Binder, sides: tuple[Expr, Expr], x: int, name: str, otherwise: Lifted
) -> Lifted | None:
    """A comparison with a value that is asked race by race, where nobody speaks about a race."""
    for e in sides:
        hook = b.values[e[3]] if e[0] == "value" else None
        doubted = None if hook is None or hook.silent is None else b.doubted(e, x)
        if hook is not None and doubted is not None:
            one, two = (
                ("num", e[1], "number", hook.silent) if e is part else part for part in sides
            )
            return _parted(doubted, compare(b, one, two, x, name), otherwise)
    return None


def _parted(doubted: Callable[[Machine, int], int], quiet: Lifted, otherwise: Lifted) -> Lifted:
    """One comparison where there is doubt, another elsewhere."""

    def compared(m: Machine, s: Slots, mask: int) -> int:
        told = doubted(m, mask)
        rest = mask & ~told
        result = quiet(m, s, rest) if rest else 0
        return result | otherwise(m, s, told) if told else result

    return compared


def _while_silent(b: Binder, one: Expr, two: Expr, x: int, name: str) -> Lifted | None:
    """A comparison of a value that is the same everywhere as long as nobody speaks about it.

    While somebody may, only the regions about which he does are compared one by one.
    """
    hook = b.values[one[3]] if one[0] == "value" else None
    value = None if hook is None else hook.silent
    if hook is None or value is None or hook.sources.always:
        return None
    may_speak, right, spoken_of = hook.sources.may_speak, b.expr(two), b.spoken_of(one, x)
    holds: Callable[[Any, Any], bool] = ORDERINGS.get(name, operator.eq)
    if spoken_of is None:
        return None

    def compared(m: Machine, s: Slots, mask: int) -> int:
        if not mask:
            return 0
        table, n = spoken_of(m, s, mask) if may_speak(m) else {}, right(m, s)
        result = mask if holds(value, n) else 0
        for region, number in table.items():
            result = result | 1 << region if holds(number, n) else result & ~(1 << region)
        return result & mask

    return compared


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


MIRRORED = {"ge": "le", "le": "ge", "gt": "lt", "lt": "gt", "eq": "eq"}
