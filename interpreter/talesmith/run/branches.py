"""Branches: every way through the text of a card, and how often games have taken it.

The typed form of a ruleset is written once more with a *probe* at the head of every block, round
every guard, and where an `if` has no `else`.  A probe counts and does nothing else, so a game on
the probed ruleset is the same game; whoever runs it compares both.

A branch is named by its card, its line and what happens there:

    ran           the body of an effect, offer, replacement, step or action; a line without guard
    holds, fails  the guard of a handler, line, way, suppression or fate
    then, else    an `if`; without a written `else` that is going on behind it
    each          the body of a loop
    "TEXT"        an option of a choice
    done, none    the player wanted no more; there was nothing to choose from
    chosen, left  a line of a ledger that is dropped or multiplied, or is not
    nothing       something is missing, and nothing is done about it

The last one stands in many texts only because the language asks what happens if something is missing;
often the card itself sees to it that it never is.

A step of the rules may ask a value or permission that no card of this game has a say in; what it does
when the answer is another one than usual waits for cards of other games (`Probes.waiting`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from attrs import evolve

from talesmith.model.board import Board
from talesmith.play.bind import Binder
from talesmith.play.expressions.scalars import Fn, builds
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.ruleset.ops import (
    ELSE_AT,
    GUARD_AT,
    NAMED_BLOCKS,
    OPTIONS_AT,
    PICK_AT,
    Body,
    Expr,
    Stmt,
)
from talesmith.ruleset.parts import PURE, Handler, Hook, Piece, Ruleset, Step, Suppress, Way

P = TypeVar("P", Way, Suppress)
CONDITION_AT = {"if": 2, "for": 3}
RULES = "rules."
LEAVING = ("stop", "next", "end")
NOTHING = "nothing"
"""the branch of something missing"""
TAKEN = "probe"
BRANCH = "branch"
"""the group of branches in what a run has touched"""
WAITING = "waiting branch"
"""the group of those that wait for cards of other games"""
ASKING = ("value", "permit")


class Probes:
    """Writes the probes and gives every branch its name."""

    def __init__(self) -> None:
        """Begin with no branch."""
        self.names: list[str] = []
        self._whose = ""
        self._absent: set[str] = set()
        """cards that are in no pool of the ruleset"""
        self._spoken: set[str] = set()
        """values and permissions that some card of the ruleset has a say in"""
        self._waits = False
        self.waiting: list[str] = []
        """branches of the rules that hang on what no card of the ruleset has a say in"""

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with a probe in every branch of all that can be in its games."""
        self._absent = ruleset.left_out
        self._spoken = {h.hook for h in ruleset.handlers if h.card not in self._absent}
        return evolve(
            ruleset,
            handlers=tuple(map(self._handler, ruleset.handlers)),
            steps=tuple(map(self._step, ruleset.steps)),
            hooks=tuple(map(self._action, ruleset.hooks)),
            ways=tuple(self._guarded(way) for way in ruleset.ways),
            suppressions=tuple(self._guarded(one) for one in ruleset.suppressions),
            markers=tuple(map(self._fates, ruleset.markers)),
        )

    def _guarded(self, part: P) -> P:
        if part.card in self._absent:
            return part
        self._whose = part.card
        return evolve(part, guard=self._surely(part.guard, part.where.line << 12))

    def _fates(self, piece: Piece) -> Piece:
        if piece.card in self._absent:
            return piece
        self._whose, at = piece.card, piece.where.line << 12
        fates = [
            fate if fate.guard is None else evolve(fate, guard=self._watched(fate.guard, at))
            for fate in piece.fates
        ]
        return evolve(piece, fates=tuple(fates))

    def _step(self, step: Step) -> Step:
        if step.card in self._absent:
            return step
        self._whose = step.card or f"{RULES}{step.name}"
        return evolve(step, body=self._entered(step.body, step.where.line << 12, "ran"))

    def _action(self, hook: Hook) -> Hook:
        if hook.kind != "action":
            return hook
        self._whose = f"{hook.package}.{hook.name}"
        return evolve(hook, body=self._entered(hook.body, hook.where.line << 12, "ran"))

    def _handler(self, handler: Handler) -> Handler:
        if handler.card in self._absent:
            return handler
        self._whose = handler.card
        guard = handler.guard and self._watched(handler.guard, handler.where.line << 12)
        if handler.form in PURE:
            return evolve(handler, guard=guard, body=tuple(map(self._line, handler.body)))
        body = self._entered(handler.body, handler.where.line << 12, "ran")
        return evolve(handler, guard=guard, body=body)

    def _line(self, line: Stmt) -> Stmt:
        parts = [*line]
        picking = PICK_AT.get(line[0], len(line))
        if picking < len(line) and line[picking] is not None:
            parts[picking] = self._watched(line[picking], line[1], ("chosen", "left"))
        if line[0] != "drop":
            place = GUARD_AT[line[0]]
            parts[place] = self._surely(line[place], line[1])
        return tuple(parts)

    def _surely(self, guard: Expr | None, at: int) -> Expr:
        """The guard with its probe; a probe that always holds where there is none."""
        if guard is not None:
            return self._watched(guard, at)
        return self._watched(("flag", at, "flag", True), at, ("ran",))

    def _watched(self, guard: Expr, at: int, names: tuple[str, ...] = ("holds", "fails")) -> Expr:
        numbers = tuple(self._new(at, name) for name in names)
        return (TAKEN, guard[1], "flag", numbers[0], numbers[-1], guard)

    def _entered(self, body: Body, at: int, name: str) -> Body:
        return (self._probe(at, name), *(self._statement(stmt) for stmt in body))

    def _probe(self, at: int, name: str) -> Stmt:
        return (TAKEN, at, self._new(at, name))

    def _statement(self, stmt: Stmt) -> Stmt:
        waited, place = self._waits, CONDITION_AT.get(stmt[0])
        if place is not None and self._whose.startswith(RULES):
            self._waits = waited or any(name not in self._spoken for name in asked(stmt[place]))
        probed = self._blocks(stmt)
        self._waits = waited
        return probed

    def _blocks(self, stmt: Stmt) -> Stmt:
        parts = [*stmt]
        for place, name in NAMED_BLOCKS.get(stmt[0], ()):
            if stmt[place] is not None:
                is_idle = name in missing(stmt) and does_nothing(stmt[place])
                parts[place] = self._entered(stmt[place], stmt[1], NOTHING if is_idle else name)
        if stmt[0] == "if":
            other = stmt[ELSE_AT] or ()
            is_idle = "else" in missing(stmt) and does_nothing(other)
            parts[ELSE_AT] = self._entered(other, stmt[1], NOTHING if is_idle else "else")
        if stmt[0] == "option":
            parts[OPTIONS_AT] = tuple(
                (*branch[:4], self._entered(branch[4], stmt[1], f'"{branch[0]}"'))
                for branch in stmt[OPTIONS_AT]
            )
        return tuple(parts)

    def _new(self, at: int, what: str) -> int:
        line, column = at >> 12, at & 4095
        name = f"{self._whose} {line} {what}"
        if name in self.names:
            name = f"{self._whose} {line}:{column} {what}"
        self.names.append(name)
        if self._waits:
            self.waiting.append(name)
        return len(self.names) - 1


