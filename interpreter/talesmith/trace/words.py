"""Values in words, whatever their type: for people who look into a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from talesmith.model.board import members
from talesmith.record.names import Names
from talesmith.record.spelling import Position
from talesmith.trace.binding import written_name
from talesmith.trace.shots import Name

CELL = 0xFFFF
"""the part of a pool that says where its number stands"""
FEW = 12
"""so many members of a list are named"""


def in_words(names: Names, game: Position, kind: str, value: Any) -> str:
    """A value of this type as it would be typed; what has no name is told as it is."""
    kind = kind.removesuffix("?")
    if value is None:
        return "none"
    if kind == "flag":
        return "yes" if value else "no"
    if kind.startswith(("list ", "map ")):
        return _several(names, game, kind, value)
    try:
        word = names.word(game, kind, value)
        return f"{word} ({game.cells[value & CELL]})" if kind == "pool" else word
    except (TypeError, KeyError, IndexError, ValueError):
        return str(value)


def _several(names: Names, game: Position, kind: str, value: Any) -> str:
    sort, _, inner = kind.partition(" ")
    if isinstance(value, int):
        value = members(value)
    if sort == "map":
        pairs = value.items() if isinstance(value, Mapping) else value
        found = [f"{in_words(names, game, inner, thing)} {n}" for thing, n in pairs]
    else:
        found = [in_words(names, game, inner, thing) for thing in value]
    more = f", and {len(found) - FEW} more" if len(found) > FEW else ""
    return (", ".join(found[:FEW]) or "nothing") + more


def named(
    names: Names, game: Position, path: str, bound: Sequence[Name], slots: Sequence[Any]
) -> tuple[str, ...]:
    """Names that are bound in a text at `path` and what they stand for, as `name = word`."""
    found: dict[str, str] = {}
    for name in bound:
        text = written_name(path, name)
        value = slots[name.slot] if name.slot < len(slots) else None
        if not text or value is None:
            continue
        found[text] = in_words(names, game, name.type, value)
        if text == "self" and name.type == "race":
            owner = game.cells[names.rules.at_owner + value]
            found["owner"] = in_words(names, game, "player", owner)
    return tuple(f"{text} = {word}" for text, word in found.items())
