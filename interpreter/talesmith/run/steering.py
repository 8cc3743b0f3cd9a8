"""Steering: of a few answers that may be given, the one that comes to what no game has come to.

Before a question is answered, each of a few legal answers is tried on the game with probes, and the
one is taken that runs most branches which the run has not seen.  If none does, the bot has its way.
An answer that breaks something in the trial is taken as well: that is what a soak looks for.

What a game is steered to depends on the games before it, so its seed alone does not repeat it: its
answers do (see `shrinking`).
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from talesmith.bots.uniform import answer_at
from talesmith.model.game import Game
from talesmith.play.step import step
from talesmith.play.telling.view import part_of, whole_answer, whose_turn
from talesmith.run.branches import Probing
from talesmith.run.leaning import drawn

TRIALS = 4
"""other answers that are tried, besides that of the bot"""


@frozen
class Steering:
    """The branches that a run has taken, by their names."""

    seen: set[str] = field(factory=set)

    def look(self, rules: Probing) -> None:
        """Take over what games on these probes have taken."""
        self.seen.update(name for name, n in zip(rules.branches, rules.taken, strict=True) if n)

    def better(self, rules: Probing, game: Game, answer: Any, seed: int) -> Any:
        """The answer to give: this one, or another one that comes to something new."""
        self.look(rules)
        fresh = [at for at, name in enumerate(rules.branches) if name not in self.seen]
        if not fresh:
            return answer
        best, most = answer, -1
        for other in (answer, *self._others(game, seed)):
            new = self._comes_to(rules, game, other, fresh)
            if new is None:
                return other
            if new > most:
                best, most = other, new
        return best

    def _others(self, game: Game, seed: int) -> list[Any]:
        """A few legal answers, drawn by the seed."""
        request: Any = game.request
        seat = whose_turn(request)
        part = part_of(request, seat)
        mixed = drawn(seed, game.number)
        return [
            whole_answer(request, seat, answer_at(drawn(mixed, at), part)) for at in range(TRIALS)
        ]

    def _comes_to(self, rules: Probing, game: Game, answer: Any, fresh: list[int]) -> int | None:
        """How many new branches an answer runs; None if it breaks something."""
        before = list(rules.taken)
        try:
            step(rules, game, answer)
        except Exception:  # noqa: BLE001 - whatever it is, the game itself will run into it
            return None
        finally:
            after, rules.taken[:] = list(rules.taken), before
        return sum(after[at] > before[at] for at in fresh)
