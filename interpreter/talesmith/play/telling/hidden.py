"""Hidden things: who may not see what, and what they may think of it instead.

Rules may compute with hidden things (somebody's coins, the order of a stack), so a seat asks
nothing of the real position.  It asks a *guess*: the same position in which everything hidden from
it is put in a place that does not depend on the truth: hidden stacks are sorted and then shuffled
anew, the generator starts afresh, coins of others are taken to be as many as one's own.  Which
things are hidden stands in the layout table; who may see coins all the same, in the rules.
"""

from __future__ import annotations

from typing import Any

from pyrsistent import pvector

from talesmith.model.chance import advance, shuffled
from talesmith.model.game import Game
from talesmith.model.layout import Field
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine

SEES_COINS = "can_see_coins"
"""the permission (viewer, holder) by which rules lay coins open"""


class Hidden(Exception):  # noqa: N818 - it says what happened
    """A seat asked for something that it may not see; the text says what."""


def is_hidden(rules: Binder, game: Game, seat: int, field: Field, index: int) -> bool:
    """Whether a place of a field is hidden from a seat; the height of a stack never is."""
    if field.hidden_from is None:
        return False
    if field.hidden_from != "others":
        return field.index != "pile" or index > 0
    holder = index if field.index == "player" else game.cells[rules.at_owner + index]
    if holder == seat or holder >= rules.players:
        return False
    permission = rules.permissions.get(SEES_COINS)
    if permission is None or permission.is_free:
        return permission is None
    return not permission(Machine(game, rules.codes), (seat, holder))


def guessed(rules: Binder, game: Game, seat: int) -> Game:
    """The position as a seat may think of it: equal for all positions it cannot tell apart.

    While sealed answers lie on the table it has no frames and no question: nobody can play on.
    """
    stack, request = (game.stack, game.request) if not is_sealed(game) else ((), None)
    cells, nums = bytearray(game.cells), list(game.nums)
    chance = advance((game.number << 8) + seat)[0]
    layout = rules.layout
    for field in layout.fields:
        if field.hidden_from is None:
            continue
        at, size = layout[field.name], layout.size(field.name)
        if field.index == "pile":
            chance = _shuffle(cells, at, chance)
            continue
        part: Any = cells if field.cell else nums
        for index in range(size):
            if is_hidden(rules, game, seat, field, index):
                part[at + index] = part[at + seat] if field.index == "player" else field.initial
    nums[layout["chance"]] = chance
    return Game(bytes(cells), tuple(nums), stack, request, game.number, game.sparse, pvector())


def is_sealed(game: Game) -> bool:
    """Whether everybody is answering in secret: the frames hold answers that nobody may see."""
    return game.request is not None and game.request[0] == "group"


def _shuffle(cells: bytearray, at: int, chance: int) -> int:
    n = cells[at]
    chance, things = shuffled(chance, sorted(cells[at + 1 : at + 1 + n]))
    cells[at + 1 : at + 1 + n] = bytes(things)
    return chance
