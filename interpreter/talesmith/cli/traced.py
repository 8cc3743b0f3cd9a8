"""Shots as lines: a line for each handler, below it what it saw, below that what ran."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from talesmith.ground.source import SourceText
from talesmith.show.lines import counted, wrapped
from talesmith.show.region import near_path
from talesmith.trace.binding import source
from talesmith.trace.reel import Reel
from talesmith.trace.shots import Asked, Fired, Ran, Shot
from talesmith.trace.tape import ANSWERS, STATEMENTS


def head_of(reel: Reel, number: int) -> str:
    """The title of a take."""
    line = reel.takes[number].line
    return f"{number}, round {reel.round(number)}: {line}" if line else "0: before any answer"


def traced(shots: Sequence[Shot], depth: int) -> list[str]:
    """The shots of a take so deep: 1 handlers, 2 what they saw and asked, 3 every statement."""
    lines: list[str] = []
    for kind, group in groupby(shots, type):
        if kind is Asked:
            lines += _asked([shot for shot in group if isinstance(shot, Asked)], depth)
        elif kind is Fired:
            for shot in group:
                lines += _fired(shot, depth) if isinstance(shot, Fired) else []
        elif depth >= STATEMENTS:
            lines += _ran([shot for shot in group if isinstance(shot, Ran)])
    return lines


def _fired(shot: Fired, depth: int) -> Iterator[str]:
    path, line = shot.place
    yield from wrapped(near_path(f"{shot.moment}: {shot.card} ({path}:{line})"), "  ", "      ")
    if depth >= ANSWERS and shot.told:
        yield from wrapped(", ".join(shot.told), "    ", "      ")


def _asked(shots: list[Asked], depth: int) -> Iterator[str]:
    """Answers; those that differ in nothing but the region stand in one line."""
    groups: dict[tuple[str, ...], list[Asked]] = {}
    for shot in shots:
        others = (word for at, word in enumerate(shot.words) if at != shot.region)
        groups.setdefault((shot.hook, shot.text, *others), []).append(shot)
    for group in groups.values():
        yield from _answer(group, depth)


def _answer(group: list[Asked], depth: int) -> Iterator[str]:
    first = group[0]
    words = [*first.words]
    several = ""
    if len(group) > 1 and first.region is not None:
        words[first.region] = counted(len(group), "region")
        several = ": " + ", ".join(shot.words[first.region] for shot in group)
    text = f"{first.hook}({', '.join(words)}): {first.text}{several}"
    if depth < ANSWERS:
        # only ledgers are heard at this depth: what they write is the effect of a card
        for line in first.lines:
            yield from wrapped(near_path(f"{first.hook}: {line}"), "  ", "      ")
        return
    yield from wrapped(text, "  ", "      ")
    if depth >= STATEMENTS:
        for line in first.lines:
            yield from wrapped(near_path(line), "      ", "        ")


def _ran(shots: list[Ran]) -> Iterator[str]:
    for (body, path, card, _), group in groupby(shots, _body):
        yield from wrapped(
            near_path(f"{card} ({body}, {path})" if path else body), "    ", "      "
        )
        text = source(path)
        for shot in group:
            line = shot.spot.place[1]
            written = "" if text is None else written_at(text, shot.spot.at)
            yield from wrapped(f"{line}: {written}", "      ", "        ")


def written_at(text: SourceText, at: int) -> str:
    """The statement at a place as its line has it: without the block around it, and comments."""
    line, column = text.line(at >> 12), at & 4095
    written = line[line.rfind("{", 0, max(column - 1, 0)) + 1 :].partition(" //")[0].strip()
    open_blocks = 0
    for end, sign in enumerate(written):
        open_blocks += (sign == "{") - (sign == "}")
        if open_blocks < 0:
            return written[:end].rstrip()
    return written


def _body(shot: Ran) -> tuple[str, str, str, int]:
    return shot.spot.body, shot.spot.path, shot.spot.card, shot.depth
