"""Expressions as closures: one function of (machine, slots) for each expression of a body.

Every expression is total: a missing thing has missing properties, a comparison with something
missing is false.  So nothing here relies on the order in which `and` and `or` look at their sides,
and the same expression may be evaluated for a whole set of regions at once (`sets`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.play import tokens as tokens_module
from talesmith.play.machine import Defect, Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Fn: TypeAlias = Callable[[Machine, Slots], Any]
Builder: TypeAlias = Callable[["Binder", Expr], Fn]

BUILDERS: dict[str, Builder] = {}
LIMIT = 10**6


def builds(name: str) -> Callable[[Builder], Builder]:
    """Register the builder of an operation."""

    def register(builder: Builder) -> Builder:
        BUILDERS[name] = builder
        return builder

    return register


def is_optional(e: Expr) -> bool:
    """Whether the value of an expression may be missing."""
    return str(e[2]).endswith("?") or e[0] == "none"


def is_region_set(e: Expr) -> bool:
    """Whether an expression is a set of regions (a bitset at run time)."""
    return bool(e[2] == "list region")


def constant(value: Any) -> Fn:
    """A closure that always gives this value."""
    return lambda _m, _s: value


@builds("num")
@builds("flag")
def _literal(_b: Binder, e: Expr) -> Fn:
    return constant(e[3])


@builds("constant")
def _constant(b: Binder, e: Expr) -> Fn:
    kind, name = e[2], e[3]
    if kind == "region":
        return constant(b.board.number[name])
    if kind in ("banner", "badge", "event", "artifact", "place"):
        return constant(b.card_number(name))
    return constant(name)


@builds("none")
def _none(_b: Binder, _e: Expr) -> Fn:
    return constant(None)


@builds("word")
def _word(b: Binder, e: Expr) -> Fn:
    return constant(b.word(e[3], e[4]))


@builds("local")
def _local(_b: Binder, e: Expr) -> Fn:
    slot = e[3]
    return lambda _m, s: s[slot]


@builds("natives")
def _natives(b: Binder, e: Expr) -> Fn:
    return constant(b.natives[e[3]])


@builds("index")
def _index(b: Binder, e: Expr) -> Fn:
    table, key = b.expr(e[3]), b.expr(e[4])

    def read(m: Machine, s: Slots) -> int:
        at, found = key(m, s), 0
        for k, v in table(m, s):
            if k == at:
                found = v
        return found

    return read


@builds("neg")
def _neg(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: -f(m, s)


@builds("not")
def _not(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: not f(m, s)


@builds("and")
def _and(b: Binder, e: Expr) -> Fn:
    parts = [b.expr(part) for part in e[3:]]
    if len(parts) == 2:
        one, two = parts
        return lambda m, s: one(m, s) and two(m, s)
    return lambda m, s: all(part(m, s) for part in parts)


@builds("or")
def _or(b: Binder, e: Expr) -> Fn:
    parts = [b.expr(part) for part in e[3:]]
    if len(parts) == 2:
        one, two = parts
        return lambda m, s: one(m, s) or two(m, s)
    return lambda m, s: any(part(m, s) for part in parts)


def equal(b: Binder, e: Expr) -> Fn:
    """`==`: false if a side is missing."""
    one, two = b.expr(e[3]), b.expr(e[4])
    if is_optional(e[3]) and is_optional(e[4]):

        def both(m: Machine, s: Slots) -> bool:
            x = one(m, s)
            return x is not None and x == two(m, s)

        return both
    return lambda m, s: one(m, s) == two(m, s)


BUILDERS["eq"] = equal


@builds("ne")
def _ne(b: Binder, e: Expr) -> Fn:
    same = equal(b, e)
    return lambda m, s: not same(m, s)


def _ordering(compare: Callable[[Any, Any], bool]) -> Builder:
    def build(b: Binder, e: Expr) -> Fn:
        one, two = b.expr(e[3]), b.expr(e[4])
        if is_optional(e[3]) or is_optional(e[4]):

            def careful(m: Machine, s: Slots) -> bool:
                x, y = one(m, s), two(m, s)
                return x is not None and y is not None and compare(x, y)

            return careful
        if e[4][0] == "num":
            n = e[4][3]
            return lambda m, s: compare(one(m, s), n)
        return lambda m, s: compare(one(m, s), two(m, s))

    return build


ORDERINGS: dict[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
BUILDERS.update({name: _ordering(compare) for name, compare in ORDERINGS.items()})


def checked(m: Machine, n: int) -> int:
    """A number inside the range of the language; raises Defect outside it."""
    if -LIMIT <= n <= LIMIT:
        return n
    raise Defect(f"the number {n} is out of range: {m.backtrace()}")


@builds("plus")
def _plus(b: Binder, e: Expr) -> Fn:
    one, two = b.expr(e[3]), b.expr(e[4])
    return lambda m, s: one(m, s) + two(m, s)


@builds("minus")
def _minus(b: Binder, e: Expr) -> Fn:
    one, two = b.expr(e[3]), b.expr(e[4])
    return lambda m, s: one(m, s) - two(m, s)


@builds("mul")
def _mul(b: Binder, e: Expr) -> Fn:
    one, two = b.expr(e[3]), b.expr(e[4])
    return lambda m, s: checked(m, one(m, s) * two(m, s))


@builds("div")
def _div(b: Binder, e: Expr) -> Fn:
    f, n = b.expr(e[3]), e[4]
    n = n[3] if isinstance(n, tuple) else n
    if e[5] == "up":
        return lambda m, s: -(-f(m, s) // n)
    return lambda m, s: f(m, s) // n


@builds("exists")
def _exists(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: f(m, s) is not None


@builds("in")
def _in(b: Binder, e: Expr) -> Fn:
    item, group = b.expr(e[3]), b.expr(e[4])
    if is_region_set(e[4]):

        def inside(m: Machine, s: Slots) -> bool:
            x = item(m, s)
            return x is not None and bool(group(m, s) >> x & 1)

        return inside
    return lambda m, s: item(m, s) in group(m, s)


@builds("one_of")
def _one_of(b: Binder, e: Expr) -> Fn:
    item = b.expr(e[3])
    words = [b.expr(part) for part in e[4]]
    if all(part[0] in ("word", "num", "flag") for part in e[4]):
        known = frozenset(word(None, None) for word in words)  # type: ignore[arg-type]
        return lambda m, s: item(m, s) in known

    def among(m: Machine, s: Slots) -> bool:
        x = item(m, s)
        return x is not None and any(x == word(m, s) for word in words)

    return among


@builds("touches")
def _touches(b: Binder, e: Expr) -> Fn:
    region, near = b.expr(e[3]), b.regions_near(e[4])

    def touches(m: Machine, s: Slots) -> bool:
        x = region(m, s)
        return x is not None and bool(near(m, s) >> x & 1)

    return touches


@builds("filter")
def _filter(b: Binder, e: Expr) -> Fn:
    group, slot = b.expr(e[3]), e[4]
    if is_region_set(e):
        keep = b.lift(e[5], slot)
        return lambda m, s: keep(m, s, group(m, s))
    if e[2] == "list attempt":
        return b.attempts_where(e[3], slot, e[5])
    return _kept(group, slot, b.expr(e[5]))


def _kept(group: Fn, slot: int, holds: Fn) -> Fn:
    def kept(m: Machine, s: Slots) -> tuple[Any, ...]:
        found = []
        for item in group(m, s):
            s[slot] = item
            if holds(m, s):
                found.append(item)
        return tuple(found)

    return kept


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


@builds("first")
def _first(b: Binder, e: Expr) -> Fn:
    group = each(b, e[3])

    def first(m: Machine, s: Slots) -> Any:
        found = group(m, s)
        return found[0] if found else None

    return first


@builds("last")
def _last(b: Binder, e: Expr) -> Fn:
    group = each(b, e[3])

    def last(m: Machine, s: Slots) -> Any:
        found = group(m, s)
        return found[-1] if found else None

    return last


@builds("front")
def _front(b: Binder, e: Expr) -> Fn:
    group, n = each(b, e[3]), b.expr(e[4])
    if is_region_set(e):
        return lambda m, s: sum(1 << r for r in group(m, s)[: max(0, n(m, s))])
    return lambda m, s: group(m, s)[: max(0, n(m, s))]


def _extreme(better: Callable[[Any, Any], bool]) -> Builder:
    def build(b: Binder, e: Expr) -> Fn:
        group, values = each(b, e[3]), mapped(b, e)

        def best(m: Machine, s: Slots) -> Any:
            found, best_value = None, None
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
    return lambda m, s: _unique(part(m, s) for part in parts)


@builds("set_of")
def _set_of(b: Binder, e: Expr) -> Fn:
    values = mapped(b, e)
    if is_region_set(e):
        return lambda m, s: _region_bits(values(m, s))
    return lambda m, s: _unique(values(m, s))


def _unique(items: Any) -> tuple[Any, ...]:
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


@builds("clockwise_from")
def _clockwise_from(b: Binder, e: Expr) -> Fn:
    player, n = b.expr(e[3]), b.players

    def from_player(m: Machine, s: Slots) -> tuple[int, ...]:
        start = player(m, s)
        return tuple((start + step) % n for step in range(n))

    return from_player


@builds("clockwise_after")
def _clockwise_after(b: Binder, e: Expr) -> Fn:
    player, n = b.expr(e[3]), b.players

    def after_player(m: Machine, s: Slots) -> tuple[int, ...]:
        start = player(m, s)
        return tuple((start + step) % n for step in range(1, n + 1))

    return after_player
