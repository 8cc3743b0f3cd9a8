"""What a single file or a single name of a card is compiled with, when no ruleset is said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from talesmith.compile.choosing import JOIN
from talesmith.compile.library import Library
from talesmith.compile.standing import Standing
from talesmith.names.declared import package_of
from talesmith.syntax import tree


@frozen
class Head:
    """A card, house rule or part of the rules, by what is written at its head."""

    id: str
    name: str
    kind: str
    path: Path


def heads_in(library: Library, path: Path) -> list[Head]:
    """Give the heads of a file in their order; none of a file that can't be read."""
    file = library.parsed(path).file
    package = package_of(file)
    return [
        Head(f"{package}.{top.name.text}", top.title.text if top.title else "", top.kind.text, path)
        for top in file.tops
        if isinstance(top, tree.Card)
    ]


HEAD = re.compile(
    r'^[ \t]*(race|power|event|artifact|place|rules|house_rule)\s+(\w+)(?:\s+"([^"\n]*)")?',
    re.MULTILINE,
)
PACKAGE = re.compile(r"^(?:language \d+\s+)?package\s+(\w+)", re.MULTILINE)


def every_head(library: Library) -> Iterator[Head]:
    """Yield the heads of all files under the roots; of two files with one path the first root's.

    The texts are looked through without being parsed, so this is quick and a guess: what looks
    like a head is only one for sure if `heads_in` finds it as well.
    """
    packages = (file for name in library.packages() for file in library.package_files(name))
    for path in (*packages, *library.shelf_files()):
        source = library.text(path)
        text = source.text if source is not None else ""
        said = PACKAGE.search(text)
        for kind, name, title in HEAD.findall(text):
            yield Head(f"{said[1] if said else 'my'}.{name}", title, kind, path)


def game_around(path: Path, roots: Sequence[Path]) -> str:
    """Give the name of a ruleset that has a file: its packages, and the file if it is in none.

    A file outside of the packages' folders joins those it is `over`, else `base`; that is how it is
    checked as well.
    """
    return Standing(Library(roots)).game_around(path)


def game_alone(path: Path, roots: Sequence[Path]) -> str:
    """Give the name of a ruleset that has a file without its neighbours, which may have mistakes."""
    return JOIN.join((*Standing(Library(roots)).context_of(path).packages, str(path)))
