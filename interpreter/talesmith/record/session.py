"""A game being played: its position, its answers, and the way back.

Undo goes back to an earlier decision of the same player as long as nothing was revealed since that
nobody could have known: a roll or draw of chance, a thing from a hidden stack, a hidden thing shown,
sealed answers opened, the decision of another player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from talesmith.model.game import Event, Game
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import CHANCE
from talesmith.play.step import start, step
from talesmith.play.validate import IllegalAnswer
from talesmith.record.lines import answer_line, parse_line
from talesmith.record.names import CHANCE_WORD, Names


class CannotUndo(Exception):  # noqa: N818 - it says what happened
    """A decision cannot be taken back; the text says what has been revealed since."""


class ReplayStopped(Exception):  # noqa: N818 - it says what happened
    """A recorded answer is not legal; `at` is its number from 0, `line` the answer as recorded."""

    def __init__(self, at: int, line: str, reason: str) -> None:
        self.at = at
        self.line = line
        self.reason = reason
        super().__init__(f"answer {at + 1}, `{line}`: {reason}")


@frozen
class Decision:
    """One answer that was given: by whom, as a line, where, and what came of it."""

    by: int
    """seat; CHANCE for a die that was fixed"""
    line: str
    answer: Any
    before: Game
    events: tuple[Event, ...]


class Session:
    """One game from its seed, or from a position, to its end."""

    def __init__(self, rules: Binder, names: Sequence[str] | Names, seed: int) -> None:
        """Start a game.  Raises ValueError for names that cannot be (see `Names`)."""
        self.rules = rules
        self.names = names if isinstance(names, Names) else Names(rules, names)
        self.seed = seed
        self.game, self.opening = start(rules, seed)
        self.origin: Game | None = None
        self.decisions: tuple[Decision, ...] = ()
        self.kinds: tuple[str, ...] = ()
        """who answers for each seat, as the program calls it that drives the game; kept in saves"""

    @classmethod
    def resume(cls, rules: Binder, names: Sequence[str] | Names, seed: int, game: Game) -> Session:
        """Go on from a position, the `origin` of this session: nothing before it is known."""
        session = cls.__new__(cls)
        session.rules = rules
        session.names = names if isinstance(names, Names) else Names(rules, names)
        session.seed = seed
        session.game = session.origin = game
        session.opening, session.decisions, session.kinds = (), (), ()
        return session

    @classmethod
    def replay(
        cls, rules: Binder, names: Sequence[str] | Names, seed: int, lines: Sequence[str]
    ) -> Session:
        """Play recorded answers from the seed.  Raises ReplayStopped at one that is not legal."""
        session = cls(rules, names, seed)
        session.play(lines)
        return session

    # ---- the open question ----

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.game.request is None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked now; several while answers are sealed, CHANCE for a die."""
        request: Any = self.game.request
        if request is None:
            return ()
        if request[0] == "group":
            return tuple(player for player, part in request[3] if part is not None)
        return (request[1],)

    @property
    def lines(self) -> list[str]:
        """All answers as lines."""
        return [decision.line for decision in self.decisions]

    def parse(self, line: str | Sequence[str]) -> Any:
        """The answer of a line; raises IllegalAnswer with the reason."""
        return parse_line(self.rules, self.game, self.names, line)

    def line(self, answer: Any) -> str:
        """The line of an answer; raises IllegalAnswer with the reason."""
        return answer_line(self.rules, self.game, self.names, answer)

    # ---- going on and back ----

    def answer(self, answer: Any) -> tuple[Event, ...]:
        """Answer the open question; gives what happened.

        Raises IllegalAnswer with the reason; nothing has changed then.
        """
        line, before = self.line(answer), self.game
        by = before.request[1]  # type: ignore[index]
        if before.request[0] == "group":  # type: ignore[index]
            by = before.request[3][answer[0]][0]  # type: ignore[index]
        game, events = step(self.rules, before, answer)
        decisions = (*self.decisions, Decision(by, line, answer, before, events))
        # both at once: a signal in between would leave a position that no answer leads to
        self.game, self.decisions = game, decisions
        return events

    def say(self, line: str | Sequence[str]) -> tuple[Event, ...]:
        """Answer with a line; raises IllegalAnswer with the reason."""
        return self.answer(self.parse(line))

    def play(self, lines: Sequence[str]) -> None:
        """Answer with recorded lines.  Raises ReplayStopped at one that is not legal."""
        for at, line in enumerate(lines):
            try:
                self.say(line)
            except IllegalAnswer as refused:
                raise ReplayStopped(at, line, str(refused)) from refused

    def undo(self, seat: int | None = None) -> Decision:
        """Take back the newest decision of a seat (of whoever decided last, if none is named).

        Raises CannotUndo with the reason; nothing has changed then.
        """
        at = self._newest(seat)
        reason = self._revealed(at)
        if reason is not None:
            raise CannotUndo(f"{reason}: that cannot be taken back")
        taken = self.decisions[at]
        self.game, self.decisions = taken.before, self.decisions[:at]
        return taken

    def _newest(self, seat: int | None) -> int:
        """The number of the decision that would be taken back."""
        for at in range(len(self.decisions) - 1, -1, -1):
            if seat is None or self.decisions[at].by == seat:
                return at
        raise CannotUndo("there is nothing to take back")

    def _revealed(self, start_at: int) -> str | None:
        """What was revealed since a decision, itself included; None if nothing was."""
        player = self.decisions[start_at].by
        for decision in self.decisions[start_at:]:
            if decision.by != player:
                return f"{self._speaker(decision.by)} has decided since"
            for event in decision.events:
                reason = revealed_by(self.rules, event, player)
                if reason is not None:
                    return reason
        return None

    def _speaker(self, by: int) -> str:
        return CHANCE_WORD if by == CHANCE else self.names.seats[by]

    def fork(self) -> Session:
        """A game that goes on by itself from here; this one stays as it is."""
        session = Session.resume(self.rules, self.names, self.seed, self.game)
        session.origin, session.opening = self.origin, self.opening
        session.kinds = self.kinds
        session.decisions = self.decisions
        return session

    def history(self) -> Iterator[tuple[Decision, Game]]:
        """Each decision with the position after it, in order."""
        if not self.decisions:
            return iter(())
        after = [*(decision.before for decision in self.decisions[1:]), self.game]
        return zip(self.decisions, after, strict=True)


def revealed_by(rules: Binder, event: Event, player: int) -> str | None:
    """What an event lets a player know that could not be known; None if it reveals nothing."""
    kind = event[0]
    if kind == "roll" or (kind == "answer" and event[1] == CHANCE):
        return "chance has spoken"
    if kind == "draw" and rules.layout.is_face_down(event[1]):
        return f"something was drawn from {event[1].replace('_', ' ')}"
    if kind == "opened":
        return "sealed answers were opened"
    if kind == "reveal":
        return "something hidden was shown"
    if kind == "answer" and event[1] not in (None, player) and not event[4]:
        return "somebody else has decided since"
    return None
