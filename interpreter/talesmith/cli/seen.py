"""What the debugger shows at a stop: the source with its neighbours, the names, the bodies."""

from __future__ import annotations

import re
import textwrap

from talesmith.cli.common import from_here
from talesmith.cli.traced import head_of
from talesmith.show.lines import width, wrapped
from talesmith.trace.binding import source
from talesmith.trace.shots import Asked, Place, Ran
from talesmith.trace.stand import Stand, speakers
from talesmith.trace.words import named

WIDE = re.compile(r" {3,}//")
AROUND = 2
"""so many lines above and below are shown"""


def stop(stand: Stand, *, is_new_take: bool) -> list[str]:
    """Everything about the place where one stands."""
    shot = stand.shot
    head = (
        wrapped(head_of(stand.reel, stand.take), rest="    ") if is_new_take or shot is None else []
    )
    if isinstance(shot, Asked):
        said = f"{shot.hook}({', '.join(shot.words)}): {shot.text}"
        told = [*head, *wrapped(said)]
        for card, place in speakers(shot):
            told += [*title(card, place), *(around(place, 0) if place[0] else ())]
        return told
    if not isinstance(shot, Ran):
        return [*head, "Before the first statement."]
    lines = [*head, *title(shot.spot.card, shot.spot.place), *around(shot.spot.place)]
    return [*lines, *names(stand)]


def title(card: str, place: Place) -> list[str]:
    """The card or step and the line."""
    path, line = place
    return wrapped(f"{card} ({from_here(path)}:{line})" if path else card)


def around(place: Place, lines: int = AROUND) -> list[str]:
    """The line with its neighbours; what is too long goes on in the next line."""
    path, line = place
    text = source(path)
    if text is None:
        return ["  (its text cannot be read)"]
    found: list[str] = []
    for at in range(max(1, line - lines), min(len(text.lines), line + lines) + 1):
        mark, written = "->" if at == line else "  ", text.line(at)
        indent = written[: len(written) - len(written.lstrip())]
        first, rest = f"{mark}{at:>4} | {indent}", f"       | {indent}    "
        folded = textwrap.wrap(
            WIDE.sub("  //", written.strip()), width(), initial_indent=first, subsequent_indent=rest
        )
        found += folded or [first.rstrip()]
    return found


def names(stand: Stand) -> list[str]:
    """The bound names and what they stand for."""
    shot, reel = stand.shot, stand.reel
    if not isinstance(shot, Ran):
        return []
    known = named(reel.names, shot.game, shot.spot.path, shot.spot.names, shot.slots)
    return [part for line in known for part in wrapped(line, "  ", "      ")]


def bodies(stand: Stand) -> list[str]:
    """The bodies that are running, the innermost first."""
    chain, found = stand.game.stack, []
    while chain:
        found.append(stand.reel.rules.codes[chain[0][0]].name)
        chain = chain[1]
    return [part for line in found for part in wrapped(line, "  ", "      ")] or ["  none"]
