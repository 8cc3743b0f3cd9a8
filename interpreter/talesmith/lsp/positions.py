"""Places as editors count them, and as we do.

The protocol counts lines from 0, and characters by default in units of UTF-16, of which a sign
beyond the first plane takes two; a span counts lines and signs from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

UTF_16 = "utf-16"
UNITS: Mapping[str, Callable[[str], int]] = {
    "utf-8": lambda sign: len(sign.encode("utf-8", "surrogatepass")),
    UTF_16: lambda sign: 2 if ord(sign) > 0xFFFF else 1,
    "utf-32": lambda _: 1,
}
"""How many units a sign takes in an encoding."""

Position = tuple[int, int]
"""Line and character as an editor counts them."""


def as_source(path: str, text: str) -> SourceText:
    """Return an editor's text with the line breaks that we know; no place changes by it."""
    return SourceText(path, text.replace("\r\n", "\n").replace("\r", "\n"))


def to_offset(source: SourceText, position: Position, encoding: str = UTF_16) -> int:
    """Return the offset of an editor's place; one behind the end of a line means its end."""
    line, character = max(position[0], 0), max(position[1], 0)
    if line >= len(source.lines):
        return len(source.text)
    units, taken, count = UNITS[encoding], 0, 0
    for sign in source.lines[line]:
        if taken >= character:
            break
        taken += units(sign)
        count += 1
    return source.starts[line] + count


def to_position(source: SourceText, line: int, column: int, encoding: str = UTF_16) -> Position:
    """Return the editor's place of a line and a column counted from 1."""
    before, units = source.line(line)[: column - 1], UNITS[encoding]
    return line - 1, sum(units(sign) for sign in before)


def to_range(source: SourceText, span: Span, encoding: str = UTF_16) -> tuple[Position, Position]:
    """Return the editor's places of both ends of a span."""
    start = to_position(source, span.line, span.column, encoding)
    return start, to_position(source, span.end_line, span.end_column, encoding)


def holds(span: Span, line: int, column: int) -> bool:
    """Tell whether a place lies in a span or at its end, where a cursor still touches it."""
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
