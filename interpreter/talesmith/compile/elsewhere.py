"""Where else a name stands that is unknown here: in another package, or on another board.

The texts are looked through without being parsed, so that it is quick enough for an editor.  It is
a guess about the right text only in its form: what it names was found there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from attrs import evolve, frozen

from talesmith.compile.library import Library
from talesmith.compile.selection import Selection
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.names.declared import CARD_KINDS, HOOK_KINDS
from talesmith.names.findings import KNOWN
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

CODES = ("T101", "T103", "T104", "T105")
"""Findings about a name that is unknown."""
KINDS = (*CARD_KINDS, *HOOK_KINDS, "marker", "unit", "item", "step", "natives", "stack", "die")
MAP = re.compile(r"^[ \t]*map\s+(\w+)", re.MULTILINE)
RULESET = re.compile(r"^[ \t]*ruleset\s+(\w+)", re.MULTILINE)


def with_hint(
    library: Library, finding: Diagnostic, parsed: Parsed,
    selection: Callable[[tree.Top], Selection],
) -> Diagnostic:  # fmt: skip
    """Say of an unknown name where else it is known; `selection` gives what a head knows."""
    span, hint = finding.span, ""
    name = parsed.source.stretch(span)
    says_more = finding.hint and not finding.hint.startswith(KNOWN)
    if finding.code not in CODES or not name.isidentifier() or says_more:
        return finding
    inside = (t for t in parsed.file.tops if t.span.line <= span.line <= t.span.end_line)
    top = next(inside, None)
    if isinstance(top, tree.Card):
        hint = Elsewhere(library).for_card(name, selection(top).packages)
    elif isinstance(top, tree.Scenario):
        hint = Elsewhere(library).for_scenario(name, selection(top))
    return evolve(finding, hint=hint) if hint else finding


@frozen
class Elsewhere:
    """Looks for names in all texts of a library."""

    library: Library

    def for_card(self, name: str, packages: Collection[str]) -> str:
        """Say what a card among these packages may write; empty if the name is nowhere."""
        for package, kind in self._packages_with(name, packages):
            return (
                f"package {package} has a {kind} `{name}`: write `over {package}` behind the title"
            )
        for board in self._boards_with(name):
            return (
                f"it is a region of the board {board}; a card names no region, it asks what one "
                "is, such as `region.terrain == ...` or `region has ...`"
            )
        return ""

    def for_scenario(self, name: str, chosen: Selection) -> str:
        """Say under which ruleset a scenario would know a name, or how its board calls regions."""
        for package, kind in self._packages_with(name, chosen.packages):
            return f"package {package} has a {kind} `{name}`{self._under(f'use {package}')}"
        boards = ", ".join(board.rpartition(".")[2] for board in chosen.maps)
        for board in self._boards_with(name):
            under = self._under(rf"map .*\b{board}")
            return f"it is a region of the board {board}{under}; this one is played on {boards}"
        alike = _alike(name, chosen)
        if alike:
            known = ", ".join(alike)
            return f"the screen of a game calls regions so; on {boards} there are {known}"
        return ""

    def _packages_with(self, name: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
        pattern = re.compile(rf"^[ \t]*({'|'.join(KINDS)})\s+{name}\b", re.MULTILINE)
        for package in self.library.packages():
            files = () if package in known else self.library.package_files(package)
            for _, found in self.library.found_in(files, pattern):
                yield package, found[1]

    def _boards_with(self, name: str) -> Iterator[str]:
        pattern = re.compile(rf"^[ \t]*region\s+{name}\b", re.MULTILINE)
        for _, found in self.library.found_in(self.library.shelf_files(), pattern):
            maps = MAP.findall(found.string[: found.start()])
            yield from maps[-1:]

    def _under(self, line: str) -> str:
        """Name a ruleset in which such a line stands, one for tests first."""
        pattern, found = re.compile(rf"^[ \t]*{line}\b", re.MULTILINE), list[str]()
        for _, line_there in self.library.found_in(self.library.shelf_files(), pattern):
            found += RULESET.findall(line_there.string)[:1]
        names = sorted(found, key=lambda name: (not name.endswith("_test"), found.index(name)))
        return f"; it is known `under {names[0]}`" if names else ""


def _alike(name: str, chosen: Selection) -> list[str]:
    """Give the regions of the terrain by which a name without a meaning begins."""
    regions = [
        line for board in chosen.maps.values() for line in board.lines
        if isinstance(line, tree.MapRegion)
    ]  # fmt: skip
    stem = name.rstrip("0123456789")
    return [str(region.name) for region in regions if str(region.terrain) == stem != name]
