"""The texts of the rules and cards, each read and parsed once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from talesmith.compile.shelves import Shelves
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import finding
from talesmith.ground.source import LARGEST, SourceText
from talesmith.ground.span import Span
from talesmith.syntax.parse import Parsed, parse
from talesmith.syntax.tree import File


class Library(Shelves):
    """The texts under some roots; a text may also be put in without a file."""

    def __init__(self, roots: Sequence[Path], extra: Sequence[Path] = ()) -> None:
        super().__init__(roots, extra)
        self._texts: dict[Path, SourceText | None] = {}
        self._parsed: dict[Path, Parsed] = {}
        self.broken: list[Diagnostic] = []
        """files that cannot be read at all"""

    def files_with(self, head: str, name: str, first: Sequence[Path] = ()) -> Iterator[Path]:
        """Give the files in which a head of that kind and short name may stand."""
        pattern = re.compile(rf"\b{head}\s+{re.escape(name)}\b")
        files = dict.fromkeys((*first, *self.extra, *self.shelf_files()))
        return (path for path, _ in self.found_in(files, pattern))

    def found_in(
        self, files: Iterable[Path], pattern: re.Pattern[str]
    ) -> Iterator[tuple[Path, re.Match[str]]]:
        """Yield the files in whose text a pattern is found, with its first place there."""
        for path in files:
            source = self.text(path)
            found = pattern.search(source.text) if source is not None else None
            if found is not None:
                yield path, found

    def text(self, path: Path) -> SourceText | None:
        """Read a file; None, and a finding, if it is no text."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def lines(self, path: str) -> tuple[str, ...]:
        """Give the lines of a file that was read, by the name that messages give it."""
        source = self._texts.get(Path(path))
        return source.lines if source is not None else ()

    def put(self, source: SourceText) -> Path:
        """Let a text stand for the file of its path, which need not exist."""
        path = Path(source.path)
        self._texts[path] = source
        self._parsed.pop(path, None)
        return path

    def _read(self, path: Path) -> SourceText | None:
        start = Span(str(path), 1, 1, 1, 1)
        try:
            return SourceText.read(path)
        except UnicodeDecodeError:
            broken = finding("T011", start, problem="it is not UTF-8")
        except ValueError:
            broken = finding("T007", start, limit=LARGEST)
        except OSError as error:
            broken = finding("T011", start, problem=error.strerror or str(error))
        self.broken.append(broken)
        return None

    def parsed(self, path: Path) -> Parsed:
        """Parse a file; one that cannot be read is empty."""
        if path not in self._parsed:
            source = self.text(path)
            if source is None:
                self._parsed[path] = Parsed(SourceText(str(path), ""), File(None, ()))
            else:
                self._parsed[path] = _parsed(source)
        return self._parsed[path]


@lru_cache(maxsize=1024)
def _parsed(source: SourceText) -> Parsed:
    """Parse a text once, however many rulesets need it."""
    return parse(source)
