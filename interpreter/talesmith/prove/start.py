"""Starting in the middle: the stack of frames as it stands when a player is asked at a point.

The problem: a scenario says `at POINT of PLAYER`, and the game must go on from there as if it had
been played up to it, with the rest of the turn, the round and the game still to come.  Nobody has
played up to it, so the frames of all the bodies that would be running have to be made up.

They are found by walking through the rules from the first step, in written order, to the first
place that asks at the point (or fires the moment) for that player or race:

- a step is entered with the arguments that the call gives it, a block under the condition that
  holds now, an option that is open now;
- `for` and `circle` are tried member by member, so what is left of their list is still to come;
- the loop that counts rounds has been entered once for each round so far, other loops once;
- names bound on the way are bound: `let` is worked out, `order` keeps the order there is;
- nothing else on the way is done: no change, no moment, no question.

The walk runs the machine's own instructions for all of this, so frames, slots and places are those
of play.  Only blocks from which the point can be reached are looked into at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from attrs import frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.machine import SWITCH, Frame, Machine
from talesmith.play.statements.questions import OFFER
from talesmith.play.statements.steps import MAIN_STEP
from talesmith.ruleset.ops import Body, Stmt, walk
from talesmith.ruleset.parts import Step


class NoStartError(Exception):
    """The rules do not ask that player at that point in this position."""


def start_at(rules: Binder, game: Game, point: str, player: int | None, race: int | None) -> Game:
    """Give the game as it goes on when the player, or the race, is asked at the point.

    Raises NoStartError when the rules never get there in this position.
    """
    m = Machine(game, rules.codes)
    owner = player if race is None else m.cells[rules.at_owner + race]
    m.cells[rules.at_current] = m.cells[rules.layout["first_player"]] if owner is None else owner
    m.nums[rules.at_between] = int(owner is None)
    m.push(rules.step_codes[None, MAIN_STEP], [])
    walker = _Walk(rules, m, point, player, race)
    if not walker.through(walker.steps[m.frames[-1].code.number].body):
        raise NoStartError
    m.run()
    return m.freeze(game)


def start_of_game(rules: Binder, game: Game, kept: frozenset[str]) -> Game:
    """Give the game from its very first step; the stacks `kept` are not shuffled on the way."""
    m = Machine(game, rules.codes)
    m.push(rules.step_codes[None, MAIN_STEP], [])
    passed = set(_shuffles(rules, kept))
    pc = SWITCH
    while pc == SWITCH and (m.frames or m.thaw_frame()):
        frame = m.frames[-1]
        pc = frame.pc
        while pc >= 0:
            at = (frame.code.number, pc)
            pc = pc + 1 if at in passed else frame.code.ops[pc](m, frame.slots)
    return m.freeze(game)


def _shuffles(rules: Binder, stacks: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the instructions that shuffle one of these stacks."""
    for step in rules.ruleset.steps:
        name = rules.step_codes[step.card, step.name].name
        for node in walk(step.body):
            if node[0] == "shuffle" and node[2][0] == "stack" and node[2][3] in stacks:
                for code in rules.codes:
                    if (name, node[1]) in code.starts:
                        yield code.number, code.starts[name, node[1]]


