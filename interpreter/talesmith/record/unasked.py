"""Questions with a single answer: nobody is asked, and the answer comes by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from talesmith.model.game import Event, Game
from talesmith.play.bind import Binder
from talesmith.record.names import Names
from talesmith.record.question import question_of
from talesmith.record.writing import line_of


def by_themselves(rules: Binder, events: Iterable[Event]) -> list[Any]:
    """For each answer that came by itself, the question that has this one answer."""
    return [
        _question_with(rules.sites[event[2]].kind, event)
        for event in events
        if event[0] == "answer" and event[4]
    ]


def _question_with(kind: str, event: Event) -> Any:
    _, by, site, answer, _ = event
    if kind == "option":
        return (kind, by, site, ((*answer, ()),), 0, 0, None, False)
    if kind == "number":
        return (kind, by, site, (), answer, answer, None, False)
    if kind == "allocate":
        places, numbers = tuple(place for place, _ in answer), tuple(n for _, n in answer)
        return (kind, by, site, places, (0,) * len(places), numbers, sum(numbers), False)
    return (kind, by, site, answer, len(answer), len(answer), None, False)


def was_alone(
    rules: Binder, names: Names, game: Game, requests: Iterable[Any], words: Sequence[str]
) -> str | None:
    """What is to be said of another answer to one of some questions that were not asked."""
    said = " ".join(words[1:]).replace("_", " ")
    for request in requests:
        asked = question_of(rules, names, game, request)
        if asked.kind == "option" and asked.speaker == words[0] and said in asked.verbs():
            line = f"> {asked.speaker} {line_of(asked, 0)}"
            return f"{said!r} is not possible: it was not asked, as `{line}` was all there was"
    return None
