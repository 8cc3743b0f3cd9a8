"""Where something is written: a stretch of one text, counted from 1."""

from __future__ import annotations

from attrs import evolve, frozen


@frozen(order=True)
class Span:
    """A stretch of text; the end column is the first column behind it."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the stretch from the start of this one to the end of the other."""
        return evolve(self, end_line=other.end_line, end_column=other.end_column)

    def contains(self, other: Span) -> bool:
        """Tell whether another stretch lies inside this one."""
        return (
            self.path == other.path
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Span("", 1, 1, 1, 1)
"""The place of things that nobody wrote: defaults and test fixtures."""
