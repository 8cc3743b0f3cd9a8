"""What lies on the shelves to be played: rulesets with a board, and house rules to add to them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from talesmith.compile.choosing import said_title
from talesmith.compile.library import Library
from talesmith.syntax import tree

KINDS = ("ruleset", "house_rule")


@frozen
class Offered:
    """A ruleset or house rule: its kind, its short name, its title."""

    kind: str
    name: str
    title: str


def offered(roots: Sequence[Path]) -> list[Offered]:
    """Give every ruleset and house rule on the shelves of some folders, each name once."""
    library, found = Library(roots), dict[tuple[str, str], Offered]()
    for path in library.shelf_files():
        for top in library.parsed(path).file.tops:
            one = _offered(top)
            if one is not None:
                found.setdefault((one.kind, one.name), one)
    return sorted(found.values(), key=lambda one: (KINDS.index(one.kind), one.name))


def _offered(top: tree.Top) -> Offered | None:
    if isinstance(top, tree.Ruleset) and any(isinstance(n, tree.UseMap) for n in top.lines):
        return Offered("ruleset", top.name.text, said_title(top))
    if isinstance(top, tree.Card) and top.kind.text == "house_rule":
        return Offered("house_rule", top.name.text, said_title(top))
    return None
