"""Answers to try at a question: legal ones of every sort, and wrong ones of every sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from talesmith.bots.uniform import Uniform
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn

DONE = -1
SAMPLES = 3
"""so many plans, picks and orders are tried by chance"""
NEVER: tuple[Any, ...] = (None, "0", True, 0.0, [], (), (None,), ("0",), (True,), -2, (-2,), 10**9)
"""what answers nearly no question"""


def legal_answers(rules: Binder, game: Game) -> Iterator[Any]:
    """Legal answers to the open question: all where they are few, else extremes and samples."""
    request = game.request
    if request is None:
        return
    seat = whose_turn(request)
    part = part_of(request, seat)
    for answer in legal_for(SeatView(rules, game, seat), part):
        yield whole_answer(request, seat, answer)


def legal_for(view: SeatView, request: Any) -> Iterator[Any]:
    """The same for the part of one seat."""
    if request[7]:
        yield done(request)
    yield from _LEGAL[request[0]](request)
    if request[0] in {"pick", "order", "allocate"}:
        for seed in range(SAMPLES):
            yield Uniform(seed).choose(view, request)


def done(request: Any) -> Any:
    """The answer that declines."""
    if request[0] == "number":
        return request[4] - 1
    return (DONE,) if request[0] == "pick" else DONE


def _numbers(request: Any) -> Iterator[int]:
    yield from range(request[4], request[5] + 1)


def _picks(request: Any) -> Iterator[tuple[int, ...]]:
    _, _, _, options, low, high, _, _ = request
    n = len(options)
    yield tuple(range(low))
    yield tuple(range(n - high, n))
    if low <= 1 <= high:
        yield from ((at,) for at in range(n))


def _orders(request: Any) -> Iterator[tuple[int, ...]]:
    n = len(request[3])
    yield tuple(range(n))
    yield tuple(reversed(range(n)))


def _plans(request: Any) -> Iterator[tuple[int, ...]]:
    _, _, _, _, low, high, total, _ = request
    if total is None or total < 0:
        yield tuple(low)
    if total is None:
        yield tuple(high)
    if total is not None:
        yield front_loaded(low, high, abs(total))
        yield front_loaded(low[::-1], high[::-1], abs(total))[::-1]


def front_loaded(low: Any, high: Any, total: int) -> tuple[int, ...]:
    """The plan that gives each place in turn as much as it can take."""
    plan, rest = list(low), total - sum(low)
    for at, most in enumerate(high):
        more = min(rest, most - plan[at])
        plan[at] += more
        rest -= more
    return tuple(plan)


Answers: TypeAlias = Callable[[Any], Iterator[Any]]
_LEGAL: dict[str, Answers] = {
    "option": lambda request: iter(range(len(request[3]))),
    "number": _numbers,
    "pick": _picks,
    "order": _orders,
    "allocate": _plans,
}


# ---- wrong answers -------------------------------------------------------------------------------


def wrong_answers(request: Any) -> Iterator[Any]:
    """Answers that do not fit: other types, out of range, too many, too few, twice."""
    kind, _, _, options, low, high, total, may = request
    if kind == "group":
        yield from _wrong_in_group(request)
        return
    for answer in NEVER:
        if not _may_fit(kind, answer, low, high):
            yield answer
    if not may:
        yield done(request)
    if kind == "option":
        yield len(options)
    elif kind == "number":
        yield from (high + 1, low - 2)
    elif kind == "allocate":
        yield from _wrong_plans(low, high, total)
    else:
        yield from _wrong_lists(kind, len(options), low, high)


def _may_fit(kind: str, answer: Any, low: Any, high: Any) -> bool:
    if answer == ():
        return kind == "pick" and low == 0
    is_whole = isinstance(answer, int) and not isinstance(answer, bool)
    return kind == "number" and is_whole and low - 1 <= answer <= high


def _wrong_plans(low: Any, high: Any, total: int | None) -> Iterator[Any]:
    yield (*low, 0)
    yield tuple(low)[1:]
    yield list(low)
    yield (low[0] - 1, *low[1:])
    yield (high[0] + 1, *low[1:])
    if total is not None and total >= 0:
        fair = front_loaded(low, high, total)
        yield (*fair[:-1], fair[-1] + 1)
        yield (*fair[:-1], fair[-1] - 1)


def _wrong_lists(kind: str, n: int, low: int, high: int) -> Iterator[Any]:
    whole = tuple(range(n))
    if kind == "order":
        yield from (whole[1:], (*whole, n), (*whole[1:], 1), list(whole))
        return
    yield (n,)
    yield (0,) * max(2, low)
    if high < n:
        yield whole[: high + 1]
    if low > 0:
        yield whole[: low - 1]
    if high >= 2 and n >= 2:
        yield (*range(2, max(low, 2)), 1, 0)


def _wrong_in_group(request: Any) -> Iterator[Any]:
    yield from NEVER
    yield (len(request[3]), 0)
    for place, (_, part) in enumerate(request[3]):
        if part is None:
            yield (place, 0)
        else:
            yield from ((place, answer) for answer in wrong_answers(part))
