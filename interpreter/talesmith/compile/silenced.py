"""Findings that an author has silenced on their line, with a reason.

`// lint: T305 because REASON` silences what that code finds on its line, or on the next line if the
comment stands alone.  Only what is judged can be silenced, never what is wrong.  A comment that
silences nothing, names no code or gives no reason is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from talesmith.compile.judged import MAY_BE_ALLOWED
from talesmith.compile.mended import without
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import CODES, finding
from talesmith.ground.span import Span
from talesmith.syntax.parse import Parsed
from talesmith.syntax.scan import Comment

MARK = re.compile(r"//\s*lint:(?P<codes>.*?)(?:\bbecause\b(?P<reason>.*))?$")
HABITS = "T4"
"""Codes that are only looked for when scenarios are known."""
HINT = "write `// lint: CODE because REASON`"


@frozen
class Silence:
    """One code that a comment silences on a line."""

    code: str
    line: int
    span: Span
    """the comment"""


def silences_in(parsed: Parsed) -> tuple[list[Silence], list[Diagnostic]]:
    """Give what the comments of a text silence, and what is wrong with them."""
    silences: list[Silence] = []
    wrong: list[Diagnostic] = []
    for comment in parsed.comments:
        match = MARK.match(comment.text)
        if match is None:
            continue
        codes = [_code(word) for word in re.findall(r"[\w-]+", match["codes"])]
        problem = _problem(codes, (match["reason"] or "").strip())
        if problem:
            wrong.append(finding("T308", comment.span, problem=problem, hint=HINT))
            continue
        line = _line_of(parsed, comment)
        silences += [Silence(code, line, comment.span) for code in codes]
    return silences, wrong


def _code(word: str) -> str:
    """Give a code that is written as such or by its name; what is none stays as it is."""
    names = {code.name: code.code for code in CODES.values()}
    return names.get(word.lower(), word.upper() if word.upper() in CODES else word)


def _problem(codes: list[str], reason: str) -> str:
    """Say why a comment silences nothing; empty if it may."""
    if not codes:
        return "this comment names no code, so it silences nothing"
    for code in codes:
        if code not in CODES:
            return f"`{code}` is no code, so this comment silences nothing"
        if not code.startswith(MAY_BE_ALLOWED):
            return f"{code} cannot be silenced: it says what is wrong, not what is judged"
    return "" if reason else "this comment gives no reason, so it silences nothing"


def _line_of(parsed: Parsed, comment: Comment) -> int:
    """Give the line for which a comment speaks: its own, or the next one with something on it."""
    line = comment.span.line
    if parsed.source.line(line)[: comment.span.column - 1].strip():
        return line
    for after in range(line + 1, len(parsed.source.lines) + 1):
        text = parsed.source.line(after).strip()
        if text and not text.startswith("//"):
            return after
    return line


def without_silenced(found: Iterable[Diagnostic], parsed: Parsed) -> list[Diagnostic]:
    """Leave out what is silenced on its line in one text."""
    silences, _ = silences_in(parsed)
    return [one for one in found if not any(_silences(s, one) for s in silences)]


def silenced(found: Iterable[Diagnostic], parsed: Parsed, *, full: bool) -> list[Diagnostic]:
    """Leave out what is silenced on its line, and add what is wrong with the comments that do so.

    Not `full` is a check without scenarios, which does not look for missing ones.
    """
    silences, wrong = silences_in(parsed)
    found = list(found)
    kept = [one for one in found if not any(_silences(s, one) for s in silences)]
    silences = [one for one in silences if full or not one.code.startswith(HABITS)]
    return [*kept, *wrong, *_unused(silences, found, parsed)]


def _silences(silence: Silence, one: Diagnostic) -> bool:
    place = (silence.span.path, silence.line)
    return one.code == silence.code and (one.span.path, one.span.line) == place


def _unused(
    silences: list[Silence], found: list[Diagnostic], parsed: Parsed
) -> Iterator[Diagnostic]:
    """Report what silences nothing; a comment with no other code may go."""
    for silence in silences:
        if not any(_silences(silence, one) for one in found):
            problem = f"there is no {silence.code} on this line to silence"
            is_alone = sum(other.span == silence.span for other in silences) == 1
            fix = without(silence.span, parsed.source) if is_alone else None
            yield finding("T308", silence.span, problem=problem, fix=fix)
