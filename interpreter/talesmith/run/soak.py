"""Soak: many random games in which everything that must always hold is looked at.

At every question: conservation and board (`invariants`), the log against the position (`folding`),
and dump, load, one answer further (`suspension`).  At every seventh question, another one in each
game: offered answers accepted and wrong ones refused (`honesty`), asking without a trace and in any
order of sources (`asking`), what a seat may not know (`secrecy`).  At the end of each game: the
replay of its answers from the seed.  No answer may use more than a tenth of the machine's fuel.
If branches are counted, the game is also played region by region with probes (`branches`).

The board, the number of players of a mixed run, and the keys and decks of a run that draws them
follow from the seed, so that one game can be repeated by itself.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from attrs import field, frozen

from talesmith.play import machine
from talesmith.ruleset.parts import Map, Ruleset
from talesmith.run.coverage import Coverage
from talesmith.run.drawn import (
    EVENT,
    Deck,
    drawn_board,
    drawn_deck,
    drawn_keys,
    other_keys,
    with_keys,
)
from talesmith.run.soaker import Comparer, Setting, Soaker
from talesmith.run.steering import Steering

CHUNK = 5
"""games that a worker takes at a time"""
DRAWN = 5
"""games that share keys, board and number of players: binding takes as long as a third of a game"""
KEPT = 5
"""bindings that are kept for the next game"""


@frozen
class Failed:
    """A game that broke something: its seed, and what was broken at which answer."""

    seed: int
    players: int
    number: int
    text: str
    keys: tuple[tuple[str, str], ...] = ()
    """those that the ruleset sets otherwise"""
    deck: Deck = ()
    transcript: tuple[str, ...] = ()
    """of a steered game, made as short as can be: its seed alone does not repeat it"""


@frozen
class Report:
    """What a run has seen."""

    coverage: Coverage = field(factory=Coverage)
    failures: list[Failed] = field(factory=list)
    games: dict[int, int] = field(factory=dict)
    """games by number of players"""
    answers: list[int] = field(factory=list)
    """decisions of each game that came to its end"""

    @property
    def decisions(self) -> int:
        """Decisions of all games."""
        return sum(self.answers)

    @property
    def played(self) -> int:
        """All games, those too that broke something."""
        return sum(self.games.values())

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
    keys: tuple[tuple[str, str], ...] = ()
    """values of keys for every game"""
    draws: bool = False
    """draw the other keys by the seed, and in every second round of numbers of players the deck"""
    deck: Deck = ()
    branches: bool = False
    """count the branches of the cards"""
    steer: bool = False
    """prefer answers that take a branch which was not taken yet; `branches` must be counted"""

    @property
    def counts(self) -> list[int]:
        """Numbers of players that the ruleset has a board for."""
        return sorted({n for n, _ in self.ruleset.boards})

    def players_of(self, seed: int) -> int:
        """The number of players of the game of a seed."""
        counts = self.counts
        at = seed // DRAWN if self.draws else seed
        return self.players if self.players is not None else counts[at % len(counts)]

    def keys_of(self, seed: int) -> dict[str, str]:
        """The keys of the game of a seed as far as the ruleset sets them otherwise."""
        drawn = drawn_keys(self.ruleset, seed // DRAWN) if self.draws else {}
        return other_keys(self.ruleset, {**drawn, **dict(self.keys)})

    def board_of(self, seed: int) -> tuple[Map, ...]:
        """The maps of the game of a seed."""
        return drawn_board(self.ruleset, self.players_of(seed), seed // DRAWN)

    def deck_of(self, seed: int) -> Deck:
        """The few cards of which the decks of the game of a seed are made, if they are few."""
        group, has_events = seed // DRAWN, bool(dict(self.ruleset.pools)[EVENT])
        is_narrow = self.draws and has_events and group // len(self.counts) % 2 == 1
        return drawn_deck(self.ruleset, group) if is_narrow and not self.deck else self.deck


class Games:
    """Plays the games of a plan one by one."""

    def __init__(self, plan: Plan) -> None:
        """Begin with nothing bound."""
        self.plan = plan
        self.steering = Steering() if plan.steer else None
        self._bound: dict[Any, Soaker | Comparer] = {}

    def watch(
        self, players: int, keys: dict[str, str], deck: Deck, maps: tuple[Map, ...]
    ) -> Soaker | Comparer:
        """The checks for so many players, these keys, this deck and this board."""
        plan, names = self.plan, tuple(part.id for part in maps)
        key = (players, tuple(sorted(keys.items())), deck, names)
        if key not in self._bound:
            while len(self._bound) >= KEPT:
                del self._bound[next(iter(self._bound))]
            ruleset = with_keys(plan.ruleset, keys)
            setting = Setting(ruleset, players, maps, deck, plan.branches)
            made = Comparer(setting) if plan.reference else Soaker(setting, self.steering)
            self._bound[key] = made
        return self._bound[key]

    def one(self, seed: int) -> Report:
        """Play the game of a seed; whatever is broken in it is reported."""
        plan = self.plan
        players, keys, deck = plan.players_of(seed), plan.keys_of(seed), plan.deck_of(seed)
        watch = self.watch(players, keys, deck, plan.board_of(seed))
        report = Report(games={players: 1})
        try:
            report.answers.append(watch.game(seed))
        except Exception as error:  # noqa: BLE001 - whatever it is, the run names it and goes on
            text, told = f"{type(error).__name__}: {error}", tuple(sorted(keys.items()))
            number, lines = watch.number, self._shortest(watch, seed, error)
            report.failures.append(Failed(seed, players, number, text, told, deck, lines))
        report.coverage.add(watch.seen())
        return report

    def _shortest(self, watch: Soaker | Comparer, seed: int, error: Exception) -> tuple[str, ...]:
        if self.steering is None or not isinstance(watch, Soaker):
            return ()
        return tuple(watch.shortest(seed, error))


def soak(plan: Plan, seeds: Iterable[int]) -> Report:
    """Run the games of these seeds; a game that breaks something is reported, the next begun."""
    report, games = Report(), Games(plan)
    with little_fuel():
        for seed in seeds:
            report.add(games.one(seed))
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


def soak_in_parallel(
    plan: Plan, seeds: range, workers: int, progress: Callable[[Report], None]
) -> Report:
    """The same, shared among processes; `progress` is told what games that are done have seen.

    A run that is stopped (KeyboardInterrupt) reports the games that were done.
    """
    report = Report()
    try:
        for part in _alone(plan, seeds) if workers == 1 else _shared(plan, seeds, workers):
            report.add(part)
            progress(part)
    except KeyboardInterrupt:
        pass  # the caller sees by the number of games that some are missing
    report.failures.sort(key=lambda failure: failure.seed)
    return report


def _alone(plan: Plan, seeds: range) -> Iterator[Report]:
    games = Games(plan)
    with little_fuel():
        yield from map(games.one, seeds)


def _shared(plan: Plan, seeds: range, workers: int) -> Iterator[Report]:
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for done in as_completed([pool.submit(soak, plan, chunk) for chunk in chunks]):
            yield done.result()
