"""Writing an answer as the words behind the speaker of an answer line, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from talesmith.play.statements.questions import DONE
from talesmith.play.validate import IllegalAnswer
from talesmith.record.question import DONE_WORD, NOTHING_WORD, Question
from talesmith.record.reading import read_words, targets
from talesmith.record.words import spoken


def line_of(question: Question, answer: Any) -> str:
    """The words of an answer to one question, without the speaker."""
    return _WRITERS[question.kind](question, answer)


def _write_option(q: Question, answer: int) -> str:
    if answer == DONE:
        return DONE_WORD
    choice = q.choices()[answer]
    verb = short_verb(spoken(choice.text), q.verbs())
    for by_card in (False, True):
        words = targets(q, choice, by_card=by_card)
        text = f"{verb} {words[-1] if by_card else words[0]}".strip()
        if _reads_as(q, text, answer):
            return text
    return str(answer + 1)


def _reads_as(q: Question, text: str, answer: int) -> bool:
    try:
        return bool(read_words(q, text.split()) == answer)
    except IllegalAnswer:
        return False


def short_verb(text: str, known: Sequence[str]) -> str:
    """A text of up to two words whole, else its first words if no other text begins so."""
    words = text.split()
    if len(words) <= 2:
        return "_".join(words)
    for n in range(1, len(words)):
        begin = " ".join(words[:n])
        if not any(other.startswith(begin) for other in known if other != text):
            return "_".join(words[:n])
    return "_".join(words)


def _write_things(q: Question, answer: Any) -> str:
    if answer == (DONE,):
        return DONE_WORD
    spellings = q.thing_spellings()
    words = [spellings[at][0] for at in answer]
    return " ".join(words) or NOTHING_WORD


def _write_pick(q: Question, answer: Any) -> str:
    text = _write_things(q, answer)
    return f"die {text}" if q.site.thing == "number" and q.speaker == "chance" else text


def _write_number(q: Question, answer: int) -> str:
    return DONE_WORD if q.may_decline and answer < q.request[4] else str(answer)


def _write_allocate(q: Question, answer: Any) -> str:
    if answer == DONE:
        return DONE_WORD
    words = q.thing_spellings()
    parts = [f"{words[at][0]} {n}" for at, n in enumerate(answer) if n]
    return " ".join(parts) or NOTHING_WORD


_WRITERS: dict[str, Callable[[Question, Any], str]] = {
    "option": _write_option,
    "pick": _write_pick,
    "number": _write_number,
    "allocate": _write_allocate,
    "order": _write_things,
}
