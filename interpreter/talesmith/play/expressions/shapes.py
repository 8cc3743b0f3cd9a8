"""What lifting speaks of: the kinds of closures for whole maps, and the shapes of conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from talesmith.play.expressions.fold import mentions
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Hook

Lifted: TypeAlias = Callable[[Machine, Slots, int], int]


Vector: TypeAlias = Callable[[Machine, Slots, Sequence[int]], list[Any]]


def is_property(e: Expr, name: str, x: int) -> bool:
    """Whether an expression is exactly this property of the thing in slot x."""
    return bool(e[0] == "get" and e[3] == name and e[4][0] == "local" and e[4][3] == x)


def only_through_race(e: Any, x: int) -> bool:
    """Whether a condition reads region x only as `x.race`."""
    if not isinstance(e, tuple):
        return True
    if len(e) >= 4 and e[0] == "local":
        return bool(e[3] != x)
    if len(e) == 5 and is_property(e, "region.race", x):
        return True
    return all(only_through_race(part, x) for part in e)


def replace_occupant(e: Any, x: int, slot: int) -> Any:
    """The expression with `x.race` read from a slot."""
    if not isinstance(e, tuple):
        return e
    if len(e) == 5 and is_property(e, "region.race", x):
        return ("local", e[1], e[2], slot)
    return tuple(replace_occupant(part, x, slot) for part in e)


def region_parameter(hook: Hook, args: Sequence[Expr | None], x: int) -> int | None:
    """Which parameter slot x is given for, if it is exactly one, and the hook can be asked over it.

    A hook that is asked over a region reads from it every parameter whose default does.
    """
    found = [at for at, arg in enumerate(args) if arg is not None and mentions(arg, x)]
    if len(found) != 1 or args[found[0]] != ("local", args[found[0]][1], "region", x):  # type: ignore[index]
        return None
    is_read = any(arg is not None for arg, _ in read_from(hook, args, found[0]))
    return found[0] if hook.params[found[0]].type == "region" and not is_read else None


def read_from(
    hook: Hook, args: Sequence[Expr | None], at: int
) -> Iterator[tuple[Expr | None, Expr]]:
    """Yield what is given for the parameters whose defaults read parameter `at`, and those."""
    for arg, param in zip(args, hook.params, strict=False):
        if param.default is not None and mentions(param.default, at):
            yield arg, param.default


Image: TypeAlias = Callable[[Machine, Slots, int, int], int]
"""(machine, slots, S, mask) to the regions x of the mask"""
