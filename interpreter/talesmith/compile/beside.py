"""Files beside a ruleset that hold what its name seems to mean, for hints to whoever wrote it."""

from __future__ import annotations

from pathlib import Path

from talesmith.compile.library import Library
from talesmith.names.declared import package_of
from talesmith.syntax import tree

MOST_FILES = 100
"""in a folder of more files nothing is looked for"""


def beside(library: Library, folder: Path, name: str, *, whole: bool = False) -> list[Path]:
    """Give the files of a folder with a card of this name, or of a package of it.

    A file that is called so itself comes first; with `whole` rulesets do, without it they do not
    count, for a ruleset cannot be added to another.
    """
    files = sorted(folder.glob("*.tale"))
    if len(files) > MOST_FILES:
        return []
    found = [file for file in files if name in _names(library, file)]
    games = {file for file in found if is_ruleset(library, file)}
    found = [file for file in found if whole or file not in games]
    return sorted(found, key=lambda file: (file not in games, file.stem != name, file))


def is_ruleset(library: Library, file: Path) -> bool:
    """Tell whether there is a ruleset in a file."""
    return any(isinstance(top, tree.Ruleset) for top in library.parsed(file).file.tops)


def _names(library: Library, file: Path) -> set[str]:
    parsed = library.parsed(file).file
    heads = [top for top in parsed.tops if isinstance(top, tree.Card | tree.Ruleset)]
    return {head.name.text for head in heads} | (
        {package_of(parsed), file.stem} if heads else set()
    )
