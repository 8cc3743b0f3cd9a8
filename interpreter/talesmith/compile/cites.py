"""Rule ids that cards and scenarios cite, checked against the index of the rules.

The index is the file `rules/PACKAGE/index.md`: every id that stands in it is known.  Without any
index nothing is checked.  An id of a family that no index knows is left alone outside of the
packages: whoever writes a card of their own may number their own rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from talesmith.compile.shelves import Shelves
from talesmith.names.findings import Findings
from talesmith.syntax import tree

ID = re.compile(r"\b([A-Z]+)-(\d+)\b")


def known_ids(shelves: Shelves) -> frozenset[str]:
    """Give every id of every index under the roots."""
    found: set[str] = set()
    for root in shelves.roots:
        for path in sorted((root / "rules").glob("*/index.md")):
            found.update(m[0] for m in ID.finditer(_text(path)))
    return frozenset(found)


def indexed_packages(shelves: Shelves) -> frozenset[str]:
    """Give the packages whose rules have an index: what their cards are about has an id."""
    found = (root / "rules" for root in shelves.roots)
    return frozenset(path.parent.name for rules in found for path in rules.glob("*/index.md"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def check_cites(
    top: tree.Top, known: frozenset[str], findings: Findings, *, in_package: bool
) -> None:
    """Report the cited ids that no index has."""
    families = {name.partition("-")[0] for name in known}
    for text in _cited(top):
        match = ID.fullmatch(text.text)
        if match is None or match[0] in known:
            continue
        if match[1] in families or in_package:
            near = {name for name in known if name.startswith(f"{match[1]}-")} or known
            findings.unknown("T104", text.span, text.text, near, what="rule id")


def _cited(top: tree.Top) -> Iterator[tree.Text]:
    for part in top.members if isinstance(top, tree.Card) else top.lines:
        if isinstance(part, tree.Cites):
            yield from part.rules
