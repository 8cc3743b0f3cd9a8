"""What is offered is accepted; everything else is refused with a reason, and nothing changes."""

from __future__ import annotations

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.step import step
from talesmith.play.validate import IllegalAnswer
from talesmith.run.answers import legal_answers, wrong_answers
from talesmith.run.violation import Violation, demand


def check_honesty(rules: Binder, game: Game) -> int:
    """Try legal and wrong answers at the open question; gives how many.  Raises Violation."""
    kept = (game.cells, game.nums, game.stack, game.request, game.number, game.sparse)
    tried = 0
    for answer in legal_answers(rules, game):
        accepted(rules, game, answer)
        tried += 1
    for answer in wrong_answers(game.request):
        refused(rules, game, answer)
        tried += 1
    now = (game.cells, game.nums, game.stack, game.request, game.number, game.sparse)
    demand(all(a is b for a, b in zip(kept, now, strict=True)), "trying changed the game")
    return tried


def accepted(rules: Binder, game: Game, answer: object) -> None:
    """Raise Violation if a legal answer is refused."""
    try:
        after, _ = step(rules, game, answer)
    except IllegalAnswer as refusal:
        raise Violation(f"{answer!r} is offered and refused: {refusal}") from refusal
    demand(after.number == game.number + 1, "an answer that does not count", answer)


def refused(rules: Binder, game: Game, answer: object) -> None:
    """Raise Violation if a wrong answer is accepted, or refused without a reason."""
    try:
        step(rules, game, answer)
    except IllegalAnswer as refusal:
        demand(bool(str(refusal)), "refused without a reason", answer)
        return
    raise Violation(f"{answer!r} does not fit the question and is accepted: {game.request!r}")
