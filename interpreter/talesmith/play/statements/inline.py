"""Writing the body of one thing into the code of another: the same statements, other slots.

An action that nobody can replace needs no frame of its own: its body is written where it is
proposed, its parameters and names moved to free slots of the surrounding body.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.ruleset.ops import Expr

SLOT_PLACES: dict[str, tuple[int, ...]] = {
    "local": (3,),
    "filter": (4,),
    "collect": (4,),
    "sum": (4,),
    "max": (4,),
    "min": (4,),
    "least": (4,),
    "greatest": (4,),
    "set_of": (4,),
    "let": (2,),
    "for": (2,),
    "circle": (2,),
    "at_once": (2,),
    "call": (4,),
    "ask": (5,),
    "option": (4,),
    "number": (5,),
    "choose": (7,),
    "tokens": (7,),
    "allot": (2, 8),
    "order": (4,),
    "secretly": (2, 5),
    "roll": (4,),
    "pot": (2,),
    "pair": (4,),
    "unpair": (3, 4),
    "found": (4,),
    "draw": (3,),
    "do": (4,),
}
"""where the slot numbers stand in each operation (see `ruleset.ops`)"""

BRANCHES = 5
"""where the branches stand in an `option` statement; in a branch the slot stands second"""


def renumber(node: Any, slot: Callable[[int], int]) -> Any:
    """The same typed form with every slot number replaced."""
    if not isinstance(node, tuple):
        return node
    if not (len(node) > 1 and isinstance(node[0], str) and isinstance(node[1], int)):
        return tuple(renumber(part, slot) for part in node)
    places = SLOT_PLACES.get(node[0], ())
    parts = [
        slot(part) if at in places and isinstance(part, int) else renumber(part, slot)
        for at, part in enumerate(node)
    ]
    if node[0] == "option":
        parts[BRANCHES] = tuple(_branch(branch, slot) for branch in node[BRANCHES])
    return tuple(parts)


def _branch(branch: Any, slot: Callable[[int], int]) -> Any:
    text, own, *rest = branch
    return (
        text,
        None if own is None else slot(own),
        *(renumber(part, slot) for part in rest),
    )


def replace_locals(e: Any, table: dict[int, Expr]) -> Any:
    """An expression in which some slots are replaced by expressions."""
    if not isinstance(e, tuple):
        return e
    if len(e) >= 4 and e[0] == "local" and e[3] in table:
        return table[e[3]]
    return tuple(replace_locals(part, table) for part in e)
