"""Marks: the typed form of a ruleset is written once more with a mark at every unit.

A game on the marked ruleset is the same game: marks note that they were come to and do nothing
else.  They stand

    at the head of every block and before every `stop` and `end`;
    round every guard (`seen`, an expression);
    before, in and behind every loop, which counts its rounds in a slot of its own;
    before every question (`asking`): it says by which units the answer is known.

Statements keep their places (line and column), by which scenarios find where to begin; marks have
places of their own, below zero.  What cannot be marked in the text is recorded by the hooks of the
game themselves: see `watched` and `watching`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve

from talesmith.cover.members import lists_given, lists_that_are_filled, members_of, plain
from talesmith.cover.unit_texts import UnitMaker, is_never_empty, rounds_of
from talesmith.cover.units import TOUCH, Units
from talesmith.ruleset.ops import (
    BLOCK_AT,
    ELSE_AT,
    GUARD_AT,
    NAMED_BLOCKS,
    OPTIONS_AT,
    PICK_AT,
    Body,
    Expr,
    Stmt,
    walk,
)
from talesmith.ruleset.parts import PURE, Handler, Hook, Piece, Ruleset, Step, Suppress, Way

P = TypeVar("P", Way, Suppress)
LOOPS = ("for", "loop", "circle")
LEAVING = ("stop", "end")
"""at the end of a block they need no unit of their own: whoever comes to the block comes to them"""
GUARD = GUARD_AT["become"]
EQUALITY = {"eq", "ne"}
SEEN, MARK, ASKING = "seen", "mark here", "asking"
BEGIN, ROUND, OVER = "rounds begin", "one round", "rounds over"


class Marker(UnitMaker):
    """Writes the marks of one ruleset; its units are numbered among those known already."""

    def __init__(self, units: Units, *, relations: bool = True) -> None:
        """Number into these units; `relations`: those too of a card beside another one."""
        super().__init__(units)
        self.relations = relations
        self.marks = 0
        self.block = -1
        """what is seen at the head of the block under work"""
        self.rest: Stmt | None = None
        """a line that speaks whenever the one before it does not"""
        self.filled: set[Any] = set()
        """lists that have members, because a question about them would have left the block"""
        self.leading: Stmt | None = None
        self.given: set[Any] = set()
        """the first statement of a handler, and lists that its guard says to have members"""
        self.in_loop = 0
        """how many loops the statement under work stands in"""
        self.absent: set[str] = set()
        self.least: dict[str, int] = {}
        """values that are never lower than a number"""
        self.single: set[str] = set()
        """markers of which there is one"""

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with marks in all that can be in its games."""
        self.absent = ruleset.left_out
        self.least = {h.name: h.low[3] for h in ruleset.hooks if h.low and h.low[0] == "num"}
        self.single = {piece.id for piece in ruleset.markers if piece.supply == 1}
        self.durations(ruleset, self.absent)
        if self.relations:
            self.sleepers(ruleset, self.absent)
            self.candidates(ruleset, self.absent)
        return evolve(
            ruleset,
            handlers=tuple(map(self._handler, ruleset.handlers)),
            steps=tuple(map(self._step, ruleset.steps)),
            hooks=tuple(map(self._hook, ruleset.hooks)),
            ways=tuple(map(self._way, ruleset.ways)),
            suppressions=tuple(map(self._suppress, ruleset.suppressions)),
            markers=tuple(map(self._fates, ruleset.markers)),
        )

    # ---- what stands in a ruleset ----

    def _way(self, way: Way) -> Way:
        if way.card in self.absent:
            return way
        self.stand(way.card, way.id, way.where)
        self.new("hook", 0, "switched on")
        return self._guarded(way)

    def _suppress(self, one: Suppress) -> Suppress:
        if one.card in self.absent:
            return one
        self.stand(one.card, f"{one.card} suppress", one.where)
        return self._guarded(one)

    def _guarded(self, part: P) -> P:
        return part if part.guard is None else evolve(part, guard=self._watched(part.guard, 0))

    def _fates(self, piece: Piece) -> Piece:
        if piece.card in self.absent:
            return piece
        self.stand(piece.card, piece.id, piece.where)
        fates = [
            fate if fate.guard is None else evolve(fate, guard=self._watched(fate.guard, 0))
            for fate in piece.fates
        ]
        return evolve(piece, fates=tuple(fates))

    def _step(self, step: Step) -> Step:
        if step.card in self.absent:
            return step
        name = f"rules.{step.name}" if step.card is None else f"{step.card}.{step.name}"
        self.stand(step.card or "rules", name, step.where)
        return evolve(step, body=self._entered(step.body, 0, "ran", kind="hook"))

    def _hook(self, hook: Hook) -> Hook:
        self.stand("rules", f"{hook.package}.{hook.name}", hook.where)
        if hook.kind == "action" and hook.body:
            return evolve(hook, body=self._entered(hook.body, 0, "ran", kind="hook"))
        if hook.kind not in PURE:
            return hook
        self.block = self.touch(0, "asked")
        self.range_of(hook)
        is_told = hook.kind == "permission"
        self.rest = rest_of(hook.body) if hook.kind == "value" else None
        return evolve(hook, body=tuple(self._line(line, is_told=is_told) for line in hook.body))

    def _handler(self, handler: Handler) -> Handler:
        if handler.card in self.absent:
            return handler
        self.stand(handler.card, handler.id, handler.where)
        self.block = self.touch(0, "asked")
        guard = handler.guard and self._watched(handler.guard, 0)
        if handler.form in PURE:
            self.new("hook", 0, "spoke")
            return evolve(handler, guard=guard, body=tuple(map(self._line, handler.body)))
        if handler.form == "offer":
            self.new("option", 0, "left")
        if handler.form == "instead" and handler.may is not None:
            self.new("replacement", 0, "declined")
        self.leading, self.given = (
            handler.body[0] if handler.body else None,
            lists_given(handler.guard),
        )
        body = self._entered(handler.body, 0, "ran", kind="hook")
        self.leading = None
        return evolve(handler, guard=guard, body=body)

    # ---- lines of pure bodies ----

    def _line(self, line: Stmt, *, is_told: bool = False) -> Stmt:
        """A line with its marks; explanations read the guards of a permission (`is_told`)."""
        parts, op, at = [*line], line[0], line[1]
        self.reach(line)
        picking = PICK_AT.get(op, len(line))
        if picking < len(line) and line[picking] is not None:
            parts[picking] = self._watched(line[picking], at, ("chosen", "left"))
        if op != "drop" and line[GUARD_AT[op]] is not None:
            names = ("holds", "holds") if line is self.rest else ("holds", "fails")
            guard = self._watched(line[GUARD_AT[op]], at, names)
            parts[GUARD_AT[op]] = line[GUARD_AT[op]] if is_told else guard
        self.units_of_line(line)
        return tuple(parts)

    def _watched(self, guard: Expr, at: int, names: tuple[str, str] = ("holds", "fails")) -> Expr:
        yes, no = (self.new("guard", at, name) for name in names)
        for node in walk(guard):
            self.reached(node[1], yes)
            self.reached(node[1], no)
        return (SEEN, guard[1], "flag", yes, no, guard)

    # ---- bodies ----

    def _place(self) -> int:
        self.marks += 1
        return -(self.marks << 12)

    def _mark(self, number: int) -> Stmt:
        return (MARK, self._place(), number)

    def _entered(self, body: Body, at: int, name: str, *, kind: str = "branch") -> Body:
        outer, number = self.block, self.new(kind, at, name)
        self.block = number
        found: list[Stmt] = [self._mark(number)]
        filled: set[Any] = set()
        for stmt in body:
            self.filled = filled
            if stmt is body[-1] and stmt[0] in LEAVING:
                self.reach(stmt)
                found.append(stmt)
            else:
                found += self._statement(stmt)
            filled |= lists_that_are_filled(stmt)
        self.block = outer
        return tuple(found)

    def _statement(self, stmt: Stmt) -> Body:
        """A statement and the marks beside it."""
        self.reach(stmt)
        if stmt[0] in LOOPS:
            return self._loop(stmt)
        if stmt[0] in LEAVING and self.in_loop:
            return (self._mark(self.new("loop", stmt[1], f"left by {stmt[0]}")), stmt)
        parts, first = [*stmt], self._question(stmt)
        for place, name in NAMED_BLOCKS.get(stmt[0], ()):
            if stmt[place] is not None and not (name == "none" and is_never_empty(stmt)):
                parts[place] = self._entered(stmt[place], stmt[1], name)
        if stmt[0] == "if":
            parts[ELSE_AT] = self._entered(stmt[ELSE_AT] or (), stmt[1], "else")
        if stmt[0] == "option":
            parts[OPTIONS_AT] = tuple(
                (*branch[:4], self._entered(branch[4], stmt[1], f'"{branch[0]}"', kind="option"))
                for branch in stmt[OPTIONS_AT]
            )
        return (*first, tuple(parts))

    def _question(self, stmt: Stmt) -> Body:
        units = self.units_of_question(stmt)
        return ((ASKING, self._place(), units),) if units is not None else ()

    def _loop(self, stmt: Stmt) -> Body:
        key, at = self._place(), stmt[1]
        names = rounds_of(stmt, self.least, self.single)
        if plain(stmt[3]) in self.filled or (
            stmt is self.leading and members_of(stmt[3]) in self.given
        ):
            names = (None, *names[1:])
        none, one, several = (self.new("loop", at, name) if name else None for name in names)
        place = BLOCK_AT[stmt[0]]
        body, outer = stmt[place], self.block
        self.block = self.new(TOUCH, at, "round")
        self.in_loop += 1
        inner: list[Stmt] = [(ROUND, self._place(), key, several, self.block)]
        for each in body:
            inner += self._statement(each)
        self.block = outer
        self.in_loop -= 1
        loop = (*stmt[:place], tuple(inner), *stmt[place + 1 :])
        return (
            (BEGIN, self._place(), key),
            loop,
            (OVER, self._place(), key, none, one),
        )


def rest_of(body: Body) -> Stmt | None:
    """The second of two lines of which always one holds, by their guards."""
    if len(body) != 2 or body[0][GUARD] is None or body[1][GUARD] is None:
        return None
    one, two = plain(body[0][GUARD]), plain(body[1][GUARD])
    opposed = one[1:] == two[1:] and {one[0], two[0]} == EQUALITY
    is_rest = one == ("not", "flag", two) or two == ("not", "flag", one) or opposed
    return body[1] if is_rest else None
