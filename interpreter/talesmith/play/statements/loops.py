"""Statements that run a block again: members of a set, round and round, and how they end.

A running loop is nothing but numbers in slots: the members that are left, or the rounds.  `end`
leaves a loop that stands in the same body by a jump; one that stands in a body further out is
looked for through the frames, innermost first.
"""

from __future__ import annotations

from collections.abc import Callable

from talesmith.play.expressions.scalars import is_region_set
from talesmith.play.machine import SWITCH, Defect, Machine, Op, Slots
from talesmith.play.printing.texts import members_text
from talesmith.play.statements.flow import Flow, Label, Text, do, statement
from talesmith.ruleset.ops import Expr, Stmt, walk


@statement("for")
def _for(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, body = stmt
    iterate(flow, slot, group, lambda: flow.body(body))


def iterate(flow: Flow, slot: int, group: Expr, write: Callable[[], None]) -> None:
    """Code that runs a block for each member; the set is fixed when it starts."""
    folded = flow.fold(group)
    f, rest, again, end = flow.b.expr(folded), flow.b.spare_slot(), Label(), Label()
    after = flow.here + 1

    def start(m: Machine, s: Slots) -> int:
        s[rest] = f(m, s)
        return after

    flow.emit(start, do(*flow.put(folded, rest)))
    flow.place(again)
    following = _next_region if is_region_set(folded) else _next_member
    flow.emit(*following(flow, slot, rest, end))
    flow.next_labels.append(again)
    write()
    flow.next_labels.pop()
    flow.go(again)
    flow.place(end)


def _next_region(flow: Flow, slot: int, rest: int, end: Label) -> tuple[Op, Text]:
    after = flow.here + 1

    def op(_m: Machine, s: Slots) -> int:
        left = s[rest]
        if not left:
            return end.at
        low = left & -left
        s[slot] = low.bit_length() - 1
        s[rest] = left ^ low
        return after

    inside = (
        f"low = (left := s[{rest}]) & -left",
        f"s[{slot}] = low.bit_length() - 1",
        f"s[{rest}] = left ^ low",
    )
    each = f"for s[{slot}] in {members_text(flow.b, f's[{rest}]')}:", f"s[{rest}] = 0"
    return op, Text("loop", condition=f"s[{rest}]", inside=inside, each=each, label=end)


def _next_member(flow: Flow, slot: int, rest: int, end: Label) -> tuple[Op, Text]:
    after = flow.here + 1

    def op(_m: Machine, s: Slots) -> int:
        left = s[rest]
        if not left:
            return end.at
        s[slot] = left[0]
        s[rest] = left[1:]
        return after

    inside = (f"left = s[{rest}]", f"s[{slot}] = left[0]", f"s[{rest}] = left[1:]")
    each = f"for s[{slot}] in s[{rest}]:", f"s[{rest}] = s[{rest}][:0]"
    return op, Text("loop", condition=f"s[{rest}]", inside=inside, each=each, label=end)


@statement("loop")
def _loop(flow: Flow, stmt: Stmt) -> None:
    """Round and round: a loop that names its own end must come to it before its bound."""
    _, _, name, bound, body = stmt
    has_end = any(node[0] == "end" and node[2] == name for node in walk(body))
    f, count, again, end = flow.expr(bound), flow.b.spare_slot(), Label(), Label()

    def start(m: Machine, s: Slots) -> None:
        s[count] = f(m, s)

    first = flow.here
    flow.note(start, f"s[{count}] = {flow.text(bound)}")
    flow.place(again)
    flow.emit(*_turn(flow, count, end, name if has_end else None))
    flow.next_labels.append(again)
    flow.loops.append((name or "", end))
    flow.body(body)
    flow.loops.pop()
    flow.next_labels.pop()
    flow.go(again)
    flow.place(end)
    flow.code.labels.append((name or "", first, flow.here - 1, end.at))


def _turn(flow: Flow, count: int, end: Label, must_end: str | None) -> tuple[Op, Text]:
    """One round more, or the end of the loop: a defect for one that has to end by itself."""
    inside = flow.here + 1

    def fail(m: Machine) -> bool:
        raise Defect(f"the loop {must_end} has not ended in its bound: {m.backtrace()}")

    def turn(m: Machine, s: Slots) -> int:
        if s[count] <= 0:
            if must_end is not None:
                fail(m)
            return end.at
        s[count] -= 1
        return inside

    condition = f"s[{count}] > 0"
    if must_end is not None:
        condition = f"({condition} or {flow.named(fail)}(m))"
    return turn, Text("loop", condition=condition, inside=(f"s[{count}] -= 1",), label=end)


@statement("circle")
def _circle(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, bound, body = stmt
    f, limit = flow.expr(group), flow.maybe(bound)
    members, rest, left = (flow.b.spare_slot() for _ in range(3))
    again, end = Label(), Label()

    def start(m: Machine, s: Slots) -> None:
        s[members], s[rest] = f(m, s), ()
        s[left] = -1 if limit is None else limit(m, s)

    flow.note(start)
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


@statement("next")
def _next(flow: Flow, _stmt: Stmt) -> None:
    _go_out(flow, flow.next_labels[-1])


def _go_out(flow: Flow, label: Label) -> None:
    """Go to a label, which may lie outside an attempt and its ways."""
    if not flow.b.ruleset.ways:
        flow.go(label)
        return

    def op(m: Machine, _s: Slots) -> int:
        if m.ways:
            m.frames[-1].pc = label.at
            m.ways = m.current_ways()
        return label.at

    flow.emit(op, Text("go", (f"if m.ways: return {flow.named(op)}(m, s)",), label=label))


@statement("end")
def _end(flow: Flow, stmt: Stmt) -> None:
    name, here, nesting = stmt[2], flow.here, flow.b.layout["nesting"]
    around = [label for loop, label in flow.loops if loop == name]
    if around:
        _go_out(flow, around[-1])
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
                        m.nums[nesting] -= 1
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
                m.nums[nesting] -= 1
