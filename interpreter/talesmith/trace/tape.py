"""The recorder: off until somebody rolls it, and then told of everything by a filmed game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from talesmith.model.game import Game
from talesmith.play.hooks.bound import Bound
from talesmith.play.machine import Machine, Slots
from talesmith.record.names import Names
from talesmith.record.plain import frames
from talesmith.trace.shots import Asked, Fired, Name, Place, Ran, Shot, Spot
from talesmith.trace.words import in_words, named

HANDLERS, ANSWERS, STATEMENTS = 1, 2, 3
"""how much is recorded: handlers; what was asked as well; statements as well"""


class Tape:
    """What has been recorded of one stretch of play."""

    def __init__(self) -> None:
        """An empty tape that stands still; `names` is set when the seats are known."""
        self.shots: list[Shot] = []
        self.names: Names | None = None
        self._depth = 0
        self._base: Game | None = None
        self._heard: set[Any] = set()

    @contextmanager
    def rolling(self, game: Game, depth: int) -> Iterator[list[Shot]]:
        """Record what happens from this position on, so deep; gives the list that is filled."""
        self.shots, self._base, self._depth = [], game, depth
        self._heard.clear()
        try:
            yield self.shots
        finally:
            self._depth = 0

    @contextmanager
    def still(self) -> Iterator[None]:
        """Record nothing meanwhile: what the recorder itself asks is no part of the game."""
        depth, self._depth = self._depth, 0
        try:
            yield
        finally:
            self._depth = depth

    def is_rolling(self, depth: int) -> bool:
        """Whether things of this depth are recorded now."""
        return self._depth >= depth

    # ---- what a filmed game tells ----

    def fired(self, m: Machine, moment: str, bound: Bound, s: Slots, names: Sequence[Name]) -> None:
        """A handler is about to run, or has earned something."""
        if not self._depth:
            return
        h = bound.handler
        self._heard.clear()
        told = () if self.names is None else named(self.names, m, h.where.path, names, s)
        self.shots.append(Fired(moment, h.piece or h.card, (h.where.path, h.where.line), told))

    def is_news(self, *key: Any) -> bool:
        """Whether this has not been heard since the last thing that ran."""
        if key in self._heard:
            return False
        self._heard.add(key)
        return True

    def asked(
        self, m: Machine, hook: Any, args: Sequence[Any], told: tuple[str, Iterable[str]],
        speakers: Iterable[tuple[str, Place]],
    ) -> None:  # fmt: skip
        """A hook was answered: in one line, in several, and who had a say."""
        words = [
            "none" if self.names is None else in_words(self.names, m, param.type, value)
            for param, value in zip(hook.params, args, strict=False)
        ]
        kinds = [param.type for param in hook.params]
        region = kinds.index("region") if "region" in kinds else None
        text, lines = told
        game = m.freeze(self._base) if self._depth >= STATEMENTS and self._base else None
        self.shots.append(
            Asked(hook.name, tuple(words), region, text, tuple(lines), tuple(speakers), game)
        )

    def ran(self, m: Machine, spot: Spot, s: Slots) -> None:
        """A statement is about to run."""
        if self._depth < STATEMENTS or self._base is None:
            return
        self._heard.clear()
        game = m.freeze(self._base)
        self.shots.append(Ran(spot, tuple(s), game, len(frames(game.stack))))
