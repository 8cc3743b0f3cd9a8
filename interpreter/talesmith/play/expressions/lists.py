"""Lists as closures: filters, sums, extremes, ends.

Region lists are bitsets at run time, all other lists are tuples.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.changes import tokens as tokens_module
from talesmith.play.expressions.scalars import BUILDERS, Builder, Fn, builds, checked, is_region_set
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


@builds("filter")
def _filter(b: Binder, e: Expr) -> Fn:
    group, slot = b.expr(e[3]), e[4]
    if is_region_set(e):
        keep = b.lift(e[5], slot)
        return lambda m, s: keep(m, s, group(m, s))
    if e[2] == "list attempt":
        return b.attempts_where(e[3], slot, e[5])
    return kept(group, slot, b.expr(e[5]))


def kept(group: Fn, slot: int, holds: Fn) -> Fn:
    """The members of a list for which a condition holds, each tried in a slot."""

    def fitting(m: Machine, s: Slots) -> tuple[Any, ...]:
        found = []
        for item in group(m, s):
            s[slot] = item
            if holds(m, s):
                found.append(item)
        return tuple(found)

    return fitting


def each(b: Binder, e: Expr) -> Fn:
    """The members of a list as a tuple, a region set in map order."""
    group = b.expr(e)
    if is_region_set(e):
        return lambda m, s: members(group(m, s))
    return group


def mapped(b: Binder, e: Expr) -> Fn:
    """The values of `e` over `S`, for an operation (op, at, type, S, slot, e)."""
    group, slot = each(b, e[3]), e[4]
    value = b.expr(e[5])

    def values(m: Machine, s: Slots) -> tuple[Any, ...]:
        found = []
        for item in group(m, s):
            s[slot] = item
            found.append(value(m, s))
        return tuple(found)

    return values


BUILDERS["collect"] = mapped


@builds("count")
def _count(b: Binder, e: Expr) -> Fn:
    group = b.expr(e[3])
    kind = e[3][2]
    if kind == "list region":
        return lambda m, s: group(m, s).bit_count()
    if kind.startswith("stack"):
        return lambda m, s: group(m, s).count(m)
    if kind == "troops":
        return lambda m, s: tokens_module.size(group(m, s))
    return lambda m, s: len(group(m, s))


@builds("any")
def _any(b: Binder, e: Expr) -> Fn:
    group = b.expr(e[3])
    return lambda m, s: bool(group(m, s))


@builds("sum")
def _sum(b: Binder, e: Expr) -> Fn:
    if is_region_set(e[3]) and b.lifting:
        group, row = b.expr(e[3]), b.vector(e[5], e[4])
        return lambda m, s: checked(m, sum(row(m, s, members(group(m, s)))))
    values = mapped(b, e)
    return lambda m, s: checked(m, sum(values(m, s)))


@builds("max")
def _max(b: Binder, e: Expr) -> Fn:
    values = mapped(b, e)
    return lambda m, s: max(values(m, s), default=0)


@builds("min")
def _min(b: Binder, e: Expr) -> Fn:
    values = mapped(b, e)
    return lambda m, s: min(values(m, s), default=0)


@builds("larger")
def _larger(b: Binder, e: Expr) -> Fn:
    parts = [b.expr(part) for part in e[3:]]
    return lambda m, s: max(part(m, s) for part in parts)


@builds("smaller")
def _smaller(b: Binder, e: Expr) -> Fn:
    parts = [b.expr(part) for part in e[3:]]
    return lambda m, s: min(part(m, s) for part in parts)


def _nothing(e: Expr) -> Any:
    """What stands for a member that is missing: of lists the empty one, else None."""
    if is_region_set(e):
        return 0
    return () if e[2].startswith("list ") else None


@builds("first")
def _first(b: Binder, e: Expr) -> Fn:
    group, none = each(b, e[3]), _nothing(e)

    def first(m: Machine, s: Slots) -> Any:
        found = group(m, s)
        return found[0] if found else none

    return first


@builds("last")
def _last(b: Binder, e: Expr) -> Fn:
    group, none = each(b, e[3]), _nothing(e)

    def last(m: Machine, s: Slots) -> Any:
        found = group(m, s)
        return found[-1] if found else none

    return last


@builds("front")
def _front(b: Binder, e: Expr) -> Fn:
    group, n = each(b, e[3]), b.expr(e[4])
    if is_region_set(e):
        return lambda m, s: sum(1 << r for r in group(m, s)[: max(0, n(m, s))])
    return lambda m, s: group(m, s)[:size] if (size := n(m, s)) > 0 else ()


def _extreme(better: Callable[[Any, Any], bool]) -> Builder:
    def build(b: Binder, e: Expr) -> Fn:
        group, values, none = each(b, e[3]), mapped(b, e), _nothing(e)

        def best(m: Machine, s: Slots) -> Any:
            found, best_value = none, None
            for item, value in zip(group(m, s), values(m, s), strict=True):
                if best_value is None or better(value, best_value):
                    found, best_value = item, value
            return found

        return best

    return build


BUILDERS["least"] = _extreme(operator.lt)
BUILDERS["greatest"] = _extreme(operator.gt)


@builds("set")
def _set(b: Binder, e: Expr) -> Fn:
    parts = [b.expr(part) for part in e[3:]]
    if is_region_set(e):
        return lambda m, s: _region_bits(part(m, s) for part in parts)
    return lambda m, s: unique(part(m, s) for part in parts)


@builds("set_of")
def _set_of(b: Binder, e: Expr) -> Fn:
    values = mapped(b, e)
    if is_region_set(e):
        return lambda m, s: _region_bits(values(m, s))
    return lambda m, s: unique(values(m, s))


def unique(items: Any) -> tuple[Any, ...]:
    """What is there of some things, each once, in the order in which it comes first."""
    return tuple(dict.fromkeys(item for item in items if item is not None))


def _region_bits(items: Any) -> int:
    result = 0
    for item in items:
        if item is not None:
            result |= 1 << item
    return result


@builds("distance")
def _distance(b: Binder, e: Expr) -> Fn:
    start, goal, board = b.regions_of(e[3]), b.expr(e[4]), b.board
    return lambda m, s: board.distance(start(m, s), goal(m, s))


@builds("components")
def _components(b: Binder, e: Expr) -> Fn:
    group, board = b.expr(e[3]), b.board
    return lambda m, s: board.components(group(m, s))
