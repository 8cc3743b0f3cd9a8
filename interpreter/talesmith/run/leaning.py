"""Bots for a soak: in every second game they lean.

Bots that answer by chance alone come to the same middle of the game again and again: hardly ever do
all of them bid nothing, never decline, or spend their last coin.  In a leaning game every question
of the rules has, by the seed, a lean of its own which all seats share: a mild or a strong one to one
end of what may be answered, to the other, or none.  It is a preference: any answer may come.
"""

from __future__ import annotations

from typing import Any

from talesmith.bots import Bot
from talesmith.bots.uniform import MASK, STEP, answer_at
from talesmith.model.chance import advance
from talesmith.play.telling.view import SeatView
from talesmith.run.game import seat_bots, seat_seeds

LEANS = 6
"""none twice; then mild and strong ones, each to the first answers and to the last"""


class Leaning:
    """A bot that prefers the first or the last answers at some questions."""

    __slots__ = ("_leans", "_seed")

    def __init__(self, seed: int, leans: int) -> None:
        """Play the game of this seed; what it prefers where follows from the seed `leans`."""
        self._seed, self._leans = seed & MASK, leans & MASK

    def choose(self, view: SeatView, request: Any) -> Any:
        """One of the legal answers."""
        z = drawn(self._seed, view.number)
        strength, is_last = divmod(drawn(self._leans, request[2]) % LEANS, 2)
        if is_last:
            z = MASK - z
        for _ in range(strength):
            z = near_nothing(z)
        if is_last:
            z = MASK - z
        return answer_at(z, request)


class Forward:
    """A bot that prefers the first answers everywhere: it goes on rather than stopping or declining."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        """Answer as this seed says."""
        self._seed = seed & MASK

    def choose(self, view: SeatView, request: Any) -> Any:
        """One of the legal answers."""
        return answer_at(near_nothing(drawn(self._seed, view.number)), request)


def drawn(seed: int, n: int) -> int:
    """The n-th number of the stream that starts at a seed."""
    return advance(seed + n * STEP & MASK)[1]


def near_nothing(z: int) -> int:
    """The fraction z / 2^64 to its fourth power: the first tenth of all answers comes in half of all cases."""
    square = z * z >> 64
    return square * square >> 64


def soak_bots(players: int, seed: int) -> list[Bot]:
    """The bots of the game of a seed."""
    if seed % 2 == 0:
        return seat_bots(["uniform"] * players, seed)
    return [Leaning(own, seed) for own in seat_seeds(seed, players)]
