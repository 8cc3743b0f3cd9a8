"""Among which texts a file stands: the packages and cards with which it is checked."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from talesmith.compile.choosing import JOIN
from talesmith.compile.library import Library
from talesmith.compile.shelves import SHELVES
from talesmith.names.declared import package_of
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

HOME_PACKAGE = "base"
"""The package under which a file stands that says nothing else."""


@frozen
class Context:
    """Among what a file is checked."""

    packages: tuple[str, ...]
    cards: str | None = None
    """a package without rules: of it those cards that need no other package than these"""

    @property
    def names(self) -> tuple[str, ...]:
        """The packages, the one of the cards last."""
        return self.packages if self.cards is None else (*self.packages, self.cards)


class Standing:
    """Tells of each file of a library among which texts it stands."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def context_of(self, path: Path) -> Context:
        """Give the packages and cards among which a file is checked."""
        folder = self.folder_of(path)
        if folder is not None and self._has_rules(folder):
            return Context((folder,))
        parsed = self.library.parsed(path)
        if folder is None:
            own = package_of(parsed.file)
            folder = own if own in self.library.packages() else None
        if folder is None or self._has_rules(folder):
            return Context(self._packages(parsed, folder))
        needed = self._packages(parsed, None)
        return Context(tuple(n for n in needed if n != folder), folder)

    def game_around(self, path: Path) -> str:
        """Give the name of a ruleset that has a file: its packages, and the file if in none."""
        packages = self.context_of(path).names
        if self.folder_of(path) is not None:
            return JOIN.join(packages)
        return JOIN.join((*packages, str(path)))

    def _standing_on(self, package: str) -> tuple[str, ...]:
        """Give a package, and before it the one that its cards need if it has no rules itself."""
        return (package,) if self._has_rules(package) else (HOME_PACKAGE, package)

    def _has_rules(self, package: str) -> bool:
        first = self.library.package_files(package)[:1]  # rules come first
        folders = [root / "rules" for root in self.library.roots]
        return any(file.is_relative_to(folder) for file in first for folder in folders)

    def folder_of(self, path: Path) -> str | None:
        """Give the package in whose folder a file lies; None on a shelf or elsewhere."""
        for root in self.library.roots:
            for part in ("rules", "cards"):
                if path.is_relative_to(root / part):
                    names = path.relative_to(root / part).parts
                    if len(names) > 1 and (part == "cards" or names[0] not in SHELVES):
                        return names[0]
        return None

    def _packages(self, parsed: Parsed, own: str | None) -> tuple[str, ...]:
        """Give the packages on which a file stands: those it names, its own, else the home one."""
        tops = parsed.file.tops
        over = [o.name for t in tops if isinstance(t, tree.Card) for o in t.over]
        used = [
            line.name for t in tops if isinstance(t, tree.Ruleset)
            for line in t.lines if isinstance(line, tree.Use)
        ]  # fmt: skip
        known = self.library.packages()
        names = [n.name.text for n in (*over, *used)] + ([own] if own is not None else [])
        needed = (n for name in names if name in known for n in self._standing_on(name))
        found = tuple(dict.fromkeys(needed))
        return found or tuple(n for n in (HOME_PACKAGE,) if n in known)

    def cards_of(self, path: Path) -> str | None:
        """Give the package among whose cards a file lies: its scenarios are played with it."""
        for root in self.library.roots:
            if path.is_relative_to(root / "cards"):
                return path.relative_to(root / "cards").parts[0]
        return None
