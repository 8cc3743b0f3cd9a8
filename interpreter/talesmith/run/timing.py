"""Times of games and of their parts, each with a checksum of what was played.

The clock comes from above: a function that gives seconds of processor time.  Absolute figures say
little about a program, so every figure can also be read in *draws*: how many draws of the generator
of chance, in a plain loop, take the same time.
"""

from __future__ import annotations

import hashlib
import statistics
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from talesmith.model.chance import advance
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.play.step import begin, opening, start, step
from talesmith.record.digest import digest
from talesmith.run.asking import active_races
from talesmith.run.game import choice, coins, played_on, seat_bots

Clock: TypeAlias = Callable[[], float]
Opening: TypeAlias = Callable[[Binder, int], Game]
"""the position of a seed before its game begins"""

DRAWS = 100_000
TURN = 5
"""games of one course before the next has its turn"""
MICRO = 1_000_000


@frozen
class Timed:
    """Some games: how long they took, and what they were."""

    seconds: float
    decisions: int
    games: int
    checksum: str

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


@frozen
class Course:
    """One kind of game that is measured."""

    name: str
    rules: Binder
    opened: Opening = opening


def timed_games(course: Course, seeds: Sequence[int], clock: Clock) -> Timed:
    """Play the games of these seeds with uniform bots."""
    return summed([timed_game(course, seed, clock) for seed in seeds])


def timed_game(course: Course, seed: int, clock: Clock) -> Timed:
    """Play one game; what its bots are and what lies ready is not in the time."""
    rules = course.rules
    bots, first = seat_bots(["uniform"] * rules.players, seed), course.opened(rules, seed)
    since = clock()
    game = played_on(rules, bots, begin(rules, first)[0])
    seconds = clock() - since
    return Timed(seconds, game.number, 1, repr((seed, game.number, coins(rules, game))))


def summed(games: Sequence[Timed]) -> Timed:
    """Several timed games as one figure with one short checksum."""
    digested = hashlib.blake2b("".join(game.checksum for game in games).encode(), digest_size=8)
    return Timed(
        sum(game.seconds for game in games),
        sum(game.decisions for game in games),
        len(games),
        digested.hexdigest(),
    )


def draws_a_second(clock: Clock, draws: int = DRAWS) -> float:
    """The calibration loop: how many draws of the generator a second."""
    state, since = 1, clock()
    for _ in range(draws):
        state, _ = advance(state)
    return draws / (clock() - since)


def timed_in_turn(
    courses: Sequence[Course], seeds: Sequence[int], clock: Clock
) -> tuple[dict[str, Timed], float]:
    """Some games of every course in turn, and the draws a second of a loop in between.

    So a slow moment of the machine touches all figures alike.  Courses change after `TURN` games
    and not after each: nobody plays on six boards at once, and a processor that is made to forget
    one board for the next would be what is measured.
    """
    games: dict[str, list[Timed]] = {course.name: [] for course in courses}
    turns = [seeds[first : first + TURN] for first in range(0, len(seeds), TURN)]
    seconds, draws = 0.0, DRAWS // (len(turns) * len(courses))
    for some in turns:
        for course in courses:
            seconds += draws / draws_a_second(clock, draws)
            games[course.name] += [timed_game(course, seed, clock) for seed in some]
    drawn = draws * len(turns) * len(courses)
    return {name: summed(found) for name, found in games.items()}, drawn / seconds


# ---- parts of a game -----------------------------------------------------------------------------


@frozen
class Record:
    """A game that was played: every position with the answer that was given there."""

    seed: int
    steps: tuple[tuple[Game, Any], ...]
    end: Game


def recorded(rules: Binder, seed: int) -> Record:
    """Play a game of uniform bots and keep everything."""
    bots = seat_bots(["uniform"] * rules.players, seed)
    game, steps = start(rules, seed)[0], []
    while game.request is not None:
        answer = choice(rules, bots, game)
        steps.append((game, answer))
        game = step(rules, game, answer)[0]
    return Record(seed, tuple(steps), game)


def replays(rules: Binder, record: Record) -> bool:
    """Whether the answers of a game lead from its seed to the same end."""
    game = start(rules, record.seed)[0]
    for _, answer in record.steps:
        game = step(rules, game, answer)[0]
    return digest(rules, game) == digest(rules, record.end) and game.log == record.end.log


def step_times(rules: Binder, records: Sequence[Record], clock: Clock) -> dict[str, float]:
    """Microseconds of a step by the rule that asked, and of all steps under ''."""
    spent: dict[str, list[float]] = {"": []}
    for record in records:
        for game, answer in record.steps:
            since = clock()
            step(rules, game, answer)
            taken = clock() - since
            spent[""].append(taken)
            site = rules.sites[game.request[2]]  # type: ignore[index]
            spent.setdefault(site.body, []).append(taken)
    return {body: MICRO * statistics.fmean(times) for body, times in sorted(spent.items())}


def legal_list_time(rules: Binder, records: Sequence[Record], clock: Clock) -> float:
    """Microseconds to find all legal targets of a race with their costs."""
    seconds, lists = 0.0, 0
    for m, race in _attackers(rules, records):
        since = clock()
        rules.attempts.costs(m, race)
        seconds += clock() - since
        lists += 1
    return MICRO * seconds / lists


def cost_time(rules: Binder, records: Sequence[Record], clock: Clock) -> float:
    """Microseconds to ask one conquest cost, as `why` and `expect` ask it."""
    seconds, asked = 0.0, 0
    value = rules.values["conquest_cost"]
    for m, race in _attackers(rules, records):
        regions = tuple(rules.attempts.costs(m, race))
        since = clock()
        for region in regions:
            value(m, (race, region))
        seconds += clock() - since
        asked += len(regions)
    return MICRO * seconds / asked


def _attackers(rules: Binder, records: Sequence[Record]) -> Iterator[tuple[Machine, int]]:
    for record in records:
        for game, _ in record.steps:
            for race in active_races(rules, m := Machine(game, rules.codes)):
                yield m, race


def bytes_per_state(rules: Binder, seeds: Sequence[int]) -> float:
    """Memory of a kept position: all positions of some games at once, shared parts counted once."""
    recorded(rules, seeds[0])
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [recorded(rules, seed) for seed in seeds]
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / sum(len(record.steps) + 1 for record in kept)
