"""Statements with one question: yes or no, a number, things to choose, a die, an order."""

from __future__ import annotations

from typing import Any

from talesmith.model import chance
from talesmith.play.machine import SUSPEND, Machine, Slots
from talesmith.play.statements.flow import Flow, Label, statement
from talesmith.play.statements.questions import CHANCE, Branches, asker, listed, put_request, take
from talesmith.ruleset.ops import Stmt


@statement("ask")
def _ask(flow: Flow, stmt: Stmt) -> None:
    _, _, by, prompt, condition, slot = stmt
    who, holds, skip = asker(flow, by), flow.maybe(condition), Label()
    site = flow.b.site(flow, "option", prompt, "flag", ("yes", "no"), ("none", "none"))

    def make(m: Machine, s: Slots) -> Any:
        s[slot] = False
        if holds is not None and not holds(m, s):
            return None
        options = ((0, None, ()), (1, None, ()))
        return ("option", who(m, s), site, options, 0, 0, None, False)

    put_request(flow, by, make, skip)

    def keep(_m: Machine, s: Slots, answer: Any) -> None:
        s[slot] = answer[0] == 0

    take(flow, keep, None)
    flow.place(skip)
    flow.last_name = slot


@statement("number")
def _number(flow: Flow, stmt: Stmt) -> None:
    _, _, low, high, by, slot, done, empty, prompt = stmt
    least, most, who = flow.expr(low), flow.expr(high), asker(flow, by)
    site, branches = flow.b.site(flow, "number", prompt, "number"), Branches(flow, done, empty)
    may = done is not None

    def make(m: Machine, s: Slots) -> Any:
        lo, hi = least(m, s), most(m, s)
        return None if hi < lo else ("number", who(m, s), site, (), lo, hi, None, may)

    put_request(flow, by, make, branches.empty_label)

    def keep(_m: Machine, s: Slots, answer: Any) -> None:
        s[slot] = answer

    take(flow, keep, branches.done_label if may else None)
    branches.write()
    flow.last_name = slot


@statement("choose")
def _choose(flow: Flow, stmt: Stmt) -> None:
    _, _, up_to, n, kind, group, by, slot, done, empty, prompt = stmt
    things, count, who = listed(flow, group), flow.maybe(n), asker(flow, by)
    site, branches = flow.b.site(flow, "pick", prompt, kind), Branches(flow, done, empty)
    may = done is not None

    def make(m: Machine, s: Slots) -> Any:
        found = things(m, s)
        wanted = 1 if count is None else min(count(m, s), len(found))
        if not found or wanted <= 0:
            s[slot] = None if count is None else (0 if kind == "region" else ())
            return None
        low = 0 if up_to else wanted
        return ("pick", who(m, s), site, found, low, wanted, None, may)

    put_request(flow, by, make, branches.empty_label)
    keep = _keep_chosen(slot, kind, one=count is None)
    take(flow, keep, branches.done_label if may else None)
    branches.write()
    flow.last_name = slot


def _keep_chosen(slot: int, kind: str, *, one: bool) -> Any:
    def keep(_m: Machine, s: Slots, answer: Any) -> None:
        if one:
            s[slot] = answer[0]
        elif kind == "region":
            s[slot] = sum(1 << region for region in answer)
        else:
            s[slot] = answer

    return keep


@statement("roll")
def _roll(flow: Flow, stmt: Stmt) -> None:
    _, _, die, by, slot = stmt
    faces, who = flow.b.faces(die), flow.maybe(by)
    site = flow.b.site(flow, "pick", "", "number")
    at, asked, after = flow.b.layout["chance"], flow.b.layout["chance is asked"], flow.here + 1
    shown = tuple(sorted(set(faces)))

    def throw(m: Machine, _s: Slots) -> int:
        if m.cells[asked]:
            m.request = ("pick", CHANCE, site, shown, 1, 1, None, False)
            m.frames[-1].pc = after
            return SUSPEND
        m.nums[at], face = chance.below(m.nums[at], len(faces))
        m.answer = (faces[face],)
        return after

    flow.emit(throw)

    def keep(m: Machine, s: Slots, answer: Any) -> None:
        s[slot] = answer[0]
        m.log.append(("roll", die, None if who is None else who(m, s), s[slot]))

    take(flow, keep, None)
    flow.last_name = slot


@statement("order")
def _order(flow: Flow, stmt: Stmt) -> None:
    _, _, group, by, slot, prompt = stmt
    things, who = listed(flow, group), asker(flow, by)
    site = flow.b.site(flow, "order", prompt, group[2].removeprefix("list "))
    end = Label()

    def make(m: Machine, s: Slots) -> Any:
        found = s[slot] = things(m, s)
        if len(found) < 2:
            return None
        return ("order", who(m, s), site, found, 0, 0, None, False)

    put_request(flow, by, make, end)

    def keep(_m: Machine, s: Slots, answer: Any) -> None:
        s[slot] = answer

    take(flow, keep, None)
    flow.place(end)
