"""Set lifting: a condition on a region, worked out for the whole map at once.

`lift(e, x)` turns a condition that reads the region in slot x into a closure of (machine, slots,
mask) which gives those regions of `mask` for which it holds.  Terrains and symbols are constants,
ownership and markers are sets kept in the position, `touches` is one look at the neighbour tables;
`and`, `or`, `not` are set operations.  What cannot be lifted is a residual: the rest is lifted
first and the few regions left are tried one by one.

`vector(e, x)` does the same for a number: one value for each of the listed regions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.play.fold import mentions
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import ORDERINGS, Fn, is_region_set
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Lifted: TypeAlias = Callable[[Machine, Slots, int], int]
Vector: TypeAlias = Callable[[Machine, Slots, Sequence[int]], list[Any]]

_CHEAP = ("get", "has", "touches", "one_of", "eq", "ne", "exists", "flag", "in")


def lift(b: Binder, e: Expr, x: int) -> Lifted:
    """The regions (of a mask) for which a condition holds."""
    if e[0] == "flag":
        return (lambda _m, _s, mask: mask) if e[3] else (lambda _m, _s, _mask: 0)
    if not mentions(e, x):
        f = b.expr(e)
        return lambda m, s, mask: mask if mask and f(m, s) else 0
    if b.lifting:
        special = _LIFTS.get(e[0])
        if special is not None:
            found = special(b, e, x)
            if found is not None:
                return found
        if _only_through_race(e, x):
            return _by_occupant(b, e, x)
    return _residual(b, e, x)


def _residual(b: Binder, e: Expr, x: int) -> Lifted:
    holds = b.expr(e)

    def tried(m: Machine, s: Slots, mask: int) -> int:
        result = 0
        for region in members(mask):
            s[x] = region
            if holds(m, s):
                result |= 1 << region
        return result

    return tried


def _is_residual(e: Expr) -> bool:
    return e[0] not in _CHEAP and e[0] not in ("and", "or", "not")


def _lift_and(b: Binder, e: Expr, x: int) -> Lifted | None:
    parts = sorted(e[3:], key=lambda part: (mentions(part, x), _is_residual(part)))
    lifted = [lift(b, part, x) for part in parts]

    def both(m: Machine, s: Slots, mask: int) -> int:
        for part in lifted:
            if not mask:
                return 0
            mask = part(m, s, mask)
        return mask

    return both


def _lift_or(b: Binder, e: Expr, x: int) -> Lifted | None:
    lifted = [lift(b, part, x) for part in e[3:]]

    def either(m: Machine, s: Slots, mask: int) -> int:
        result = 0
        for part in lifted:
            result |= part(m, s, mask & ~result)
        return result

    return either


def _lift_not(b: Binder, e: Expr, x: int) -> Lifted | None:
    f = lift(b, e[3], x)
    return lambda m, s, mask: mask & ~f(m, s, mask)


def _is_property(e: Expr, name: str, x: int) -> bool:
    return bool(e[0] == "get" and e[3] == name and e[4][0] == "local" and e[4][3] == x)


def _lift_eq(b: Binder, e: Expr, x: int) -> Lifted | None:
    one, two = (e[3], e[4]) if mentions(e[3], x) else (e[4], e[3])
    if mentions(two, x):
        return None
    if _is_property(one, "region.terrain", x) and two[0] == "word":
        regions = b.board.terrains.get(two[4], 0)
        return lambda _m, _s, mask: mask & regions
    if _is_property(one, "region.race", x):
        return _held_by(b, two)
    if _is_property(one, "region.owner", x):
        return _owned_by(b, two)
    if _is_owner_of_race(one, x):
        return _owned_by(b, two)
    if one[0] == "local" and one[3] == x:
        f = b.expr(two)

        def same(m: Machine, s: Slots, mask: int) -> int:
            region = f(m, s)
            return 0 if region is None else mask & 1 << region

        return same
    if one[2].startswith("number") and two[2] == "number" and not _only_through_race(e, x):
        return _compare(b, one, two, x, "eq")
    return None


def _is_owner_of_race(e: Expr, x: int) -> bool:
    return bool(e[0] == "get" and e[3] == "race.owner" and _is_property(e[4], "region.race", x))


def _held_by(b: Binder, race: Expr) -> Lifted:
    f, at = b.expr(race), b.layout["race.regions"]

    def held(m: Machine, s: Slots, mask: int) -> int:
        found = f(m, s)
        return 0 if found is None else mask & m.nums[at + found]

    return held


def _owned_by(b: Binder, player: Expr) -> Lifted:
    f, at = b.expr(player), b.layout["race.regions"]
    in_play, owner = b.layout["in play"], b.layout["race.owner"]

    def owned(m: Machine, s: Slots, mask: int) -> int:
        p = f(m, s)
        if p is None:
            return 0
        cells, nums, result = m.cells, m.nums, 0
        for race in members(nums[in_play]):
            if cells[owner + race] == p:
                result |= nums[at + race]
        return mask & result

    return owned


def _lift_ne(b: Binder, e: Expr, x: int) -> Lifted | None:
    same = lift(b, ("eq", *e[1:]), x)
    return lambda m, s, mask: mask & ~same(m, s, mask)


def _lift_one_of(b: Binder, e: Expr, x: int) -> Lifted | None:
    if not _is_property(e[3], "region.terrain", x) or any(part[0] != "word" for part in e[4]):
        return None
    regions = 0
    for part in e[4]:
        regions |= b.board.terrains.get(part[4], 0)
    return lambda _m, _s, mask: mask & regions


def _lift_has(b: Binder, e: Expr, _x: int) -> Lifted | None:
    if e[3][0] != "local" or e[4] not in ("symbol", "marker"):
        return None
    regions = b.region_word(e[4], e[5])
    return lambda m, _s, mask: mask & regions(m)


def _lift_exists(b: Binder, e: Expr, x: int) -> Lifted | None:
    if not _is_property(e[3], "region.race", x):
        return None
    occupied = b.layout["occupied"]
    return lambda m, _s, mask: mask & m.nums[occupied]


def _lift_in(b: Binder, e: Expr, x: int) -> Lifted | None:
    if e[3][0] != "local" or mentions(e[4], x) or not is_region_set(e[4]):
        return None
    f = b.expr(e[4])
    return lambda m, s, mask: mask & f(m, s)


def _lift_touches(b: Binder, e: Expr, x: int) -> Lifted | None:
    one, two = (e[3], e[4]) if e[3][0] == "local" and e[3][3] == x else (e[4], e[3])
    if one[0] != "local" or one[3] != x or mentions(two, x):
        return None
    near = b.regions_near(two)
    return lambda m, s, mask: mask & near(m, s)


def _lift_any(b: Binder, e: Expr, x: int) -> Lifted | None:
    group = e[3]
    if group[0] != "filter" or not is_region_set(group):
        return None
    base, y, condition = group[3], group[4], group[5]
    if _is_property(base, "region.neighbours", x) and not mentions(condition, x):
        inner, near, everything = lift(b, condition, y), b.board.near, b.board.everything
        return lambda m, s, mask: mask & near(inner(m, s, everything))
    if mentions(base, x):
        return None
    start, picture = b.expr(base), image(b, condition, y, x)
    return lambda m, s, mask: picture(m, s, start(m, s), mask)


def _lift_permit(b: Binder, e: Expr, x: int) -> Lifted | None:
    return b.lift_permission(e, x)


def _lift_ordering(name: str) -> Callable[[Binder, Expr, int], Lifted | None]:
    def build(b: Binder, e: Expr, x: int) -> Lifted | None:
        if e[3][2] != "number" or e[4][2] != "number" or _only_through_race(e, x):
            return None
        return _compare(b, e[3], e[4], x, name)

    return build


def _compare(b: Binder, one: Expr, two: Expr, x: int, name: str) -> Lifted:
    """Regions for which a number on the left stands in this relation to one on the right."""
    if not mentions(one, x):
        one, two, name = two, one, _MIRRORED[name]
    if one[0] in ("cost_at", "short_at") and not mentions(two, x):
        by_cost = _compare_cost(b, one, two, name)
        if by_cost is not None:
            return by_cost
    left = vector(b, one, x)
    if not mentions(two, x):
        return _COMPARED[name](left, b.expr(two))
    right = vector(b, two, x)
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


def _only_through_race(e: Any, x: int) -> bool:
    """Whether a condition reads region x only as `x.race`."""
    if not isinstance(e, tuple):
        return True
    if len(e) >= 4 and e[0] == "local":
        return bool(e[3] != x)
    if len(e) == 5 and _is_property(e, "region.race", x):
        return True
    return all(_only_through_race(part, x) for part in e)


def _by_occupant(b: Binder, e: Expr, x: int) -> Lifted:
    slot = b.spare_slot()
    holds = b.expr(replace_occupant(e, x, slot))
    at, in_play, occupied = b.layout["race.regions"], b.layout["in play"], b.layout["occupied"]

    def held(m: Machine, s: Slots, mask: int) -> int:
        nums, result = m.nums, 0
        while len(s) <= slot:
            s.append(None)
        s[slot] = None
        if mask & ~nums[occupied] and holds(m, s):
            result = mask & ~nums[occupied]
        for race in members(nums[in_play]):
            regions = mask & nums[at + race]
            if regions:
                s[slot] = race
                if holds(m, s):
                    result |= regions
        return result

    return held


def replace_occupant(e: Any, x: int, slot: int) -> Any:
    """The expression with `x.race` read from a slot."""
    if not isinstance(e, tuple):
        return e
    if len(e) == 5 and _is_property(e, "region.race", x):
        return ("local", e[1], e[2], slot)
    return tuple(replace_occupant(part, x, slot) for part in e)


_LIFTS: dict[str, Callable[[Binder, Expr, int], Lifted | None]] = {
    "and": _lift_and,
    "or": _lift_or,
    "not": _lift_not,
    "eq": _lift_eq,
    "ne": _lift_ne,
    "one_of": _lift_one_of,
    "has": _lift_has,
    "exists": _lift_exists,
    "in": _lift_in,
    "touches": _lift_touches,
    "any": _lift_any,
    "permit": _lift_permit,
    **{name: _lift_ordering(name) for name in ORDERINGS},
}


# ---- images: {x : some y in S with P(y, x)} ------------------------------------------------------

Image: TypeAlias = Callable[[Machine, Slots, int, int], int]
"""(machine, slots, S, mask) to the regions x of the mask"""


def image(b: Binder, e: Expr, y: int, x: int) -> Image:
    """The regions x for which some member y of a set satisfies a condition on both."""
    if b.lifting:
        special = _IMAGES.get(e[0])
        if special is not None:
            found = special(b, e, y, x)
            if found is not None:
                return found
        if not mentions(e, x):
            some = lift(b, e, y)
            return lambda m, s, group, mask: mask if some(m, s, group) else 0
        if not mentions(e, y):
            fitting = lift(b, e, x)
            return lambda m, s, group, mask: fitting(m, s, mask) if group else 0
    return _image_by_member(b, e, y, x)


def _image_by_member(b: Binder, e: Expr, y: int, x: int) -> Image:
    fitting = lift(b, e, x)

    def union(m: Machine, s: Slots, group: int, mask: int) -> int:
        result = 0
        for member in members(group):
            s[y] = member
            result |= fitting(m, s, mask & ~result)
        return result

    return union


def _image_touches(b: Binder, e: Expr, y: int, x: int) -> Image | None:
    sides = {part[3] for part in e[3:5] if part[0] == "local"}
    if sides != {x, y}:
        return None
    near = b.board.near
    return lambda _m, _s, group, mask: mask & near(group)


def _image_or(b: Binder, e: Expr, y: int, x: int) -> Image | None:
    parts = [image(b, part, y, x) for part in e[3:]]

    def either(m: Machine, s: Slots, group: int, mask: int) -> int:
        result = 0
        for part in parts:
            result |= part(m, s, group, mask & ~result)
        return result

    return either


def _image_and(b: Binder, e: Expr, y: int, x: int) -> Image | None:
    only_y = [lift(b, part, y) for part in e[3:] if not mentions(part, x)]
    only_x = [lift(b, p, x) for p in e[3:] if mentions(p, x) and not mentions(p, y)]
    both = [part for part in e[3:] if mentions(part, x) and mentions(part, y)]
    if len(both) > 1:
        return None
    rest = image(b, both[0], y, x) if both else (lambda _m, _s, group, mask: mask if group else 0)

    def narrowed(m: Machine, s: Slots, group: int, mask: int) -> int:
        for part in only_y:
            group = part(m, s, group)
        for part in only_x:
            mask = part(m, s, mask)
        return rest(m, s, group, mask) if group and mask else 0

    return narrowed


def _image_not(b: Binder, e: Expr, y: int, x: int) -> Image | None:
    inner = e[3]
    if inner[0] == "not":
        return image(b, inner[3], y, x)
    opposite = {"and": "or", "or": "and"}.get(inner[0])
    if opposite is None:
        return None
    parts = [("not", part[1], "flag", part) for part in inner[3:]]
    return image(b, (opposite, e[1], "flag", *parts), y, x)


def _image_permit(b: Binder, e: Expr, y: int, x: int) -> Image | None:
    return b.image_permission(e, y, x)


_IMAGES: dict[str, Callable[[Binder, Expr, int, int], Image | None]] = {
    "touches": _image_touches,
    "or": _image_or,
    "and": _image_and,
    "not": _image_not,
    "permit": _image_permit,
}


# ---- numbers -------------------------------------------------------------------------------------


def vector(b: Binder, e: Expr, x: int) -> Vector:
    """One number for each of the listed regions."""
    if not mentions(e, x):
        f = b.expr(e)

        def same(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
            return [f(m, s)] * len(regions) if regions else []

        return same
    if b.lifting:
        if _is_property(e, "region.tokens", x):
            at = b.layout["region.tokens"]
            return lambda m, _s, regions: [m.cells[at + region] for region in regions]
        if e[0] in ("plus", "minus") and e[2] == "number":
            return _vector_sum(b, e, x)
        special = _VECTORS.get(e[0])
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
    costs, hand = b.attempts.costs, b.layout["race.hand"]

    def cost(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        table = costs(m, race(m, s))
        return [table[region] for region in regions]

    def short(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        f = race(m, s)
        table, n = costs(m, f), m.cells[hand + f]
        return [c - n if (c := table[region]) > n else 0 for region in regions]

    return short if e[0] == "short_at" else cost


def _vector_lines(b: Binder, e: Expr, x: int) -> Vector | None:
    """The sum of the lines of a ledger that lie in each region."""
    group, slot, amount = e[3], e[4], e[5]
    if group[0] != "filter" or group[3][0] != "ledger" or mentions(group[3], x):
        return None
    condition, line = group[5], ("local", group[4])
    sides = [] if condition[0] != "eq" else [condition[3], condition[4]]
    places = [part for part in sides if part[0] == "get" and part[3] == "line.region"]
    own = [part for part in sides if part[0] == "local" and part[3] == x]
    if len(places) != 1 or len(own) != 1 or group[4] != slot:
        return None
    if amount[0] != "get" or amount[3] != "line.amount" or amount[4][3] != line[1]:
        return None
    lines = b.expr(group[3])

    def sums(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
        found: dict[int, int] = {}
        for line in lines(m, s):
            if line[1] is not None:
                found[line[1]] = found.get(line[1], 0) + line[0]
        return [found.get(region, 0) for region in regions]

    return sums


_VECTORS: dict[str, Callable[[Binder, Expr, int], Vector | None]] = {
    "value": _vector_value,
    "cost_at": _vector_cost,
    "short_at": _vector_cost,
    "sum": _vector_lines,
}


def _vector_sum(b: Binder, e: Expr, x: int) -> Vector:
    sign = 1 if e[0] == "plus" else -1
    if e[3][0] == "num":
        n, right = e[3][3], vector(b, e[4], x)
        return lambda m, s, regions: [n + sign * value for value in right(m, s, regions)]
    left, right = vector(b, e[3], x), vector(b, e[4], x)

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


def occupants(b: Binder) -> Callable[[Machine, int], tuple[int, ...]]:
    """The races that stand in some region of a mask."""
    in_play, at = b.layout["in play"], b.layout["race.regions"]

    def found(m: Machine, mask: int) -> tuple[int, ...]:
        return tuple(r for r in members(m.nums[in_play]) if m.nums[at + r] & mask)

    return found
