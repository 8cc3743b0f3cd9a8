"""Statements that decide what runs next: names, branches, loops, calls, attempts, moments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from talesmith.play import together
from talesmith.play.flow import Flow, Label, statement
from talesmith.play.machine import SWITCH, Defect, Machine, Op, Slots
from talesmith.play.scalars import Fn, is_region_set
from talesmith.ruleset.ops import Body, Expr, Stmt, walk
from talesmith.ruleset.parts import Step


@statement("let")
def _let(flow: Flow, stmt: Stmt) -> None:
    slot, f, after = stmt[2], flow.expr(stmt[3]), flow.here + 1

    def op(m: Machine, s: Slots) -> int:
        s[slot] = f(m, s)
        return after

    flow.emit(op)


@statement("if")
def _if(flow: Flow, stmt: Stmt) -> None:
    condition = flow.b.fold(stmt[2])
    if condition[0] == "flag":
        flow.body(stmt[3] if condition[3] else stmt[4] or ())
        return
    holds, other, end = flow.b.expr(condition), Label(), Label()
    after = flow.here + 1
    flow.emit(lambda m, s: after if holds(m, s) else other.at)
    flow.body(stmt[3])
    if stmt[4]:
        flow.go(end)
        flow.place(other)
        flow.body(stmt[4])
    else:
        flow.place(other)
    flow.place(end)


@statement("for")
def _for(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, body = stmt
    iterate(flow, slot, group, lambda: flow.body(body))


def iterate(flow: Flow, slot: int, group: Expr, write: Callable[[], None]) -> None:
    """Code that runs a block for each member; the set is fixed when it starts."""
    folded = flow.b.fold(group)
    f, rest, again, end = flow.b.expr(folded), flow.b.spare_slot(), Label(), Label()
    after = flow.here + 1

    def start(m: Machine, s: Slots) -> int:
        s[rest] = f(m, s)
        return after

    flow.emit(start)
    flow.place(again)
    flow.emit(_next_region(slot, rest, end, flow.here + 1) if is_region_set(folded)
              else _next_member(slot, rest, end, flow.here + 1))  # fmt: skip
    flow.next_labels.append(again)
    write()
    flow.next_labels.pop()
    flow.go(again)
    flow.place(end)


def _next_region(slot: int, rest: int, end: Label, after: int) -> Op:
    def op(_m: Machine, s: Slots) -> int:
        left = s[rest]
        if not left:
            return end.at
        low = left & -left
        s[slot] = low.bit_length() - 1
        s[rest] = left ^ low
        return after

    return op


def _next_member(slot: int, rest: int, end: Label, after: int) -> Op:
    def op(_m: Machine, s: Slots) -> int:
        left = s[rest]
        if not left:
            return end.at
        s[slot] = left[0]
        s[rest] = left[1:]
        return after

    return op


@statement("loop")
def _loop(flow: Flow, stmt: Stmt) -> None:
    """Round and round: a loop that names its own end must come to it before its bound."""
    _, _, name, bound, body = stmt
    has_end = any(node[0] == "end" and node[2] == name for node in walk(body))
    f, count, again, end = flow.expr(bound), flow.b.spare_slot(), Label(), Label()
    after = flow.here + 1

    def start(m: Machine, s: Slots) -> int:
        s[count] = f(m, s)
        return after

    first = flow.emit(start)
    flow.place(again)
    inside = flow.here + 1

    def turn(m: Machine, s: Slots) -> int:
        if s[count] <= 0:
            if has_end:
                raise Defect(f"the loop {name} has not ended in its bound: {m.backtrace()}")
            return end.at
        s[count] -= 1
        return inside

    flow.emit(turn)
    flow.next_labels.append(again)
    flow.loops.append((name or "", end))
    flow.body(body)
    flow.loops.pop()
    flow.next_labels.pop()
    flow.go(again)
    flow.place(end)
    flow.code.labels.append((name or "", first, flow.here - 1, end.at))


@statement("circle")
def _circle(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, bound, body = stmt
    f, limit = flow.expr(group), flow.maybe(bound)
    members, rest, left = (flow.b.spare_slot() for _ in range(3))
    again, end, after = Label(), Label(), flow.here + 1

    def start(m: Machine, s: Slots) -> int:
        s[members] = f(m, s)
        s[rest] = ()
        s[left] = -1 if limit is None else limit(m, s)
        return after

    flow.emit(start)
    flow.place(again)
    inside = flow.here + 1

    def turn(_m: Machine, s: Slots) -> int:
        if not s[rest]:
            if not s[members] or s[left] == 0:
                return end.at
            s[rest] = s[members]
            s[left] -= 1
        s[slot], s[rest] = s[rest][0], s[rest][1:]
        return inside

    flow.emit(turn)
    flow.next_labels.append(again)
    flow.body(body)
    flow.next_labels.pop()
    flow.go(again)
    flow.place(end)


@statement("at_once")
def _at_once(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, body = stmt
    pending, after = flow.b.spare_slot(), flow.here + 1

    def start(_m: Machine, s: Slots) -> int:
        s[pending] = []
        return after

    flow.emit(start)
    outer, flow.deferred = flow.deferred, pending
    iterate(flow, slot, group, lambda: flow.body(body))
    flow.deferred = outer

    def carry_out(m: Machine, s: Slots) -> None:
        notes, s[pending] = s[pending], None
        together.carry_out(flow.b, m, s, notes)

    flow.change(carry_out)


@statement("call")
def _call(flow: Flow, stmt: Stmt) -> None:
    _, _, name, args, slot = stmt
    code, build = flow.b.step_code(name), _step_slots(flow, flow.b.step_named(name), args)
    flow.call(lambda m, s: m.push(code, build(m, s)))
    flow.keep_result(slot)


def _step_slots(
    flow: Flow, step: Step, args: Sequence[Expr | None]
) -> Callable[[Machine, Slots], Slots]:
    """The first slots of a called step: arguments, defaults, and what its card lets it know."""
    b = flow.b
    build = b.arguments([flow.folded(arg) for arg in args])
    defaults = [
        (at, b.expr(b.fold(param.default)))
        for at, (param, arg) in enumerate(zip(step.params, args, strict=True))
        if arg is None and param.default is not None
    ]
    known = [(slot, b.scope_slots[name]) for name, slot in step.slots if name in b.scope_slots]
    if not defaults and not known:
        return build

    def complete(m: Machine, s: Slots) -> Slots:
        own = [*build(m, s), *[None] * len(step.slots)]
        for at, default in defaults:
            own[at] = default(m, own)
        for slot, here in known:
            own[slot] = s[here]
        return own

    return complete


@statement("return")
def _return(flow: Flow, stmt: Stmt) -> None:
    f, closing = flow.expr(stmt[2]), flow.closing
    if closing is None:
        flow.emit(lambda m, s: m.leave(f(m, s)))
        return
    result = flow.b.result_slot

    def op(m: Machine, s: Slots) -> int:
        s[result] = f(m, s)
        return closing.at

    flow.emit(op)


@statement("stop")
def _stop(flow: Flow, _stmt: Stmt) -> None:
    closing = flow.closing
    if closing is None:
        flow.emit(lambda m, _s: m.leave(None))
    else:
        flow.go(closing)


@statement("next")
def _next(flow: Flow, _stmt: Stmt) -> None:
    again = flow.next_labels[-1]

    def op(m: Machine, _s: Slots) -> int:
        if m.ways:
            m.frames[-1].pc = again.at
            m.ways = m.current_ways()
        return again.at

    flow.emit(op)


@statement("end")
def _end(flow: Flow, stmt: Stmt) -> None:
    name, here, nesting = stmt[2], flow.here, flow.b.layout["nesting"]
    around = [label for loop, label in flow.loops if loop == name]
    if around and not flow.b.ruleset.ways:
        flow.go(around[-1])
        return

    def op(m: Machine, _s: Slots) -> int:
        m.frames[-1].pc = here
        unwind(m, name, nesting)
        if m.ways:
            m.ways = m.current_ways()
        return SWITCH

    flow.emit(op)


def unwind(m: Machine, name: str, nesting: int) -> None:
    """End the innermost running loop or step of this name and everything inside it."""
    while True:
        frame = m.top()
        at = frame.pc
        for label, first, last, end in sorted(frame.code.labels, key=lambda x: -x[1]):
            if label == name and first <= at <= last + 1:
                for start, stop, running in frame.code.runs:
                    inside = start <= at <= stop and not start <= end <= stop
                    if inside and frame.slots[running]:
                        m.cells[nesting] -= 1
                frame.pc = end
                return
        if frame.code.kind == "body" and frame.code.name.rpartition("/")[2] == name:
            m.frames.pop()
            m.result = None
            return
        if not m.chain and len(m.frames) == 1:
            raise Defect(f"no loop named {name} is running: {m.backtrace()}")
        m.frames.pop()
        for first, last, running in frame.code.runs:
            if first <= at <= last and frame.slots[running]:
                m.cells[nesting] -= 1


@statement("using")
def _using(flow: Flow, stmt: Stmt) -> None:
    _, _, attempt, body = stmt
    f, own, held = flow.expr(attempt), flow.b.spare_slot(), flow.b.spare_slot()
    if not flow.b.ways.matter:
        _plain_using(flow, own, f, body)
        return

    def enter(m: Machine, s: Slots) -> int | None:
        s[held], s[own], attempt = m.ways, None, f(m, s)
        outer = m.current_attempt()
        s[own] = attempt
        return None if attempt == outer else flow.b.ways.enter(m, attempt)

    flow.call(enter)
    first = flow.here
    flow.body(body)
    flow.code.attempts.append((first, flow.here, own))
    after = flow.here + 1

    def leave(m: Machine, s: Slots) -> int:
        if m.ways != s[held]:
            m.ways = s[held]
            m.memo.clear()
        return after

    flow.emit(leave)


def _plain_using(flow: Flow, own: int, attempt: Fn, body: Body) -> None:
    """An attempt where no way can be chosen and nobody is told of attempts."""

    def note(m: Machine, s: Slots) -> None:
        s[own] = attempt(m, s)

    flow.note(note)
    first = flow.here
    flow.body(body)
    flow.code.attempts.append((first, flow.here, own))


@statement("fire")
def _fire(flow: Flow, stmt: Stmt) -> None:
    _, _, moment, args = stmt
    if flow.b.effects[moment].empty:
        return
    build = flow.b.arguments([flow.folded(arg) for arg in args])
    after, may_speak = flow.here + 1, flow.b.effects[moment].may_speak

    def op(m: Machine, s: Slots) -> int:
        if not may_speak(m):
            return after
        m.frames[-1].pc = after
        return after if flow.b.fire(m, moment, build(m, s)) is None else SWITCH

    flow.emit(op)
