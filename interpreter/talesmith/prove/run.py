"""Running one case: its position, then its answers and checks in the order they are written."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ground.source import SourceText
from talesmith.play.machine import Defect
from talesmith.play.questions import CHANCE
from talesmith.play.validate import IllegalAnswer
from talesmith.prove.cases import Case
from talesmith.prove.checks import Checks
from talesmith.prove.failure import FailedError, Story, failure_text, findings_text
from talesmith.prove.opening import open_case
from talesmith.prove.playing import Playing
from talesmith.prove.rulebook import Rulebook, UnsoundError
from talesmith.syntax import tree

PASSED, FAILED, BROKEN, TODO = "passed", "failed", "broken", "todo"


@frozen
class Outcome:
    """What became of a case: passed, failed, broken (it cannot be played) or todo."""

    case: Case
    verdict: str
    text: str = ""
    """the screen that says what went wrong; of a todo, its reason"""
    findings: Sequence[Diagnostic] = ()

    @property
    def is_fine(self) -> bool:
        """Whether nobody has to do anything."""
        return self.verdict in (PASSED, TODO)


def run_case(case: Case, book: Rulebook) -> Outcome:
    """Run a case; never raises because of what stands in it."""
    source = book.library.parsed(case.path).source
    try:
        outcome = _run(case, book, source)
    except UnsoundError as error:
        sources = {source.path: source}
        outcome = Outcome(case, BROKEN, findings_text(error.findings, sources), error.findings)
    if case.todo is None:
        return outcome
    if outcome.verdict == PASSED:
        text = f"{case.scenario.span}: {case.name}\n  passes, so its `todo` can go\n"
        return Outcome(case, FAILED, text)
    return Outcome(case, TODO, case.todo) if outcome.verdict == FAILED else outcome


def _run(case: Case, book: Rulebook, source: SourceText) -> Outcome:
    try:
        opened = open_case(case, book)
    except Defect as error:
        failed = FailedError(case.scenario.title.span, ("defect", str(error)))
        return Outcome(case, FAILED, failure_text(failed, _story(case, None), source))
    playing = Playing(opened.played.rules, opened.seats, opened.game)
    checks = Checks(playing, opened.played.vocabulary)
    try:
        for line in case.scenario.lines:
            if isinstance(line, tree.When):
                _play(playing, line)
            elif isinstance(line, tree.Then):
                _hold(checks, playing, line)
        _chance_is_not_asked(playing, case.scenario)
    except FailedError as error:
        return Outcome(case, FAILED, failure_text(error, _story(case, playing), source))
    return Outcome(case, PASSED)


def _play(playing: Playing, line: tree.When) -> None:
    playing.marked = len(playing.steps)
    for answer in line.answers:
        try:
            playing.answer(answer)
        except IllegalAnswer as error:
            raise FailedError(
                answer.span, ("refused", str(error)), ("asked", playing.question())
            ) from None
        except Defect as error:
            raise FailedError(answer.span, ("defect", str(error))) from None


def _hold(checks: Checks, playing: Playing, line: tree.Then) -> None:
    for check in line.checks:
        _chance_is_not_asked(playing, check)
        try:
            checks.hold(check)
        except Defect as error:
            raise FailedError(check.span, ("defect", str(error))) from None


def _chance_is_not_asked(playing: Playing, node: tree.Node) -> None:
    """An answer that led to a die has to say how it falls before anything is checked."""
    request = playing.game.request
    if request is not None and request[1] == CHANCE:
        span = node.title.span if isinstance(node, tree.Scenario) else node.span
        raise FailedError(span, ("asked", f"{playing.question()}, and no line answers"))


def _story(case: Case, playing: Playing | None) -> Story:
    happened = [] if playing is None else playing.sentences(playing.steps[-3:])
    return Story(case.name, tuple(case.cites), tuple(case.guidance), happened)
