"""A report of a game in progress: sentences below the round and the player they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from talesmith.model.game import Event
from talesmith.show.happened import Report
from talesmith.show.lines import wrapped
from talesmith.show.position import Position

FOLDED = " " * 6
"""stands further to the right than the number of any option, for which it could be taken"""
HEADING = re.compile(r"|Round \d+ of \d+| \S.*")
ROUND, PLAYER = "round", "current_player"


def report(before: Position, after: Position, events: Iterable[Event]) -> list[str]:
    """What happened between two positions, with a heading where a round or a turn begins."""
    told = Report(before, after)
    lines: list[str] = []
    waiting: list[Event] = []
    for event in events:
        title = heading(after, event)
        if title:
            lines += below(told, waiting)
            lines += title
            waiting = []
        else:
            waiting.append(event)
    return [*lines, *below(told, waiting)]


def loaded(position: Position) -> list[str]:
    """Where a game stands that was begun on another day."""
    if position.game.request is None:
        return ["Game loaded: it is over."]
    where = f"Game loaded: round {position.round} of {position.rounds}"
    if position.read("between turns"):
        return ["", f"{where}, between turns."]
    return ["", f"{where}, {position.player(position.read(PLAYER))}'s turn."]


def parted(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """A report without the headings at its end below which nothing stands yet, and these."""
    end = len(lines)
    while end and HEADING.fullmatch(lines[end - 1]):
        end -= 1
    return [*lines[:end]], [*lines[end:]]


def heading(position: Position, event: Event) -> list[str]:
    """The lines for the beginning of a round or of a turn; none for anything else."""
    if event[:2] == ("set", ROUND):
        return ["", f"Round {event[3]} of {position.rounds}"]
    if event[:2] == ("set", PLAYER):
        return [f" {position.player(event[3])}"]
    return []


def below(told: Report, events: Iterable[Event]) -> list[str]:
    """The sentences for some events, indented and broken into lines."""
    sentences = told.tell(events)
    return [line for sentence in sentences for line in wrapped(sentence, "   ", FOLDED)]
