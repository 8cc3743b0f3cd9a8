"""The checks of a `then`: each holds, or raises FailedError with what an author needs to see."""

from __future__ import annotations

from typing import Any, assert_never

from talesmith.diagnose.registry import finding
from talesmith.names.types import spoken, sure
from talesmith.names.vocabulary import Vocabulary
from talesmith.play.telling.explain import why
from talesmith.prove.asking import Asked, NotInPlayError, Questions, check_question
from talesmith.prove.failure import MOST_WHY, FailedError
from talesmith.prove.playing import Playing, words_of
from talesmith.prove.rulebook import UnsoundError
from talesmith.prove.spoken import is_known
from talesmith.prove.unchanged import ANYWHERE, covers, differing, spot_text
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree

COMPARISONS = {"eq": "", "ne": "anything but ", "lt": "less than ", "le": "at most ",
               "gt": "more than ", "ge": "at least "}  # fmt: skip


class Checks:
    """Holds the checks of one scenario against its position."""

    def __init__(self, playing: Playing, vocabulary: Vocabulary) -> None:
        self.playing = playing
        self.vocabulary = vocabulary

    def hold(self, check: tree.Check) -> None:
        """Raise FailedError unless the check holds, UnsoundError if it means nothing."""
        match check:
            case tree.Expect():
                self._expect(check)
            case tree.Why():
                self._why(check)
            case tree.Illegal():
                self._illegal(check)
            case tree.Asks():
                self._asks(check)
            case tree.Logs():
                self._logs(check)
            case tree.Unchanged():
                self._unchanged(check)
            case tree.Ends():
                if self.playing.game.request is not None:
                    asked = self.playing.question()
                    raise FailedError(
                        check.span, ("expected", "the game is over"), ("asked", asked)
                    )
            case _:
                assert_never(check)

    # ---- expressions ----

    def _asked(self, node: tree.Expression) -> Asked:
        playing = self.playing
        asked, findings = check_question(node, self.vocabulary, playing.rules, playing.names.seats)
        if asked is None:
            raise UnsoundError(f for f in findings if f.is_error)
        return asked

    def _questions(self) -> Questions:
        return Questions(self.playing.rules, self.playing.game)

    def _expect(self, check: tree.Expect) -> None:
        asked, questions = self._asked(check.condition), self._questions()
        kind = sure(asked.expr[2])
        if kind != "flag":
            place, expected = check.condition.span, spoken("flag")
            raise UnsoundError([finding("T201", place, found=spoken(kind), expected=expected)])
        try:
            if not questions.value(asked):
                raise FailedError(check.span, *self._sides(asked, questions),
                                  why=self._explained(asked, questions))  # fmt: skip
        except NotInPlayError as error:
            raise FailedError(check.span, ("got", str(error))) from None

    def _sides(self, asked: Asked, questions: Questions) -> list[tuple[str, str]]:
        expr = asked.expr
        if expr[0] not in COMPARISONS:
            return [("expected", "yes"), ("got", "no")]
        left, right = (self._said(e, questions.part(e, asked.slots)) for e in expr[3:5])
        return [("expected", f"{COMPARISONS[expr[0]]}{right}"), ("got", left)]

    def _said(self, expr: Expr, value: Any) -> str:
        kind = expr[2].removesuffix("?")
        name = self.playing.names.word
        if value is None:
            return "nothing"
        if kind == "list region":
            return f"{value.bit_count()} regions"
        if kind.startswith("list "):
            inner = kind.removeprefix("list ")
            return ", ".join(name(self.playing.game, inner, x) for x in value) or "none"
        try:
            return name(self.playing.game, kind, value)
        except TypeError:
            return str(value)

    def _explained(self, asked: Asked, questions: Questions) -> list[str]:
        expr = asked.expr
        side = expr[3] if expr[0] in COMPARISONS else expr
        if side[0] not in ("value", "permit"):
            return []
        known = questions.in_position(side, asked.slots)
        told = why(self.playing.rules, questions.m, known, questions.slots(side, asked.slots))
        return told.lines(self.playing.rules)

    def _why(self, check: tree.Why) -> None:
        asked, questions = self._asked(check.question), self._questions()
        try:
            known = questions.in_position(asked.expr, asked.slots)
        except NotInPlayError as error:
            raise FailedError(check.span, ("got", str(error))) from None
        slots = questions.slots(asked.expr, asked.slots)
        told = why(self.playing.rules, questions.m, known, slots)
        if told.text(self.playing.rules) != check.text.text:
            raise FailedError(
                check.span,
                ("expected", check.text.text),
                ("got", told.text(self.playing.rules)),
                why=told.lines(self.playing.rules),
            )

    # ---- questions and what happened ----

    def _illegal(self, check: tree.Illegal) -> None:
        words = words_of(check.answer)
        reason = self.playing.refusal(check.answer)
        if reason is None:
            raise FailedError(check.span, ("expected", "a refusal"), ("got", "the line is legal"))
        if words[0] not in self.playing.asked and check.because is None:
            raise FailedError(check.span, ("expected", f"{words[0]} is asked"),
                              ("asked", self.playing.question()))  # fmt: skip
        unknown = is_known(self.playing, words[1:])
        if unknown is not None:
            raise FailedError(check.span, ("got", f"{unknown}, so the line says nothing"))
        if check.because is not None and check.because.text.lower() not in reason.lower():
            expected = f"because {check.because.text!r}"
            raise FailedError(check.because.span, ("expected", expected), ("got", reason))

    def _asks(self, check: tree.Asks) -> None:
        playing, who = self.playing, check.player.text
        wanted = "" if check.prompt is None else check.prompt.text
        if who in playing.asked and wanted.lower() in playing.prompt(who).lower():
            return
        expected = f"{who} is asked" + (f" {wanted!r}" if wanted else "")
        raise FailedError(check.span, ("expected", expected), ("asked", playing.question()))

    def _logs(self, check: tree.Logs) -> None:
        found = self.playing.sentences(self.playing.newest)
        wanted = check.line.text.strip().rstrip(".").lower()
        if not any(line.strip().rstrip(".").lower() == wanted for line in found):
            got = [("" if at else "got", line) for at, line in enumerate(found[-MOST_WHY:])]
            raise FailedError(check.span, ("expected", check.line.text), *got)

    def _unchanged(self, check: tree.Unchanged) -> None:
        playing = self.playing
        before, after = playing.marked_game, playing.game
        positions = (Questions(playing.rules, before), Questions(playing.rules, after))
        spots = differing(playing.rules, before, after)
        for node in check.exceptions:
            asked = self._asked(node)
            try:
                covers(asked, positions, ANYWHERE)
                spots = [spot for spot in spots if not covers(asked, positions, spot)]
            except LookupError as error:
                raise UnsoundError([finding("T202", node.span, problem=str(error))]) from None
        if spots:
            words = [spot_text(playing.rules, playing.names, after, spot) for spot in spots]
            raise FailedError(check.span, ("changed", ", ".join(words)))
