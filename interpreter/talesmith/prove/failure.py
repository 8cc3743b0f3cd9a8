"""What went wrong with a scenario: the place, and a few facts about it, on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from talesmith.diagnose.frame import frame
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span
from talesmith.prove.texts import near

WIDTH = 9
MOST_WHY = 9
LAST_LINES = 3
"""so many lines of what happened stand below a failure"""


class FailedError(Exception):
    """A check did not hold; facts are (word, text) and stand below the source."""

    def __init__(self, span: Span, *facts: tuple[str, str], why: Sequence[str] = ()) -> None:
        self.span = span
        self.facts = facts
        self.why = tuple(why)[:MOST_WHY]
        super().__init__(said(facts))


@frozen
class Failure:
    """A scenario that failed: the check that did not hold, and what an author wants to know."""

    name: str
    span: Span
    facts: tuple[tuple[str, str], ...]
    why: tuple[str, ...] = ()
    """how the value that was asked for has come about"""
    before: tuple[str, ...] = ()
    """the last lines of what happened"""
    guidance: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()

    def line(self, folder: Path) -> str:
        """The failure in one line."""
        return f"{near(self.span, folder)}: {self.name}: {said(self.facts)}"

    def screen(self, source: SourceText | None, folder: Path) -> str:
        """The failure with its source and all facts; places are named as seen from the folder."""
        gutter = 2 + len(str(self.span.line))
        shown = frame(source, self.span, "", gutter)
        lines = [f"{self.name}", f"  {near(self.span, folder)}", *shown]
        lines += [_fact(word, text) for word, text in self.facts]
        for word, texts in (("why", self.why), ("before", self.before), ("look at", self.guidance)):
            lines += [_fact("" if at else word, text) for at, text in enumerate(texts)]
        if self.cites:
            lines.append(_fact("rules", ", ".join(self.cites)))
        return "\n".join(lines).replace(f"({folder}/", "(").replace(f", {folder}/", ", ") + "\n"


def said(facts: Sequence[tuple[str, str]]) -> str:
    """Facts in one line."""
    return ", ".join(f"{word} {text}" for word, text in facts)


def _fact(word: str, text: str) -> str:
    return f"  {word:<{WIDTH}}{text}".rstrip()