def missing(stmt: Stmt) -> tuple[str, ...]:
    """The blocks of a statement to which it comes because something is missing."""
    if stmt[0] != "if":
        return ("none",)
    condition = stmt[2]
    if condition[0] == "exists":
        return ("else",)
    return ("then",) if condition[0] == "not" and condition[3][0] == "exists" else ()


def does_nothing(body: Body) -> bool:
    """Whether a block only goes on elsewhere."""
    return all(
        stmt[0] in LEAVING or (stmt[0] == "return" and stmt[2][0] == "none") for stmt in body
    )


def asked(e: Any) -> Iterator[str]:
    """The values and permissions that an expression asks."""
    if isinstance(e, tuple):
        if len(e) > 3 and e[0] in ASKING:
            yield e[3]
        for part in e:
            yield from asked(part)


class Probing(Binder):
    """A game on a ruleset with probes, condition by condition and region by region."""

    def __init__(self, ruleset: Ruleset, players: int, board: Board) -> None:
        """Bind a ruleset that has no probes yet."""
        probes = Probes()
        probed = probes.ruleset(ruleset)
        self.branches, self.waiting = tuple(probes.names), tuple(probes.waiting)
        self.taken = [0] * len(self.branches)
        """how often each branch was taken"""
        super().__init__(probed, players, board, lifting=False)

    def harvest(self) -> dict[tuple[str, str], int]:
        """What was taken since the last harvest, as groups are counted."""
        found = {(BRANCH, name): n for name, n in zip(self.branches, self.taken, strict=True) if n}
        self.taken[:] = [0] * len(self.taken)
        return found


@statement(TAKEN)
def _probe(flow: Flow, stmt: Stmt) -> None:
    taken, number = cast(Probing, flow.b).taken, stmt[2]

    def count(_m: Machine, _s: Slots) -> None:
        taken[number] += 1

    flow.note(count)


@builds(TAKEN)
def _watching(b: Binder, e: Expr) -> Fn:
    taken, holds = cast(Probing, b).taken, b.expr(e[5])
    _, _, _, yes, no, _ = e

    def ask(m: Machine, s: Slots) -> Any:
        answer = holds(m, s)
        taken[yes if answer else no] += 1
        return answer

    return ask
