"""What regions are called.

A map that gives its regions speaking names (dune1, harbour) is taken at its word.  A map that only
numbers them (r01, r02 ...) gets names from the terrain: dune1, dune2 ... in map order.
"""

from __future__ import annotations

from talesmith.model.board import Board
from talesmith.ruleset.parts import Ruleset


def region_names(ruleset: Ruleset, board: Board) -> tuple[tuple[str, str], ...]:
    """Word and title of each region of a board."""
    if not _is_numbered(board):
        return tuple((name, _title(name)) for name in board.names)
    terrains = {word.id: word.name for word in dict(ruleset.words).get("terrain", ())}
    counts: dict[str, int] = {}
    found = []
    for region in board.regions:
        n = counts[region.terrain] = counts.get(region.terrain, 0) + 1
        name = terrains.get(region.terrain, region.terrain)
        found.append((f"{region.terrain}{n}", f"{name} {n}"))
    return tuple(found)


def _is_numbered(board: Board) -> bool:
    """Whether the map gives its regions nothing but numbers."""
    stems = {name.rstrip("0123456789") for name in board.names}
    return len(stems) == 1 and all(name[-1].isdigit() for name in board.names)


def _title(name: str) -> str:
    stem = name.rstrip("0123456789")
    return f"{stem.replace('_', ' ').capitalize()} {name[len(stem) :]}".strip()
