"""Asking: every value, permission and ledger, without changing anything, in any order of sources.

`Asker` puts together questions that fit a position: for each hook a few combinations of players,
races in play, regions, combos and words, drawn by a stream so that a run can be repeated.  Asked
are also the legal targets and costs of every active race, and the score of every seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from talesmith.model.board import Board, members
from talesmith.model.chance import advance, below, shuffled
from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.hooks.ledgers import LedgerHook
from talesmith.play.hooks.permissions import PermissionHook
from talesmith.play.hooks.sources import Sources
from talesmith.play.hooks.values import ValueHook
from talesmith.play.machine import Machine
from talesmith.ruleset.parts import Hook, Ruleset
from talesmith.run.violation import demand

PER_HOOK = 4
"""so many combinations of arguments are tried for each hook"""
NUMBERS = (0, 1, 3)

Question = tuple[str, tuple[Any, ...]]


class Asker:
    """The questions that one bound ruleset can be asked."""

    def __init__(self, rules: Binder) -> None:
        """Sort out the hooks whose parameters can be made up."""
        self.rules = rules
        self.words = {name: range(len(words)) for name, words in rules.ruleset.words}
        self.hooks: list[Hook] = [hook.hook for hook in asked_hooks(rules)]

    def questions(self, game: Game, seed: int) -> list[Question]:
        """Some questions about a position: (name of the hook, arguments)."""
        found: list[Question] = []
        made = self.domains(game)
        for hook in self.hooks:
            domains = [self.domain(made, param.type) for param in hook.params]
            for _ in range(PER_HOOK if domains else 1):
                if all(domains):
                    seed, args = drawn(seed, domains)
                    found.append((hook.name, args))
        return found

    def domains(self, game: Game) -> dict[str, Sequence[Any]]:
        """What there is of each type in a position."""
        rules = self.rules
        return {
            "player": range(rules.players),
            "race": members(game.nums[rules.at_in_play]),
            "region": range(len(rules.board.regions)),
            "combo": rules.races.column_of(Machine(game, rules.codes)),
            "banner": range(len(rules.cards_of("race"))),
            "badge": range(len(rules.cards_of("power"))),
            "number": NUMBERS,
            "flag": (False, True),
            **{f"word {name}": words for name, words in self.words.items()},
        }

    def domain(self, made: dict[str, Sequence[Any]], kind: str) -> Sequence[Any]:
        """What an argument of a type may be; a missing `x?` takes its default."""
        sure = kind.removesuffix("?")
        values = made.get(sure, ())
        return [None, *values] if sure != kind else values

    def answers(self, m: Machine, questions: Sequence[Question]) -> list[Any]:
        """The answers to these questions, then legality, costs and scores of all seats."""
        rules = self.rules
        found: list[Any] = [self.one(m, name, args) for name, args in questions]
        for race in active_races(rules, m):
            costs = rules.attempts.costs(m, race)
            found.append((race, rules.attempts.legal(m, race), dict(costs)))
        return found

    def one(self, m: Machine, name: str, args: tuple[Any, ...]) -> Any:
        """The answer of one hook; the lines of a ledger in an order of their own."""
        rules = self.rules
        if name in rules.values:
            return rules.values[name](m, args)
        if name in rules.permissions:
            return rules.permissions[name](m, args)
        return sorted(rules.ledgers[name](m, args), key=repr)


def asked_hooks(rules: Binder) -> list[ValueHook | PermissionHook | LedgerHook]:
    """All values, permissions and ledgers of a ruleset."""
    return [*rules.values.values(), *rules.permissions.values(), *rules.ledgers.values()]


def drawn(seed: int, domains: Sequence[Sequence[Any]]) -> tuple[int, tuple[Any, ...]]:
    """One value out of each domain, and the next seed."""
    args = []
    for domain in domains:
        seed, at = below(seed, len(domain))
        args.append(domain[at])
    return seed, tuple(args)


def active_races(rules: Binder, m: Machine) -> Iterator[int]:
    """The active race of every seat that has one."""
    for seat in range(rules.players):
        race = m.cells[rules.layout["player.active"] + seat]
        if race != NONE:
            yield race


def check_purity(asker: Asker, game: Game, questions: Sequence[Question]) -> list[Any]:
    """Ask a position, and find it unchanged; gives the answers.  Raises Violation."""
    m = Machine(game, asker.rules.codes)
    found = asker.answers(m, questions)
    demand(bytes(m.cells) == game.cells, "asking changed a cell", questions)
    demand(tuple(m.nums) == game.nums, "asking changed a number", questions)
    rest = (m.limits, m.lasting, m.past, m.serial, m.request, m.chain, m.number)
    sparse = game.sparse
    kept = (sparse.limits, sparse.lasting, sparse.past, sparse.serial, game.request, game.stack)
    demand(rest == (*kept, game.number), "asking changed what is rare", questions)
    demand(not m.log and not m.frames, "asking left a trace", m.log, len(m.frames))
    return found


# ---- any order of sources ------------------------------------------------------------------------


def shuffle_sources(rules: Binder, seed: int) -> None:
    """Let every value, permission and ledger of a ruleset see its sources in a random order."""
    for hook in asked_hooks(rules):
        seed = advance(seed)[1]
        _shuffle(hook.sources, seed)


def _shuffle(sources: Sources, seed: int) -> None:
    in_order, state = sources.live, [seed]

    def in_any_order(m: Machine, args: Sequence[Any], lifted: int | None = None) -> list[Any]:
        entries = in_order(m, args, lifted)
        if len(entries) < 2:
            return entries
        state[0], order = shuffled(state[0], list(range(len(entries))))
        return [entries[at] for at in order]

    setattr(sources, "live", in_any_order)  # noqa: B010 - a method is replaced on purpose


def in_disorder(ruleset: Ruleset, players: int, board: Board) -> Asker:
    """The same questions to a machine whose sources speak in a random order each time.

    Nothing of it is printed: printed code has an order of its own.
    """
    rules = Binder(ruleset, players, board, fusing=False)
    shuffle_sources(rules, players)
    return Asker(rules)


def check_asking(asker: Asker, disordered: Asker, game: Game, seed: int) -> None:
    """Raise Violation if asking leaves a trace, or shuffled sources answer differently."""
    questions = asker.questions(game, seed)
    one = check_purity(asker, game, questions)
    compare(one, disordered, game, questions, "the order of sources matters")


def check_twin(asker: Asker, other: Asker, game: Game, twin: Game, seed: int) -> None:
    """Raise Violation if another machine answers differently in a position of its own."""
    questions = asker.questions(game, seed)
    one = asker.answers(Machine(game, asker.rules.codes), questions)
    compare(one, other, twin, questions, "region by region another answer")


def compare(
    one: Sequence[Any], other: Asker, game: Game, questions: Sequence[Question], text: str
) -> None:
    """Raise Violation unless another machine gives these answers."""
    two = other.answers(Machine(game, other.rules.codes), questions)
    for question, first, second in zip([*questions, *one], one, two, strict=False):
        demand(first == second, text, question, first, second)
