"""What `?` tells of the open question: what it is about, and how each answer is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talesmith.play.telling.prompts import about
from talesmith.record.question import DONE_WORD, Question, question_of
from talesmith.record.session import Session
from talesmith.record.writing import line_of
from talesmith.show.lines import wrapped
from talesmith.show.position import Position
from talesmith.show.question import how_said, prompt


def explained(session: Session, position: Position, request: Any) -> list[str]:
    """The question, what the rules have to say of it, and answers to it as one types them."""
    rules = session.rules
    question = question_of(rules, session.names, session.game, request)
    said = [prompt(position, question.site), about(rules, question.site)]
    lines = wrapped(" ".join(part for part in said if part))
    for answer in _options(question) if question.kind == "option" else _plain(question):
        lines += wrapped(answer, "  ", "    ")
    lines += how_said(position, request)
    if question.may_decline:
        lines += wrapped(f"`{DONE_WORD}`: nothing more", "  ", "    ")
    return lines


def _plain(question: Question) -> Iterator[str]:
    if question.kind == "pick":
        yield f"`{line_of(question, (0,))}`, one of {len(question.request[3])}"


def _options(question: Question) -> Iterator[str]:
    """Yield for each text an answer, how many there are, and what a card says that offers it."""
    cards = {card.id: card for card in question.rules.ruleset.cards}
    found: dict[tuple[str, str], list[int]] = {}
    for at, choice in enumerate(question.choices()):
        found.setdefault((choice.text, choice.card), []).append(at)
    for (_, card), places in found.items():
        typed, count = line_of(question, places[0]), len(places)
        some = f", one of {count}" if count > 1 else ""
        offered = cards.get(card)
        says = f". {offered.name}: {offered.text}" if offered and offered.text else ""
        yield f"`{typed}`{some}{says}"
