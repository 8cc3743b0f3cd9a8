"""One soaked game: what is looked at while it is played, and the comparison of two evaluators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.step import begin, bind, opening, step
from talesmith.record.digest import digest
from talesmith.ruleset.parts import Map, Ruleset
from talesmith.run.asking import Asker, check_asking, check_twin, in_disorder
from talesmith.run.branches import BRANCH, WAITING, Probing
from talesmith.run.coverage import Counting, Coverage
from talesmith.run.drawn import Deck, alone
from talesmith.run.folding import Folding
from talesmith.run.game import choice
from talesmith.run.honesty import check_honesty
from talesmith.run.invariants import Invariants
from talesmith.run.leaning import soak_bots
from talesmith.run.reference import check_against_reference, check_same
from talesmith.run.secrecy import check_secrecy
from talesmith.run.shrinking import (
    Broken,
    completed,
    failure_of,
    fitting,
    shrunk,
    told,
)
from talesmith.run.steering import Steering
from talesmith.run.suspension import check_suspension
from talesmith.run.violation import demand

EVERY = 7
"""the dear checks are made at one question out of so many"""


@frozen
class Setting:
    """What the games of one binding have in common."""

    ruleset: Ruleset
    players: int
    maps: tuple[Map, ...]
    deck: Deck = ()
    branches: bool = False
    """count the branches of the cards"""

    def opened(self, rules: Binder, seed: int) -> Game:
        """The position of a seed before its game begins."""
        game = opening(rules, seed)
        return alone(rules, game, self.deck) if self.deck else game


class Soaker:
    """The checks for one setting."""

    def __init__(self, setting: Setting, steering: Steering | None = None) -> None:
        """Bind the ruleset, once more with its sources in disorder, and perhaps with probes."""
        self.steering = steering
        self.answers: list[Any] = []
        """those of the running game"""
        self.setting = setting
        self.rules = bind(setting.ruleset, setting.players, maps=setting.maps)
        self.invariants = Invariants(self.rules)
        self.folding = Folding(self.rules)
        self.coverage = Coverage()
        self.counting = Counting(self.rules, self.coverage)
        self.asker = Asker(self.rules)
        self.disordered = in_disorder(setting.ruleset, setting.players, self.rules.board)
        self.probes: Probing | None = None
        if setting.branches:
            self.probes = Probing(setting.ruleset, setting.players, self.rules.board)
            self.coverage.known.update((BRANCH, name) for name in self.probes.branches)
            self.coverage.known.update((WAITING, name) for name in self.probes.waiting)
        self.number = 0

    def game(self, seed: int) -> int:
        """Play one game and look at everything; gives its decisions.

        Raises Violation, or whatever goes wrong.
        """
        bots = soak_bots(self.rules.players, seed)

        def choose(game: Game) -> Any:
            answer = choice(self.rules, bots, game)
            if self.steering is None or self.twin.rules is None:
                return answer
            return self.steering.better(self.twin.rules, self.twin.game, answer, seed)

        return self.played(seed, choose)

    def played(self, seed: int, choose: Callable[[Game], Any]) -> int:
        """Play a game with the answers that are chosen, to its end or until there is none."""
        rules, answers = self.rules, self.answers
        answers.clear()
        first = self.setting.opened(rules, seed)
        game, events = begin(rules, first)
        self.folding.check(first, events, game)
        self.counting.begin()
        self.twin = Twin(self.probes, first, game)
        while game.request is not None:
            self.number = game.number
            self.question(game, seed)
            answer = choose(game)
            if answer is None:
                return game.number
            answers.append(answer)
            before = game
            game, events = step(rules, before, answers[-1])
            self.twin.step(answers[-1], game)
            check_suspension(rules, before, answers[-1], game)
            self.folding.check(before, events, game)
            self.counting.step(before, events, game)
        self.invariants.check(game)
        again = replayed(rules, first, answers)
        demand(digest(rules, again) == digest(rules, game), "the replay ends elsewhere")
        demand(again.log == game.log, "the replay tells another story")
        return game.number

    def attempt(self, seed: int, given: Sequence[Any]) -> Broken | None:
        """Play some answers with every check; what broke, None if nothing did.

        Where an answer is None or does not fit, the plainest one is given.
        """
        left = iter(given)

        def choose(game: Game) -> Any:
            for answer in left:
                return fitting(self.rules, game, answer)
            return None

        try:
            self.played(seed, choose)
        except Exception as error:  # noqa: BLE001 - any is compared
            return Broken(failure_of(error), tuple(self.answers))
        return None

    def shortest(self, seed: int, error: Exception) -> list[str]:
        """The fewest answers after which the game of a seed breaks as it just did, as a transcript."""
        rules, first = self.rules, self.setting.opened(self.rules, seed)
        found = completed(rules, first, Broken(failure_of(error), tuple(self.answers)))
        best = shrunk(found, lambda given: self.attempt(seed, given))
        return told(rules, seed, first, completed(rules, first, best))

    def question(self, game: Game, seed: int) -> None:
        """Look at one open question."""
        self.invariants.check(game)
        self.counting.saved(game)
        if (game.number + seed) % EVERY == 0:
            mixed = seed * 1000 + game.number
            check_honesty(self.rules, game)
            check_asking(self.asker, self.disordered, game, mixed)
            check_secrecy(self.rules, game, mixed)
            self.twin.ask(self.asker, game, mixed)

    def seen(self) -> Coverage:
        """What has been touched since this was asked last."""
        counts = Counter(self.coverage.counts)
        self.coverage.counts.clear()
        if self.probes is not None:
            counts.update(self.probes.harvest())
        return Coverage(counts, set(self.coverage.known))


class Twin:
    """The same game with probes beside it, if they are asked for."""

    def __init__(self, rules: Probing | None, first: Game, game: Game) -> None:
        """Begin where the game begins, and be where it is."""
        self.rules = rules
        if rules is not None:
            self.asker = Asker(rules)
            self.game = begin(rules, first)[0]
            check_same(game, self.game)

    def step(self, answer: Any, game: Game) -> None:
        """Go where the game has gone.  Raises Violation if that is elsewhere."""
        if self.rules is not None:
            self.game = step(self.rules, self.game, answer)[0]
            check_same(game, self.game)

    def ask(self, asker: Asker, game: Game, seed: int) -> None:
        """Ask what the game is asked.  Raises Violation if an answer is another one."""
        if self.rules is not None:
            check_twin(asker, self.asker, game, self.game, seed)


class Comparer:
    """The comparison with the reference for one setting."""

    def __init__(self, setting: Setting) -> None:
        """Bind the ruleset both ways."""
        self.setting = setting
        ruleset, players, maps = setting.ruleset, setting.players, setting.maps
        self.rules = bind(ruleset, players, maps=maps)
        self.reference = bind(ruleset, players, maps=maps, lifting=False)
        self.number = 0

    def game(self, seed: int) -> int:
        """Play one game on both; gives its decisions.  Raises Violation, or whatever goes wrong."""
        bots = soak_bots(self.rules.players, seed)
        first = self.setting.opened(self.rules, seed)
        return check_against_reference(self.rules, self.reference, bots, first)

    def seen(self) -> Coverage:
        """Nothing: only positions are compared."""
        return Coverage()


def replayed(rules: Binder, first: Game, answers: Iterable[Any]) -> Game:
    """The game that begins in a position, with these answers."""
    game = begin(rules, first)[0]
    for answer in answers:
        game = step(rules, game, answer)[0]
    return game
