"""What went wrong with a scenario: the place, and a few facts about it, on one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.frame import frame
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

WIDTH = 9
MOST_WHY = 8
LAST_LINES = 3
"""so many lines of what happened stand below a failure"""


class FailedError(Exception):
    """A check did not hold; facts are (word, text) and stand below the source."""

    def __init__(self, span: Span, *facts: tuple[str, str], why: Sequence[str] = ()) -> None:
        self.span = span
        self.facts = facts
        self.why = tuple(why)
        super().__init__("; ".join(f"{word} {text}" for word, text in facts))


@frozen
class Story:
    """What a failure is told with besides its own facts."""

    name: str
    cites: Sequence[str] = ()
    guidance: Sequence[str] = ()
    happened: Sequence[str] = ()


def failure_text(error: FailedError, story: Story, source: SourceText | None) -> str:
    """The screen of one failure."""
    gutter = 2 + len(str(error.span.line))
    lines = [f"{error.span}: {story.name}", *frame(source, error.span, "", gutter)]
    lines += [_fact(word, text) for word, text in error.facts]
    if error.why:
        lines += [_fact("why" if not at else "", text) for at, text in enumerate(error.why)]
    if story.happened:
        last = story.happened[-LAST_LINES:]
        lines += [_fact("before" if not at else "", text) for at, text in enumerate(last)]
    lines += [_fact("look at", text) for text in story.guidance]
    if story.cites:
        lines.append(_fact("rules", ", ".join(sorted(story.cites))))
    return "\n".join(lines) + "\n"


def findings_text(findings: Sequence[Diagnostic], sources: Mapping[str, SourceText]) -> str:
    """The screen of findings that keep a scenario from being played."""
    return render(findings, sources)


def _fact(word: str, text: str) -> str:
    return f"  {word:<{WIDTH}}{text}"
