"""What the rules say at a question: every value and permission about whoever is asked.

Asked are the hooks whose arguments follow from the question: its player, his active race, each
region, each combo of the column.  The answers are what a player goes by (what a region costs, where
he may go), so two versions of rules that differ here differ before anybody has answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from attrs import frozen

from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.play.telling.explain import why_allowed, why_value
from talesmith.play.telling.explained import Explanation, Verdict, said
from talesmith.play.telling.view import whose_turn
from talesmith.record.names import Names
from talesmith.ruleset.parts import Hook, Param

YES, NO = "yes", "no"


@frozen(order=True)
class Key:
    """One thing that was asked: the hook and the words of its arguments."""

    hook: str
    args: tuple[str, ...]

    def __str__(self) -> str:
        """As it is written in a rule."""
        return f"{self.hook}({', '.join(self.args)})"


Asked: TypeAlias = dict[Key, tuple[str, tuple[Any, ...]]]
"""the result of each key as a word, and its arguments"""


class Sayings:
    """Asks the rules of one game, in any of its positions."""

    def __init__(self, rules: Binder, names: Names) -> None:
        """Sort out the hooks whose arguments follow from a question."""
        self.rules, self.names = rules, names
        hooks = [hook.hook for hook in rules.values.values()]
        hooks += [hook.hook for hook in rules.permissions.values()]
        self.hooks = [hook for hook in hooks if hook.params and _follows(hook.params)]

    def at(self, game: Game) -> Asked:
        """Every key of a position with its result; nothing if no player is asked."""
        request: Any = game.request
        seat = None if request is None else whose_turn(request)
        if seat is None or seat >= self.rules.players:
            return {}
        m = Machine(game, self.rules.codes)
        domains = self._domains(m, seat)
        found: Asked = {}
        for hook in self.hooks:
            for args in _combinations(hook.params, domains):
                found[self._key(game, hook, args)] = self._result(m, hook, args), args
        return found

    def why(self, game: Game, key: Key, args: tuple[Any, ...]) -> Explanation | Verdict:
        """Explain one of the results of a position."""
        if key.hook in self.rules.values:
            return why_value(self.rules, game, key.hook, args)
        return why_allowed(self.rules, game, key.hook, args)

    def _domains(self, m: Machine, seat: int) -> dict[str, Sequence[Any]]:
        race = m.cells[self.rules.layout["player.active"] + seat]
        return {
            "player": (seat,),
            "race": () if race == NONE else (race,),
            "region": range(len(self.rules.board.regions)),
            "combo": self.rules.races.column_of(m),
        }

    def _key(self, game: Game, hook: Hook, args: Sequence[Any]) -> Key:
        params = hook.params[: len(args)]
        words = (
            "none" if arg is None else self.names.word(game, param.type, arg)
            for param, arg in zip(params, args, strict=True)
        )
        return Key(hook.name, tuple(words))

    def _result(self, m: Machine, hook: Hook, args: Sequence[Any]) -> str:
        if hook.name in self.rules.values:
            return said(self.rules, hook.type, self.rules.values[hook.name](m, args))
        return YES if self.rules.permissions[hook.name](m, args) else NO


_KINDS = ("player", "race", "region", "combo")


def _needed(params: Sequence[Param]) -> list[Param]:
    return [param for param in params if param.default is None]


def _follows(params: Sequence[Param]) -> bool:
    """Whether a question gives one value, or each region or combo, for every parameter."""
    kinds = [param.type for param in _needed(params)]
    sure = [kind for kind in kinds if not kind.endswith("?")]
    return set(sure) <= set(_KINDS) and len(set(sure)) == len(sure)


def _combinations(
    params: Sequence[Param], domains: dict[str, Sequence[Any]]
) -> Iterator[tuple[Any, ...]]:
    """All arguments: what has a default is left out, what may be missing is."""
    kinds = [param.type for param in _needed(params)]
    return product(*((None,) if kind.endswith("?") else domains[kind] for kind in kinds))
