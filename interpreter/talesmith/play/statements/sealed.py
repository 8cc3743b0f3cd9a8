"""Sealed answers: everybody's question is open at once, and all are opened together.

A `secretly` block is a body of its own, run once for each player up to that player's first
question.  What is then running lies as frames in a slot of the body around it, beside the open
question; an answer runs it on to the next question, or to the value that the player has sealed.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from talesmith.play.machine import SUSPEND, Code, Frame, Machine, Slots, frame_at
from talesmith.play.statements.flow import Flow, statement
from talesmith.play.statements.questions import listed, resolved
from talesmith.ruleset.ops import Body, Expr, Stmt

Part: TypeAlias = tuple[int, Any, Any]
"""player, open question or None, and frames as (code, place, slots), or the sealed value"""


@statement("secretly")
def _secretly(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, body, result = stmt
    site, sealed = flow.b.site(flow, "group", "", "number"), flow.b.spare_slot()
    _open_all(flow, group, body, slot, sealed)
    again = flow.here
    _wait(flow, site, sealed)
    _seal(flow, sealed, again)
    _unseal(flow, site, sealed, result)


def _open_all(flow: Flow, group: Expr, body: Body, slot: int, sealed: int) -> None:
    """Run the part of each player up to the first question."""
    things, inner = listed(flow, group), _part_code(flow, body)
    after = flow.here + 1

    def open_all(m: Machine, s: Slots) -> int:
        parts: list[Part] = []
        for player in things(m, s):
            own = [*s, *[None] * (inner.nslots - len(s))]
            own[slot] = player
            parts.append((player, *_run(m, [frame_at(inner, own)])))
        s[sealed] = tuple(parts)
        return after

    flow.emit(open_all)


def _wait(flow: Flow, site: int, sealed: int) -> None:
    """Ask what is open; when nothing is, go on behind the next instruction."""
    answered = flow.here + 1

    def wait(m: Machine, s: Slots) -> int:
        pending = tuple((player, request) for player, request, _ in s[sealed])
        if all(request is None for _, request in pending):
            return answered + 1
        m.request = ("group", None, site, pending, 0, 0, None, False)
        m.frames[-1].pc = answered
        return SUSPEND

    flow.emit(wait)


def _seal(flow: Flow, sealed: int, again: int) -> None:
    """Run the part of who has answered on, to the next question or its end."""

    def seal(m: Machine, s: Slots) -> int:
        place, answer = m.answer
        player, request, frames = s[sealed][place]
        m.answer = resolved(request, answer)
        done = _run(m, [frame_at(m.codes[code], list(slots), pc) for code, pc, slots in frames])
        s[sealed] = (*s[sealed][:place], (player, *done), *s[sealed][place + 1 :])
        return again

    flow.emit(seal)


def _unseal(flow: Flow, site: int, sealed: int, result: int) -> None:
    """Open all answers together."""

    def unseal(m: Machine, s: Slots) -> None:
        s[result] = tuple((player, value) for player, _, value in s[sealed])
        m.log.append(("opened", site, s[result]))
        s[sealed] = None

    flow.note(unseal)


def _part_code(flow: Flow, body: Body) -> Code:
    """The block as a body whose result is the last name bound in it."""
    b = flow.b
    inner = b.new_code(f"{flow.code.name}/secretly", "group", flow.code.where)
    part = b.flow(b, inner)
    part.body(body)
    name = part.last_name
    part.emit(lambda m, s: m.leave(None if name is None else s[name]))
    part.finish()
    return inner


def _run(m: Machine, frames: list[Frame]) -> tuple[Any, Any]:
    """Run one player's part up to its next question, or to its end."""
    outer, chain = m.frames, m.chain
    m.frames, m.chain, m.request = frames, (), None
    m.run()
    request, running = m.request, m.frames
    m.frames, m.chain, m.request = outer, chain, None
    if request is None:
        return None, m.result
    return request, tuple((f.code.number, f.pc, tuple(f.slots)) for f in running)
