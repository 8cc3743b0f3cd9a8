"""A whole game as takes, one for each answer, each of which can be filmed by itself.

Positions never change, so a take is a position and an answer: playing it again gives the same
shots, whether before or after any other take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from talesmith.model.game import Game
from talesmith.play.machine import Defect
from talesmith.play.step import begin, opening, step
from talesmith.record.names import Names
from talesmith.record.session import Session
from talesmith.trace.filmed import Filmed
from talesmith.trace.shots import Shot


@frozen(eq=False)
class Take:
    """What an answer led to; the first take of a game is what happens before any answer."""

    line: str
    """the answer as a line; empty for what happens by itself"""
    before: Game
    after: Game
    play: Callable[[], Any]
    """plays it once more"""


@frozen(eq=False)
class Reel:
    """A game or a scenario under a filmed ruleset."""

    rules: Filmed
    names: Names
    takes: tuple[Take, ...]
    stopped: str = ""
    """why it ends before what is written; empty if it does not"""

    def film(self, number: int, depth: int) -> list[Shot]:
        """The shots of a take, by its number, so deep (see `tape`), up to where a rule breaks down."""
        take, tape = self.takes[number], self.rules.tape
        tape.names = self.names
        with tape.rolling(take.before, depth) as shots, suppress(Defect):
            take.play()
        return shots

    def round(self, number: int) -> int:
        """The round in which a take begins."""
        return self.takes[number].before.cells[self.rules.layout["round"]]


def reel_of_session(session: Session, stopped: str = "") -> Reel:
    """Film a game that was played from its seed under any form of the same ruleset.

    `stopped` says why it ends before what was recorded.
    """
    old = session.rules
    rules = Filmed(old.ruleset, old.players, old.board)
    names = Names(rules, session.names.seats)
    blank = opening(rules, session.seed)
    again = Session(rules, names, session.seed)
    first = Take("", blank, again.game, lambda: begin(rules, blank))
    again.play(session.lines)
    played = [answered(rules, d.line, d.before, d.answer, after) for d, after in again.history()]
    return Reel(rules, names, (first, *played), stopped)


def answered(rules: Filmed, line: str, before: Game, answer: Any, after: Game) -> Take:
    """A take that an answer leads to."""
    return Take(line, before, after, lambda: step(rules, before, answer))


def chosen(reel: Reel, decision: int | None, of_round: int | None) -> Sequence[int]:
    """The numbers of the takes of a decision, of a round, or of all."""
    if decision is not None:
        return [decision]
    if of_round is not None:
        return [at for at in range(len(reel.takes)) if reel.round(at) == of_round]
    return range(len(reel.takes))
