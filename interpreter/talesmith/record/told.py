"""A game as it is compared: for each answer the question, what the rules said, and what happened.

`tell` makes it of a game that was played; `write` and `read` put it into a text and back.  The text
is the body of the transcript, and behind it what was asked before each answer, by its number from 1:

    1 asks ana: pick rovers; pick nomads
    1 pick_price(ana, rovers): 0 base = 0

A line `asks` names what may be answered.  The other lines tell a value or a permission when it is
another than at the question before; arguments that give the same stand beside each other with `|`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import field, frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.record.names import Names
from talesmith.record.question import DONE_WORD, Question, question_of
from talesmith.record.sayings import Key, Sayings
from talesmith.record.session import Session
from talesmith.record.transcript import body
from talesmith.record.words import spoken

ASKED = "asked"
"""the line between the transcript and what was asked"""
_ASKS = re.compile(r"(\d{1,9}) asks ([^:]+): (.*)")
_SAYS = re.compile(r"(\d{1,9}) (\w+)\(([^)]*)\): (.*)")


class BadTold(ValueError):  # noqa: N818 - it says what is wrong
    """A text is no game that can be compared; the message says where and why."""


@frozen
class Turn:
    """One answer: what was asked before it, and what came of it."""

    answer: str
    lines: tuple[str, ...]
    asked: str = ""
    """who was asked"""
    offers: tuple[str, ...] = ()
    """what could be answered"""
    says: dict[Key, str] = field(factory=dict)
    """what the rules said otherwise than before, with its reasons"""


@frozen
class Told:
    """A whole game, or its beginning."""

    opening: tuple[str, ...]
    turns: tuple[Turn, ...]


def tell(session: Session) -> Told:
    """A game that was played."""
    opening, answers = _split(body(session))
    sayings = Sayings(session.rules, session.names)
    before: dict[Key, str] = {}
    turns = []
    for decision, (answer, lines) in zip(session.decisions, answers, strict=True):
        turns.append(_turn(sayings, decision.before, before, answer, lines))
    return Told(opening, tuple(turns))


def tell_last(session: Session) -> Turn:
    """The open question of a game that stops there, with everything that the rules say."""
    return _turn(Sayings(session.rules, session.names), session.game, {})


def _turn(
    sayings: Sayings,
    game: Game,
    before: dict[Key, str],
    answer: str = "",
    lines: tuple[str, ...] = (),
) -> Turn:
    """A question, and what the rules say otherwise than `before`, which is brought up to date."""
    asked = sayings.at(game)
    says = {
        key: sayings.why(game, key, args).text(sayings.rules)
        for key, (result, args) in asked.items()
        if before.get(key) != result
    }
    before.update((key, result) for key, (result, _) in asked.items())
    return Turn(answer, lines, *offered(sayings.rules, sayings.names, game), says)


# ---- what may be answered ------------------------------------------------------------------------


def offered(rules: Binder, names: Names, game: Game) -> tuple[str, tuple[str, ...]]:
    """Who is asked, and what may be answered, in the words of answer lines."""
    whole = question_of(rules, names, game)
    if whole.kind != "group":
        return whole.speaker, tuple(_offers(whole))
    parts = [part for _, part in whole.request[3] if part is not None]
    questions = [question_of(rules, names, whole.game, part) for part in parts]
    offers = [f"{one.speaker} {offer}" for one in questions for offer in _offers(one)]
    return " and ".join(one.speaker for one in questions), tuple(offers)


def _offers(question: Question) -> Iterator[str]:
    request = question.request
    if question.kind == "option":
        for choice in question.choices():
            target = ""
            if choice.value is not None:
                target = " " + question.names.word(question.game, choice.kind, choice.value)
            yield _clean(spoken(choice.text) + target)
    elif question.kind == "number":
        yield f"{request[4]} to {request[5]}"
    else:
        yield from _things(question)
    if question.may_decline:
        yield DONE_WORD


def _things(question: Question) -> Iterator[str]:
    request, words = question.request, [words[0] for words in question.thing_spellings()]
    if question.kind == "allocate":
        total = request[6]
        for word, low, high in zip(words, request[4], request[5], strict=True):
            yield f"{word} {low} to {high}"
        if total is not None:
            yield f"{'up to ' if total < 0 else ''}{abs(total)} in all"
        return
    yield from words
    if question.kind == "pick":
        yield f"{request[4]} to {request[5]} of them"


def _clean(text: str) -> str:
    """A text of a card without the sign that parts offers."""
    return text.replace(";", ",")


# ---- as text -------------------------------------------------------------------------------------


def write(told: Told) -> list[str]:
    """The game as lines, the transcript first."""
    lines = list(told.opening)
    for turn in told.turns:
        lines += [turn.answer, *turn.lines]
    lines += ["", ASKED]
    for number, turn in enumerate(told.turns, 1):
        lines.append(f"{number} asks {turn.asked}: {'; '.join(turn.offers)}")
        lines += [f"{number} {line}" for line in grouped(turn.says)]
    return lines


def grouped(says: dict[Key, str]) -> list[str]:
    """A line for all keys of a hook that differ in their last argument alone and say the same."""
    groups: dict[tuple[str, tuple[str, ...], str], list[str]] = {}
    for key, text in says.items():
        groups.setdefault((key.hook, key.args[:-1], text), []).append(key.args[-1])
    return [
        f"{hook}({', '.join([*first, '|'.join(last)])}): {text}"
        for (hook, first, text), last in groups.items()
    ]


def read(lines: Sequence[str], first: int = 1) -> Told:
    """Read a game back; `first` is the number of the first line.  Raises BadTold."""
    if ASKED not in lines:
        raise BadTold(f"line {first + len(lines)}: the line `{ASKED}` is not there")
    end = lines.index(ASKED)
    opening, answers = _split([line for line in lines[:end] if line])
    asked: list[tuple[str, tuple[str, ...], dict[Key, str]]] = []
    for at, line in enumerate(lines[end + 1 :], first + end + 1):
        asks, says = _ASKS.fullmatch(line), _SAYS.fullmatch(line)
        if asks and int(asks[1]) == len(asked) + 1:
            asked.append((asks[2], tuple(asks[3].split("; ")), {}))
        elif says and asked and int(says[1]) == len(asked):
            *args, last = says[3].split(", ")
            asked[-1][2].update({Key(says[2], (*args, x)): says[4] for x in last.split("|")})
        else:
            raise BadTold(f"line {at}: `{line[:60]}` does not belong here")
    if len(asked) != len(answers):
        raise BadTold(f"{len(answers)} answers, but {len(asked)} questions: the file is cut short")
    turns = (
        Turn(answer, lines, *more) for (answer, lines), more in zip(answers, asked, strict=True)
    )
    return Told(opening, tuple(turns))


def _split(lines: Iterable[str]) -> tuple[tuple[str, ...], list[tuple[str, tuple[str, ...]]]]:
    """The lines before the first answer, and each answer with the lines behind it."""
    opening: list[str] = []
    answers: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("> "):
            answers.append((line, []))
        else:
            (answers[-1][1] if answers else opening).append(line)
    return tuple(opening), [(answer, tuple(more)) for answer, more in answers]
