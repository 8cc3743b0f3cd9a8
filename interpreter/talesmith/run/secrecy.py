"""A seat sees nothing hidden: positions that differ in hidden things only look the same to it.

Compared are the numbers a bot may read, the guess on which it looks ahead, and the JSON view of a
client.  While everybody answers in secret, two different answers of one player must look the same
to all others, in what they see and in what is told.
"""

from __future__ import annotations

from typing import Any

from talesmith.model.chance import advance, below, shuffled
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.step import step
from talesmith.play.telling.hidden import Hidden, guessed, is_hidden
from talesmith.play.telling.view import SeatView, whose_turn
from talesmith.record.view import view
from talesmith.run.answers import legal_answers
from talesmith.run.violation import demand


def check_secrecy(rules: Binder, game: Game, seed: int) -> None:
    """Raise Violation if some seat can tell the position from one with other hidden things.

    One seat, another one for each seed, is shown the whole view of a client: that takes long.
    """
    for seat in range(rules.players):
        other = disguised(rules, game, seat, seed)
        demand(other != game, "nothing is hidden from a seat, not even chance", seat)
        check_numbers(rules, game, other, seat)
        if seat == seed % rules.players:
            check_view(rules, game, other, seat)
    if game.request is not None and game.request[0] == "group":
        check_sealed(rules, game)


def check_sealed(rules: Binder, game: Game) -> None:
    """Raise Violation if the others see what one player answers in secret."""
    first = whose_turn(game.request)
    answers = list(legal_answers(rules, game))
    one, told = step(rules, game, answers[0])
    two, also_told = step(rules, game, answers[-1])
    if two.request is None or two.request[0] != "group" or two.request[2] != game.request[2]:  # type: ignore[index]
        return
    demand(told == also_told, "what is told betrays a sealed answer", told, also_told)
    for seat in range(rules.players):
        if seat != first:
            check_numbers(rules, one, two, seat)
            check_view(rules, one, two, seat)


def check_view(rules: Binder, one: Game, two: Game, seat: int) -> None:
    """Raise Violation if a client of a seat sees a difference between two positions."""
    names = [f"seat {number}" for number in range(rules.players)]
    first, second = view(rules, one, names, seat), view(rules, two, names, seat)
    for key in first:
        demand(first[key] == second[key], "a view shows a hidden thing", seat, key)


def check_numbers(rules: Binder, one: Game, two: Game, seat: int) -> None:
    """Raise Violation if a bot of a seat can tell two positions apart."""
    check_fields(SeatView(rules, one, seat), SeatView(rules, two, seat))
    same = guessed(rules, one, seat) == guessed(rules, two, seat)
    demand(same, "a guess knows what is hidden", seat)


def check_fields(one: SeatView, two: SeatView) -> None:
    """Every number of the layout looks the same in both, or is refused in both."""
    layout = one.rules.layout
    for field in layout.fields:
        if field.hidden_from is not None:
            for index in range(layout.size(field.name)):
                first, second = look(one, field.name, index), look(two, field.name, index)
                demand(first == second, "a bot reads a hidden number", one.seat, field.name, index)


def look(seen: SeatView, name: str, index: int) -> int | None:
    """A number as a seat sees it, None if it may not."""
    try:
        return seen.field(name, index)
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
    return Game(
        bytes(cells), tuple(nums), game.stack, game.request, game.number, game.sparse, game.log
    )