class _Walk:
    """One way through the rules to a point; the frames it has entered stand in the machine."""

    def __init__(
        self, rules: Binder, m: Machine, point: str, player: int | None, race: int | None
    ) -> None:
        self.rules, self.m, self.point = rules, m, point
        self.player, self.race = player, race
        self.steps: dict[int, Step] = {
            rules.step_codes[step.card, step.name].number: step for step in rules.ruleset.steps
        }
        self.reaching = _reaching(_Same(rules.ruleset.steps), point)
        self.name = rules.step_codes[None, MAIN_STEP].name
        """the body that is walked through, in a frame of its own or where it is called"""

    @property
    def frame(self) -> Frame:
        """The body that the walk has entered last."""
        return self.m.frames[-1]

    def _start(self, stmt: Stmt) -> int | None:
        """The first instruction of a statement; None if it can never be reached."""
        return self.frame.code.starts.get((self.name, stmt[1]))

    def through(self, body: Body) -> bool:
        """Look for the point in a block; its frame stands at the point if it is found."""
        for stmt in body:
            if _leads(stmt, self.point, self.reaching):
                before = list(self.frame.slots)
                if self._into(stmt):
                    return True
                self.frame.slots[:] = before
            elif stmt[0] in ("let", "order"):
                self._do(stmt)
                self.m.request = None
        return False

    def _do(self, stmt: Stmt) -> int:
        """Run the first instruction of a statement; forget what it asked or noted."""
        frame = self.frame
        place = frame.code.ops[frame.code.starts[self.name, stmt[1]]](self.m, frame.slots)
        self.m.log.clear()
        return place

    def _into(self, stmt: Stmt) -> bool:
        if self._start(stmt) is None:
            return False
        if stmt[0] == "if":
            return self._if(stmt)
        if stmt[0] == "call":
            return self._call(stmt)
        if stmt[0] in ("for", "circle", "loop"):
            return self._loop(stmt)
        if stmt[0] == "option":
            return self._option(stmt)
        return stmt[0] == "fire" and self._is_here(stmt, stmt[2:4])

    def _is_here(self, stmt: Stmt, asked: Any) -> bool:
        """Whether this statement is the place; if so the frame is set to it."""
        if asked is None or asked[0] != self.point or not self._is_about(*asked):
            return False
        self.frame.pc = self.frame.code.starts[self.name, stmt[1]]
        return True

    def _is_about(self, point: str, args: Any) -> bool:
        """Whether a point or moment with these arguments concerns the player or the race."""
        step = self.steps[self.frame.code.number]
        for param, arg in zip(self.rules.hooks[point].params, args, strict=False):
            if arg is None:
                continue
            with self.rules.scope(self.frame.code.nslots, dict(step.slots), step.name):
                read = self.rules.expr(self.rules.fold(arg))
            if not self._fits(param.type, read(self.m, self.frame.slots)):
                return False
        return True

    def _fits(self, kind: str, value: Any) -> bool:
        if kind == "player" and self.player is not None:
            return bool(value == self.player)
        if kind == "player" and self.race is not None:
            return bool(value == self.m.cells[self.rules.at_owner + self.race])
        if kind == "race" and self.race is not None:
            return bool(value == self.race)
        if kind == "race" and self.player is not None:
            active = self.m.cells[self.rules.layout["player.active"] + self.player]
            return bool(value == active)
        return True

    # ---- statements with blocks inside ----

    def _if(self, stmt: Stmt) -> bool:
        condition = self.rules.fold(stmt[2])
        if condition[0] == "flag":
            holds = bool(condition[3])
        else:
            holds = self._do(stmt) == self.frame.code.starts[self.name, stmt[1]] + 1
        return self.through(stmt[3] if holds else stmt[4] or ())

    def _call(self, stmt: Stmt) -> bool:
        outer, here = self.name, self.frame.code.inlined.get((self.name, stmt[1]))
        self._do(stmt)
        body = self.steps[self.frame.code.number].body if here is None else here[1]
        self.name = self.rules.step_code(stmt[2]).name
        if self.through(body):
            return True
        self.name = outer
        if here is None:
            self.m.frames.pop()
        return False

    def _loop(self, stmt: Stmt) -> bool:
        """Enter a loop as often as it has gone round, or member by member until one fits."""
        code, turn = self.frame.code, self._do(stmt)
        rounds = 1
        if stmt[0] == "loop" and _counts_rounds(stmt[4]):
            rounds = self.m.cells[self.rules.layout["round"]]
        most = rounds if stmt[0] == "loop" else self.rules.layout.size("race.owner")
        for number in range(1, most + 1):
            if code.ops[turn](self.m, self.frame.slots) != turn + 1:
                return False
            if (stmt[0] != "loop" or number == rounds) and self.through(stmt[-1]):
                return True
        return False

    def _option(self, stmt: Stmt) -> bool:
        if self._is_here(stmt, stmt[3]):
            return True
        before = list(self.frame.slots)
        for branch, value, _ in self._open_options(stmt):
            if branch < OFFER:
                slot, body = stmt[5][branch][1], stmt[5][branch][4]
                self.frame.slots[:] = before
                if slot is not None:
                    self.frame.slots[slot] = value
                if self.through(body):
                    return True
        return False

    def _open_options(self, stmt: Stmt) -> tuple[Any, ...]:
        """The options that are open there now."""
        self.m.answer = None
        self._do(stmt)
        request, self.m.request = self.m.request, None
        if request is not None:
            return tuple(request[3])
        return () if self.m.answer is None else (self.m.answer,)


def _counts_rounds(body: Body) -> bool:
    """Whether a loop goes round once a round: it sets the number of the round."""
    return any(node[0] == "set" and node[2][0] == "game" and node[2][3] == "round"
               for node in walk(body))  # fmt: skip


@frozen(eq=False)
class _Same:
    """A tuple that equals itself alone: steps are long, and many rulesets share theirs."""

    steps: tuple[Step, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.steps is other.steps

    def __hash__(self) -> int:
        return id(self.steps)


@lru_cache(maxsize=64)
def _reaching(shared: _Same, point: str) -> frozenset[str]:
    """The steps, by the name under which they are called, from which a point can be reached."""
    names = {step.name if step.card is None else f"{step.card}.{step.name}": step.body
             for step in shared.steps}  # fmt: skip
    found: frozenset[str] = frozenset()
    while True:
        wider = frozenset(
            name for name, body in names.items() if any(_leads(s, point, found) for s in body)
        )
        if wider == found:
            return found
        found = wider


def _leads(stmt: Stmt, point: str, reaching: frozenset[str]) -> bool:
    """Whether a point can be reached inside a statement."""
    return any(
        (node[0] == "call" and node[2] in reaching)
        or (node[0] == "option" and node[3] is not None and node[3][0] == point)
        or (node[0] == "fire" and node[2] == point)
        for node in walk(stmt)
    )
