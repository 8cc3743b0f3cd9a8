"""One place where the parser could not go on, and what it would have taken there."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field
from lark import Lark, Token, UnexpectedInput, UnexpectedToken

from talesmith.ground.span import Span
from talesmith.syntax import expected
from talesmith.syntax.draft import Draft, Piece


@define
class Trouble:
    """A refused piece of a draft: `pieces[at]`, or the end of the text when there is none."""

    parser: Lark
    start: str
    draft: Draft
    pieces: tuple[Piece, ...]
    at: int
    _accepts: dict[int, frozenset[str]] = field(factory=dict)

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
        return expected.describe(self.parser, self.accepts)

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
        return expected.words(self.parser, self.accepts_at(at))

    def accepts_at(self, at: int) -> frozenset[str]:
        """Return the terminals that could stand in the place of `pieces[at]`.

        The parser is asked in front of the piece: once it has seen one that does not fit, it may
        have closed what could still have gone on.
        """
        if at not in self._accepts:
            text = self.draft.text
            text = text[: self.pieces[at].start] if at < len(self.pieces) else text
            interactive = self.parser.parse_interactive(text, start=self.start)
            interactive.exhaust_lexer()
            self._accepts[at] = frozenset(interactive.accepts())  # type: ignore[no-untyped-call]
        return self._accepts[at]


def position(error: UnexpectedInput, text: str) -> int:
    """Return the offset at which the parser stopped."""
    if isinstance(error, UnexpectedToken):
        token: Token = error.token
        return len(text) if token.type == "$END" else (token.start_pos or 0)
    return int(getattr(error, "pos_in_stream", 0) or 0)


def trouble(parser: Lark, start: str, draft: Draft, error: UnexpectedInput) -> Trouble:
    """Return the trouble that an error of the parser stands for."""
    offset = position(error, draft.text)
    pieces = draft.pieces()
    at = next((i for i, piece in enumerate(pieces) if piece.end > offset), len(pieces))
    return Trouble(parser, start, draft, pieces, at)
