"""Set lifting: a condition on a region, worked out for the whole map at once.

`lift(e, x)` turns a condition that reads the region in slot x into a closure of (machine, slots,
mask) which gives those regions of `mask` for which it holds.  Terrains and symbols are constants,
ownership and markers are sets kept in the position, `touches` is one look at the neighbour tables;
`and`, `or`, `not` are set operations.  What cannot be lifted is a residual: the rest is lifted
first and the few regions left are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from talesmith.model.board import members
from talesmith.play.expressions.compare import compare
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.images import image
from talesmith.play.expressions.scalars import ORDERINGS, is_region_set
from talesmith.play.expressions.shapes import (
    Lifted,
    is_property,
    only_through_race,
    replace_occupant,
)
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


_CHEAP = ("get", "has", "touches", "one_of", "eq", "ne", "exists", "flag", "in")


def lift(b: Binder, e: Expr, x: int) -> Lifted:
    """The regions (of a mask) for which a condition holds."""
    if e[0] == "flag":
        return (lambda _m, _s, mask: mask) if e[3] else (lambda _m, _s, _mask: 0)
    if not mentions(e, x):
        f = b.expr(e)
        return lambda m, s, mask: mask if mask and f(m, s) else 0
    if b.lifting:
        special = LIFTS.get(e[0])
        if special is not None:
            found = special(b, e, x)
            if found is not None:
                return found
        if only_through_race(e, x):
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


def inner_first(parts: Sequence[Expr], x: int) -> list[Expr]:
    """Parts of a conjunction, those first that are cheap for a whole map."""
    return sorted(parts, key=lambda part: (mentions(part, x), _is_residual(part)))


def _is_residual(e: Expr) -> bool:
    return e[0] not in _CHEAP and e[0] not in ("and", "or", "not")


def _lift_and(b: Binder, e: Expr, x: int) -> Lifted | None:
    lifted = [b.lift(part, x) for part in inner_first(e[3:], x)]

    def both(m: Machine, s: Slots, mask: int) -> int:
        for part in lifted:
            if not mask:
                return 0
            mask = part(m, s, mask)
        return mask

    return both


def _lift_or(b: Binder, e: Expr, x: int) -> Lifted | None:
    lifted = [b.lift(part, x) for part in e[3:]]

    def either(m: Machine, s: Slots, mask: int) -> int:
        result = 0
        for part in lifted:
            result |= part(m, s, mask & ~result)
        return result

    return either


def _lift_not(b: Binder, e: Expr, x: int) -> Lifted | None:
    f = b.lift(e[3], x)
    return lambda m, s, mask: mask & ~f(m, s, mask)


def _lift_eq(b: Binder, e: Expr, x: int) -> Lifted | None:
    one, two = (e[3], e[4]) if mentions(e[3], x) else (e[4], e[3])
    if mentions(two, x):
        return None
    if is_property(one, "region.terrain", x) and two[0] == "word":
        regions = b.board.terrains.get(two[4], 0)
        return lambda _m, _s, mask: mask & regions
    if is_property(one, "region.race", x):
        return _held_by(b, two)
    if is_property(one, "region.owner", x):
        return _owned_by(b, two)
    if _is_owner_of_race(one, x):
        return _owned_by(b, two)
    if one[0] == "local" and one[3] == x:
        f = b.expr(two)

        def same(m: Machine, s: Slots, mask: int) -> int:
            region = f(m, s)
            return 0 if region is None else mask & 1 << region

        return same
    if one[2].startswith("number") and two[2] == "number" and not only_through_race(e, x):
        return compare(b, one, two, x, "eq")
    return None


def _is_owner_of_race(e: Expr, x: int) -> bool:
    return bool(e[0] == "get" and e[3] == "race.owner" and is_property(e[4], "region.race", x))


def _held_by(b: Binder, race: Expr) -> Lifted:
    f, at = b.expr(race), b.layout["race.regions"]

    def held(m: Machine, s: Slots, mask: int) -> int:
        found = f(m, s)
        return 0 if found is None else mask & m.nums[at + found]

    return held


def _owned_by(b: Binder, player: Expr) -> Lifted:
    f, owned = b.expr(player), b.owned
    return lambda m, s, mask: mask & owned(m, f(m, s))


def _lift_ne(b: Binder, e: Expr, x: int) -> Lifted | None:
    same = b.lift(("eq", *e[1:]), x)
    return lambda m, s, mask: mask & ~same(m, s, mask)


def _lift_one_of(b: Binder, e: Expr, x: int) -> Lifted | None:
    if not is_property(e[3], "region.terrain", x) or any(part[0] != "word" for part in e[4]):
        return None
    regions = 0
    for part in e[4]:
        regions |= b.board.terrains.get(part[4], 0)
    return lambda _m, _s, mask: mask & regions


def _lift_has(b: Binder, e: Expr, _x: int) -> Lifted | None:
    if e[3][0] != "local" or e[4] not in ("symbol", "marker", "card"):
        return None
    regions = b.region_word(e[4], e[5])
    return lambda m, _s, mask: mask & regions(m)


def _lift_exists(b: Binder, e: Expr, x: int) -> Lifted | None:
    if not is_property(e[3], "region.race", x):
        return None
    occupied = b.layout["occupied"]
    return lambda m, _s, mask: mask & m.nums[occupied]


def _lift_in(b: Binder, e: Expr, x: int) -> Lifted | None:
    if is_property(e[3], "region.race", x) and is_natives(e[4]):
        held = range(b.at_regions, b.at_regions + len(b.natives))
        return lambda m, _s, mask: mask & reduce(or_, [m.nums[at] for at in held], 0)
    if e[3][0] != "local" or mentions(e[4], x) or not is_region_set(e[4]):
        return None
    f = b.expr(e[4])
    return lambda m, s, mask: mask & f(m, s)


def is_natives(e: Expr) -> bool:
    """Whether an expression is the list of all natives."""
    return bool(e[0] == "game" and e[3] == "natives")


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
    if is_property(base, "region.neighbours", x) and not mentions(condition, x):
        inner, near, everything = b.lift(condition, y), b.board.near, b.board.everything
        return lambda m, s, mask: mask & near(inner(m, s, everything))
    if mentions(base, x):
        return None
    start, picture = b.expr(base), image(b, condition, y, x)
    return lambda m, s, mask: picture(m, s, start(m, s), mask)


def _lift_permit(b: Binder, e: Expr, x: int) -> Lifted | None:
    return b.lift_permission(e, x)


def _lift_ordering(name: str) -> Callable[[Binder, Expr, int], Lifted | None]:
    def build(b: Binder, e: Expr, x: int) -> Lifted | None:
        if e[3][2] != "number" or e[4][2] != "number" or only_through_race(e, x):
            return None
        return compare(b, e[3], e[4], x, name)

    return build


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


LIFTS: dict[str, Callable[[Binder, Expr, int], Lifted | None]] = {
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
