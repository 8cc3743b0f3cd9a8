"""A text with its name, able to say which line and column an offset has."""

from __future__ import annotations

import errno
import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import define, field

from talesmith.ground.span import Span

LARGEST = 1_000_000
"""Most bytes of one text; larger ones are refused before anything reads them."""
HALF = re.compile("[\ud800-\udfff]")


def whole_characters(text: str) -> str:
    """Put a sign for what is unreadable in the place of each half of a character.

    No file holds such halves, but an editor may send them, and nothing can be written with them.
    """
    return text if text.isascii() else HALF.sub("\N{REPLACEMENT CHARACTER}", text)


@define(frozen=True, slots=False)
class SourceText:
    """One text of the language and the path under which messages name it."""

    path: str
    text: str = field(converter=whole_characters)

    @classmethod
    def read(cls, path: Path, name: str | None = None) -> SourceText:
        """Read a file as UTF-8.

        Raises OSError when it cannot be read, UnicodeDecodeError when it is no text, and
        ValueError when it is larger than LARGEST.
        """
        if path.exists() and not path.is_file() and not path.is_dir():
            # to open a pipe would wait for whoever writes into it
            raise OSError(errno.EINVAL, "it is a device or a pipe, no file", str(path))
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError(f"{path} is larger than {LARGEST} bytes")
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        return cls(str(path) if name is None else name, text)

    @property
    def is_too_large(self) -> bool:
        """Whether the text is over the size limit."""
        return len(self.text) > LARGEST or len(self.text.encode("utf-8", "replace")) > LARGEST

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Offsets at which the lines start."""
        return (0, *(i + 1 for i, c in enumerate(self.text) if c == "\n"))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their breaks."""
        return tuple(self.text.split("\n"))

    def line(self, number: int) -> str:
        """Return line `number`, counted from 1; empty when there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def stretch(self, span: Span) -> str:
        """Return what stands at a span."""
        start = self.offset(span.line, span.column)
        return self.text[start : self.offset(span.end_line, span.end_column)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """Return the stretch between two offsets."""
        return Span(self.path, *self.place(start), *self.place(end))

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and a column."""
        return self.starts[line - 1] + column - 1
