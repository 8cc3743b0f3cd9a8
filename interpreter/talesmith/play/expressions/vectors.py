"""Numbers for many regions: one value for each, worked out together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.shapes import Vector, is_property
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def vector(b: Binder, e: Expr, x: int) -> Vector:
    """One number for each of the listed regions."""
    if not mentions(e, x):
        f = b.expr(e)

        def same(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
            return [f(m, s)] * len(regions) if regions else []

        return same
    if b.lifting:
        if is_property(e, "region.tokens", x):
            at = b.layout["region.tokens"]
            return lambda m, _s, regions: [m.cells[at + region] for region in regions]
        if e[0] in ("plus", "minus") and e[2] == "number":
            return _vector_sum(b, e, x)
        special = VECTORS.get(e[0])
        found = special(b, e, x) if special is not None else None
        if found is not None:
            return found
    return _one_by_one(b, e, x)


def _vector_value(b: Binder, e: Expr, x: int) -> Vector | None:
    return b.vector_value(e, x)


def _vector_cost(b: Binder, e: Expr, x: int) -> Vector | None:
    """Costs of the attempts of one race: worked out for all its legal targets at once."""
    race, own = b.expr(e[3]), e[4][0] == "local" and e[4][3] == x
    if not own:
        return None
    priced, hand = b.attempts.priced, b.layout["race.hand"]

    def cost(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        _, table = priced(m, race(m, s))
        return [table[region] for region in regions]

    def short(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        f = race(m, s)
        (_, table), n = priced(m, f), m.cells[hand + f]
        return [c - n if (c := table[region]) > n else 0 for region in regions]

    return short if e[0] == "short_at" else cost


def lines_of(e: Expr, x: int) -> Expr | None:
    """The ledger whose lines an expression sums up that lie in the region x; None for others."""
    if e[0] != "sum" or e[3][0] != "filter" or e[3][3][0] != "ledger" or mentions(e[3][3], x):
        return None
    ledger: Expr
    (_, _, _, ledger, slot, condition), amount = e[3], e[5]
    sides = [] if condition[0] != "eq" else [condition[3], condition[4]]
    places = [part for part in sides if part[0] == "get" and part[3] == "line.region"]
    own = [part for part in sides if part[0] == "local" and part[3] == x]
    if len(places) != 1 or len(own) != 1 or slot != e[4]:
        return None
    if amount[0] != "get" or amount[3] != "line.amount" or amount[4][3] != slot:
        return None
    return ledger


def _vector_lines(b: Binder, e: Expr, x: int) -> Vector | None:
    """The sum of the lines of a ledger that lie in each region."""
    ledger = lines_of(e, x)
    if ledger is None:
        return None
    lines = b.expr(ledger)

    def sums(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        found: dict[int, int] = {}
        for line in lines(m, s):
            region = line[1]
            if region is not None:
                found[region] = found.get(region, 0) + line[0]
        return list(map(found.get, regions, repeat(0)))

    return sums


def _vector_count(b: Binder, e: Expr, x: int) -> Vector | None:
    """How many cards of a kind lie in each region."""
    kind = next((k for k in LYING if is_property(e[3], f"region.{k}s", x)), None)
    if kind is None:
        return None
    at, on_board = b.lying.at[kind], b.lying.on_board[kind]

    def counts(m: Machine, _s: Slots, regions: Sequence[int]) -> list[Any]:
        there = [m.cells[at + card] for card in members(m.nums[on_board])]
        return [there.count(region) for region in regions] if there else [0] * len(regions)

    return counts


def _vector_bound(b: Binder, e: Expr, x: int) -> Vector | None:
    """`max` and `min` with a fixed number."""
    free = [part for part in e[3:] if not mentions(part, x)]
    bound = [part for part in e[3:] if mentions(part, x)]
    if len(free) != 1 or len(bound) != 1:
        return None
    limit, row, is_floor = b.expr(free[0]), b.vector(bound[0], x), e[0] == "larger"

    def bounded(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        values, n = row(m, s, regions), limit(m, s)
        if is_floor:
            return values if not values or min(values) >= n else [max(n, v) for v in values]
        return values if not values or max(values) <= n else [min(n, v) for v in values]

    return bounded


VECTORS: dict[str, Callable[[Binder, Expr, int], Vector | None]] = {
    "value": _vector_value,
    "count": _vector_count,
    "cost_at": _vector_cost,
    "short_at": _vector_cost,
    "sum": _vector_lines,
    "larger": _vector_bound,
    "smaller": _vector_bound,
}


def _vector_sum(b: Binder, e: Expr, x: int) -> Vector:
    sign = 1 if e[0] == "plus" else -1
    if e[3][0] == "num":
        n, right = e[3][3], b.vector(e[4], x)
        return lambda m, s, regions: [n + sign * value for value in right(m, s, regions)]
    left, right = b.vector(e[3], x), b.vector(e[4], x)

    def total(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        pairs = zip(left(m, s, regions), right(m, s, regions), strict=True)
        return [a + sign * c for a, c in pairs]

    return total


def _one_by_one(b: Binder, e: Expr, x: int) -> Vector:
    f = b.expr(e)

    def values(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        found = []
        for region in regions:
            s[x] = region
            found.append(f(m, s))
        return found

    return values
