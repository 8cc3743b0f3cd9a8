"""Whether an answer fits a question, and if not, why."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


class IllegalAnswer(Exception):  # noqa: N818 - said of answers as of moves: they are illegal
    """An answer does not fit the open question; nothing has changed.  The text is the reason."""


_WHOLE = frozenset({int})


def check_answer(request: Any, answer: Any) -> None:
    """Raise IllegalAnswer unless this answers the request (see `questions` for the shapes)."""
    if request is None:
        raise IllegalAnswer("the game is over: nothing is asked")
    _CHECKS[request[0]](request, answer)


def is_number(answer: Any) -> bool:
    """A whole number, and not yes or no."""
    return isinstance(answer, int) and not isinstance(answer, bool)


def _option(request: Any, answer: Any) -> None:
    n, least = len(request[3]), -1 if request[7] else 0
    if not is_number(answer) or not least <= answer < n:
        raise IllegalAnswer(f"choose an option from {least} to {n - 1}, not {answer!r}")


def _numbers(answer: Any, what: str) -> None:
    if not isinstance(answer, tuple) or not _WHOLE.issuperset(map(type, answer)):
        raise IllegalAnswer(f"answer with {what}, not {answer!r}")


def _pick(request: Any, answer: Any) -> None:
    _numbers(answer, "the numbers of the chosen things")
    _, _, _, options, low, high, _, may = request
    if answer == (-1,) and may:
        return
    if any(not 0 <= at < len(options) for at in answer) or len(set(answer)) != len(answer):
        raise IllegalAnswer(f"choose different things from 0 to {len(options) - 1}")
    if not low <= len(answer) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise IllegalAnswer(f"choose {wanted}, not {len(answer)}")
    if list(answer) != sorted(answer):
        raise IllegalAnswer("name the chosen things in the order of the list")


def _number(request: Any, answer: Any) -> None:
    low, high = request[4] - bool(request[7]), request[5]
    if not is_number(answer) or not low <= answer <= high:
        raise IllegalAnswer(f"choose a number from {request[4]} to {high}, not {answer!r}")


def _allocate(request: Any, answer: Any) -> None:
    _, _, _, places, low, high, total, may = request
    if answer == -1 and may:
        return
    _numbers(answer, "a number for each place")
    if len(answer) != len(places):
        raise IllegalAnswer(f"answer with {len(places)} numbers, not {len(answer)}")
    if any(map(operator.lt, answer, low)) or any(map(operator.gt, answer, high)):
        at = next(at for at, n in enumerate(answer) if not low[at] <= n <= high[at])
        given = answer[at]
        raise IllegalAnswer(f"each number must be from {low[at]} to {high[at]}: {given} is not")
    _total(total, sum(answer))


def _total(total: int | None, given: int) -> None:
    if total is not None and total >= 0 and given != total:
        raise IllegalAnswer(f"the numbers must add up to {total}, not {given}")
    if total is not None and total < 0 and given > -total:
        raise IllegalAnswer(f"the numbers may add up to {-total} at most, not {given}")


def _order(request: Any, answer: Any) -> None:
    n = len(request[3])
    if not isinstance(answer, tuple) or sorted(answer) != list(range(n)):
        raise IllegalAnswer(f"name each of the {n} things once, in your order")


def _group(request: Any, answer: Any) -> None:
    parts = request[3]
    if not isinstance(answer, tuple) or len(answer) != 2 or not is_number(answer[0]):
        raise IllegalAnswer("answer with a place in the group and the answer to its question")
    if not 0 <= answer[0] < len(parts) or parts[answer[0]][1] is None:
        raise IllegalAnswer("that player has already answered")
    check_answer(parts[answer[0]][1], answer[1])


_CHECKS: dict[str, Callable[[Any, Any], None]] = {
    "option": _option,
    "pick": _pick,
    "number": _number,
    "allocate": _allocate,
    "order": _order,
    "group": _group,
}
