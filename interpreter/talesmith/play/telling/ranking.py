"""Who has won: the seats in groups of equals, the best first (G-2, G-3).

A seat that may not win stands behind all that may; if none may, nobody has won.
"""

from __future__ import annotations

from itertools import groupby

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine

SCORE = "final_score"
TIE = "tie_break"
MAY_WIN = "can_win"
SECOND_TIE = "second_tie"
BY_SEAT = "earlier_seat"


def result(rules: Binder, game: Game, seat: int) -> tuple[int, ...]:
    """What a seat is ranked by, the most important number first; more is better."""
    m = Machine(game, rules.codes)
    asked = (rules.values.get(SCORE), rules.values.get(TIE))
    numbers = [int(hook(m, [seat])) for hook in asked if hook is not None]
    if rules.setting(SECOND_TIE) == BY_SEAT:
        numbers.append(-seat)
    return tuple(numbers)


def ranking(rules: Binder, game: Game) -> tuple[tuple[int, ...], ...]:
    """The seats in groups of equals, best group first, each group in the order of its seats."""

    def by(seat: int) -> tuple[int, ...]:
        return may_win(rules, game, seat), *result(rules, game, seat)

    ordered = sorted(range(rules.players), key=by, reverse=True)
    return tuple(tuple(sorted(group)) for _, group in groupby(ordered, key=by))


def may_win(rules: Binder, game: Game, seat: int) -> bool:
    """Whether nothing keeps a seat from winning."""
    asked = rules.permissions.get(MAY_WIN)
    return asked is None or not asked.objections(Machine(game, rules.codes), [seat])


def winners(rules: Binder, game: Game) -> tuple[int, ...]:
    """The seats that have won: equals share it, and it may be nobody."""
    best = ranking(rules, game)[0]
    return best if may_win(rules, game, best[0]) else ()
