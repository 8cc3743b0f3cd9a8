"""Whether there is room on a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from talesmith.layout.document import (
    BLANK,
    Chain,
    Doc,
    Flow,
    Group,
    Hard,
    Here,
    Line,
    Nest,
    Remark,
    Row,
    Text,
)

STEP = 2
"""Columns of one level of indentation."""
MARGIN = ((8, 92), (16, 84))
"""A rule id of so many columns at most stands in that column, if the line ends before it."""
RULE_ID = re.compile(r"// [A-Z]+-[0-9]+\b")
"""How a remark begins that names a rule of the rulebook; others stand right behind the line."""

Task = tuple[int, bool, Doc]
"""A document that is still to be set, its indentation and whether it stands on one line."""


def fits(room: int, doc: Doc, behind: Sequence[Task], *, bodies: bool = False) -> bool:
    """Whether `doc`, on one line, and what follows it end before the line does.

    A place where the line is broken in any case ends it; so does one where it may be, once `doc`
    is past; with `bodies` not one in a group that could stand on the line.  A short rule id must
    have room, any other remark may stick out.
    """
    waiting: list[Task] = [(0, True, doc)]
    later = len(behind)
    while room >= 0:
        if not waiting:
            if not later:
                return True
            later -= 1
            waiting.append(behind[later])
        _, flat, part = waiting.pop()
        match part:
            case Text(text):
                room -= len(text)
            case Line(blanks) if flat:
                room -= len(blanks)
            case Remark(text):
                return in_margin(text, 0) is None or room > len(text)
            case Hard() | Line():
                return True
            case Flow() if not flat and part.at:
                return True
            case _:
                waiting += _ahead(flat, part, bodies=bodies)
    return False


def in_margin(remark: str, column: int) -> int | None:
    """In which column a remark stands behind a line that ends in `column`; None right behind it."""
    if not RULE_ID.match(remark):
        return None
    return next((at for most, at in MARGIN if len(remark) <= most and column < at), None)


def _ahead(flat: bool, part: Doc, *, bodies: bool) -> list[Task]:
    """What is looked at next, the last part first."""
    match part:
        case Group(inner):
            return [(0, not part.forced and (flat or bodies), inner)]
        case Chain(first) if part.forced or not flat:
            return [(0, False, Hard()), (0, False, first)]
        case Flow(clauses) if not flat:
            more = [(0, False, Line())] if len(clauses) > 1 else []
            return [*more, (0, False, clauses[0].doc), (0, False, clauses[0].before)]
        case _:
            return inside(0, flat, part, line=0)


def inside(indent: int, flat: bool, doc: Doc, *, line: int) -> list[Task]:
    """What a document is made of, the last part first; `line` is the indentation of its line."""
    match doc:
        case Row(parts):
            return [(indent, flat, part) for part in reversed(parts)]
        case Nest(inner):
            return [(indent + STEP, flat, inner)]
        case Here(inner):
            return [(line, flat, inner)]
        case Chain(first, second):
            return [(indent, flat, part) for part in (second, BLANK, first)]
        case Flow(clauses, at):
            later = [part for c in clauses[at:] for part in (c.before, c.doc)]
            return [(indent, flat, part) for part in reversed(later)]
        case _:
            return []
