"""An action that nobody replaces, written into the body that proposes it.

It needs no frame of its own: its parameters and names are moved to free slots of that body, and
what would be a frame of an action is a run of instructions with a slot that says that it runs.
Where somebody who comes and goes can replace it, a glance at the cards in play tells whether
anybody may; if so, the action gets its frame, behind the run.
What happens is the same; `inlining=False` gives every action its frame again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.play.expressions.scalars import may_be_left_out
from talesmith.play.machine import SWITCH, Machine, Op, Slots
from talesmith.play.printing.printed import function
from talesmith.play.statements.flow import Flow, Label, Text, do, fired
from talesmith.play.statements.inline import renumber, replace_locals
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.statements.actions import Action

Fill: TypeAlias = Callable[[Machine, Slots], None]


class InPlace:
    """An action written into the body that proposes it."""

    def __init__(
        self, flow: Flow, action: Action, args: Sequence[Expr | None], *, is_kept: bool
    ) -> None:
        """Take free slots for its parameters and names; `is_kept` says that its result is asked for."""
        self.flow, self.action, self.is_kept = flow, action, is_kept
        self.args = [*args, *[None] * (action.n - len(args))]
        size = max(action.hook.nslots, action.n)
        self.slots = [flow.b.spare_slot() for _ in range(size)]
        self.record, self.running, self.result = (flow.b.spare_slot() for _ in range(3))

    def _moved(self, node: Any) -> Any:
        return renumber(node, lambda slot: self.slots[slot])

    def write(self) -> None:
        """Write the code."""
        fill = self._fill()
        begin = self._begin(fill, self.flow.here + 1)
        self._run(begin, [*self._fill_text(), *self._begin_text()])

    def write_unless(self, replaced: str) -> None:
        """Write the code of an action that gets a frame where a condition (a text) holds.

        The condition is asked when the parameters stand in their slots.
        """
        flow, action, (start, stop) = self.flow, self.action, self._span
        framed, end = Label(), Label()
        flow.note(self._fill(), *self._fill_text())
        is_quiet, after = f"not ({replaced})", flow.here + 1
        holds = function(flow.b.constants, "unreplaced", "", [f"return {is_quiet}"])
        flow.emit(
            lambda m, s: after if holds(m, s) else framed.at,
            Text("unless", condition=is_quiet, label=framed),
        )
        self._run(self._begin(None, flow.here + 1), self._begin_text())
        flow.go(end)
        flow.place(framed)
        slots = f"[{', '.join(self.own)}]"
        flow.call(
            lambda m, s: action.start(m, s[start:stop]), f"{flow.named(action.code)}, {slots}"
        )
        flow.place(end)

    def _run(self, begin: Op, lines: list[str]) -> None:
        """The action from its beginning to the handlers that answer it."""
        flow, action = self.flow, self.action
        closing = Label()
        flow.emit(begin, do(*lines))
        first = flow.here
        outer = flow.closing, flow.next_labels, flow.loops
        flow.closing, flow.next_labels, flow.loops = closing, [], []
        flow.inlined += 1
        with flow.b.result_in(self.result):
            flow.body(self._moved(action.hook.body))
        flow.inlined -= 1
        flow.closing, flow.next_labels, flow.loops = outer
        flow.place(closing)
        flow.code.runs.append((first, flow.here, self.running))
        flow.emit(self._close(flow.here + 1), self._close_text(flow.here + 1))
        if not action.handlers.empty:
            flow.emit(self._after(flow.here + 1), self._after_text(flow.here + 1))

    @property
    def own(self) -> list[str]:
        """The texts of the parameters."""
        return [f"s[{slot}]" for slot in self.slots[: self.action.n]]

    def _fill(self) -> Fill:
        """What puts the parameters into their slots."""
        b, action, slots = self.flow.b, self.action, self.slots
        given = [self.flow.folded(arg) for arg in self.args]
        build = b.arguments(given)
        defaults = [
            (slot, b.expr(b.fold(self._moved(param.default))))
            for slot, arg, param in zip(slots, given, action.hook.params, strict=False)
            if may_be_left_out(arg, param.default)
        ]
        start, stop = self._span

        def fill(m: Machine, s: Slots) -> None:
            s[start:stop] = build(m, s)
            for slot, default in defaults:
                if s[slot] is None:
                    s[slot] = default(m, s)

        return fill

    def _fill_text(self) -> list[str]:
        flow, lines = self.flow, list[str]()
        for slot, arg, param in zip(self.slots, self.args, self.action.hook.params, strict=False):
            e = arg if arg is not None or param.default is None else self._moved(param.default)
            lines.append(f"s[{slot}] = {'None' if e is None else flow.text(e)}")
            if arg is not None and may_be_left_out(arg, param.default):
                default = flow.text(self._moved(param.default))
                lines.append(f"if s[{slot}] is None: s[{slot}] = {default}")
        return lines

    @property
    def _span(self) -> tuple[int, int]:
        """The first slot of the parameters and the one behind the last."""
        own = self.slots[: self.action.n]
        return (own[0], own[-1] + 1) if own else (0, 0)

    def _begin(self, fill: Fill | None, after: int) -> Op:
        """The instruction with which the action starts; `fill` puts the parameters in place."""
        b, action, (start, stop) = self.flow.b, self.action, self._span
        record, running, result = self.record, self.running, self.result
        nesting, head, hook = b.at_nesting, b.records.head, action.hook
        is_remembered, announce = action.is_remembered, action.announce

        def begin(m: Machine, s: Slots) -> int:
            if fill is not None:
                fill(m, s)
            args = s[start:stop]
            if is_remembered:
                s[record] = head(m, hook, args)
            s[running], s[result] = True, None
            m.nums[nesting] += 1
            announce(m, args)
            return after

        return begin

    def _begin_text(self) -> list[str]:
        b, action, lines = self.flow.b, self.action, list[str]()
        if action.is_remembered:
            lines += b.records.head_text(action.hook, self.own, f"s[{self.record}]")
        lines += [f"s[{self.running}], s[{self.result}] = True, None", f"n[{b.at_nesting}] += 1"]
        return [*lines, *announced(self.flow, action, self.own)]

    def _close_text(self, after: int) -> Text:
        flow, action = self.flow, self.action
        b, own = flow.b, [f"s[{slot}]" for slot in self.slots[: action.n]]
        lines = [f"s[{self.running}] = False", f"n[{b.at_nesting}] -= 1"]
        if self.is_kept:
            lines.append(f"m.result = s[{self.result}]")
        if action.is_remembered:
            rest = [*own, f"s[{self.result}]"]
            lines += b.records.commit_text(action.hook, f"s[{self.record}]", rest)
        return do(*lines, *flow.sweep_text(after))

    def _after_text(self, after: int) -> Text:
        own = [f"s[{slot}]" for slot in self.slots[: self.action.n]]
        if self.action.hook.type != "none":
            own.append(f"s[{self.result}]")
        return fired(self.flow, self.action.moment, own, after)

    def _close(self, after: int) -> Op:
        b, action, own = self.flow.b, self.action, self.slots[: self.action.n]
        nesting, unswept, commit = b.at_nesting, b.at_unswept, b.records.commit
        record, running, result = self.record, self.running, self.result
        is_remembered, hook = action.is_remembered, action.hook
        start, stop = own[0] if own else 0, own[-1] + 1 if own else 0

        def close(m: Machine, s: Slots) -> int:
            s[running] = False
            m.result = s[result]
            nums = m.nums
            nums[nesting] -= 1
            if is_remembered:
                commit(m, hook, (*s[record], *s[start:stop], s[result]))
            if nums[unswept] and not nums[nesting]:
                return b.sweep(m, after)
            return after

        return close

    def _after(self, after: int) -> Op:
        b, action, own, result = self.flow.b, self.action, self.slots[: self.action.n], self.result
        has_result = action.hook.type != "none"

        def fire(m: Machine, s: Slots) -> int:
            m.frames[-1].pc = after
            args = [s[slot] for slot in own]
            if has_result:
                args.append(s[result])
            return after if b.fire(m, action.moment, args) is None else SWITCH

        return fire


def announced(flow: Flow, action: Action, args: Sequence[str]) -> list[str]:
    """The lines of Python that put an action into the log."""
    if action.ledger is not None:
        return [f"{flow.named(action.announce)}(m, [{', '.join(args)}])"]
    return [f"m.log.append(({', '.join([repr('do'), repr(action.hook.name), *args])}))"]


def noted(flow: Flow, action: Action, args: Sequence[Expr | None]) -> list[str]:
    """The lines of Python for an action that does nothing but be remembered.

    None where only the position tells whether a parameter gets its default.
    """
    own, lines, given = [], [], dict[int, Expr]()
    for at, param in enumerate(action.hook.params):
        arg = args[at] if at < len(args) else None
        if arg is None and param.default is not None:
            arg = replace_locals(param.default, given)
        elif may_be_left_out(arg, param.default):
            return []
        if arg is not None:
            given[at] = arg
        own.append(flow.b.constants.temporary())
        lines.append(f"{own[-1]} = {'None' if arg is None else flow.text(arg)}")
    lines += announced(flow, action, own)
    if action.is_remembered:
        lines += flow.b.records.note_text(action.hook, own)
    return lines
