"""Expressions asked of a position: checked against its ruleset, turned into closures, asked.

The names of the players, of the regions and of the banners of races in play stand for themselves,
`winners` for the players with the best result.  An expression is checked once for a ruleset and
its players; which race a banner's name means is read from the position each time.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from talesmith.compile.asked import ask, scope_of
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.model.game import Game
from talesmith.names.vocabulary import Vocabulary
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine, ways_in
from talesmith.play.telling.explain import evaluated
from talesmith.play.telling.ranking import winners
from talesmith.record.words import short_id
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree

WINNERS = "winners"


class NotInPlayError(Exception):
    """A banner names no race: it has never come into play."""


@frozen(eq=False)
class Asked:
    """A sound expression, and how many names are bound inside it."""

    expr: Expr
    slots: int


def check_question(
    node: tree.Expression, vocabulary: Vocabulary, rules: Binder, seats: tuple[str, ...]
) -> tuple[Asked | None, list[Diagnostic]]:
    """Check an expression against a ruleset; None if there is an error in it."""
    local = dict.fromkeys(vocabulary.all("race"), "race")
    local.update(dict.fromkeys(rules.board.names, "region"))
    local.update(dict.fromkeys(seats, "player"))
    local[WINNERS] = "list player"
    scope = scope_of(local, vocabulary)
    expr, findings = ask(node, vocabulary, scope)
    return None if expr is None else Asked(expr, scope.frame.count), findings


class Questions:
    """Asks expressions of one position."""

    def __init__(self, rules: Binder, game: Game) -> None:
        self.rules = rules
        self.game = game
        self.m = Machine(game, rules.codes)
        self.m.ways = ways_in(rules.codes, game.stack)

    def value(self, asked: Asked) -> Any:
        """The value of an expression.  Raises NotInPlayError."""
        return self.part(asked.expr, asked.slots)

    def part(self, expr: Expr, slots: int) -> Any:
        """The value of a part of an expression.  Raises NotInPlayError."""
        known = self.in_position(expr, slots)
        return evaluated(self.rules, self.m, known, self.slots(expr, slots))

    def slots(self, expr: Expr, slots: int) -> list[Any]:
        """Room for the names of an expression, `winners` in the last place."""
        asks = _mentions_winners(expr)
        return [None] * slots + [winners(self.rules, self.game) if asks else ()]

    def in_position(self, node: Any, slots: int) -> Any:
        """The same expression with races and winners of this position in it.

        Raises NotInPlayError for a race that has never come into play.
        """
        if not isinstance(node, tuple):
            return node
        if node[:1] == ("constant",) and node[2] == "race":
            return ("num", node[1], "race", self.race(node[3]))
        if node[:1] == ("local",) and node[3] == WINNERS:
            return (*node[:3], slots)
        return tuple(self.in_position(part, slots) for part in node)

    def race(self, banner: str) -> int:
        """The race that has this banner, the youngest if there were several."""
        number = self.rules.card_number(banner)
        at, founded = self.rules.at_banner, self.m.nums[self.rules.layout["founded"]]
        for race in reversed(range(len(self.rules.natives), founded)):
            if self.m.cells[at + race] == number:
                return race
        raise NotInPlayError(f"{short_id(banner)} is not in play")


def _mentions_winners(node: Any) -> bool:
    if not isinstance(node, tuple):
        return False
    if node[:1] == ("local",) and node[3] == WINNERS:
        return True
    return any(_mentions_winners(part) for part in node)
