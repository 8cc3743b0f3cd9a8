"""Answer lines: `> ana conquer dune1`, as people type them and transcripts keep them.

A line is read against the open question.  `answer_line` writes the shortest clear form of an
answer and `parse_line` reads it back: parse(line(a)) == a for every answer to every question.

    option    verb and target    `conquer dune1`, `decline`, `yes`; or its number, from 1
    pick      things             `dune1 dune2`
    number    the number         `3`
    allocate  place and number   `dune1 3 moor1 2`; a place left out gets its least
    order     all things         `rovers nomads`
    any       `done` to decline, `none` for nothing at all

The verb is the beginning of an option's text, in whole words or not, if only one text begins so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.validate import IllegalAnswer, check_answer
from talesmith.record.names import Names, names_of
from talesmith.record.question import Question, question_of
from talesmith.record.reading import read_words
from talesmith.record.words import word_of
from talesmith.record.writing import line_of

DIGITS = 20
"""most digits of a number in an answer"""


def parse_line(
    rules: Binder, game: Game, names: Names | Sequence[str], words: str | Sequence[str]
) -> Any:
    """The answer that a line gives to the open question.

    `words` is the whole line, with its speaker: "> ana conquer dune1" or its words.  Raises
    IllegalAnswer with the reason when the line is no answer to the question.
    """
    table = names_of(rules, names)
    said = [word for word in _words(words) if word != ">"]
    if game.request is None:
        raise IllegalAnswer("the game is over: nothing is asked")
    if not said:
        raise IllegalAnswer("the line is empty")
    check_digits(said)
    place, question = _asked(rules, table, game, said[0])
    answer = read_words(question, said[1:])
    check_answer(question.request, answer)
    return answer if place is None else (place, answer)


def check_digits(said: Sequence[str]) -> None:
    """Refuse numbers that no answer holds, before they are read; raises IllegalAnswer."""
    if any(len(word) > DIGITS and word.removeprefix("-").isdecimal() for word in said):
        raise IllegalAnswer(f"a number may have {DIGITS} digits at most")


def answer_line(rules: Binder, game: Game, names: Names | Sequence[str], answer: Any) -> str:
    """The line that gives this answer to the open question; raises IllegalAnswer if it is none."""
    table = names_of(rules, names)
    check_answer(game.request, answer)
    question, given = question_of(rules, table, game), answer
    if question.kind == "group":
        question = question_of(rules, table, game, question.request[3][answer[0]][1])
        given = answer[1]
    return f"> {question.speaker} {line_of(question, given)}"


def _words(words: str | Sequence[str]) -> list[str]:
    text = words if isinstance(words, str) else " ".join(words)
    return text.replace(">", " > ").replace(",", " ").lower().split()


def _asked(rules: Binder, names: Names, game: Game, speaker: str) -> tuple[int | None, Question]:
    """The question that this speaker is asked; of a group also its place there."""
    request = game.request
    if request is not None and request[0] == "group":
        for place, (player, inner) in enumerate(request[3]):
            if inner is not None and names.seat_words[player] == speaker:
                return place, question_of(rules, names, game, inner)
        asked = [names.seat_words[p] for p, inner in request[3] if inner is not None]
        raise IllegalAnswer(f"{speaker} is not asked; asked are {', '.join(asked)}")
    question = question_of(rules, names, game)
    if word_of(speaker) != question.speaker:
        raise IllegalAnswer(f"{question.speaker} is asked, not {speaker}")
    return None, question
