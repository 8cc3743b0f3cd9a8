"""One game between bots, from a seed to its end: the loop behind soak, bench and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from talesmith.bots import BOTS, Bot
from talesmith.model.chance import advance
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.step import start, step
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn

Answer: TypeAlias = Any


def seat_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """A bot for each seat; each has a seed of its own that follows from the seed of the game.

    Raises KeyError for a name that no bot has.
    """
    return [BOTS[name](own) for name, own in zip(names, seat_seeds(seed, len(names)), strict=True)]


def seat_seeds(seed: int, players: int) -> Iterator[int]:
    """The seeds of so many seats, which follow from the seed of a game."""
    for _ in range(players):
        seed, drawn = advance(seed)
        yield drawn


def played(rules: Binder, bots: Sequence[Bot], seed: int) -> Game:
    """A whole game from its seed."""
    return played_on(rules, bots, start(rules, seed)[0])


def played_on(rules: Binder, bots: Sequence[Bot], game: Game) -> Game:
    """The game at its end, every question answered by the bot of its seat."""
    while (request := game.request) is not None:
        if request[0] == "group":
            answer = choice(rules, bots, game)
        else:
            seat = request[1]
            answer = bots[seat].choose(SeatView.of(rules, game, seat), request)
        game = step(rules, game, answer)[0]
    return game


def choice(rules: Binder, bots: Sequence[Bot], game: Game) -> Answer:
    """The answer for `step` that the bot on turn gives; the game must ask something."""
    return choice_of(rules, bots[whose_turn(game.request)], game)


def choice_of(rules: Binder, bot: Bot, game: Game) -> Answer:
    """The answer for `step` that this bot gives for whoever is asked, were it chance."""
    seat = whose_turn(game.request)
    part = part_of(game.request, seat)
    return whole_answer(game.request, seat, bot.choose(SeatView(rules, game, seat), part))


def coins(rules: Binder, game: Game) -> tuple[int, ...]:
    """The coins of every seat."""
    at = rules.layout["player.coins"]
    return game.nums[at : at + rules.players]
