"""Bots: players that answer questions.  `README.md` beside this file shows how to write one."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from talesmith.bots.greedy import Greedy
from talesmith.bots.uniform import Uniform
from talesmith.play.telling.view import SeatView


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: SeatView, request: Any) -> Any:
        """An answer to the question: legal, and the same whenever the same things are visible."""


BotMaker: TypeAlias = Callable[[int], Bot]
"""makes a bot from a seed"""

BOTS: dict[str, BotMaker] = {"greedy": Greedy, "uniform": Uniform}
"""the bots that come with the program, by name"""
