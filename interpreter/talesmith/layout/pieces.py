"""The words and signs of a text, each with the comments that belong to it.

A comment that follows something on its line belongs to the piece before it; any other belongs to
the piece behind it, the last ones to the end of the text.
"""

from __future__ import annotations

from bisect import bisect_left

from attrs import define, field, frozen

from talesmith.ground.source import SourceText
from talesmith.ground.span import Span
from talesmith.syntax.draft import Draft
from talesmith.syntax.scan import Comment


@frozen
class Above:
    """A comment on a line of its own, perhaps behind an empty line."""

    text: str
    blank: bool


@define
class Piece:
    """A word, a number, a text or a sign; the last piece of a text is the empty end."""

    text: str
    start: int
    above: list[Above] = field(factory=list)
    remark: str = ""
    blank: bool = False
    """whether an empty line stands before it, behind the comments above it"""


class Pieces:
    """All pieces of a text, and which of them a node is made of."""

    def __init__(self, source: SourceText, comments: tuple[Comment, ...]) -> None:
        self.source = source
        found = [Piece(piece.text, piece.start) for piece in Draft(source).pieces()]
        self.all = [*found, Piece("", len(source.text))]
        self._starts = [piece.start for piece in self.all]
        for comment in comments:
            self._attach(comment)
        for piece in self.all:
            piece.blank = self._is_behind_blank(piece.start)

    def of(self, span: Span) -> tuple[int, int]:
        """Return the first piece of a stretch and the first behind it."""
        start = self.source.offset(span.line, span.column)
        end = self.source.offset(span.end_line, span.end_column)
        return bisect_left(self._starts, start), bisect_left(self._starts, end)

    def _attach(self, comment: Comment) -> None:
        start = self.source.offset(comment.span.line, comment.span.column)
        at, text = bisect_left(self._starts, start), comment.text.rstrip()
        if self.source.line(comment.span.line)[: comment.span.column - 1].strip():
            self.all[at - 1].remark = text
        else:
            self.all[at].above.append(Above(text, self._is_behind_blank(start)))

    def _is_behind_blank(self, offset: int) -> bool:
        line, column = self.source.place(offset)
        leads = not self.source.line(line)[: column - 1].strip()
        return leads and line > 1 and not self.source.line(line - 1).strip()
