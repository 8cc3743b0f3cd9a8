"""Bodies become flat code: numbered instructions, loops with their place in slots.

An instruction is a closure that does its work and returns the number of the next one.  Calling
another body, asking and ending a body return SWITCH or SUSPEND instead; the frame remembers where
to go on.  So a running body is (code, instruction, slots) at any moment, however deep its loops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from talesmith.play.expressions.scalars import Fn
from talesmith.play.hooks.speakers import speaking
from talesmith.play.machine import SWITCH, Code, Machine, Op, Slots
from talesmith.play.printing.answers import told
from talesmith.play.printing.fusing import fuse
from talesmith.play.printing.scalar_texts import put
from talesmith.play.printing.texts import text
from talesmith.ruleset.ops import Body, Expr, Stmt

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Emitter: TypeAlias = Callable[["Flow", Stmt], None]
STATEMENTS: dict[str, Emitter] = {}


def statement(name: str) -> Callable[[Emitter], Emitter]:
    """Register what a statement becomes."""

    def register(emitter: Emitter) -> Emitter:
        STATEMENTS[name] = emitter
        return emitter

    return register


class Label:
    """A place in code that may not be known yet."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        """A place to be set."""
        self.at = -1


@frozen
class Case:
    """What a `switch` does where a condition holds: `lines`, then the block from `start`.

    `stop` is the jump behind that block; None if it is not known where the block ends.
    """

    condition: str
    lines: tuple[str, ...]
    start: Label
    stop: Label | None = None


@frozen
class Text:
    """An instruction as text of Python (see `texts` for its names and `fusing` for its use).

    `do` goes on behind itself, `end` nowhere, `go` at `to`; `unless` and `loop` go on at `to` if
    `condition` does not hold; `inside` a loop stands what begins each round.  A loop that nothing
    can interrupt may stand as `each`: its head, and what is left in its slots.  `switch` goes on in
    the first of its cases whose condition holds.  `lines` come first.
    """

    kind: str
    lines: tuple[str, ...] = ()
    condition: str = ""
    inside: tuple[str, ...] = ()
    label: Label | None = None
    cases: tuple[Case, ...] = ()
    each: tuple[str, str] | None = None

    @property
    def to(self) -> int:
        """The instruction that is jumped to."""
        return -1 if self.label is None else self.label.at


def do(*lines: str) -> Text:
    """An instruction that goes on behind itself."""
    return Text("do", lines)


def fired(flow: Flow, moment: str, args: Sequence[str], after: int) -> Text:
    """The text of firing a moment with these arguments."""
    stirs = flow.b.machinery.stirs(moment)
    if stirs is not None:
        start = f"{flow.named('start')}(m, {moment!r}, [{', '.join(args)}])"
        return do(
            f"if {stirs.text(flow.b, args)}:",
            f" m.frames[-1].pc = {after}",
            f" if {start} is not None: return {SWITCH}",
        )
    speaks = speaking(flow.b, flow.b.effects[moment], args) if flow.b.fusing else ""
    call = f"{flow.named('fire')}(m, {moment!r}, [{', '.join(args)}])"
    fire = f"if {call} is not None: return {SWITCH}"
    return do(f"if {speaks or True}:", f" m.frames[-1].pc = {after}", f" {fire}")


class Flow:
    """Writes the code of one body."""

    def __init__(self, b: Binder, code: Code, *, closing: Label | None = None) -> None:
        """Write into `code`; `stop` and `return` go to `closing` if the body has an epilogue."""
        self.b = b
        self.code = code
        self.name = code.name
        """the body that is being written, which may be a step written where it is called"""
        self.closing = closing
        self.next_labels: list[Label] = []
        self.loops: list[tuple[str, Label]] = []
        """the loops around the code that is being written, in this body alone"""
        self.trying: list[int] = []
        """slots of the attempts whose `using` blocks are being written, the innermost last"""
        self.deferred: int | None = None
        """slot of the list of an `at_once` block that is being written"""
        self.last_name: int | None = None
        """slot of the last name bound, the result of a `secretly` block"""
        self.line = 0
        self._folded: dict[int, tuple[Expr, Expr]] = {}
        """expressions already folded, by identity: each must take its slots once"""
        self.inlined = 0
        """how many actions the code being written stands in"""

    def body(self, body: Body) -> None:
        """Write the statements of a block."""
        for stmt in body:
            self.line = stmt[1] >> 12
            if not self.inlined:
                self.code.starts[self.name, stmt[1]] = self.here
            STATEMENTS[stmt[0]](self, stmt)

    def finish(self) -> None:
        """Write the end of the body and note how many slots it needs."""
        if self.closing is None:
            self.emit(lambda m, _s: m.leave(None), Text("end", ("return m.leave(None)",)))
        self.code.nslots = self.b.slot_count()
        self.code.blank = [None] * self.code.nslots
        if self.b.fusing:
            fuse(self.code, self.b.constants, self.b.at_nesting)

    def emit(self, op: Op, text: Text | None = None) -> int:
        """Append an instruction; gives its number."""
        self.code.ops.append(op)
        self.code.texts.append(text)
        return len(self.code.ops) - 1

    @property
    def here(self) -> int:
        """Number of the next instruction."""
        return len(self.code.ops)

    def place(self, label: Label) -> None:
        """Let a label stand for the next instruction."""
        label.at = self.here

    def go(self, label: Label) -> None:
        """An instruction that goes on at a label."""
        self.emit(lambda _m, _s: label.at, Text("go", label=label))

    def expr(self, e: Expr) -> Fn:
        """The closure of an expression under the keys of this game."""
        return self.b.expr(self.fold(e))

    def fold(self, e: Expr) -> Expr:
        """An expression under the keys of this game, the rules' own answers beside hooks."""
        known = self._folded.get(id(e))
        if known is None:
            folded = self.b.fold(e)
            known = e, told(self.b, folded) if self.b.lifting else folded
            self._folded[id(e)] = known
            self._folded[id(known[1])] = known[1], known[1]
        return known[1]

    def text(self, e: Expr) -> str:
        """An expression under the keys of this game, as text of Python."""
        return text(self.b, self.fold(e)) if self.b.fusing else ""

    def put(self, e: Expr, slot: int) -> list[str]:
        """Lines of Python that put an expression under the keys of this game into a slot."""
        return put(self.b, self.fold(e), f"s[{slot}]") if self.b.fusing else []

    def printed(self, args: Sequence[Expr | None]) -> list[str]:
        """The arguments of a call as text; those left out are None."""
        return ["None" if arg is None else self.text(arg) for arg in args]

    def folded(self, e: Expr | None) -> Expr | None:
        """An optional expression under the keys of this game."""
        return None if e is None else self.fold(e)

    def maybe(self, e: Expr | None) -> Fn | None:
        """The closure of an optional expression."""
        return None if e is None else self.expr(e)

    def change(self, do: Callable[[Machine, Slots], None], *lines: str) -> None:
        """A statement that changes something: done, then the board is swept if it needs to be.

        Without `lines` its text is the call of what it does.
        """
        after = self.here + 1
        unswept, nesting = self.b.layout["unswept"], self.b.layout["nesting"]

        def op(m: Machine, s: Slots) -> int:
            do(m, s)
            if m.nums[unswept] and not m.nums[nesting]:
                return self.b.sweep(m, after)
            return after

        lines = lines or (f"{self.named(do)}(m, s)",)
        self.emit(op, Text("do", (*lines, *self.sweep_text(after))))

    def sweep_text(self, after: int) -> list[str]:
        """The lines that sweep the board if it is time: never in an action, or while noting."""
        if self.inlined or self.code.kind == "action" or self.deferred is not None:
            return []
        sweep = f"{self.named('sweep')}(m, {after})"
        is_time = f"n[{self.b.at_unswept}] and not n[{self.b.at_nesting}]"
        return [f"if {is_time} and (p := {sweep}) != {after}: return p"]

    def named(self, value: Any) -> str:
        """The name of a constant in printed code; a text stands for a method of `Effects`."""
        constants = self.b.constants
        if isinstance(value, str):
            return constants.made(value, lambda: getattr(self.b.machinery, value))
        return constants.named(value)

    def note(self, do: Callable[[Machine, Slots], None], *lines: str) -> None:
        """An instruction that changes nothing on the board."""
        after = self.here + 1

        def op(m: Machine, s: Slots) -> int:
            do(m, s)
            return after

        self.emit(op, Text("do", lines or (f"{self.named(do)}(m, s)",)))

    def starter(self, start: Callable[[Machine, Slots], int | None]) -> Op:
        """What starts a body at this instruction, or goes on behind it if there is none."""
        after = self.here + 1

        def op(m: Machine, s: Slots) -> int:
            m.frames[-1].pc = after
            return after if start(m, s) is None else SWITCH

        return op

    def call(self, start: Callable[[Machine, Slots], int | None], text: str = "") -> None:
        """An instruction that starts a body; `start` gives None if there is nothing to start.

        `text` is the code and the slots of a body that is always started.
        """
        op, after = self.starter(start), self.here + 1
        if text:
            self.emit(op, do(f"if p := m.call({text}, {after}): return p"))
            return
        stand = f"m.frames[-1].pc = {after}"
        start_it = f"if {self.named(start)}(m, s) is not None: return {SWITCH}"
        self.emit(op, do(stand, start_it))

    def keep_result(self, slot: int | None) -> None:
        """Put the result of the body that just ended into a slot."""
        if slot is not None:
            after = self.here + 1

            def op(m: Machine, s: Slots) -> int:
                s[slot] = m.result
                return after

            self.emit(op, Text("do", (f"s[{slot}] = m.result",)))
            self.last_name = slot
