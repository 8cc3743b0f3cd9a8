"""Braces that have no partner.

Counting alone only tells that one is missing, not which. People indent, so the indentation of
the lines tells what the author meant: a brace that closes a line further left than its opener,
or an opener further left than one that is still open, shows that the inner one was forgotten.
Indentation is asked only when the count is wrong; a text in balance is never doubted.
"""

from __future__ import annotations

from attrs import define, field

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import finding
from talesmith.syntax.draft import Draft, Piece

MOST_MISSING = 20
"""When more braces than these are missing, nobody can tell what the text was meant to be."""


def repair(draft: Draft) -> list[Diagnostic]:
    """Report each brace without a partner, and give it one or take it away."""
    pieces = draft.pieces()
    if _in_balance(pieces):
        return []
    work = _Pairing(draft, pieces)
    if abs(work.surplus) > MOST_MISSING:
        first = next(piece for piece in pieces if piece.text in {"{", "}"})
        draft.erase(0, len(draft.text))
        return [work.report(first, "closed" if first.text == "{" else "opened")]
    work.run()
    for start, end, new in sorted(work.edits, reverse=True):
        draft.replace(start, end, new)
    return work.findings


def _in_balance(pieces: tuple[Piece, ...]) -> bool:
    depth = 0
    for piece in pieces:
        depth += (piece.text == "{") - (piece.text == "}")
        if depth < 0:
            return False
    return depth == 0


@define
class _Pairing:
    draft: Draft
    pieces: tuple[Piece, ...]
    open: list[Piece] = field(factory=list)
    findings: list[Diagnostic] = field(factory=list)
    edits: list[tuple[int, int, str]] = field(factory=list)
    surplus: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        closers = sum(piece.text == "}" for piece in self.pieces)
        self.surplus = closers - sum(piece.text == "{" for piece in self.pieces)

    def run(self) -> None:
        for piece in self.pieces:
            if piece.text == "{":
                self.opener(piece)
            elif piece.text == "}":
                self.closer(piece)
        while self.open:
            self.unclosed(self.open.pop(), len(self.draft.text))

    def opener(self, brace: Piece) -> None:
        while self.open and self.surplus < 0 and self.is_left_of(brace, self.open[-1]):
            self.unclosed(self.open.pop(), brace.start)
        self.open.append(brace)

    def closer(self, brace: Piece) -> None:
        if self.starts_line(brace) and self.surplus < 0:
            self.close_forgotten(brace)
        if not self.open or (self.surplus > 0 and self.closes_from_inside(brace)):
            self.surplus -= 1
            self.edits.append((brace.start, brace.end, " "))
            self.findings.append(self.report(brace, "opened"))
        else:
            self.open.pop()

    def close_forgotten(self, brace: Piece) -> None:
        wanted = self.indent(brace)
        if not any(self.indent(other) == wanted for other in self.open):
            return
        while self.surplus < 0 and self.indent(self.open[-1]) > wanted:
            self.unclosed(self.open.pop(), brace.start)

    def unclosed(self, brace: Piece, before: int) -> None:
        self.surplus += 1
        last = self.last_inside(brace, before)
        self.edits.append((last.end, last.end, " }"))
        self.findings.append(self.report(brace, "closed"))

    def last_inside(self, brace: Piece, before: int) -> Piece:
        """Return the last piece that the author meant to stand inside an unclosed brace."""
        last, line = brace, self.line(brace)
        for piece in self.pieces:
            if piece.start <= brace.start or piece.start >= before:
                continue
            if self.line(piece) != line and self.indent(piece) <= self.indent(brace):
                break
            last = piece
        return last

    def report(self, brace: Piece, partner: str) -> Diagnostic:
        span = self.draft.span(brace.start, brace.end)
        return finding("T001", span, brace=f"`{brace.text}`", partner=partner)

    def is_left_of(self, brace: Piece, other: Piece) -> bool:
        return self.line(brace) != self.line(other) and self.indent(brace) <= self.indent(other)

    def closes_from_inside(self, brace: Piece) -> bool:
        """Whether a brace would close one of another line without standing below its start."""
        opener = self.open[-1]
        return self.line(opener) != self.line(brace) and self.indent(brace) > self.indent(opener)

    def starts_line(self, piece: Piece) -> bool:
        line, column = self.place(piece)
        return not self.draft.source.line(line)[: column - 1].strip()

    def indent(self, piece: Piece) -> int:
        text = self.draft.source.line(self.line(piece))
        return len(text) - len(text.lstrip())

    def line(self, piece: Piece) -> int:
        return self.place(piece)[0]

    def place(self, piece: Piece) -> tuple[int, int]:
        return self.draft.source.place(self.draft.origin(piece.start))
