"""How many rounds a game has: what the rules say, or the board if they say nothing (G-1)."""

from __future__ import annotations

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.fields import LENGTH
from talesmith.play.machine import Machine


def rounds_of(rules: Binder, game: Game) -> int:
    """The number of rounds of a game, as it stands in a position."""
    hook = rules.values.get(LENGTH)
    return rules.rounds if hook is None else int(hook(Machine(game, rules.codes), []))
