"""Every two events in force together: random turns in which their order is looked at.

Both events are in force from the first moment of a game to its last, and no other one comes.
Looked at are: no exception; every value, permission and ledger that the two speak in, under any
order of sources (`asking`); handlers of a moment in the order of the language (`lawful`); and, where
handlers of both stand at one moment, whether the end depends on which runs first (`reordering`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import evolve, field, frozen

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.model.chance import advance, shuffled
from talesmith.play.step import begin, bind, step
from talesmith.ruleset.parts import Ruleset
from talesmith.run.asking import Asker, asked_hooks, check_asking, in_disorder
from talesmith.run.drawn import EVENT, in_force
from talesmith.run.game import choice, seat_bots
from talesmith.run.reordering import Pair, Watch, depends

ORDER = "T060"
QUOTED = re.compile(r"`([^`]*)`")
ASKED = 8
"""values, permissions and ledgers are asked at one question out of so many"""


@frozen
class Met:
    """What a pair has gone through."""

    pair: Pair
    turns: int = 0
    decisions: int = 0
    asked: int = 0
    """positions in which all hooks of the pair were asked in several orders"""
    moments: int = 0
    """lists of two or more handlers found in their order"""
    compared: int = 0
    """moments at which both spoke, that were run both ways"""
    different: Counter[str] = field(factory=Counter)
    """what was different, and how often"""
    failure: str | None = None
    """what went wrong, with the seed and players of the game"""


class Table:
    """The machines for one number of players."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Bind the ruleset: as it is, with its sources in disorder, and with the pair turned round."""
        self.players = players
        self.forward = Watch(bind(ruleset, players), backward=False)
        self.backward = Watch(bind(ruleset, players), backward=True)
        rules = self.forward.rules
        self.asker, self.disordered = Asker(rules), in_disorder(ruleset, players, rules.board)

    def sit_down(self, pair: Pair) -> None:
        """Begin to look at a pair."""
        self.forward.pair = self.backward.pair = pair
        rules = self.forward.rules
        spoken = {
            hook.hook.name
            for hook in asked_hooks(rules)
            if any(bound.handler.card in pair for bound in hook.sources.all)
        }
        self.asker.hooks = [hook for name, hook in rules.hooks.items() if name in spoken]

    def game(self, pair: Pair, seed: int, so_far: Met, turns: int) -> Met:
        """One game, or as much of it as is missing.  Raises Violation, or whatever goes wrong."""
        rules, forward = self.forward.rules, self.forward
        bots = seat_bots(["uniform"] * self.players, seed)
        counts, different = Counter[str](), Counter[str]()
        before_moments, at_turn = forward.moments, rules.layout["turns"]
        game = begin(rules, in_force(rules, seed, pair))[0]
        while game.request is not None and so_far.turns + game.nums[at_turn] < turns:
            if game.number % ASKED == 0:
                check_asking(self.asker, self.disordered, game, seed + game.number)
                counts["asked"] += 1
            answer = choice(rules, bots, game)
            before, forward.met = game, False
            game = step(rules, before, answer)[0]
            if forward.met:
                counts["compared"] += 1
                what = depends(forward, self.backward, before, answer, seed + game.number)
                different.update([what] if what is not None else [])
        return evolve(
            so_far,
            turns=so_far.turns + game.nums[at_turn],
            decisions=so_far.decisions + game.number,
            asked=so_far.asked + counts["asked"],
            moments=so_far.moments + forward.moments - before_moments,
            compared=so_far.compared + counts["compared"],
            different=so_far.different + different,
        )


class Pairs:
    """All pairs of the events of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Take the events that are in the game, in the order of their names."""
        self.ruleset = ruleset
        events = sorted(dict(ruleset.pools)[EVENT])
        self.all: list[Pair] = list(combinations(events, 2))
        self.tables: dict[int, Table] = {}

    def some(self, n: int, seed: int) -> list[Pair]:
        """So many of the pairs, drawn by a seed, in their order."""
        drawn = shuffled(advance(seed)[1], list(range(len(self.all))))[1]
        return [self.all[at] for at in sorted(drawn[:n])]

    def table(self, players: int) -> Table:
        """The machines for so many players, bound when they are first needed."""
        if players not in self.tables:
            self.tables[players] = Table(self.ruleset, players)
        return self.tables[players]

    def one(self, pair: Pair, turns: int, seed: int = 0) -> Met:
        """Take a pair through so many turns, in games of all numbers of players in turn."""
        counts = sorted({n for n, _ in self.ruleset.boards})
        met = Met(pair)
        while met.turns < turns:
            table = self.table(counts[seed % len(counts)])
            table.sit_down(pair)
            try:
                met = table.game(pair, seed, met, turns)
            except Exception as error:  # noqa: BLE001 - whatever it is, the run names it and goes on
                where = f"seed {seed}, {table.players} players"
                return evolve(met, failure=f"{where}: {type(error).__name__}: {error}")
            seed += 1
        return met

    def run(self, pairs: Iterable[Pair], turns: int) -> Iterator[Met]:
        """Take some pairs through so many turns each."""
        for pair in pairs:
            yield self.one(pair, turns, self.all.index(pair))


def reported(findings: Iterable[Diagnostic]) -> set[frozenset[str]]:
    """The pairs of cards of which `check` says that their order matters."""
    told = (QUOTED.findall(finding.message) for finding in findings if finding.code == ORDER)
    return {frozenset((first, second)) for *others, second, _ in told for first in others}
