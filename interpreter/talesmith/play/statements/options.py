"""`choose option`: written options first, then the offers of the point, then a block for each."""

from __future__ import annotations

from typing import Any

from talesmith.play.expressions.scalars import Fn
from talesmith.play.hooks.sources import Sources
from talesmith.play.hooks.speakers import speaking
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.scalar_texts import for_each
from talesmith.play.statements.flow import Case, Flow, Label, Text, statement
from talesmith.play.statements.questions import (
    OFFER,
    Branches,
    asker,
    asker_text,
    listed,
    listed_text,
    put_request,
)  # fmt: skip
from talesmith.ruleset.ops import Expr, Stmt


@statement("option")
def _option(flow: Flow, stmt: Stmt) -> None:
    _, _, by, point, slot, written, done, empty, prompt = stmt
    b, who, branches = flow.b, asker(flow, by), Branches(flow, done, empty)
    site = b.site(
        flow, "option", prompt, "option", tuple(branch[0] for branch in written),
        tuple("none" if branch[2] is None else branch[2][2].removeprefix("list ")
              for branch in written),
        None if point is None else point[0],
    )  # fmt: skip
    makers = [_branch_maker(flow, at, branch) for at, branch in enumerate(written)]
    args = [] if point is None else [flow.maybe(arg) for arg in point[1]]
    offers = None if point is None else b.offers[point[0]]
    may = done is not None

    def make(m: Machine, s: Slots) -> Any:
        options: list[Any] = []
        for maker in makers:
            maker(m, s, options)
        if offers is not None and offers.may_speak(m):
            given = [None if f is None else f(m, s) for f in args]
            options.extend(b.offered(m, offers, given))
        if not options:
            return None
        return ("option", who(m, s), site, tuple(options), 0, 0, None, may)

    text = _option_text(flow, stmt, site, offers) if b.fusing else ()
    put_request(flow, by, make, branches.empty_label, text)
    _dispatch(flow, written, slot, branches, args)
    branches.write()


def _option_text(flow: Flow, stmt: Stmt, site: int, offers: Sources | None) -> list[str]:
    """The lines that build the request of a `choose option`."""
    _, _, by, point, _, written, done, _, _ = stmt
    lines, before = ["o = []"], None
    for at, branch in enumerate(written):
        lines += _branch_text(flow, at, branch, before)
        before = None if branch[2] is None or branch[3] is not None else flow.fold(branch[2])
    if point is not None and offers is not None and not offers.empty:
        given = flow.printed(point[1])
        offered = f"{flow.named('offered')}(m, {flow.named(offers)}, [{', '.join(given)}])"
        speaks = speaking(flow.b, offers, given)
        lines.append(f"if {speaks}: o += {offered}" if speaks else f"o += {offered}")
    request = f"('option', {asker_text(flow, by)}, {site}, tuple(o), 0, 0, None"
    return [*lines, f"r = None if not o else {request}, {done is not None})"]


def _branch_text(flow: Flow, number: int, branch: Any, before: Expr | None) -> list[str]:
    _, slot, group, condition, _ = branch
    holds = "" if condition is None else f"if {flow.text(condition)}"
    if group is None:
        return [f"{holds}{':' * bool(holds)} o.append(({number}, None, ()))".strip()]
    if condition is None:
        attempts = flow.b.attempts.option_lines(flow.fold(group), number, before)
        if attempts is not None:
            return attempts
    if not holds:
        return for_each(flow.b, flow.fold(group), f"o.append(({number}, x, ()))")
    things = listed_text(flow, group)
    return [f"for s[{slot}] in {things}:", f" {holds}: o.append(({number}, s[{slot}], ()))"]


def _branch_maker(flow: Flow, number: int, branch: Any) -> Any:
    _, slot, group, condition, _ = branch
    holds = flow.maybe(condition)
    if group is None:

        def single(m: Machine, s: Slots, options: list[Any]) -> None:
            if holds is None or holds(m, s):
                options.append((number, None, ()))

        return single
    things = listed(flow, group)

    def several(m: Machine, s: Slots, options: list[Any]) -> None:
        if holds is None:
            options.extend([(number, thing, ()) for thing in things(m, s)])
            return
        for thing in things(m, s):
            s[slot] = thing
            if holds(m, s):
                options.append((number, thing, ()))

    return several


def _dispatch(
    flow: Flow, written: Any, result: int | None, branches: Branches, args: list[Fn | None]
) -> None:
    """Code behind an option question: go to the block of the chosen option."""
    starts, offer_label = [Label() for _ in written], Label()
    held = flow.b.spare_slot()

    def choose(m: Machine, s: Slots) -> int:
        if m.answer is None:
            return branches.done_label.at
        branch, value, fill = m.answer
        if branch >= OFFER:
            s[held] = (branch - OFFER, value, fill)
            return offer_label.at
        slot: int | None = written[branch][1]
        if slot is not None:
            s[slot] = value
        if result is not None:
            s[result] = value
        return int(starts[branch].at)

    stops = [Label() for _ in written]
    cases = [Case("(a := m.answer) is None", (), branches.done_label, branches.end)]
    for at, (start, stop, branch) in enumerate(zip(starts, stops, written, strict=True)):
        kept = [f"s[{into}] = a[1]" for into in (branch[1], result) if into is not None]
        cases.append(Case(f"a[0] == {at}", tuple(kept), start, stop))
    other = f"s[{held}] = (a[0] - {OFFER}, a[1], a[2])"
    flow.emit(choose, Text("switch", (), cases=(*cases, Case("True", (other,), offer_label))))
    for label, stop, branch in zip(starts, stops, written, strict=True):
        flow.place(label)
        flow.body(branch[4])
        flow.place(stop)
        flow.go(branches.end)
    flow.place(offer_label)
    flow.call(lambda m, s: flow.b.take_offer(
        m, s[held], [None if f is None else f(m, s) for f in args]))  # fmt: skip
