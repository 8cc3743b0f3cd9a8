"""Answers of chance: a legal answer to any question, drawn from the generator.

Things are drawn without putting back, each as likely as the next; of tokens each single one is as
likely, wherever it lies.  How many are drawn is drawn first where the question leaves it open.
Chance never declines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from talesmith.model.chance import below, shuffled

Draw: TypeAlias = Callable[[int, Any], tuple[int, Any]]
"""(generator, request) to the next generator and an answer"""


def drawn(state: int, request: Any) -> tuple[int, Any]:
    """The next state of the generator, and the answer that it gives to a question."""
    return _DRAWS[request[0]](state, request)


def between(state: int, low: int, high: int) -> tuple[int, int]:
    """A number from low to high; the generator is not asked where only one is possible."""
    if low == high:
        return state, low
    state, more = below(state, high - low + 1)
    return state, low + more


def _option(state: int, request: Any) -> tuple[int, int]:
    return below(state, len(request[3]))


def _pick(state: int, request: Any) -> tuple[int, tuple[int, ...]]:
    state, wanted = between(state, request[4], request[5])
    state, order = shuffled(state, list(range(len(request[3]))))
    return state, tuple(sorted(order[:wanted]))


def _number(state: int, request: Any) -> tuple[int, int]:
    return between(state, request[4], request[5])


def _order(state: int, request: Any) -> tuple[int, tuple[int, ...]]:
    state, order = shuffled(state, list(range(len(request[3]))))
    return state, tuple(order)


def _allocate(state: int, request: Any) -> tuple[int, tuple[int, ...]]:
    _, _, _, _, low, high, total, _ = request
    plan, least = list(low), sum(low)
    if total is None or total < 0:
        most = sum(high) if total is None else min(sum(high), -total)
        state, total = between(state, least, max(least, most))
    for _ in range(total - least):
        room = [most - given for most, given in zip(high, plan, strict=True)]
        state, at = below(state, sum(room))
        plan[_holder(room, at)] += 1
    return state, tuple(plan)


def _holder(room: list[int], at: int) -> int:
    """The place in which the unit with this number lies."""
    for place, n in enumerate(room):
        if at < n:
            return place
        at -= n
    raise IndexError(f"there is no unit {at} more")


_DRAWS: dict[str, Draw] = {
    "option": _option,
    "pick": _pick,
    "number": _number,
    "order": _order,
    "allocate": _allocate,
}
