"""Reading stacks, pieces, supplies and troops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.scalars import Fn, builds
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


@builds("stack")
def _stack(b: Binder, e: Expr) -> Fn:
    pile = b.piles[e[3]]
    return lambda _m, _s: pile


@builds("top")
def _top(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: f(m, s).top(m)


@builds("bottom")
def _bottom(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: f(m, s).bottom(m)


@builds("has")
def _has(b: Binder, e: Expr) -> Fn:
    f, kind, name = b.expr(e[3]), e[4], e[5]
    if kind in ("symbol", "marker", "card"):
        regions = b.region_word(kind, name)

        def on_region(m: Machine, s: Slots) -> bool:
            x = f(m, s)
            return x is not None and bool(regions(m) >> x & 1)

        return on_region
    holds = b.holds(e[3][2].removesuffix("?"), kind, name)

    def has(m: Machine, s: Slots) -> bool:
        x = f(m, s)
        return x is not None and holds(m, x)

    return has


@builds("supply_left")
def _supply_left(b: Binder, e: Expr) -> Fn:
    return b.pieces.supply_left(e[3], e[4])


@builds("marks")
def _marks(b: Binder, e: Expr) -> Fn:
    f, count = b.expr(e[3]), b.pieces.count(e[4] if isinstance(e[4], str) else e[4][-1])
    return lambda m, s: count(m, f(m, s))


@builds("tokens_in")
def _tokens_in(b: Binder, e: Expr) -> Fn:
    region, n, first = b.expr(e[3]), b.expr(e[4]), b.tokens.tokens

    def read(m: Machine, s: Slots) -> Any:
        x, wanted = first + region(m, s), n(m, s)
        there = min(wanted, m.cells[x])
        return ((x, there),) if there > 0 else ()

    return read


@builds("part")
def _part(b: Binder, e: Expr) -> Fn:
    troops, chosen = b.expr(e[3]), b.expr(e[4])
    if e[4][2].startswith("region"):
        first = b.tokens.tokens
        return lambda m, s: tuple(t for t in troops(m, s) if t[0] == first + chosen(m, s))
    race_of = b.tokens.race_of
    return lambda m, s: tuple(t for t in troops(m, s) if race_of(m, t[0]) == chosen(m, s))


@builds("less")
def _less(b: Binder, e: Expr) -> Fn:
    troops, n = b.expr(e[3]), b.expr(e[4])

    def fewer(m: Machine, s: Slots) -> Any:
        off, kept = n(m, s), []
        for pool_, count in reversed(troops(m, s)):
            taken = min(off, count)
            off -= taken
            if count > taken:
                kept.append((pool_, count - taken))
        return tuple(reversed(kept))

    return fewer


@builds("past")
def _past(b: Binder, e: Expr) -> Fn:
    return b.records.reader(e[3], e[4], b.came())
