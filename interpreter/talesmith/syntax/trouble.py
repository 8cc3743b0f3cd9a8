"""One place where the parser could not go on, and what it would have taken there."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from talesmith.ground.span import Span
from talesmith.syntax import expected
from talesmith.syntax.draft import Draft, Piece
from talesmith.syntax.reading import Reader


@define
class Trouble:
    """A refused piece of a draft: `pieces[at]`, or the end of the text when there is none."""

    reader: Reader
    draft: Draft
    pieces: tuple[Piece, ...]
    at: int
    _accepts: dict[int, frozenset[str]] = field(factory=dict)

    @property
    def start(self) -> str:
        """The rule from which the draft is read."""
        return self.reader.start

    @property
    def found(self) -> str:
        """The refused piece; empty at the end of the text."""
        return self.pieces[self.at].text if self.at < len(self.pieces) else ""

    @property
    def before(self) -> Piece | None:
        """The piece in front of the refused one."""
        return self.pieces[self.at - 1] if self.at else None

    @property
    def span(self) -> Span:
        """Where the refused piece stands; at the end: the last character of the text."""
        if self.at < len(self.pieces):
            return self.span_of(self.pieces[self.at])
        end = self.pieces[-1].end if self.pieces else 0
        return self.draft.span(max(0, end - 1), end)

    def span_of(self, piece: Piece) -> Span:
        """Return where a piece stands in the author's text."""
        return self.draft.span(piece.start, piece.end)

    @property
    def expected(self) -> str:
        """What could stand here, as a phrase."""
        return expected.describe(self.reader.parser, self.accepts)

    @property
    def accepts(self) -> frozenset[str]:
        """The terminals that could stand in the place of the refused piece."""
        return self.accepts_at(self.at)

    @property
    def words(self) -> Mapping[str, str]:
        """The keywords that could stand here, each with its terminal."""
        return self.words_at(self.at)

    def words_at(self, at: int) -> Mapping[str, str]:
        """Return the keywords that could stand in the place of `pieces[at]`."""
        return expected.words(self.reader.parser, self.accepts_at(at))

    def accepts_at(self, at: int) -> frozenset[str]:
        """Return the terminals that could stand in the place of `pieces[at]`.

        The parser is asked in front of the piece: once it has seen one that does not fit, it may
        have closed what could still have gone on.
        """
        if at not in self._accepts:
            text = self.draft.text
            text = text[: self.pieces[at].start] if at < len(self.pieces) else text
            self._accepts[at] = self.reader.accepts(text)
        return self._accepts[at]


def trouble(reader: Reader, draft: Draft, offset: int) -> Trouble:
    """Return the trouble at the offset at which the parser stopped."""
    pieces = draft.pieces()
    at = next((i for i, piece in enumerate(pieces) if piece.end > offset), len(pieces))
    return Trouble(reader, draft, pieces, at)
