"""The machine: a private, changeable draft of one game between two questions.

`step` thaws a game into a `Machine`, runs code until somebody is asked, and freezes it again.
Nothing outside `play` ever sees a `Machine`.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from pyrsistent import PMap

from talesmith.model.board import members
from talesmith.model.game import Chain, Event, Game, OpenGame, sparse_of
from talesmith.ruleset.parts import Where

Slots: TypeAlias = list[Any]
Op: TypeAlias = Callable[["Machine", Slots], int]
"""One instruction: does its work and returns the number of the next one, or SWITCH or SUSPEND"""

SWITCH = -1
SUSPEND = -2

FUEL = 20_000
DEPTH = 64


class Defect(Exception):  # noqa: N818 - a defect of the rules, in the words of the language
    """A rule did something that no rule may do: names the chain of bodies that led there."""

    where: Where | None = None
    """where the innermost of these bodies is written, as far as it is known"""


class Code:
    """A body as flat instructions; `number` and `name` find it again in a frozen frame."""

    __slots__ = (
        "attempts", "blank", "fast", "inlined", "kind", "labels", "name", "nslots", "number", "ops",
        "rest", "runs", "starts", "texts", "where",
    )  # fmt: skip

    def __init__(
        self, number: int, name: str, kind: str, nslots: int, where: Where | None = None
    ) -> None:
        """An empty body of this kind of frame (body, fire, action, group or sweep)."""
        self.where = where
        """where the handler, action or step is written whose body it is"""
        self.number = number
        self.name = name
        self.kind = kind
        self.nslots = nslots
        self.blank: list[Any] = []
        """as many empty slots as the body needs"""
        self.rest: list[Any] = []
        """of a step: those behind its parameters"""
        self.ops: list[Op] = []
        self.fast: list[Op] = self.ops
        """the same, stretch by stretch (see `fusing`)"""
        self.texts: list[Any] = []
        """each instruction as text of Python, None if it has none"""
        self.labels: list[tuple[str, int, int, int]] = []
        """for `end NAME`: name, first and last instruction of the loop, where to go on"""
        self.runs: list[tuple[int, int, int]] = []
        """of each action in it: first and last instruction, the slot that says that it runs"""
        self.attempts: list[tuple[int, int, int]] = []
        """of each `using`: first and last instruction, slot of its attempt"""
        self.starts: dict[tuple[str, int], int] = {}
        """first instruction of each statement, by its body and its place in the text"""
        self.inlined: dict[tuple[str, int], tuple[str, Any]] = {}
        """name and body of steps written where they are called, by body and place of the call"""


class Frame:
    """A running body.

    It has no `__init__`: frames come by the thousand, and to fill in an empty one takes half the
    time (see `frame_at`).
    """

    __slots__ = ("code", "pc", "slots")
    code: Code
    slots: Slots
    pc: int


def frame_at(code: Code, slots: Slots, pc: int = 0) -> Frame:
    """A body that stands before instruction `pc`."""
    frame = Frame()
    frame.code, frame.slots, frame.pc = code, slots, pc
    return frame


def attempt_of(code: Code, pc: int, slots: Sequence[Any]) -> int | None:
    """The attempt that a body makes at this instruction, if it makes one."""
    for first, last, slot in reversed(code.attempts):
        if first <= pc <= last and slots[slot] is not None:
            return int(slots[slot])
    return None


def attempt_in(codes: list[Code], chain: Chain) -> int | None:
    """The attempt that the bodies of a frozen stack make."""
    while chain:
        (number, pc, slots), chain = chain
        code = codes[number]
        if code.attempts:
            found = attempt_of(code, pc, slots)
            if found is not None:
                return found
    return None


def ways_in(codes: list[Code], chain: Chain) -> tuple[int, ...]:
    """The ways that the bodies of a frozen stack have switched on."""
    attempt = attempt_in(codes, chain)
    return members(attempt >> 16) if attempt is not None else ()


class Machine:
    """The draft of a game while instructions run."""

    __slots__ = (
        "answer", "cells", "chain", "codes", "frames", "fuel", "heard", "lasting", "limits", "log",
        "memo", "number", "nums", "past", "request", "result", "serial", "trial", "ways",
    )  # fmt: skip

    def __init__(self, game: Game, codes: list[Code]) -> None:
        """Thaw a game."""
        self.cells = bytearray(game.cells)
        self.nums = list(game.nums)
        sparse = game.sparse
        self.limits: PMap[Any, int] = sparse.limits
        self.lasting: tuple[Any, ...] = sparse.lasting
        self.heard = -1 if sparse.lasting else 0
        """what lasts, as a set of the numbers of `Lasting.bit`; all of them until it is known"""
        self.past: tuple[tuple[Any, ...], ...] = sparse.past
        self.serial = sparse.serial
        self.chain: Chain = game.stack
        self.codes = codes
        self.frames: list[Frame] = []
        self.request: tuple[Any, ...] | None = game.request
        self.number = game.number
        self.log: list[Event] = []
        self.memo: dict[Any, Any] = {}
        """answers of pure questions since the last change"""
        self.answer: Any = None
        self.result: Any = None
        self.ways: tuple[int, ...] = ()
        self.trial: int | None = None
        """the race for which attempts with ways are being looked for"""
        self.fuel = FUEL

    def push(self, code: Code, slots: Slots) -> int:
        """Start a body; the instruction that calls this returns SWITCH."""
        missing = code.nslots - len(slots)
        if missing > 0:
            slots += code.blank[:missing]
        frame = Frame()
        frame.code, frame.slots, frame.pc = code, slots, 0
        self.frames.append(frame)
        self.fuel -= 1
        if self.fuel < 0 or len(self.frames) > DEPTH:
            self.stop_runaway()
        return SWITCH

    def stop_runaway(self) -> None:
        """Raise Defect: too many bodies for one answer, or too many inside each other."""
        what = f"{FUEL} bodies for one answer" if self.fuel < 0 else f"{DEPTH} bodies deep"
        raise Defect(f"{what}: {self.backtrace()}")

    def leave(self, result: Any) -> int:
        """End the running body with a result."""
        self.frames.pop()
        self.result = result
        if self.ways:
            self.ways = self.current_ways()
        return SWITCH

    def current_ways(self) -> tuple[int, ...]:
        """The ways of the attempt that is running."""
        return members((self.current_attempt() or 0) >> 16)

    def current_attempt(self) -> int | None:
        """The attempt that is running, from the innermost body outwards."""
        for frame in reversed(self.frames):
            if frame.code.attempts:
                found = attempt_of(frame.code, frame.pc, frame.slots)
                if found is not None:
                    return found
        return attempt_in(self.codes, self.chain)

    def thaw_frame(self) -> bool:
        """Bring the top frame of the frozen chain back to life; False if there is none."""
        if not self.chain:
            return False
        (code, pc, slots), self.chain = self.chain
        frame = Frame()
        frame.code, frame.slots, frame.pc = self.codes[code], [*slots], pc
        self.frames.append(frame)
        return True

    def top(self) -> Frame:
        """The running body, thawed if need be."""
        if not self.frames and not self.thaw_frame():
            raise Defect("nothing is running")
        return self.frames[-1]

    def run(self) -> None:
        """Run until somebody is asked or nothing is left to do; a Defect is told where it arose."""
        try:
            self._run()
        except Defect as defect:
            if defect.where is None and self.frames:
                defect.where = self.frames[-1].code.where
            raise

    def _run(self) -> None:
        frames = self.frames
        while frames or self.thaw_frame():
            frame = frames[-1]
            ops, slots, pc = frame.code.fast, frame.slots, frame.pc
            while pc >= 0:
                pc = ops[pc](self, slots)
            if pc == SUSPEND:
                return

    def call(self, code: Code, slots: Slots, after: int) -> int:
        """Run a body for the running one, which goes on at `after`.

        Gives 0 when it has ended and the running one is next; else what `run` must hear.
        """
        frames = self.frames
        caller = frames[-1]
        caller.pc = after
        slots += code.rest
        frame = Frame()
        frame.code, frame.slots, frame.pc = code, slots, 0
        frames.append(frame)
        self.fuel = fuel = self.fuel - 1
        if fuel < 0 or len(frames) > DEPTH:
            self.stop_runaway()
        pc = code.fast[0](self, slots)
        if pc == SWITCH and frames and frames[-1] is caller and caller.pc == after:
            return 0
        return pc if pc == SUSPEND else self._go_on(pc, caller, after)

    def _go_on(self, pc: int, caller: Frame, after: int) -> int:
        """Run what a called body has come to: another instruction, or other bodies."""
        frames = self.frames
        while pc != SUSPEND:
            if pc == SWITCH:
                if caller not in frames or frames[-1] is caller:
                    return 0 if frames and frames[-1] is caller and caller.pc == after else SWITCH
                pc = frames[-1].pc
            frame = frames[-1]
            ops, slots = frame.code.fast, frame.slots
            while pc >= 0:
                pc = ops[pc](self, slots)
        return pc

    def freeze(self, game: Game) -> Game:
        """The immutable game after this step; parts that did not change are shared."""
        chain = self.chain
        for frame in self.frames:
            chain = ((frame.code.number, frame.pc, tuple(frame.slots)), chain)
        sparse = game.sparse
        if (
            self.past is not sparse.past
            or self.limits is not sparse.limits
            or self.lasting is not sparse.lasting
            or self.serial != sparse.serial
        ):
            sparse = sparse_of(self.limits, self.lasting, self.past, self.serial)
        after: Any = OpenGame()
        after.cells = b"" + self.cells  # bytes: `bytes(...)` takes five times as long to find out
        after.nums, after.stack, after.request = tuple(self.nums), chain, self.request
        after.number, after.sparse = self.number, sparse
        after.log = game.log.append(tuple(self.log))
        after.__class__ = Game
        return after  # type: ignore[no-any-return]

    def take_up(self, game: Game) -> None:
        """Go on with the game that `freeze` has just made: all the rest is still as it was."""
        frames = self.frames
        if frames:
            if len(frames) > 1:
                del frames[:-1]
            self.chain = game.stack[1]
        self.log = []
        self.result = None
        self.fuel = FUEL

    def backtrace(self) -> str:
        """The running bodies, innermost last."""
        names = [frame.code.name for frame in self.frames]
        chain, below = self.chain, []
        while chain:
            below.append(self.codes[chain[0][0]].name)
            chain = chain[1]
        return " > ".join([*reversed(below), *names])
