"""The uniform bot: every legal answer has the same chance.

Its answer to the n-th question of a game is drawn with the n-th number of a splitmix64 stream that
starts at its seed.  So it keeps no state of its own: after a load, an undo or a fork it goes on as
it would have gone on, on every Python.  What it does keep is a stretch of that stream, for many
numbers together are worked out in little more time than one.

A draw z of 64 bits is read as the fraction z / 2^64.  An option is the first digit of that
fraction in the base of the number of options; answers that are made of several choices take one
digit after the other, each in the base that is wanted next (`digits`).  Plans that share a total
are counted exactly: where every place has room for all of it they are choices of bars among stars,
else `plan_counts` says how many ways are left behind each place.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Any, TypeAlias

from talesmith.model.chance import advance, draws
from talesmith.play.telling.view import SeatView

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
_SPARE = 32
"""bits left over after the last digit: no answer is preferred by more than 1 in 2^32"""
DONE = -1
_STRETCH = 32
"""questions whose numbers are worked out together; seats share the questions of a game"""


class Uniform:
    """A bot that answers by chance alone."""

    __slots__ = ("_first", "_seed", "_stretch")

    def __init__(self, seed: int) -> None:
        """Play the game of this seed."""
        self._seed = seed & MASK
        self._first = -_STRETCH
        self._stretch: tuple[int, ...] = ()

    def choose(self, view: SeatView, request: Any) -> Any:
        """One of the legal answers, all equally likely."""
        at = view.number - self._first
        if not 0 <= at < _STRETCH:
            at = self._move_to(view.number)
        z = self._stretch[at]
        if request[0] != "option":
            return answer_at(z, request)
        # Seven questions in ten: what `answer_at` says of them, without another call.
        options = len(request[3])
        at = z * (options + request[7]) >> 64
        return at if at < options else DONE

    def _move_to(self, number: int) -> int:
        """Work out the stretch that holds the number of this question; where in it that stands."""
        at = number % _STRETCH
        self._first = number - at
        self._stretch = draws(self._seed + self._first * STEP, _STRETCH)
        return at


def answer_at(z: int, request: Any) -> Any:
    """The answer that stands at the fraction z / 2^64 of all legal answers."""
    if request[0] == "option":
        options = len(request[3])
        at = z * (options + request[7]) >> 64
        return at if at < options else DONE
    return _ANSWERS[request[0]](z, request)


def digits(z: int, bases: Sequence[int]) -> list[int]:
    """One digit for each base, from the front of the fraction z / 2^64 drawn on as needed."""
    value, bits = _fraction(z, bases)
    mask, found = (1 << bits) - 1, []
    for base in bases:
        value *= base
        found.append(value >> bits)
        value &= mask
    return found


def _fraction(z: int, bases: Sequence[int]) -> tuple[int, int]:
    """The fraction z / 2^64, drawn on until it has enough bits for these digits; its bits."""
    value, bits = z, 64
    wanted = sum(map(int.bit_length, bases)) + _SPARE
    while bits < wanted:
        z, more = advance(z)
        value, bits = value << 64 | more, bits + 64
    return value, bits


def _pick(z: int, request: Any) -> tuple[int, ...]:
    n, low, high, may = len(request[3]), request[4], request[5], request[7]
    if low == high == 1 and not may:
        return (z * n >> 64,)
    ways = [comb(n, size) for size in range(low, high + 1)]
    at = digits(z, (sum(ways) + may,))[0]
    for size, count in enumerate(ways, low):
        if at < count:
            return sample(advance(z)[1], size, n)
        at -= count
    return (DONE,)


def _number(z: int, request: Any) -> int:
    low, high, may = request[4], request[5], int(request[7])
    return int(low - may + (z * (high - low + 1 + may) >> 64))


def _order(z: int, request: Any) -> tuple[int, ...]:
    rest = list(range(len(request[3])))
    return tuple([rest.pop(at) for at in digits(z, range(len(rest), 0, -1))])


def _allocate(z: int, request: Any) -> tuple[int, ...] | int:
    _, _, _, _, low, high, total, may = request
    spans = tuple(map(operator.sub, high, low))
    if total is not None and total < 0:
        spans = (*spans, -total - sum(low))
    if may and digits(advance(~z & MASK)[1], (1 + count_of_plans(low, spans, total),))[0] == 0:
        return DONE
    return tuple(map(operator.add, low, _plan(z, low, spans, total)))


def _plan(z: int, low: Sequence[int], spans: tuple[int, ...], total: int | None) -> list[int]:
    if total is None:
        return digits(z, [span + 1 for span in spans])
    rest = abs(total) - sum(low)
    return shared(z, rest, len(spans)) if min(spans) >= rest else bounded(z, rest, spans)


def count_of_plans(low: Sequence[int], spans: tuple[int, ...], total: int | None) -> int:
    """How many plans there are (of an `at most` total, spans have a place for what is left)."""
    if total is None:
        return prod([span + 1 for span in spans])
    rest = abs(total) - sum(low)
    return plan_counts(spans, rest)[0][rest]


def sample(z: int, size: int, n: int) -> tuple[int, ...]:
    """So many different numbers below n, in order; every set is equally likely (Floyd)."""
    if not size:
        return ()
    value, bits = _fraction(z, range(n - size + 1, n + 1))
    mask, found = (1 << bits) - 1, set()
    for last in range(n - size, n):
        value *= last + 1
        at = value >> bits
        value &= mask
        found.add(last if at in found else at)
    return tuple(sorted(found))


def shared(z: int, rest: int, n: int) -> list[int]:
    """So much split over n places that have room for all of it: stars between n - 1 bars."""
    parts = [0] * n
    if rest < n:
        for before, star in enumerate(sample(z, rest, rest + n - 1)):
            parts[star - before] += 1
        return parts
    last = -1
    for at, bar in enumerate(sample(z, n - 1, rest + n - 1)):
        parts[at] = bar - last - 1
        last = bar
    parts[-1] = rest + n - 2 - last
    return parts


@lru_cache(maxsize=512)
def plan_counts(spans: tuple[int, ...], rest: int) -> tuple[tuple[int, ...], ...]:
    """For each place and each remainder: the number of ways to fill this place and those after."""
    rows = [(1, *[0] * rest)]
    for span in reversed(spans):
        behind = rows[-1]
        rows.append(tuple(sum(behind[max(0, r - span) : r + 1]) for r in range(rest + 1)))
    return tuple(reversed(rows))


def bounded(z: int, rest: int, spans: tuple[int, ...]) -> list[int]:
    """So much split over places with room for so much each."""
    counts, parts = plan_counts(spans, rest), []
    at = digits(z, (counts[0][rest],))[0]
    for behind in counts[1:]:
        part = 0
        while at >= behind[rest - part]:
            at -= behind[rest - part]
            part += 1
        parts.append(part)
        rest -= part
    return parts


Answer: TypeAlias = Callable[[int, Any], Any]
_ANSWERS: dict[str, Answer] = {
    "pick": _pick,
    "number": _number,
    "order": _order,
    "allocate": _allocate,
}
