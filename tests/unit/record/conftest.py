"""Games to look at: played once by bots, every question kept with the answer and what came of it."""

from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.model.chance import below, shuffled
from talesmith.play.step import bind, start, step
from talesmith.record.names import Names
from talesmith.record.session import revealed_by

FAIR = Path(__file__).parent / "fair.tale"
SEATS = ("Ana", "Ben", "Cid", "Dora", "Eve")


@frozen
class Moment:
    game: object
    answer: object
    events: tuple
    after: object


@cache
def ruleset(name):
    found, findings = load_ruleset(name, [data_root()], [FAIR])
    assert found is not None, [str(finding) for finding in findings]
    return found


@cache
def bound(name, players):
    return bind(ruleset(name), players)


class Luck:
    """Legal answers by chance; no bot of the program, so that a better bot changes no test."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state, drawn = below(self.state, n)
        return drawn

    def answer(self, request):
        if request[0] == "group":
            open_parts = [at for at, (_, part) in enumerate(request[3]) if part is not None]
            at = open_parts[self.below(len(open_parts))]
            return at, self.answer(request[3][at][1])
        return getattr(self, request[0])(request)

    def option(self, request):
        return self.below(len(request[3]) + request[7]) - request[7]

    def pick(self, request):
        if request[7] and self.below(3) == 0:
            return (-1,)
        n = request[4] + self.below(request[5] - request[4] + 1)
        return tuple(sorted(self.order(request)[:n]))

    def order(self, request):
        self.state, found = shuffled(self.state, list(range(len(request[3]))))
        return tuple(found)

    def number(self, request):
        low = request[4] - request[7]
        return low + self.below(request[5] - low + 1)

    def allocate(self, request):
        _, _, _, places, low, high, total, _ = request
        plan = list(low)
        most = sum(high) if total is None else min(sum(high), abs(total))
        goal = most if total is not None and total >= 0 else (
            sum(low) + self.below(most - sum(low) + 1))  # fmt: skip
        while sum(plan) < goal:
            at = self.below(len(places))
            plan[at] += plan[at] < high[at]
        return tuple(plan)


@cache
def moments(name, players, seed, most=10_000):
    rules = bound(name, players)
    game, luck, found = start(rules, seed)[0], Luck(seed), []
    while game.request is not None and len(found) < most:
        answer = luck.answer(game.request)
        after, events = step(rules, game, answer)
        found.append(Moment(game, answer, events, after))
        game = after
    return tuple(found)


class World:
    """Rules, names and a played game."""

    def __init__(self, name, players, seed, most=10_000):
        self.rules = bound(name, players)
        self.names = Names(self.rules, SEATS[:players])
        self.seed = seed
        self.moments = moments(name, players, seed, most)
        self.last = self.moments[-1].after

    def first(self, kind, where=lambda _game: True):
        """The first position that asks such a question."""
        for moment in self.moments:
            if moment.game.request[0] == kind and where(moment.game):
                return moment.game
        raise AssertionError(f"no {kind} question in this game")

    def calm(self, moment, seat=None):
        """Whether a decision (of this seat) reveals nothing, so that it may be taken back."""
        by = moment.game.request[1]
        own = seat is None or by == seat
        return own and not any(revealed_by(self.rules, event, by) for event in moment.events)

    def quiet(self, start=0):
        """The number of the first calm decision from `start` whose player is asked again."""
        for at, moment in enumerate(self.moments[start:], start):
            asked = moment.after.request
            if asked is not None and asked[1] == moment.game.request[1] and self.calm(moment):
                return at
        raise AssertionError("every decision reveals something")


@pytest.fixture
def world():
    return World


@pytest.fixture(params=[("small_world", 2, 4), ("small_world", 5, 3), ("fair_game", 3, 1)],
                ids=["two", "five", "fair"])  # fmt: skip
def played(request):
    name, players, seed = request.param
    return World(name, players, seed, 120 if name == "fair_game" else 10_000)
