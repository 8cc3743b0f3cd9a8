"""The rulesets under which scenarios are played and that a file itself holds, built once each."""

from __future__ import annotations

from pathlib import Path

from talesmith.compile.choosing import JOIN, Choice, choose
from talesmith.compile.library import Library
from talesmith.compile.program import Program, build_program
from talesmith.compile.selection import Folder, needed_by
from talesmith.compile.standing import Standing
from talesmith.names.declared import package_of
from talesmith.syntax import tree


class Played:
    """Builds the rulesets that the files of a library name, with the cards of those files."""

    def __init__(self, library: Library, standing: Standing) -> None:
        self.library, self.standing = library, standing
        self._built: dict[str, Program] = {}

    def forget(self, path: Path) -> None:
        """Forget the rulesets that were built with a text that has changed."""
        for key in [key for key in self._built if str(path) in key]:
            del self._built[key]

    def by(self, path: Path, name: str, more: str | None = None) -> Program | None:
        """Give a ruleset, of this file or of the roots, with the cards of this file.

        `more` is the package in whose folder a scenario stands, if it is to be played with it.
        """
        chosen = self._own(path, name) or choose(self.library, name)
        if chosen is None:
            return None
        node, package, paths = chosen
        like = None
        if (
            self.standing.folder_of(path) is None
            and path not in paths
            and _has_cards(self.library, path)
        ):
            like = self._once(node, package, paths)
            paths = (*paths, path)
        built = self._once(node, package, paths, like=like)
        if more is None or more in built.plan.selection.packages:
            return built
        own = path if needed_by(self.library, path) - built.plan.selection.packages.keys() else None
        like = self._once(node, package, paths, Folder(more)) if own else None
        return self._once(node, package, paths, Folder(more, own), like)

    def _once(
        self, node: tree.Ruleset, package: str, paths: tuple[Path, ...],
        more: Folder | None = None, like: Program | None = None,
    ) -> Program:  # fmt: skip
        key = f"{package}.{node.name} {paths} and {more}"
        if key not in self._built:
            self._built[key] = build_program(
                self.library, node, package, paths, folder=more, like=like
            )
        return self._built[key]

    def _own(self, path: Path, name: str) -> Choice | None:
        file = self.library.parsed(path).file
        for top in file.tops if JOIN not in name else ():
            if isinstance(top, tree.Ruleset) and top.name.text == name.rpartition(".")[2]:
                return top, package_of(file), (path,)
        return None


def _has_cards(library: Library, path: Path) -> bool:
    return any(isinstance(top, tree.Card) for top in library.parsed(path).file.tops)
