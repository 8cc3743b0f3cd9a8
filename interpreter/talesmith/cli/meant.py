"""What somebody may have meant who names something that is no ruleset, looked for in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from talesmith.cli.common import DEFAULT_RULESET, SHELVES
from talesmith.compile.beside import beside, is_ruleset
from talesmith.compile.choosing import JOIN
from talesmith.compile.library import Library
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.syntax import tree

TALE = ".tale"


def meant(name: str, findings: Sequence[Diagnostic], places: Sequence[Path]) -> str | None:
    """A sentence about a file that is to be named, or named in another way; None if there is none.

    `findings` say why there is no ruleset of that name.
    """
    library = Library(places)
    first, *more = name.split(JOIN)
    if first.endswith(TALE) and not is_ruleset(library, Path(first)):
        return _without_ruleset(library, first)
    for part in (first, *more):
        if part.endswith(TALE) or not any(f"`{part}`" in found.message for found in findings):
            continue
        called, folders = part.rpartition(".")[2], (Path(), *_shelves())
        files = [
            file for at in folders for file in beside(library, at, called, whole=part == first)
        ]
        if files:
            return _named(library, name, part, str(files[0]))
    return None


def _shelves() -> list[Path]:
    """The folders of this folder in which cards and rules lie."""
    return sorted({file.parent for shelf in SHELVES for file in Path(shelf).rglob(f"*{TALE}")})


def _without_ruleset(library: Library, name: str) -> str | None:
    if library.broken:
        return None
    heads = [x for x in library.parsed(Path(name)).file.tops if isinstance(x, tree.Card)]
    if not heads:
        return f"{name} has neither a ruleset nor a card"
    things = heads[0].kind.text.replace("_", " ") if len(heads) == 1 else "cards"
    what = f"the {things} {heads[0].name}" if len(heads) == 1 else things
    return f"{name} has {what}, no ruleset: write --ruleset {DEFAULT_RULESET}{JOIN}{name}"


def _named(library: Library, name: str, part: str, file: str) -> str:
    first, *more = name.split(JOIN)
    if part == first:
        game = file if is_ruleset(library, Path(file)) else f"{DEFAULT_RULESET}{JOIN}{file}"
        return f"there is no ruleset `{part}` here; for the file beside you write --ruleset {game}"
    parts = JOIN.join(file if one == part else one for one in (first, *more))
    return f"`{part}` is no package or house rule; for the file beside you write --ruleset {parts}"
