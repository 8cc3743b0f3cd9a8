"""A scenario on its way: the position now, what led there, answers that came by themselves.

A question with exactly one answer is answered by the machine.  Its line may be written or left
out, so each written line is first held against the answers that came by themselves since the last
line, in their order, and only then against the open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from attrs import evolve, frozen

from talesmith.model.game import Event, Game
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import CHANCE
from talesmith.play.step import step
from talesmith.play.validate import IllegalAnswer
from talesmith.prove.facts import spelled
from talesmith.record.lines import answer_line, parse_line
from talesmith.record.names import Names
from talesmith.record.unasked import by_themselves, was_alone
from talesmith.show.happened import told
from talesmith.show.position import Position
from talesmith.show.question import option_text, prompt
from talesmith.syntax import tree


@frozen
class Step:
    """One answer: its line, the position before it, and the events up to the one after it."""

    line: str
    before: Game
    after: Game
    events: tuple[Event, ...]


class Playing:
    """The position of a scenario, and how it has come about."""

    def __init__(
        self,
        rules: Binder,
        seats: tuple[str, ...],
        game: Game,
        before: Game | None = None,
        hear: Callable[[Any, Any], None] | None = None,
    ) -> None:
        """Begin where the scenario starts; `before` is the position as it is given.

        `hear` is told each question that was asked, with its answer.
        Raises ValueError when a seat has a name that no line could tell apart.
        """
        self.rules = rules
        self.hear = hear
        self.names = Names(rules, seats)
        self.game = game
        self.steps: list[Step] = []
        self.opening = Step("", before or game, game, tuple(chain.from_iterable(game.log)))
        """what happens by itself before the first answer"""
        self.marked = 0
        """number of steps before the newest `when`"""
        self._by_themselves = by_themselves(rules, self.opening.events)

    @property
    def marked_game(self) -> Game:
        """The position before the newest `when`, or at the start."""
        if self.marked < len(self.steps):
            return self.steps[self.marked].before
        return self.game

    @property
    def newest(self) -> list[Step]:
        """The steps of the newest `when`; what comes before all answers belongs to the first."""
        steps = self.steps[self.marked :]
        return steps if self.marked else [self.opening, *steps]

    def answer(self, written: tree.Answer) -> None:
        """Give one written answer.

        Raises IllegalAnswer when it is none, and Defect when a rule breaks down over it.
        """
        words = words_of(written)
        if self._has_come(words):
            return
        self.give(parse_line(self.rules, self.game, self.names, words))

    def give(self, answer: Any) -> None:
        """Give an answer to the open question.  Raises as `answer` does."""
        before = self.game
        self.game, events = step(self.rules, before, answer)
        if self.hear is not None:
            self.hear(before.request, answer)
        line = answer_line(self.rules, before, self.names, answer)
        self.steps.append(Step(line, before, self.game, events))
        self._by_themselves = by_themselves(self.rules, events)

    def refusal(self, written: tree.Answer) -> str | None:
        """The reason why a line is no answer to the open question; None if it is one."""
        words = words_of(written)
        try:
            parse_line(self.rules, self.game, self.names, words)
        except IllegalAnswer as error:
            alone = was_alone(self.rules, self.names, self.game, self._by_themselves, words)
            return alone or str(error)
        return None

    def _has_come(self, words: list[str]) -> bool:
        """Whether a line is one of the answers that came by themselves; it is then used up."""
        for at, request in enumerate(self._by_themselves):
            asked = evolve(self.game, request=request)
            try:
                parse_line(self.rules, asked, self.names, words)
            except IllegalAnswer:
                continue
            self._by_themselves = self._by_themselves[at + 1 :]
            return True
        return False

    @property
    def asked(self) -> list[str]:
        """Words of those who are asked now."""
        request = self.game.request
        if request is None:
            return []
        if request[0] == "group":
            open_parts = [player for player, part in request[3] if part is not None]
            return [self.names.seat_words[player] for player in open_parts]
        return ["chance" if request[1] == CHANCE else self.names.seat_words[request[1]]]

    def question(self) -> str:
        """The open question as a sentence, with those who are asked."""
        request = self.game.request
        if request is None:
            return "nothing: the game is over"
        site = self.rules.sites[request[2]]
        text = "a die" if site.kind == "pick" and site.thing == "number" else self.prompt()
        return f"{' and '.join(self.asked)}: {text}"

    def prompt(self, who: str | None = None) -> str:
        """What is asked, and the texts of the options; of a group what this player is asked."""
        request = self.game.request
        if request is None:
            return ""
        group = request[3] if request[0] == "group" else ()
        words = self.names.seat_words
        parts = [part for player, part in group if part and who in (None, words[player])]
        return " ".join(self._asking(part) for part in (request, *parts))

    def _asking(self, request: Any) -> str:
        site, position = self.rules.sites[request[2]], Position(self.rules, self.game, self.names)
        options = request[3] if request[0] == "option" else ()
        texts = dict.fromkeys(option_text(position, site, branch)[0] for branch, _, _ in options)
        return " ".join([prompt(position, site), *(f"[{text}]" for text in texts)])

    def sentences(self, steps: Iterable[Step]) -> list[str]:
        """What happened in these steps: each answer and what came of it."""
        found = []
        for one in steps:
            before, after = (Position(self.rules, g, self.names) for g in (one.before, one.after))
            found += [one.line] if one.line else []
            found += [f"  {sentence}" for sentence in told(before, after, one.events)]
        return found


def words_of(written: tree.Answer) -> list[str]:
    """The words of an answer, the player first."""
    return [written.player.text, *(spelled(word) for word in written.words)]
