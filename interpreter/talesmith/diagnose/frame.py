"""The source frame of a finding: the line it is about, with carets and a label below."""

import unicodedata

from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

WIDEST = 96
"""Longest piece of a source line that is shown."""

LABEL_BESIDE = 100
"""Up to this column a label stands beside its carets, else below them."""


def frame(source: SourceText | None, span: Span, label: str, gutter: int) -> list[str]:
    """Return the lines of a frame; empty for a text that is not at hand."""
    if source is None or not source.line(span.line).strip():
        return []
    line = source.line(span.line)
    first, cut = _window(line, span.column)
    start = span.column - 1 - first
    end = len(cut) if span.end_line > span.line else span.end_column - 1 - first
    end = max(start + 1, min(end, len(cut)))
    indent = " " * _width(cut[:start])
    carets = "^" * max(1, _width(cut[start:end]))
    shown = [f"{span.line:>{gutter}} | {_clean(cut)}".rstrip()]
    rail = " " * gutter + " | "
    if len(indent) + len(carets) + len(label) <= LABEL_BESIDE:
        return [*shown, f"{rail}{indent}{carets} {label}".rstrip()]
    return [*shown, f"{rail}{indent}{carets}", f"{rail}{label}"]


def _window(line: str, column: int) -> tuple[int, str]:
    if len(line) <= WIDEST:
        return 0, line
    first = max(0, min(column - 1 - WIDEST // 3, len(line) - WIDEST))
    return first, line[first : first + WIDEST]


def _clean(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _width(text: str) -> int:
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
