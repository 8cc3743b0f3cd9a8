"""A working copy of a text that may be repaired while every offset still leads to the original."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

PIECE = re.compile(
    r"""(?P<skip>\s+|//[^\n]*)|"[^"\n]*"?|\w+|==|!=|<=|>=|->|\.\.|.""", re.VERBOSE | re.DOTALL
)


@frozen
class Piece:
    """A word, a number, a text or a sign of a draft.

    `depth` counts the braces around it, `indent` the blanks before it if it leads its line.
    """

    start: int
    end: int
    text: str
    depth: int
    indent: int | None = None

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters, digits and underscores."""
        return self.text[0].isalnum() or self.text[0] == "_"


class Draft:
    """The text that is parsed, and where each of its characters comes from."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.text = source.text
        self._origins: list[int] | None = None

    def copy(self) -> Draft:
        """Return a draft that can be changed without changing this one."""
        return self.part(0, len(self.text))

    def part(self, start: int, end: int) -> Draft:
        """Return a stretch as a draft of its own."""
        other = Draft(self.source)
        other.text = self.text[start:end]
        whole = range(len(self.text) + 1) if self._origins is None else self._origins
        other._origins = list(whole[start : end + 1])
        return other

    def put_back(self, start: int, end: int, part: Draft) -> None:
        """Put a part in the place of the stretch that it was taken from."""
        if self._origins is None:
            self._origins = list(range(len(self.text) + 1))
        self._origins[start:end] = [part.origin(offset) for offset in range(len(part.text))]
        self.text = self.text[:start] + part.text + self.text[end:]

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of a stretch; it is traced back to where the stretch began."""
        if self._origins is None:
            self._origins = list(range(len(self.text) + 1))
        self._origins[start:end] = [self._origins[start]] * len(new)
        self.text = self.text[:start] + new + self.text[end:]

    def erase(self, start: int, end: int) -> None:
        """Put blanks in the place of a stretch, so that no offset changes."""
        blank = re.sub(r"[^\n]", " ", self.text[start:end])
        self.text = self.text[:start] + blank + self.text[end:]

    def origin(self, offset: int) -> int:
        """Return the offset in the original text."""
        return offset if self._origins is None else self._origins[offset]

    def span(self, start: int, end: int) -> Span:
        """Return the stretch of the original text."""
        return self.source.span(self.origin(start), self.origin(end))

    def pieces(self) -> tuple[Piece, ...]:
        """Return everything but blanks and comments."""
        return tuple(_pieces(self.text))


def _pieces(text: str) -> Iterable[Piece]:
    depth, line, leads = 0, 0, True
    for match in PIECE.finditer(text):
        found, start = match.group(), match.start()
        if match.lastgroup == "skip":
            if "\n" in found:
                line, leads = start + found.rindex("\n") + 1, True
            continue
        if found == "}":
            depth = max(0, depth - 1)
        yield Piece(start, match.end(), found, depth, start - line if leads else None)
        leads = False
        if found == "{":
            depth += 1
