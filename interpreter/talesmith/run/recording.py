"""Games that stand for a ruleset: played by bots from seeds, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from talesmith.play.bind import Binder
from talesmith.play.step import bind
from talesmith.record.session import Session
from talesmith.ruleset.parts import Ruleset
from talesmith.run.drawn import drawn_board
from talesmith.run.game import choice, seat_bots

SEATS = ("ana", "ben", "cid", "dora", "emil", "fay", "gus", "hal")
KINDS = ("greedy", "uniform")
"""who plays: the bots take turns, and another one begins in every second game"""


@frozen
class Games:
    """Which games are played."""

    games: int
    seed: int
    players: int | None
    """None: all numbers that the ruleset has a board for, in turn"""

    @property
    def seeds(self) -> range:
        """The seed of each game."""
        return range(self.seed, self.seed + self.games)

    def players_of(self, ruleset: Ruleset, seed: int) -> int:
        """The number of players of the game of a seed."""
        counts = sorted({n for n, _ in ruleset.boards})
        return counts[seed % len(counts)] if self.players is None else self.players


def rules_for(ruleset: Ruleset, players: int, seed: int) -> Binder:
    """The rules on the board of a seed.  Raises ValueError for a number without a board."""
    return bind(ruleset, players, maps=drawn_board(ruleset, players, seed))


def played(ruleset: Ruleset, games: Games) -> Iterator[Session]:
    """Each of the games, at its end.  Raises ValueError for a number of players without a board."""
    for seed in games.seeds:
        players = games.players_of(ruleset, seed)
        rules = rules_for(ruleset, players, seed)
        yield recorded(rules, [KINDS[(at + seed) % 2] for at in range(players)], seed)


def recorded(rules: Binder, kinds: Sequence[str], seed: int) -> Session:
    """A game between bots of these kinds, at its end."""
    session, bots = Session(rules, SEATS[: len(kinds)], seed), seat_bots(kinds, seed)
    while not session.is_over:
        session.answer(choice(rules, bots, session.game))
    return session
