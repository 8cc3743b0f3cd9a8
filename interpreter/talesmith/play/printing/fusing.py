"""Stretches of instructions as one function of Python.

Every instruction of a body is a closure; most can also say, as text of Python, what they do.  From
an instruction at which a body can be entered, `Stretch` prints everything that can follow without
somebody being asked: branches as `if`, loops as `while`, a jump out of them as `return` of the
number of the instruction to go on at.  An instruction without a text is called as it stands, and
if it goes anywhere but to the next one, so does the printed function.

So `fast[pc]` does what `ops[pc]` and those behind it do, state for state, and instructions keep
their numbers: a game that was saved under one goes on under the other.  A stretch is printed when
it is first entered, never before: a game that ends after three rounds compiles three rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from talesmith.play.machine import Code, Machine, Op, Slots
from talesmith.play.printing.printed import function

if TYPE_CHECKING:
    from talesmith.play.printing.texts import Constants
    from talesmith.play.statements.flow import Text

DEEP = 16
"""how many loops may stand in each other in one function of Python"""
LONG = 24
"""instructions in a branch or loop that is still printed as a block"""
FULL = 60
"""lines after which a function ends; what follows is a stretch of its own"""


def fuse(code: Code, constants: Constants, nesting: int) -> None:
    """Let a body run by stretches, each printed when it is first entered.

    `nesting` is the place of the number that says how many actions are running.
    """
    code.fast = [_starter(code, constants, nesting, at) for at in range(len(code.ops))]


def _starter(code: Code, constants: Constants, nesting: int, at: int) -> Op:
    def enter(m: Machine, s: Slots) -> int:
        code.fast[at] = op = Stretch(code, constants, nesting).function(at)
        return op(m, s)

    return enter


def _leaves(line: str) -> bool:
    """Whether a line may leave its loop before the last round, or tell where the body stands."""
    return any(word in line for word in ("return", "break", "continue", "m.frames"))


def uncounted(lines: list[str], count: str) -> list[str]:
    """The lines of a stretch without counting an action up and down where nobody can see it.

    How many actions are running (a text) is asked when the board is swept, when a loop is ended
    and while somebody is asked.  All of that may leave the stretch; where no line in between does,
    nothing asks.
    """
    begun: list[int] = []
    useless, last_asked = set[int](), -1
    for at, line in enumerate(lines):
        word = line.lstrip()
        if word == f"{count} += 1":
            begun.append(at)
        elif word == f"{count} -= 1" and begun:
            start = begun.pop()
            if start > last_asked and lines[start] == line.replace("-= 1", "+= 1"):
                useless |= {start, at}
        elif _leaves(line):
            last_asked = at
    return [line for at, line in enumerate(lines) if at not in useless]


def _is_jump(text: Text | None) -> TypeGuard[Text]:
    """Whether an instruction is a jump and nothing else."""
    return text is not None and text.kind == "go" and not text.lines


class Stretch:
    """The text of one function."""

    def __init__(self, code: Code, constants: Constants, nesting: int) -> None:
        """Print nothing yet."""
        self.code, self.constants, self.nesting = code, constants, nesting
        self.texts: list[Text | None] = code.texts
        self.lines: list[str] = []

    def function(self, at: int) -> Op:
        """The function that does what the body does from this instruction on."""
        if self.texts[at] is None:
            return self.code.ops[at]
        self._run(at)
        lines = uncounted(self.lines, f"n[{self.nesting}]")
        found: Op = function(self.constants, f"{self.code.name}:{at}", "", lines)
        return found

    def _put(self, depth: int, line: str) -> None:
        self.lines.append(" " * (depth - 1) + line)

    def _run(self, at: int) -> None:
        """From the instruction that is entered: jumps are followed, each instruction once."""
        seen: set[int] = set()
        here: int | None = at
        while here is not None and here < len(self.texts) and here not in seen:
            if len(self.lines) > FULL:
                break
            here = self._one(here, len(self.texts), 1, None, seen)
        if here is not None:
            self._put(1, f"return {here}")

    def _block(self, at: int, end: int, depth: int, loop: tuple[int, int] | None) -> None:
        """The instructions from `at` up to `end`, inside an `if` or a loop."""
        size, here = len(self.lines), at
        while here < end:
            following = self._one(here, end, depth, loop, None)
            if following is None:
                break
            here = following
        if len(self.lines) == size:
            self._put(depth, "pass")

    def _one(
        self,
        at: int,
        end: int,
        depth: int,
        loop: tuple[int, int] | None,
        seen: set[int] | None,
    ) -> int | None:
        """Print one instruction, or the whole branch or loop that it opens; where it goes on."""
        if seen is not None:
            seen.add(at)
        text = self.texts[at]
        if text is None:
            self._call(at, depth)
            return at + 1
        for line in text.lines:
            self._put(depth, line)
        if text.kind == "do":
            return at + 1
        if text.kind == "end":
            return None
        if text.kind == "go":
            if seen is not None:
                return text.to
            self._jump(text.to, depth, loop)
            return None
        if text.kind == "unless":
            return self._branch(at, text, end, depth, loop)
        if text.kind == "switch":
            return self._switch(text, end, depth, loop)
        return self._loop(at, text, end, depth, loop)

    def _switch(self, text: Text, end: int, depth: int, loop: tuple[int, int] | None) -> int | None:
        """Blocks for the cases; all that end with the same jump go on behind them together."""
        behind: set[int] = set()
        for number, case in enumerate(text.cases):
            self._put(depth, f"{'elif' if number else 'if'} {case.condition}:")
            for line in case.lines:
                self._put(depth + 1, line)
            stop = -1 if case.stop is None else case.stop.at
            last = self.texts[stop] if 0 <= stop < len(self.texts) else None
            if not _is_jump(last) or not case.start.at <= stop < end:
                self._jump(case.start.at, depth + 1, loop)
                continue
            self._block(case.start.at, stop, depth + 1, loop)
            if last.to <= end and behind <= {last.to}:
                behind.add(last.to)
            else:
                self._jump(last.to, depth + 1, loop)
        return behind.pop() if behind else None

    def _call(self, at: int, depth: int) -> None:
        """An instruction that has no text."""
        name = self.constants.named(self.code.ops[at])
        self._put(depth, f"if (p := {name}(m, s)) != {at + 1}: return p")

    def _jump(self, to: int, depth: int, loop: tuple[int, int] | None) -> None:
        if loop is not None and to in loop:
            self._put(depth, "continue" if to == loop[0] else "break")
        else:
            self._put(depth, f"return {to}")

    def _branch(
        self, at: int, text: Text, end: int, depth: int, loop: tuple[int, int] | None
    ) -> int:
        to = text.to
        if not at < to <= end or (depth == 1 and to - at > LONG):
            self._put(depth, f"if not {text.condition}:")
            self._jump(to, depth + 1, loop)
            for line in text.inside:
                self._put(depth, line)
            return at + 1
        last, behind = self.texts[to - 1], to
        if _is_jump(last) and to < last.to <= end and to - 1 > at:
            behind = last.to
        self._put(depth, f"if {text.condition}:")
        for line in text.inside:
            self._put(depth + 1, line)
        if not text.inside or not text.inside[-1].startswith("return"):
            self._block(at + 1, to - (behind > to), depth + 1, loop)
        if behind > to:
            self._put(depth, "else:")
            self._block(to, behind, depth + 1, loop)
        return behind

    def _loop(self, at: int, text: Text, end: int, depth: int, loop: tuple[int, int] | None) -> int:
        """A loop whose head stands here: it goes round from the jump back before its end."""
        to = text.to
        back = self.texts[to - 1] if at < to <= end else None
        if depth == 1 and to - at > LONG:
            back = None
        if not _is_jump(back) or back.to != at or depth > DEEP:
            self._put(depth, f"if not {text.condition}:")
            self._jump(to, depth + 1, loop)
            for line in text.inside:
                self._put(depth, line)
            return at + 1
        head = len(self.lines)
        self._block(at + 1, to - 1, depth + 1, (at, to))
        inner, each = self.lines[head:], text.each
        del self.lines[head:]
        if each is None or any(_leaves(line) for line in inner):
            each = f"while {text.condition}:", ""
            inner = [*(" " * depth + line for line in text.inside), *inner]
        self._put(depth, each[0])
        self.lines += inner
        if each[1]:
            self._put(depth, each[1])
        return to
