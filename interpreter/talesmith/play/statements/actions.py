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

from talesmith.play.hooks.ledgers import LedgerHook
from talesmith.play.hooks.speakers import speaking
from talesmith.play.hooks.ways import ATTEMPT
from talesmith.play.machine import SWITCH, Code, Machine, Op, Slots
from talesmith.play.proposals import proposal
from talesmith.play.statements.flow import Flow, Label, Text, do, fired, statement
from talesmith.play.statements.in_place import InPlace, announced, noted
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

CONQUEST = "conquer"
"""the action that belongs to an attempt"""
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
        self.code: Code = b.new_code(f"{hook.package}/{hook.name}", "action", hook.where)
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
            self.defaults = b.defaults(hook.params)
            closing = Label()
            flow = b.flow(b, self.code, closing=closing)
            flow.emit(self._propose, self._propose_text(flow))
            flow.body(hook.body)
            flow.place(closing)
            self.code.runs.append((0, flow.here, self.running))
            flow.emit(self._close(flow.here + 1), self._close_text(flow, flow.here + 1))
            if not self.handlers.empty:
                given = [*self._own, *[f"s[{self.result}]"] * (hook.type != "none")]
                text = fired(flow, self.moment, given, flow.here + 1)
                flow.emit(self._after(flow.here + 1), text)
            flow.emit(self._leave, Text("end", (f"return m.leave(s[{self.result}])",)))
            self.resume = flow.emit(self._replaced)
            flow.finish()
        self.code.rest = self.code.blank[self.n :]
        self.code.rest[self.applied - self.n] = ()
        self.code.rest[self.running - self.n] = False

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
        m.nums[self.b.at_nesting] += 1
        self.announce(m, s[: self.n])
        return 1

    @property
    def _own(self) -> list[str]:
        """The parameters as texts."""
        return [f"s[{at}]" for at in range(self.n)]

    def _propose_text(self, flow: Flow) -> Text:
        b, lines = self.b, list[str]()
        if self.is_remembered:
            head = b.records.head_text(self.hook, self._own, f"s[{self.record}]")
            lines += [f"if s[{self.record}] is None:", *(f" {line}" for line in head)]
        if not self.replacements.empty:
            following = b.constants.made("replacing", lambda: b.replacing.next)
            found = f"(p := {following}(m, {flow.named(self)}, s))"
            speaks = speaking(b, self.replacements, self._own) or "True"
            lines.append(f"if ({speaks}) and {found} is not None: return p")
        lines += [f"s[{self.running}] = True", f"n[{b.at_nesting}] += 1"]
        return do(*lines, *announced(flow, self, self._own))

    def _close_text(self, flow: Flow, after: int) -> Text:
        b, lines = self.b, [f"s[{self.running}] = False", f"n[{self.b.at_nesting}] -= 1"]
        if self.is_remembered:
            rest = [*self._own, f"s[{self.result}]"]
            lines += b.records.commit_text(self.hook, f"s[{self.record}]", rest)
        sweep = f"(p := {flow.named('sweep')}(m, {after})) != {after}"
        is_time = f"n[{b.at_unswept}] and not n[{b.at_nesting}]"
        return do(*lines, f"if {is_time} and {sweep}: return p")

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
            nums = m.nums
            nums[nesting] -= 1
            if self.is_remembered:
                record = (*s[self.record], *s[: self.n], s[self.result])
                self.b.records.commit(m, self.hook, record)
            if nums[unswept] and not nums[nesting]:
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


@statement("do")
def _do(flow: Flow, stmt: Stmt) -> None:
    _, _, name, args, slot = stmt
    action, build = flow.b.actions[name], flow.b.arguments([flow.folded(arg) for arg in args])
    if name == CONQUEST and flow.b.ways.matter:
        _declare(flow, action, args)
    if action.is_note and slot is None:
        lines = noted(flow, action, args) if flow.b.fusing else ()
        flow.change(lambda m, s: action.note(m, build(m, s)), *lines)
        return
    if _is_in_place(flow, action, is_kept=slot is not None):
        written = InPlace(flow, action, args, is_kept=slot is not None)
        if action.replacements.empty:
            written.write()
        else:
            written.write_unless(speaking(flow.b, action.replacements, written.own))
        flow.keep_result(slot)
        return
    flow.call(lambda m, s: action.start(m, build(m, s)), proposal(flow, action, args))
    flow.keep_result(slot)


def _is_in_place(flow: Flow, action: Action, *, is_kept: bool) -> bool:
    """Whether an action is written where it is proposed.

    One that can be replaced is if there is a time when nobody replaces it, and if nobody asks for
    its result.
    """
    if not flow.b.inlining or flow.inlined >= INLINE_DEPTH:
        return False
    if action.replacements.empty:
        return True
    return not is_kept and bool(speaking(flow.b, action.replacements))


def _declare(flow: Flow, action: Action, args: Sequence[Expr | None]) -> None:
    """A conquest outside of `using` declares the bare attempt on its region itself."""
    names = [param.name for param in action.hook.params]
    attacker, region = (flow.maybe(args[names.index(name)]) for name in ("attacker", "region"))
    if attacker is None or region is None:
        raise ValueError(f"`{CONQUEST}` needs an attacker and a region")

    def declare(m: Machine, s: Slots) -> int | None:
        attempt = attacker(m, s) << 8 | region(m, s)
        running = m.current_attempt()
        if running is not None and running & 0xFFFF == attempt:
            return None
        return flow.b.ways.declare(m, attempt >> 8, attempt & 255)

    stirs = flow.b.machinery.stirs(ATTEMPT) if ATTEMPT in flow.b.effects else None
    if stirs is None:
        flow.call(declare)
        return
    op, given = flow.starter(declare), flow.printed(args)
    pair = [given[names.index(name)] for name in ("attacker", "region")]
    told = f"{stirs.text(flow.b, pair)} and {flow.named(op)}(m, s) < 0"
    if len(flow.trying) == 1:
        told = f"s[{flow.trying[0]}] & 65535 != ({pair[0]} << 8 | {pair[1]}) and ({told})"
    flow.emit(op, do(f"if {told}: return {SWITCH}"))


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
