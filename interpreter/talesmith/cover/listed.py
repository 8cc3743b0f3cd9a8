"""The list of units that no scenario can see, or none sees yet: one a line, with its reason.

    OWNER | KIND WHAT | REASON

`OWNER` is as `talesmith cover --output-format full` prints it; `#2` behind WHAT is the second unit
of that name in its owner.  A line that names no unit, or one that is seen, is reported.  A cell of
the pair matrix is `HOOK | pair ONE, TWO | REASON`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from attrs import field, frozen

from talesmith.cover.units import TOUCH, Cell, Unit

PARTS = 3
PAIR = "pair"


class ListError(Exception):
    """A line of the list is none."""


@frozen
class Listed:
    """Units that need not be seen, by their name in the list, with the reasons."""

    reasons: dict[tuple[str, str], str] = field(factory=dict)
    """of units"""
    pairs: dict[Cell, str] = field(factory=dict)
    """of cells of the pair matrix"""
    path: Path | None = None
    """the file, if there is one"""


def listed_in(path: Path) -> Listed:
    """Read a list.  Raises ListError for a line that is none, OSError if it cannot be read."""
    reasons: dict[tuple[str, str], str] = {}
    pairs: dict[Cell, str] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            owner, *rest = [part.strip() for part in line.split("|")]
            if len(rest) != PARTS - 1 or not all(rest):
                raise ListError(f"{path}:{number}: a line is `OWNER | KIND WHAT | REASON`")
            kind, _, what = rest[0].partition(" ")
            one, comma, two = what.partition(", ")
            if kind == PAIR and comma:
                pairs[owner, one, two] = rest[1]
            else:
                reasons[owner, rest[0]] = rest[1]
    return Listed(reasons, pairs, path)


def names_of(units: Iterable[Unit]) -> dict[Unit, tuple[str, str]]:
    """The name of each unit in a list."""
    met, found = Counter[tuple[str, str]](), {}
    for unit in sorted(units, key=lambda unit: (unit.path, unit.at, unit.kind, unit.what)):
        if unit.kind != TOUCH:
            key = unit.owner, f"{unit.kind} {unit.what}"
            met[key] += 1
            found[unit] = key if met[key] == 1 else (key[0], f"{key[1]} #{met[key]}")
    return found
