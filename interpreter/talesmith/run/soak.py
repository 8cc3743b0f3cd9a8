"""Soak: many random games in which everything that must always hold is looked at.

At every question: conservation and board (`invariants`), the log against the position (`folding`),
and dump, load, one answer further (`suspension`).  At every seventh question, another one in each
game: offered answers accepted and wrong ones refused (`honesty`), asking without a trace and in any
order of sources (`asking`), what a seat may not know (`secrecy`).  At the end of each game: the
replay of its answers from the seed.  No answer may use more than a tenth of the machine's fuel.

The number of players of a mixed run follows from the seed, so that one game can be repeated by its
seed alone.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from attrs import field, frozen

from talesmith.model.game import Game
from talesmith.play import machine
from talesmith.play.bind import Binder
from talesmith.play.step import bind, opening, start, step
from talesmith.record.digest import digest
from talesmith.ruleset.parts import Ruleset
from talesmith.run.asking import Asker, check_asking, shuffle_sources
from talesmith.run.coverage import Counting, Coverage
from talesmith.run.folding import Folding
from talesmith.run.game import choice, seat_bots
from talesmith.run.honesty import check_honesty
from talesmith.run.invariants import Invariants
from talesmith.run.reference import check_against_reference
from talesmith.run.secrecy import check_secrecy
from talesmith.run.suspension import check_suspension
from talesmith.run.violation import demand

EVERY = 7
"""the dear checks are made at one question out of so many"""
CHUNK = 5
"""games that a worker takes at a time"""


@frozen
class Failed:
    """A game that broke something: its seed, and what was broken at which answer."""

    seed: int
    players: int
    number: int
    text: str


@frozen
class Report:
    """What a run has seen."""

    coverage: Coverage = field(factory=Coverage)
    failures: list[Failed] = field(factory=list)
    games: dict[int, int] = field(factory=dict)
    """games by number of players"""
    answers: list[int] = field(factory=list)
    """decisions of each game"""

    @property
    def decisions(self) -> int:
        """Decisions of all games."""
        return sum(self.answers)

    def add(self, other: Report) -> None:
        """Add what another worker has seen."""
        self.coverage.add(other.coverage)
        self.failures.extend(other.failures)
        self.answers.extend(other.answers)
        for players, games in other.games.items():
            self.games[players] = self.games.get(players, 0) + games


@frozen
class Plan:
    """What is to be run."""

    ruleset: Ruleset
    players: int | None = None
    """None: all numbers that the ruleset has a board for, in turn"""
    reference: bool = False
    """compare with the region-by-region evaluator instead"""

    @property
    def counts(self) -> list[int]:
        """Numbers of players that the ruleset has a board for."""
        return sorted({n for n, _ in self.ruleset.boards})

    def players_of(self, seed: int) -> int:
        """The number of players of the game of a seed."""
        counts = self.counts
        return self.players if self.players is not None else counts[seed % len(counts)]


class Soaker:
    """The checks for one number of players."""

    def __init__(self, plan: Plan, players: int, report: Report) -> None:
        """Bind the ruleset, and once more with its sources in disorder."""
        self.report = report
        self.rules = bind(plan.ruleset, players)
        self.invariants = Invariants(self.rules)
        self.folding = Folding(self.rules)
        self.counting = Counting(self.rules, report.coverage)
        self.asker = Asker(self.rules)
        shuffled = bind(plan.ruleset, players)
        shuffle_sources(shuffled, players)
        self.disordered = Asker(shuffled)
        self.number = 0

    def game(self, seed: int) -> None:
        """Play one game and look at everything.  Raises Violation, or whatever goes wrong."""
        rules = self.rules
        bots = seat_bots(["uniform"] * rules.players, seed)
        game, events = start(rules, seed)
        self.folding.check(opening(rules, seed), events, game)
        answers: list[Any] = []
        while game.request is not None:
            self.number = game.number
            self.question(game, seed)
            answers.append(choice(rules, bots, game))
            before = game
            game, events = step(rules, before, answers[-1])
            check_suspension(rules, before, answers[-1], game)
            self.folding.check(before, events, game)
            self.counting.step(before, events, game)
        self.invariants.check(game)
        self.report.answers.append(game.number)
        again = replayed(rules, seed, answers)
        demand(digest(rules, again) == digest(rules, game), "the replay ends elsewhere")
        demand(again.log == game.log, "the replay tells another story")

    def question(self, game: Game, seed: int) -> None:
        """Look at one open question."""
        self.invariants.check(game)
        self.counting.saved(game)
        if (game.number + seed) % EVERY == 0:
            mixed = seed * 1000 + game.number
            check_honesty(self.rules, game)
            check_asking(self.asker, self.disordered, game, mixed)
            check_secrecy(self.rules, game, mixed)


class Comparer:
    """The comparison with the reference for one number of players."""

    def __init__(self, plan: Plan, players: int, report: Report) -> None:
        """Bind the ruleset both ways."""
        self.report = report
        self.rules = bind(plan.ruleset, players)
        self.reference = bind(plan.ruleset, players, lifting=False)
        self.number = 0

    def game(self, seed: int) -> None:
        """Play one game on both.  Raises Violation, or whatever goes wrong."""
        bots = seat_bots(["uniform"] * self.rules.players, seed)
        decisions = check_against_reference(self.rules, self.reference, bots, seed)
        self.report.answers.append(decisions)


def replayed(rules: Binder, seed: int, answers: Iterable[Any]) -> Game:
    """The game of a seed with these answers."""
    game = start(rules, seed)[0]
    for answer in answers:
        game = step(rules, game, answer)[0]
    return game


def soak(plan: Plan, seeds: Iterable[int]) -> Report:
    """Run the games of these seeds; a game that breaks something is reported, the next begun."""
    report = Report()
    with little_fuel():
        _soak(plan, seeds, report)
    return report


@contextmanager
def little_fuel() -> Iterator[None]:
    """Let every answer do with a tenth of the bodies that it might run."""
    whole = machine.FUEL
    machine.FUEL = whole // 10
    try:
        yield
    finally:
        machine.FUEL = whole


def _soak(plan: Plan, seeds: Iterable[int], report: Report) -> None:
    kind = Comparer if plan.reference else Soaker
    bound: dict[int, Soaker | Comparer] = {}
    for seed in seeds:
        players = plan.players_of(seed)
        if players not in bound:
            bound[players] = kind(plan, players, report)
        one = bound[players]
        report.games[players] = report.games.get(players, 0) + 1
        try:
            one.game(seed)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run names it and goes on
            text = f"{type(error).__name__}: {error}"
            report.failures.append(Failed(seed, players, one.number, text))


def soak_in_parallel(
    plan: Plan, seeds: range, workers: int, progress: Callable[[int], None]
) -> Report:
    """The same, shared among processes; `progress` is told of games that are done."""
    report = Report()
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    for games, part in _parts(plan, chunks, workers):
        report.add(part)
        progress(games)
    report.failures.sort(key=lambda failure: failure.seed)
    return report


def _parts(plan: Plan, chunks: list[range], workers: int) -> Iterator[tuple[int, Report]]:
    if workers == 1:
        for chunk in chunks:
            yield len(chunk), soak(plan, chunk)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        open_chunks = {pool.submit(soak, plan, chunk): len(chunk) for chunk in chunks}
        for done in as_completed(open_chunks):
            yield open_chunks[done], done.result()
