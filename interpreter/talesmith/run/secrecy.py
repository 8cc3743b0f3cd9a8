"""A seat sees nothing hidden: positions that differ in hidden things only look the same to it."""

from __future__ import annotations

from typing import Any

from talesmith.model.chance import advance, below, shuffled
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.hidden import Hidden, guessed, is_hidden
from talesmith.play.view import SeatView
from talesmith.run.violation import Violation, demand


def check_secrecy(rules: Binder, game: Game, seed: int) -> None:
    """Raise Violation if some seat can tell the position from one with other hidden things."""
    for seat in range(rules.players):
        other = disguised(rules, game, seat, seed)
        if game.request is not None and game.request[0] == "group":
            continue
        one, two = guessed(rules, game, seat), guessed(rules, other, seat)
        demand(one == two, "a guess knows what is hidden", seat)
        check_fields(rules, game, other, seat)


def check_fields(rules: Binder, game: Game, other: Game, seat: int) -> None:
    """Every number of the layout looks the same in both, or is refused in both."""
    one, two = SeatView(rules, game, seat), SeatView(rules, other, seat)
    for field in rules.layout.fields:
        if field.hidden_from is not None:
            for index in range(rules.layout.size(field.name)):
                seen = (look(one, field.name, index), look(two, field.name, index))
                demand(seen[0] == seen[1], "a view shows a hidden thing", seat, field.name, index)


def look(view: SeatView, name: str, index: int) -> int | None:
    """A number as a seat sees it, None if it may not."""
    try:
        return view.field(name, index)
    except Hidden:
        return None


def disguised(rules: Binder, game: Game, seat: int, seed: int) -> Game:
    """The same position for a seat, with everything that is hidden from it changed."""
    cells, nums = bytearray(game.cells), list(game.nums)
    for field in rules.layout.fields:
        at, size = rules.layout[field.name], rules.layout.size(field.name)
        if field.hidden_from is None:
            continue
        if field.index == "pile":
            n = cells[at]
            seed, things = shuffled(seed, list(cells[at + 1 : at + 1 + n]))
            cells[at + 1 : at + 1 + n] = bytes(things)
            continue
        part: Any = cells if field.cell else nums
        for index in range(size):
            if is_hidden(rules, game, seat, field, index):
                seed, more = below(seed, 50)
                part[at + index] += more
    seed, nums[rules.layout["chance"]] = advance(seed)
    other = Game(
        bytes(cells), tuple(nums), game.stack, game.request, game.number, game.sparse, game.log
    )
    if other == game:
        raise Violation("nothing is hidden from a seat, not even chance")
    return other
