"""Actions: proposed, perhaps replaced, carried out, remembered, answered by `after_` handlers.

An action is one frame.  Its slots are the parameters, those of the body, and then `applied`
(replacements already used), `running`, `record` and `result`.  The code is: look for a
replacement; start; the body; remember and sweep; fire `after_`; leave.

An action X with a ledger `on_X` leaves the lines of that ledger in the log when it starts: they
say what it is for, and afterwards nobody could ask any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from talesmith.play.flow import Flow, Label, statement
from talesmith.play.inline import renumber
from talesmith.play.ledgers import LedgerHook
from talesmith.play.machine import SWITCH, Code, Machine, Op, Slots
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

INLINE_DEPTH = 5
"""how deep actions are written into each other"""
DECLINED = "declined"
"""result of an optional replacement whose owner said no"""


class Action:
    """One action of a game and its code."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; the code is written by `write` when all hooks are known."""
        self.b = b
        self.hook = hook
        self.n = len(hook.params)
        size = max(hook.nslots, self.n)
        self.applied, self.running, self.record, self.result = range(size, size + 4)
        self.code: Code = b.new_code(f"{hook.package}/{hook.name}", "action")
        self.defaults: list[tuple[int, Any]] = []
        self.moment = f"after_{hook.name}"
        self.is_remembered = hook.name in b.records.row
        self.replacements = b.replacements[hook.name]
        self.handlers = b.effects[self.moment]
        self.resume = 0

    def write(self) -> None:
        """Write the code."""
        b, hook = self.b, self.hook
        with b.scope(self.result + 1, {}, self.code.name, result=self.result):
            for at, param in enumerate(hook.params):
                if param.default is not None:
                    self.defaults.append((at, b.expr(b.fold(param.default))))
            closing = Label()
            flow = Flow(b, self.code, closing=closing)
            flow.emit(self._propose)
            flow.body(hook.body)
            flow.place(closing)
            self.code.runs.append((0, flow.here, self.running))
            flow.emit(self._close(flow.here + 1))
            if not self.handlers.empty:
                flow.emit(self._after(flow.here + 1))
            flow.emit(self._leave)
            self.resume = flow.emit(self._replaced)
            flow.finish()

    def complete(self, m: Machine, args: Sequence[Any]) -> Slots:
        """The parameters, those left out with their defaults."""
        s: Slots = [*args, *[None] * (self.n - len(args))]
        for at, default in self.defaults:
            if s[at] is None:
                s[at] = default(m, s)
        return s

    def start(
        self, m: Machine, args: Sequence[Any], applied: tuple[Any, ...] = (), record: Any = None
    ) -> int:
        """Propose the action; again, behind replacements, with what was recorded at first."""
        s = self.complete(m, args)
        s += self.code.blank[self.n :]
        s[self.applied], s[self.running], s[self.record] = applied, False, record
        return m.push(self.code, s)

    @cached_property
    def ledger(self) -> LedgerHook | None:
        """The ledger whose lines say what the action is for."""
        return self.b.ledgers.get(f"on_{self.hook.name}")

    @property
    def is_note(self) -> bool:
        """Whether the action does nothing but be remembered: no body, nobody who reacts."""
        return not self.hook.body and self.replacements.empty and self.handlers.empty

    def note(self, m: Machine, args: Sequence[Any]) -> None:
        """Remember an action without a body."""
        s = self.complete(m, args)
        self.announce(m, s)
        if self.is_remembered:
            head = self.b.records.head(m, self.hook, s)
            self.b.records.commit(m, self.hook, (*head, *s, None))

    def _propose(self, m: Machine, s: Slots) -> int:
        if self.is_remembered and s[self.record] is None:
            s[self.record] = self.b.records.head(m, self.hook, s[: self.n])
        if not self.replacements.empty:
            found = self.b.replacing.next(m, self, s)
            if found is not None:
                return found
        s[self.running] = True
        m.cells[self.b.at_nesting] += 1
        self.announce(m, s[: self.n])
        return 1

    def announce(self, m: Machine, args: Sequence[Any]) -> None:
        """Put the action into the log, the lines of its ledger in front."""
        if self.ledger is not None:
            asked = tuple(args[: len(self.ledger.hook.params)])
            m.log.append(("lines", self.ledger.hook.name, asked, self.ledger(m, asked)))
        m.log.append(("do", self.hook.name, *args))

    def _close(self, after: int) -> Op:
        nesting, unswept = self.b.at_nesting, self.b.at_unswept

        def close(m: Machine, s: Slots) -> int:
            s[self.running] = False
            cells = m.cells
            cells[nesting] -= 1
            if self.is_remembered:
                record = (*s[self.record], *s[: self.n], s[self.result])
                self.b.records.commit(m, self.hook, record)
            if cells[unswept] and not cells[nesting]:
                return self.b.sweep(m, after)
            return after

        return close

    def _after(self, after: int) -> Op:
        def fire(m: Machine, s: Slots) -> int:
            m.frames[-1].pc = after
            args = s[: self.n]
            if self.hook.type != "none":
                args.append(s[self.result])
            return after if self.b.fire(m, self.moment, args) is None else SWITCH

        return fire

    def _leave(self, m: Machine, s: Slots) -> int:
        return m.leave(s[self.result])

    def _replaced(self, m: Machine, _s: Slots) -> int:
        """A replacement has ended: so has the action, unless its owner declined it."""
        return 0 if m.result == DECLINED else m.leave(m.result)


