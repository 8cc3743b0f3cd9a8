"""The files of the rules and cards, found by package or by what they declare.

A root is a folder with `rules/` and `cards/`.  `rules/NAME/` and `cards/NAME/` belong to package
NAME; `rules/maps/`, `rules/house/` and the files directly in `rules/` are shelves, searched for a
ruleset, map or house rule by its name.  Several roots lie over each other: of two files with one
relative path the first root's is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import finding
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span
from talesmith.syntax.parse import Parsed, parse
from talesmith.syntax.tree import File

SHELVES = ("maps", "house")
"""Folders in `rules/` that are no packages."""


class Library:
    """The texts under some roots, each read and parsed once."""

    def __init__(self, roots: Sequence[Path], extra: Sequence[Path] = ()) -> None:
        self.roots = tuple(roots)
        self.extra = tuple(extra)
        self._texts: dict[Path, SourceText | None] = {}
        self._parsed: dict[Path, Parsed] = {}
        self.broken: list[Diagnostic] = []
        """files that cannot be read at all"""

    def beside(self, extra: Sequence[Path]) -> Library:
        """Give a library with other files outside of the roots; what was read is not read again."""
        other = Library(self.roots, extra)
        other._texts = {path: text for path, text in self._texts.items() if text is not None}
        other._parsed = {path: p for path, p in self._parsed.items() if path in other._texts}
        return other

    def packages(self) -> tuple[str, ...]:
        """Give the packages that have a folder."""
        found = {
            folder.name
            for root in self.roots
            for part in ("rules", "cards")
            for folder in _folders(root / part)
            if part == "cards" or folder.name not in SHELVES
        }
        return tuple(sorted(found))

    def package_files(self, package: str) -> tuple[Path, ...]:
        """Give the files of a package: rules first, then cards, each by relative path."""
        found: dict[str, Path] = {}
        for part in ("rules", "cards"):
            for root in self.roots:
                folder = root / part / package
                for path in sorted(folder.rglob("*.tale")):
                    found.setdefault(path.relative_to(root).as_posix(), path)
        return tuple(found[name] for name in sorted(found, key=_rules_first))

    def shelf_files(self) -> tuple[Path, ...]:
        """Give the files of rulesets, maps and house rules."""
        found: dict[str, Path] = {}
        for root in self.roots:
            rules = root / "rules"
            inside = [p for shelf in SHELVES for p in sorted((rules / shelf).rglob("*.tale"))]
            for path in (*sorted(rules.glob("*.tale")), *inside):
                found.setdefault(path.relative_to(root).as_posix(), path)
        return tuple(found.values())

    def files_with(self, head: str, name: str, first: Sequence[Path] = ()) -> Iterator[Path]:
        """Yield the files in which a head of that kind and short name may stand."""
        pattern = re.compile(rf"\b{head}\s+{re.escape(name)}\b")
        for path in dict.fromkeys((*first, *self.extra, *self.shelf_files())):
            source = self.text(path)
            if source is not None and pattern.search(source.text):
                yield path

    def all_files(self) -> tuple[Path, ...]:
        """Give every file under the roots, and the extra ones."""
        inside = [
            path
            for root in self.roots
            for part in ("rules", "cards")
            for path in sorted((root / part).rglob("*.tale"))
        ]
        return (*inside, *self.extra)

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
        try:
            return SourceText.read(path)
        except UnicodeDecodeError:
            problem = "it is not UTF-8"
        except ValueError:
            problem = "it is too large"
        except OSError as error:
            problem = error.strerror or str(error)
        self.broken.append(finding("T011", Span(str(path), 1, 1, 1, 1), problem=problem))
        return None

    def parsed(self, path: Path) -> Parsed:
        """Parse a file; one that cannot be read is empty."""
        if path not in self._parsed:
            source = self.text(path)
            if source is None:
                self._parsed[path] = Parsed(SourceText(str(path), ""), File(None, ()))
            else:
                self._parsed[path] = parse(source)
        return self._parsed[path]


def _folders(folder: Path) -> list[Path]:
    return [p for p in sorted(folder.iterdir()) if p.is_dir()] if folder.is_dir() else []


def _rules_first(name: str) -> tuple[bool, str]:
    return not name.startswith("rules/"), name
