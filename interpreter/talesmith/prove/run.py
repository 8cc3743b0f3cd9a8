"""Running one case: its position, then its answers and checks in the order they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.play.machine import Defect
from talesmith.play.statements.questions import CHANCE
from talesmith.play.validate import IllegalAnswer
from talesmith.prove.cases import Case
from talesmith.prove.checks import Checks
from talesmith.prove.failure import LAST_LINES, FailedError, Failure
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
    failure: Failure | None = None
    findings: Sequence[Diagnostic] = ()

    @property
    def is_fine(self) -> bool:
        """Whether nobody has to do anything."""
        return self.verdict in (PASSED, TODO)


def run_case(case: Case, book: Rulebook) -> Outcome:
    """Run a case; never raises because of what stands in it."""
    outcome = _run(case, book)
    if case.todo is None or outcome.verdict == BROKEN:
        return outcome
    if outcome.verdict == FAILED:
        return Outcome(case, TODO, outcome.failure)
    passed = FailedError(case.scenario.title.span, ("got", "it passes, so its `todo` can go"))
    return _failed(case, passed, None)


def _run(case: Case, book: Rulebook) -> Outcome:
    playing = None
    try:
        opened = open_case(case, book)
        rules = opened.played.rules
        hear = partial(book.answered, rules)
        playing = Playing(rules, opened.seats, opened.game, opened.before, hear)
        checks = Checks(playing, opened.played.vocabulary)
        for line in case.scenario.lines:
            if isinstance(line, tree.When):
                _play(playing, line)
            elif isinstance(line, tree.Then):
                _hold(checks, playing, line)
        _chance_is_not_asked(playing, case.scenario.title)
    except UnsoundError as error:
        return Outcome(case, BROKEN, None, error.findings)
    except FailedError as error:
        return _failed(case, error, playing)
    except Defect as error:
        return _failed(case, _broken_down(case.scenario.title, error), None)
    return Outcome(case, PASSED)


def _failed(case: Case, error: FailedError, playing: Playing | None) -> Outcome:
    steps = [] if playing is None else playing.steps[-LAST_LINES:]
    before = [] if playing is None else playing.sentences(steps)[-LAST_LINES:]
    failure = Failure(
        name=case.name,
        span=error.span,
        facts=error.facts,
        why=error.why,
        before=tuple(before),
        guidance=tuple(case.guidance),
        cites=tuple(sorted(case.cites)),
    )
    return Outcome(case, FAILED, failure)


def _broken_down(node: tree.Node, error: Defect) -> FailedError:
    """Tell at a place of the scenario of a body over which it came to nothing, and where that is."""
    place = error.where
    written = () if place is None else (("written", f"{place.path}:{place.line}"),)
    return FailedError(node.span, ("defect", str(error)), *written)


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
            raise _broken_down(answer, error) from None


def _hold(checks: Checks, playing: Playing, line: tree.Then) -> None:
    for check in line.checks:
        _chance_is_not_asked(playing, check)
        try:
            checks.hold(check)
        except Defect as error:
            raise _broken_down(check, error) from None


def _chance_is_not_asked(playing: Playing, node: tree.Node) -> None:
    """An answer that led to a die has to say how it falls before anything is checked."""
    request = playing.game.request
    if request is not None and request[1] == CHANCE:
        raise FailedError(node.span, ("asked", f"{playing.question()}, and no line answers"))
