"""The files of the rules and cards, found by package or by what they declare.

A root is a folder with `rules/` and `cards/`.  `rules/NAME/` and `cards/NAME/` belong to package
NAME; `rules/maps/`, `rules/house/` and the files directly in `rules/` are shelves, searched for a
ruleset, map or house rule by its name.  Several roots lie over each other: of two files with one
relative path the first root's is read.  The folders are looked through once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

SHELVES = ("maps", "house")
"""Folders in `rules/` that are no packages."""


def files_at(path: Path) -> list[Path]:
    """Give the `.tale` files that a path stands for: itself, or all in a folder."""
    return sorted(path.rglob("*.tale")) if path.is_dir() else [path]


class Shelves:
    """The files under some roots, and extra ones beside them; nothing is read here."""

    def __init__(self, roots: Sequence[Path], extra: Sequence[Path] = ()) -> None:
        self.roots = tuple(roots)
        self.extra = tuple(extra)
        self._packages: tuple[str, ...] | None = None
        self._of_packages: dict[str, tuple[Path, ...]] = {}
        self._on_shelves: tuple[Path, ...] | None = None

    def packages(self) -> tuple[str, ...]:
        """Give the packages that have a folder."""
        if self._packages is None:
            self._packages = self._find_packages()
        return self._packages

    def _find_packages(self) -> tuple[str, ...]:
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
        if package not in self._of_packages:
            self._of_packages[package] = self._find_files(package)
        return self._of_packages[package]

    def _find_files(self, package: str) -> tuple[Path, ...]:
        found: dict[str, Path] = {}
        for part in ("rules", "cards"):
            for root in self.roots:
                folder = root / part / package
                for path in sorted(folder.rglob("*.tale")):
                    found.setdefault(path.relative_to(root).as_posix(), path)
        return tuple(found[name] for name in sorted(found, key=_rules_first))

    def shelf_files(self) -> tuple[Path, ...]:
        """Give the files of rulesets, maps and house rules."""
        if self._on_shelves is None:
            self._on_shelves = self._find_on_shelves()
        return self._on_shelves

    def _find_on_shelves(self) -> tuple[Path, ...]:
        found: dict[str, Path] = {}
        for root in self.roots:
            rules = root / "rules"
            inside = [p for shelf in SHELVES for p in sorted((rules / shelf).rglob("*.tale"))]
            for path in (*sorted(rules.glob("*.tale")), *inside):
                found.setdefault(path.relative_to(root).as_posix(), path)
        return tuple(found.values())

    def all_files(self) -> tuple[Path, ...]:
        """Give every file under the roots, and the extra ones."""
        inside = [
            path
            for root in self.roots
            for part in ("rules", "cards")
            for path in sorted((root / part).rglob("*.tale"))
        ]
        return (*inside, *self.extra)


def _folders(folder: Path) -> list[Path]:
    return [p for p in sorted(folder.iterdir()) if p.is_dir()] if folder.is_dir() else []


def _rules_first(name: str) -> tuple[bool, str]:
    return not name.startswith("rules/"), name
