"""Constants of the game: players, races, the round, the column."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.changes import tokens as tokens_module
from talesmith.play.expressions.scalars import Fn, builds
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


GAME: dict[str, Callable[[Binder], Fn]] = {}


@builds("game")
def _game(b: Binder, e: Expr) -> Fn:
    return GAME[e[3]](b)


def _of_game(name: str) -> Callable[[Callable[[Binder], Fn]], Callable[[Binder], Fn]]:
    def register(make: Callable[[Binder], Fn]) -> Callable[[Binder], Fn]:
        GAME[name] = make
        return make

    return register


def _game_cell(name: str) -> None:
    def make(b: Binder) -> Fn:
        at = b.layout[name]
        return lambda m, _s: m.cells[at]

    GAME[name] = make


for _name in ("first_player", "current_player", "round"):
    _game_cell(_name)

GAME.update(
    {
        "players": lambda b: lambda _m, _s: tuple(range(b.players)),
        "regions": lambda b: lambda _m, _s: b.board.everything,
        "bank": lambda _b: lambda _m, _s: None,
        "box": lambda _b: lambda _m, _s: tokens_module.BOX,
        "column": lambda b: lambda m, _s: b.races.column_of(m),
        "natives": lambda b: lambda _m, _s: tuple(b.natives.values()),
        "map.rounds": lambda b: lambda _m, _s: b.rounds,
        "map.players": lambda b: lambda _m, _s: b.players,
        "current": lambda b: lambda m, _s: b.lasting.current(m),
    }
)


@_of_game("turn_order")
def _turn_order(b: Binder) -> Fn:
    at, n = b.layout["first_player"], b.players
    orders = [tuple((first + step) % n for step in range(n)) for first in range(n)]
    return lambda m, _s: orders[m.cells[at]]


@_of_game("races")
def _races(b: Binder) -> Fn:
    in_play, natives = b.layout["in play"], len(b.natives)
    return lambda m, _s: tuple(r for r in members(m.nums[in_play]) if r >= natives)


@_of_game("active_races")
def _active_races(b: Binder) -> Fn:
    order, active = _turn_order(b), b.layout["player.active"]
    return lambda m, s: tuple(r for p in order(m, s) if (r := m.cells[active + p]) != NONE)


@_of_game("declined_races")
def _declined_races(b: Binder) -> Fn:
    order, declined_of = _turn_order(b), b.races.declined_of

    def declined(m: Machine, s: Slots) -> tuple[int, ...]:
        found: list[int] = []
        for player in order(m, s):
            found += declined_of(m, player)
        return tuple(found)

    return declined
