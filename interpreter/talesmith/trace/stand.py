"""Where somebody stands in a reel: forwards and backwards, shot by shot, over takes.

A take is filmed when it is come to; going back films it again if it is not in memory.  So a whole
game can be walked in both directions without being kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from talesmith.model.game import Game
from talesmith.trace.reel import Reel
from talesmith.trace.shots import Asked, Fired, Place, Ran, Shot
from talesmith.trace.tape import STATEMENTS

KEPT = 8
"""so many takes stay in memory"""
Wanted: TypeAlias = Callable[[Shot], bool]


class Stand:
    """A place in a reel: a take and one of its shots; before the first shot at the beginning."""

    def __init__(self, reel: Reel) -> None:
        """Stand before everything."""
        self.reel = reel
        self.take = 0
        self.at = -1
        self._films: dict[int, list[Shot]] = {}

    @property
    def shot(self) -> Shot | None:
        """What is about to happen; None at the beginning."""
        return self._film(self.take)[self.at] if self.at >= 0 else None

    @property
    def game(self) -> Game:
        """The position."""
        shot = self.shot
        if isinstance(shot, Ran | Asked) and shot.game is not None:
            return shot.game
        return self.reel.takes[self.take].before

    @property
    def depth(self) -> int:
        """How many bodies are running."""
        shot = self.shot
        return shot.depth if isinstance(shot, Ran) else 0

    def forwards(self, wanted: Wanted) -> bool:
        """Go on to the next shot that is wanted; False, and no step, if there is none."""
        return self._go(self._later(), wanted)

    def backwards(self, wanted: Wanted) -> bool:
        """Go back to the newest shot before this one that is wanted; False if there is none."""
        return self._go(self._earlier(), wanted)

    def to_the_end(self) -> None:
        """Stand before the last statement of all."""
        for take in range(len(self.reel.takes) - 1, self.take - 1, -1):
            found = [at for at, shot in enumerate(self._film(take)) if isinstance(shot, Ran)]
            if found:
                self.take, self.at = take, found[-1]
                return

    def _go(self, places: Iterator[tuple[int, int]], wanted: Wanted) -> bool:
        for take, at in places:
            if wanted(self._film(take)[at]):
                self.take, self.at = take, at
                return True
        return False

    def _later(self) -> Iterator[tuple[int, int]]:
        for take in range(self.take, len(self.reel.takes)):
            first = self.at + 1 if take == self.take else 0
            yield from ((take, at) for at in range(first, len(self._film(take))))

    def _earlier(self) -> Iterator[tuple[int, int]]:
        for take in range(self.take, -1, -1):
            behind = self.at if take == self.take else len(self._film(take))
            yield from ((take, at) for at in range(behind - 1, -1, -1))

    def _film(self, take: int) -> list[Shot]:
        if take not in self._films:
            if len(self._films) >= KEPT:
                del self._films[max(self._films, key=lambda known: abs(known - take))]
            self._films[take] = self.reel.film(take, STATEMENTS)
        return self._films[take]


# ---- what may be wanted --------------------------------------------------------------------------


def is_statement(shot: Shot) -> bool:
    """Whether a statement is about to run."""
    return isinstance(shot, Ran)


def not_deeper(depth: int) -> Wanted:
    """Statements that run in no body that was started since."""
    return lambda shot: isinstance(shot, Ran) and shot.depth <= depth


def of_card(card: str) -> Wanted:
    """Statements and answers of a card or step, by its full or short name."""
    return lambda shot: any(is_called(name, card) for name, _ in speakers(shot))


def at_place(path: str, line: int) -> Wanted:
    """Statements and answers of a line, in a file by the end of its name."""
    return lambda shot: any(
        here == line and (file == path or file.endswith(f"/{path}"))
        for _, (file, here) in speakers(shot)
    )


def is_called(name: str, said: str) -> bool:
    """Whether a card, piece, step or action may be called so."""
    _, *words = name.lower().replace(" ", ".").split(".")
    return said.lower() in (name.lower(), *words)


def speakers(shot: Shot) -> tuple[tuple[str, Place], ...]:
    """Who speaks or acts, and in which line."""
    if isinstance(shot, Ran):
        return ((shot.spot.card, shot.spot.place),)
    return () if isinstance(shot, Fired) else shot.speakers
