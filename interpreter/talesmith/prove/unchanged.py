"""`unchanged except ...`: everything that can be seen of a position, and what differs in two."""

from __future__ import annotations

from typing import Any, TypeAlias

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.prove.asking import Asked, Questions
from talesmith.record.names import Names
from talesmith.record.words import short_id

Spot: TypeAlias = tuple[str, int]
"""a field of the layout and whose"""

HOLDERS = ("player", "race", "region")
"""whatever has fields of its own that can be named"""
ANYWHERE: Spot = ("round", 0)
"""a spot that every game has"""

FOLLOWS = frozenset({
    "nesting", "unswept", "declines", "chance is asked", "chance", "founded", "occupied",
    "emptied", "turns", "records", "in play", "player.active", "race.line", "race.since",
    "race.regions", "region.former",
})  # fmt: skip
"""what only follows from the rest, or is never seen"""


def seen(rules: Binder, game: Game) -> dict[Spot, Any]:
    """Everything of a position that players or rules can see, by field and holder."""
    m, found = Machine(game, rules.codes), dict[Spot, Any]()
    for field in rules.layout.fields:
        if field.name in FOLLOWS or field.name.startswith("marker "):
            continue
        at, size = rules.layout[field.name], rules.layout.size(field.name)
        values = (game.cells if field.cell else game.nums)[at : at + size]
        if field.index == "pile":
            found[field.name, 0] = tuple(values)
        else:
            found.update({(field.name, x): value for x, value in enumerate(values)})
    for marker in rules.pieces.kinds:
        count = rules.pieces.count(marker)
        spots = {(f"marker {marker}", x): count(m, x) for x in range(len(rules.board.regions))}
        found.update(spots)
    return found


def differing(rules: Binder, before: Game, after: Game) -> list[Spot]:
    """The spots in which two positions differ."""
    old, new = seen(rules, before), seen(rules, after)
    return [spot for spot, value in new.items() if old[spot] != value]


def covers(asked: Asked, positions: tuple[Questions, Questions], spot: Spot) -> bool:
    """Whether an exception names this spot, in the position before or in the one after.

    Raises LookupError when the expression names nothing that could change.
    """
    return any(_covers(asked, questions, spot) for questions in positions)


def _covers(asked: Asked, questions: Questions, spot: Spot) -> bool:
    expr, rules, (field, x) = asked.expr, questions.rules, spot
    while expr[0] == "get" and expr[3] == "pool.tokens":
        expr = expr[4]
    if expr[0] == "stack":
        return field == f"stack {expr[3]}"
    if expr[0] == "game" and expr[3] in ("column", "round", "first_player", "current_player"):
        return bool(field == expr[3] or (expr[3] == "column" and field.startswith("combo.")))
    if expr[0] == "state":
        thing = None if expr[4] is None else questions.part(expr[4], asked.slots)
        return field == f"state {expr[3]}" and thing in (None, x)
    kind = expr[2].removesuffix("?")
    if kind in HOLDERS:
        return holder_of(rules, field) == kind and bool(x == questions.part(expr, asked.slots))
    if expr[0] == "get" and expr[3] in rules.layout.by_name:
        return field == expr[3] and bool(x == questions.part(expr[4], asked.slots))
    raise LookupError("only a player, race, region, stack or one of their numbers can change")


def holder_of(rules: Binder, field: str) -> str:
    """Whose a field is; markers are those of a region, however they are stored."""
    return "region" if field.startswith("marker ") else rules.layout.by_name[field].index


def spot_text(rules: Binder, names: Names, game: Game, spot: Spot) -> str:
    """A spot as an author would write it."""
    field, x = spot
    holder, name = holder_of(rules, field), short_id(field)
    if holder not in HOLDERS:
        return field.removeprefix("stack ")
    return f"{names.word(game, holder, x)}.{name}"