class InPlace:
    """An action that nobody can replace, written into the body that proposes it."""

    def __init__(self, flow: Flow, action: Action, args: Sequence[Expr | None]) -> None:
        """Take free slots for the parameters and names of the action."""
        self.flow, self.action, self.args = flow, action, args
        size = max(action.hook.nslots, action.n)
        self.slots = [flow.b.spare_slot() for _ in range(size)]
        self.record, self.running, self.result = (flow.b.spare_slot() for _ in range(3))

    def _moved(self, node: Any) -> Any:
        return renumber(node, lambda slot: self.slots[slot])

    def write(self) -> None:
        """Write the code."""
        flow, action = self.flow, self.action
        closing = Label()
        flow.emit(self._enter(flow.here + 1))
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
        flow.emit(self._close(flow.here + 1))
        if not action.handlers.empty:
            flow.emit(self._after(flow.here + 1))

    def _enter(self, after: int) -> Op:
        b, action, slots = self.flow.b, self.action, self.slots
        given = [self.flow.folded(arg) for arg in self.args]
        build = b.arguments([*given, *[None] * (action.n - len(given))])
        defaults = [
            (slots[at], b.expr(b.fold(self._moved(param.default))))
            for at, param in enumerate(action.hook.params)
            if param.default is not None and (at >= len(given) or given[at] is None)
        ]
        own, record, running, result = slots[: action.n], self.record, self.running, self.result
        nesting, head, hook = b.at_nesting, b.records.head, action.hook
        is_remembered, announce = action.is_remembered, action.announce

        start, stop = own[0] if own else 0, own[-1] + 1 if own else 0

        def enter(m: Machine, s: Slots) -> int:
            s[start:stop] = build(m, s)
            for slot, default in defaults:
                if s[slot] is None:
                    s[slot] = default(m, s)
            args = s[start:stop]
            if is_remembered:
                s[record] = head(m, hook, args)
            s[running], s[result] = True, None
            m.cells[nesting] += 1
            announce(m, args)
            return after

        return enter

    def _close(self, after: int) -> Op:
        b, action, own = self.flow.b, self.action, self.slots[: self.action.n]
        nesting, unswept, commit = b.at_nesting, b.at_unswept, b.records.commit
        record, running, result = self.record, self.running, self.result
        is_remembered, hook = action.is_remembered, action.hook
        start, stop = own[0] if own else 0, own[-1] + 1 if own else 0

        def close(m: Machine, s: Slots) -> int:
            s[running] = False
            m.result = s[result]
            cells = m.cells
            cells[nesting] -= 1
            if is_remembered:
                commit(m, hook, (*s[record], *s[start:stop], s[result]))
            if cells[unswept] and not cells[nesting]:
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


@statement("do")
def _do(flow: Flow, stmt: Stmt) -> None:
    _, _, name, args, slot = stmt
    action, build = flow.b.actions[name], flow.b.arguments([flow.folded(arg) for arg in args])
    if action.is_note and slot is None:
        flow.change(lambda m, s: action.note(m, build(m, s)))
        return
    if flow.b.inlining and action.replacements.empty and flow.inlined < INLINE_DEPTH:
        InPlace(flow, action, args).write()
        flow.keep_result(slot)
        return
    flow.call(lambda m, s: action.start(m, build(m, s)))
    flow.keep_result(slot)


@statement("proceed")
def _proceed(flow: Flow, stmt: Stmt) -> None:
    changes = [(number, flow.expr(e)) for number, e in stmt[2]]
    held, kept = flow.b.scope_slots["proceed"], flow.b.scope_slots["proceeded"]
    action = flow.b.scope_action
    if action is None:
        raise ValueError("`proceed` outside a replacement")

    is_elsewhere = flow.b.records.regions[action.hook.name] in [number for number, _ in changes]

    def start(m: Machine, s: Slots) -> int:
        first, applied, record, _ = s[held]
        args = list(first)
        for number, f in changes:
            args[number] = f(m, s)
        return action.start(m, args, applied, None if is_elsewhere else record)

    flow.call(start)
    flow.keep_result(kept)
