"""Statements that decide what runs next: names, branches, calls, attempts, moments."""

from __future__ import annotations

from collections.abc import Callable

from talesmith.play.changes import together
from talesmith.play.hooks.ways import ATTEMPT
from talesmith.play.machine import SWITCH, Machine, Slots
from talesmith.play.statements.flow import Flow, Label, Text, do, fired, statement
from talesmith.play.statements.loops import iterate
from talesmith.ruleset.ops import Body, Expr, Stmt


@statement("let")
def _let(flow: Flow, stmt: Stmt) -> None:
    slot, f, after = stmt[2], flow.expr(stmt[3]), flow.here + 1

    def op(m: Machine, s: Slots) -> int:
        s[slot] = f(m, s)
        return after

    flow.emit(op, do(*flow.put(stmt[3], slot)))


@statement("if")
def _if(flow: Flow, stmt: Stmt) -> None:
    condition = flow.fold(stmt[2])
    if condition[0] == "flag":
        flow.body(stmt[3] if condition[3] else stmt[4] or ())
        return
    holds, other, end = flow.b.expr(condition), Label(), Label()
    after = flow.here + 1
    flow.emit(
        lambda m, s: after if holds(m, s) else other.at,
        Text("unless", condition=flow.text(condition), label=other),
    )
    flow.body(stmt[3])
    if stmt[4]:
        flow.go(end)
        flow.place(other)
        flow.body(stmt[4])
    else:
        flow.place(other)
    flow.place(end)


@statement("at_once")
def _at_once(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, body = stmt
    pending, after = flow.b.spare_slot(), flow.here + 1

    def start(_m: Machine, s: Slots) -> int:
        s[pending] = []
        return after

    flow.emit(start, do(f"s[{pending}] = []"))
    outer, flow.deferred = flow.deferred, pending
    iterate(flow, slot, group, lambda: flow.body(body))
    flow.deferred = outer

    def carry_out(m: Machine, s: Slots) -> None:
        notes, s[pending] = s[pending], None
        together.carry_out(flow.b, m, s, notes)

    flow.change(carry_out)


@statement("return")
def _return(flow: Flow, stmt: Stmt) -> None:
    f, closing = flow.expr(stmt[2]), flow.closing
    if closing is None:
        leave = Text("end", (f"return m.leave({flow.text(stmt[2])})",))
        flow.emit(lambda m, s: m.leave(f(m, s)), leave)
        return
    result = flow.b.result_slot

    def op(m: Machine, s: Slots) -> int:
        s[result] = f(m, s)
        return closing.at

    flow.emit(op, Text("go", (f"s[{result}] = {flow.text(stmt[2])}",), label=closing))


@statement("stop")
def _stop(flow: Flow, _stmt: Stmt) -> None:
    closing = flow.closing
    if closing is None:
        flow.emit(lambda m, _s: m.leave(None), Text("end", ("return m.leave(None)",)))
    else:
        flow.go(closing)


@statement("using")
def _using(flow: Flow, stmt: Stmt) -> None:
    _, _, attempt, body = stmt
    f, own, held = flow.expr(attempt), flow.b.spare_slot(), flow.b.spare_slot()
    if not flow.b.ways.matter:
        _plain_using(flow, own, attempt, body)
        return

    def enter(m: Machine, s: Slots) -> int | None:
        s[held], s[own], attempt = m.ways, None, f(m, s)
        outer = m.current_attempt()
        s[own] = attempt
        return None if attempt == outer else flow.b.ways.enter(m, attempt)

    _enter_using(flow, enter, f"s[{held}], s[{own}], a = m.ways, None, {flow.text(attempt)}", own)
    first = flow.here
    flow.trying.append(own)
    flow.body(body)
    flow.trying.pop()
    flow.code.attempts.append((first, flow.here, own))
    after = flow.here + 1

    def leave(m: Machine, s: Slots) -> int:
        if m.ways != s[held]:
            m.ways = s[held]
            m.memo.clear()
        return after

    flow.emit(leave, do(f"if m.ways != s[{held}]: {flow.named(leave)}(m, s)"))


def _enter_using(
    flow: Flow, enter: Callable[[Machine, Slots], int | None], first: str, own: int
) -> None:
    """Enter an attempt: where nobody is told of attempts, it only has a name if it has no ways."""
    moment, is_told = flow.b.effects.get(ATTEMPT), ""
    if moment is not None and not moment.empty:
        stirs = flow.b.machinery.stirs(ATTEMPT)
        if stirs is None:
            flow.call(enter)
            return
        is_told = f" or {stirs.text(flow.b, ['a >> 8 & 255', 'a & 255'])}"
    op, after = flow.starter(enter), flow.here + 1
    enter_it = f"if a >> 16 or m.ways{is_told}:"
    found = f" if (p := {flow.named(op)}(m, s)) != {after}: return p"
    flow.emit(op, do(first, enter_it, found, f"else: s[{own}] = a"))


def _plain_using(flow: Flow, own: int, e: Expr, body: Body) -> None:
    """An attempt where no way can be chosen and nobody is told of attempts."""
    attempt, printed = flow.expr(e), flow.text(e)

    def note(m: Machine, s: Slots) -> None:
        s[own] = attempt(m, s)

    flow.note(note, f"s[{own}] = {printed}")
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

    flow.emit(op, fired(flow, moment, flow.printed(args), after))
