"""A scenario, filmed: its position and its answers as takes."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any, cast

from talesmith.model.board import board_from
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Defect
from talesmith.play.step import boards_for
from talesmith.play.unplayable import refuse_unplayable
from talesmith.play.validate import IllegalAnswer
from talesmith.prove.cases import Case
from talesmith.prove.opening import open_case
from talesmith.prove.playing import Playing, words_of
from talesmith.prove.rulebook import Rulebook
from talesmith.record.lines import parse_line
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.trace.filmed import Filmed
from talesmith.trace.reel import Reel, Take, answered


class FilmedRulebook(Rulebook):
    """Rules whose games can be filmed."""

    def bind(self, ruleset: Ruleset, players: int) -> Binder:
        """Bind a ruleset so that it can be filmed."""
        refuse_unplayable(ruleset)
        return Filmed(ruleset, players, board_from(boards_for(ruleset, players)[0]))


def reel_of_case(case: Case, book: FilmedRulebook) -> Reel:
    """Play the answers of a case; its checks are left out.

    It ends before an answer that is refused, and in one over which a rule breaks down.  Raises
    UnsoundError when something is wrong with its rules or position, Defect when a rule breaks down
    before the first answer.
    """
    opened = open_case(case, book)
    rules = cast(Filmed, opened.played.rules)
    answers: list[Any] = []
    playing = Playing(
        rules, opened.seats, opened.game, opened.before, lambda _, answer: answers.append(answer)
    )
    stopped, broken = _play(playing, case)
    first = _opening(case, book, opened.before, opened.game)
    steps = [
        answered(rules, one.line, one.before, answer, one.after)
        for one, answer in zip(playing.steps, answers, strict=True)
    ]
    return Reel(rules, playing.names, (first, *steps, *broken), stopped)


def _play(playing: Playing, case: Case) -> tuple[str, list[Take]]:
    """Give the written answers; why that ended, and the take over which a rule broke down."""
    lines = [line for line in case.scenario.lines if isinstance(line, tree.When)]
    for written in chain.from_iterable(line.answers for line in lines):
        words = words_of(written)
        try:
            playing.answer(written)
        except IllegalAnswer as error:
            return f"`{' '.join(words)}` is refused: {error}", []
        except Defect as error:
            rules, game = cast(Filmed, playing.rules), playing.game
            answer = parse_line(rules, game, playing.names, words)
            take = answered(rules, f"> {' '.join(words)}", game, answer, game)
            return f"a card or rule did what none may do: {error}", [take]
    return "", []


def _opening(case: Case, book: FilmedRulebook, before: Game, after: Game) -> Take:
    return Take("", before, after, lambda: open_case(case, book))


def cases_called(cases: list[Case], title: str) -> list[Case]:
    """The cases of that name, else those of that title, else those that have it in their name."""
    wanted = title.strip().lower()
    for fits in (
        lambda case: case.name.lower() == wanted,
        lambda case: case.scenario.title.text.lower() == wanted,
        lambda case: wanted in case.name.lower(),
    ):
        found = [case for case in cases if fits(case)]
        if found:
            return found
    return []


def is_text(path: Path) -> bool:
    """Whether a file holds scenarios rather than a game."""
    return path.suffix == ".tale"
