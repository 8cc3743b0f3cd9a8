"""Expressions as closures: one function of (machine, slots) for each expression of a body.

Every expression is total: a missing thing has missing properties, a comparison with something
missing is false.  So nothing here relies on the order in which `and` and `or` look at their sides,
and the same expression may be evaluated for a whole set of regions at once (`sets`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

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


def may_be_left_out(arg: Expr | None, default: Expr | None) -> bool:
    """Whether a parameter may get its default: nothing is given for it, or perhaps nothing."""
    if default is None:
        return False
    return arg is None or (is_optional(arg) and default[0] != "none")


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


@builds("card")
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
    return lambda m, s: dict(table(m, s)).get(key(m, s), 0)


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
