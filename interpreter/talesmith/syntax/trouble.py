"""One place where the parser could not go on, and what it would have taken there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define
from lark import Lark, Token, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from talesmith.ground.span import Span
from talesmith.syntax import expected
from talesmith.syntax.draft import Draft, Piece


@define(slots=False)
class Trouble:
    """A refused piece of a draft: `pieces[at]`, or the end of the text when there is none."""

    parser: Lark
    start: str
    draft: Draft
    pieces: tuple[Piece, ...]
    at: int
    accepts: frozenset[str]

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

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The keywords that could stand here, each with its terminal."""
        return expected.words(self.parser, self.accepts)

    @cached_property
    def accepts_before(self) -> frozenset[str]:
        """What the parser would have taken in the place of the piece before."""
        if self.before is None:
            return frozenset()
        text = self.draft.text[: self.before.start]
        interactive = self.parser.parse_interactive(text, start=self.start)
        interactive.exhaust_lexer()
        return _accepted(interactive)

    @cached_property
    def words_before(self) -> Mapping[str, str]:
        """The keywords that could have stood in the place of the piece before."""
        return expected.words(self.parser, self.accepts_before)


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
    interactive = getattr(error, "interactive_parser", None)
    accepts = _accepted(interactive) if interactive else frozenset[str]()
    return Trouble(parser, start, draft, pieces, at, accepts)


def _accepted(interactive: InteractiveParser) -> frozenset[str]:
    return frozenset(interactive.accepts())  # type: ignore[no-untyped-call]
