"""Images: all regions x such that some y of a set satisfies a condition on both.

`touches` is one look at the neighbour tables, `or` is a union, parts of an `and` that read one of
the two narrow the set or the result; anything else is tried for each y.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from talesmith.model.board import members
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.shapes import Image
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def image(b: Binder, e: Expr, y: int, x: int) -> Image:
    """The regions x for which some member y of a set satisfies a condition on both."""
    if b.lifting:
        special = IMAGES.get(e[0])
        if special is not None:
            found = special(b, e, y, x)
            if found is not None:
                return found
        if not mentions(e, x):
            some = b.lift(e, y)
            return lambda m, s, group, mask: mask if some(m, s, group) else 0
        if not mentions(e, y):
            fitting = b.lift(e, x)
            return lambda m, s, group, mask: fitting(m, s, mask) if group else 0
    return _image_by_member(b, e, y, x)


def _image_by_member(b: Binder, e: Expr, y: int, x: int) -> Image:
    fitting = b.lift(e, x)

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
    only_y = [b.lift(part, y) for part in e[3:] if not mentions(part, x)]
    only_x = [b.lift(p, x) for p in e[3:] if mentions(p, x) and not mentions(p, y)]
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


IMAGES: dict[str, Callable[[Binder, Expr, int, int], Image | None]] = {
    "touches": _image_touches,
    "or": _image_or,
    "and": _image_and,
    "not": _image_not,
    "permit": _image_permit,
}
