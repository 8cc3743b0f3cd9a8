"""The reference: conditions tried region by region must play the very same game.

`bind(..., lifting=False)` asks every permission and cost for one region at a time.  Both machines
get the same answers; after each one their positions, questions and logs must be equal, and so must
the legal targets and costs of every active race.
"""

from __future__ import annotations

from collections.abc import Sequence

from talesmith.bots import Bot
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.play.step import begin, step
from talesmith.run.asking import active_races
from talesmith.run.game import choice
from talesmith.run.violation import demand


def check_against_reference(
    rules: Binder, reference: Binder, bots: Sequence[Bot], first: Game
) -> int:
    """Play a game on both machines, from a position in which it has not begun yet.

    Gives the number of decisions.  Raises Violation.
    """
    one, two = begin(rules, first)[0], begin(reference, first)[0]
    check_pair(rules, one, reference, two)
    while one.request is not None:
        answer = choice(rules, bots, one)
        one, two = step(rules, one, answer)[0], step(reference, two, answer)[0]
        check_pair(rules, one, reference, two)
    return one.number


def check_same(one: Game, two: Game) -> None:
    """Raise Violation unless a game that is played region by region is where the other is."""
    for part in ("cells", "nums", "request", "number", "sparse"):
        first, second = getattr(one, part), getattr(two, part)
        demand(first == second, f"region by region there is another {part}", first, second)
    demand(one.log[-1] == two.log[-1], "region by region another log", one.log[-1], two.log[-1])


def check_pair(rules: Binder, one: Game, reference: Binder, two: Game) -> None:
    """Raise Violation unless two positions and what follows from them are equal."""
    check_same(one, two)
    m, n = Machine(one, rules.codes), Machine(two, reference.codes)
    for race in active_races(rules, m):
        first, second = rules.attempts.costs(m, race), reference.attempts.costs(n, race)
        demand(first == second, "the reference has other targets or costs", race, first, second)
