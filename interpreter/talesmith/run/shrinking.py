"""Shrinking: the fewest answers after which a game still breaks the same thing.

Answers are left out by halves, and what remains is made as simple as the question allows, while the
failure stays.  Where an answer that is kept does not fit the question any more, the plainest answer
takes its place: to decline, or else the first that there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from talesmith.bots.uniform import answer_at
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.step import begin, opening, step
from talesmith.play.telling.view import part_of, whole_answer, whose_turn
from talesmith.play.validate import IllegalAnswer
from talesmith.record.session import Session
from talesmith.record.transcript import head
from talesmith.run.answers import legal_answers
from talesmith.run.as_scenario import as_scenario
from talesmith.run.recording import SEATS

MOST_TRIES = 200
LAST = (1 << 64) - 1
"""as a draw: the last of all answers, which is to decline where one may"""


@frozen
class Broken:
    """What went wrong at the end of some answers."""

    what: str
    """kind of the failure, and its message without values"""
    answers: tuple[Any, ...]
    """those that were really given; the last one may be what broke it"""


Try = Callable[[Sequence[Any]], Broken | None]
"""Plays some answers with every check; gives what broke, None if nothing did."""


def failure_of(error: BaseException) -> str:
    """What two failures have in common that are the same."""
    return f"{type(error).__name__}: {str(error).partition(':')[0]}"


def plainest(game: Game) -> Any:
    """The plainest answer to the open question."""
    request: Any = game.request
    seat = whose_turn(request)
    part = part_of(request, seat)
    return whole_answer(request, seat, answer_at(LAST if part[7] else 0, part))


def fitting(rules: Binder, game: Game, answer: Any) -> Any:
    """An answer, or the plainest one if it does not fit."""
    try:
        step(rules, game, answer)
    except IllegalAnswer:
        return plainest(game)
    except Exception:  # noqa: BLE001 - this is what the game runs into
        return answer
    return answer


def shrunk(found: Broken, attempt: Try) -> Broken:
    """The shortest list of answers that was found for a failure."""
    best, tries = found, 0

    def holds(answers: Sequence[Any]) -> bool:
        nonlocal best, tries
        if tries >= MOST_TRIES:
            return False
        tries += 1
        broken = attempt(answers)
        is_same = broken is not None and broken.what == found.what
        if is_same and broken is not None and len(broken.answers) <= len(best.answers):
            best = broken
            return True
        return False

    size = max(len(best.answers) // 2, 1)
    while size:
        at = 0
        while at < len(best.answers):
            before = len(best.answers)
            fewer = (*best.answers[:at], *best.answers[at + size :])
            if not holds(fewer) or len(best.answers) >= before:
                at += size
        size //= 2
    for at in range(len(best.answers)):
        if at < len(best.answers):
            holds((*best.answers[:at], None, *best.answers[at + 1 :]))
    return best


def completed(rules: Binder, first: Game, broken: Broken) -> Broken:
    """The same with the answer that breaks it, if only a check has tried that answer so far."""
    game = begin(rules, first)[0]
    try:
        for answer in broken.answers:
            game = step(rules, game, answer)[0]
    except Exception:  # noqa: BLE001 - the last answer is what breaks it
        return broken
    for answer in legal_answers(rules, game):
        try:
            step(rules, game, answer)
        except Exception as error:  # noqa: BLE001 - any is compared
            if failure_of(error) == broken.what:
                return Broken(broken.what, (*broken.answers, answer))
    return broken


def told(rules: Binder, seed: int, first: Game, broken: Broken) -> list[str]:
    """The game that breaks, in lines: a transcript for `talesmith replay`, and a scenario.

    There is no scenario for a game whose set-up is not that of the rules, such as one with a deck of
    few events.
    """
    names = SEATS[: rules.players]
    is_usual = opening(rules, seed) == first
    session = Session.resume(rules, names, seed, begin(rules, first)[0])
    if is_usual:
        session = Session(rules, names, seed)
    last: str | None = None
    for answer in broken.answers:
        last = session.line(answer)
        try:
            session.answer(answer)
        except Exception:  # noqa: BLE001 - what broke is told beside the lines
            break
        last = None
    lines = [*head(session), "", *session.lines, *([] if last is None else [last])]
    if is_usual:
        title = broken.what.replace('"', "'").replace("\n", " ")
        lines += ["", *as_scenario(session, last, title)]
    return lines
