"""Among which texts a file stands: the packages and cards with which it is checked."""

from __future__ import annotations

from pathlib import Path

from talesmith.compile.choosing import JOIN
from talesmith.compile.library import Library
from talesmith.compile.shelves import SHELVES
from talesmith.names.declared import package_of
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

HOME_PACKAGE = "base"
"""The package under which a file stands that says nothing else."""


class Standing:
    """Tells of each file of a library among which texts it stands."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def context_of(self, path: Path) -> tuple[str, ...]:
        """Give the packages among which a file is checked."""
        folder = self.folder_of(path)
        if folder is not None:
            return self._standing_on(folder)
        return self._packages(self.library.parsed(path))

    def game_around(self, path: Path) -> str:
        """Give the name of a ruleset that has a file: its packages, and the file if in none."""
        packages = self.context_of(path)
        if self.folder_of(path) is not None:
            return JOIN.join(packages)
        return JOIN.join((*packages, str(path)))

    def _standing_on(self, package: str) -> tuple[str, ...]:
        """Give a package, and before it the one that its cards need if it has no rules itself."""
        has_rules = any("rules" in p.parts for p in self.library.package_files(package))
        return (package,) if has_rules else (HOME_PACKAGE, package)

    def folder_of(self, path: Path) -> str | None:
        """Give the package in whose folder a file lies; None on a shelf or elsewhere."""
        for root in self.library.roots:
            for part in ("rules", "cards"):
                if path.is_relative_to(root / part):
                    names = path.relative_to(root / part).parts
                    if len(names) > 1 and (part == "cards" or names[0] not in SHELVES):
                        return names[0]
        return None

    def _packages(self, parsed: Parsed) -> tuple[str, ...]:
        """Give the packages on which a file outside of them stands."""
        tops = parsed.file.tops
        over = [o.name for t in tops if isinstance(t, tree.Card) for o in t.over]
        used = [
            line.name for t in tops if isinstance(t, tree.Ruleset)
            for line in t.lines if isinstance(line, tree.Use)
        ]  # fmt: skip
        known = self.library.packages()
        own = package_of(parsed.file)
        names = [n.name.text for n in (*over, *used)] + ([own] if own in known else [])
        needed = (n for name in names if name in known for n in self._standing_on(name))
        found = tuple(dict.fromkeys(needed))
        return found or tuple(n for n in (HOME_PACKAGE,) if n in known)

    def cards_of(self, path: Path) -> str | None:
        """Give the package among whose cards a file lies: its scenarios are played with it."""
        for root in self.library.roots:
            if path.is_relative_to(root / "cards"):
                return path.relative_to(root / "cards").parts[0]
        return None
