"""Calls of hooks as text of Python: in one situation, for a whole map, for two regions.

A printed call goes straight to the printed hook (see `hook_texts`), its arguments in a list with a
place for every parameter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.scalars import is_region_set
from talesmith.play.expressions.shapes import is_property, region_parameter
from talesmith.play.hooks.speakers import speaking
from talesmith.play.printing.scalar_texts import near_set_text
from talesmith.play.printing.set_texts import LIFTED, lifted
from talesmith.play.printing.texts import prints, text
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def _given(b: Binder, args: Sequence[Expr | None], n: int, *free: int) -> str:
    """The arguments of a call as a list with a place for every parameter."""
    found = ["None" if arg is None or at in free else text(b, arg) for at, arg in enumerate(args)]
    return f"[{', '.join([*found, *['None'] * (n - len(found))])}]"


@prints("value")
def _value(b: Binder, e: Expr) -> str:
    hook = b.values[e[3]]
    return f"{b.constants.named(hook)}.asked(m, {_given(b, e[4], len(hook.hook.params))})"


@prints("permit")
def _permit(b: Binder, e: Expr) -> str:
    hook = b.permissions[e[3]]
    name, given = b.constants.named(hook), _given(b, e[4], len(hook.hook.params))
    if not e[5]:
        return f"{name}.asked(m, {given})"
    despite = frozenset(e[5])
    return f"{name}(m, {given}, {b.constants.made(despite, lambda: despite)})"


def _lifted_permit(b: Binder, e: Expr, x: int, mask: str) -> str | None:
    hook = b.permissions[e[3]]
    at = region_parameter(hook.hook, e[4], x)
    if at is None or e[5]:
        return None
    over, given = hook.over(at), _given(b, e[4], len(hook.hook.params), at)
    return f"{b.constants.named(over)}.allowed(m, {given}, {mask})"


LIFTED["permit"] = _lifted_permit


def image_text(b: Binder, e: Expr, y: int, x: int, group: str, mask: str) -> str | None:
    """The regions x of a mask for which some member y of a set satisfies a condition, as text.

    None for what only closures can say (see `images`).
    """
    if e[0] == "not" and e[3][0] == "not":
        return image_text(b, e[3][3], y, x, group, mask)
    if e[0] == "touches" and {part[3] for part in e[3:5] if part[0] == "local"} == {x, y}:
        return f"({mask} & {near_set_text(b, group)})"
    if e[0] == "told":
        answer = image_text(b, e[3], y, x, group, mask)
        call = image_text(b, e[4], y, x, group, mask)
        speaks = speaking(b, b.permissions[e[4][3]].sources)
        return None if answer is None or call is None else f"({call} if {speaks} else {answer})"
    if e[0] == "flag":
        return f"({mask} if {group} else 0)" if e[3] else f"({mask} & 0)"
    if e[0] == "and":
        return _image_and(b, e, y, x, group, mask)
    if e[0] == "permit":
        return _image_permit(b, e, y, x, group, mask)
    if not mentions(e, y):
        return f"({lifted(b, e, x, mask)} if {group} else 0)"
    return f"({mask} if {lifted(b, e, y, group)} else 0)" if not mentions(e, x) else None


def _image_and(b: Binder, e: Expr, y: int, x: int, group: str, mask: str) -> str | None:
    both = [part for part in e[3:] if mentions(part, x) and mentions(part, y)]
    if len(both) != 1:
        return None
    for part in e[3:]:
        if not mentions(part, x):
            group = lifted(b, part, y, group)
        elif not mentions(part, y):
            mask = lifted(b, part, x, mask)
    return image_text(b, both[0], y, x, group, mask)


def _image_permit(b: Binder, e: Expr, y: int, x: int, group: str, mask: str) -> str | None:
    hook = b.permissions[e[3]]
    near, far = region_parameter(hook.hook, e[4], y), region_parameter(hook.hook, e[4], x)
    if e[5] or near is None or far is None or near == far:
        return None
    both, given = hook.over_both(near, far), _given(b, e[4], len(hook.hook.params), near, far)
    return f"{b.constants.named(both)}.allowed(m, {given}, {group}, {mask})"


def _lifted_any(b: Binder, e: Expr, x: int, mask: str) -> str | None:
    group = e[3]
    if group[0] != "filter" or not is_region_set(group):
        return None
    base, y, condition = group[3], group[4], group[5]
    if is_property(base, "region.neighbours", x) and not mentions(condition, x):
        inner = lifted(b, condition, y, str(b.board.everything))
        return f"({mask} & {near_set_text(b, inner)})"
    if mentions(base, x):
        return None
    return image_text(b, condition, y, x, text(b, base), mask)


LIFTED["any"] = _lifted_any
