"""Replacements: `instead of` an action, each used at most once on one proposed action.

A replacement runs in a frame above the action that it replaces.  `proceed` proposes the action
again with changed parameters, this replacement marked as applied; when the replacement ends, the
replaced action ends with what `proceed` gave, or with nothing: it was cancelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.order import owner, seat, settle
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.machine import Code, Machine, Slots
from talesmith.play.statements.actions import DECLINED, Action
from talesmith.play.statements.flow import Label
from talesmith.play.statements.questions import yes_or_no

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


class Replacing:
    """Finding and running replacements."""

    def __init__(self, b: Binder) -> None:
        """Bind to a game."""
        self.b = b
        self._codes: dict[int, tuple[Code, int]] = {}

    def write(self) -> None:
        """Write the code of every replacement of the ruleset."""
        for sources in self.b.replacements.values():
            for bound in sources.all:
                self._codes[bound.number] = self._write(bound)

    def _write(self, bound: Bound) -> tuple[Code, int]:
        b, h = self.b, bound.handler
        held, kept = h.nslots, h.nslots + 1
        slots = {**bound.slots, "proceed": held, "proceeded": kept}
        code = b.new_code(h.id, "body", h.where)
        with b.scope(h.nslots + 2, slots, h.id, action=b.actions[h.hook], card=h.card):
            closing = Label()
            flow = b.flow(b, code, closing=closing)
            if h.may is not None:
                yes_or_no(flow, h.may, lambda _m, s: int(s[held][ASKED]))
                flow.note(lambda m, s: b.machinery.taken(m, bound, s))
            flow.body(h.body)
            flow.place(closing)
            flow.emit(lambda m, s: m.leave(s[kept]))
            flow.finish()
        return code, held

    def next(self, m: Machine, action: Action, s: Slots) -> int | None:
        """Start the next replacement of a proposed action; None if there is none left."""
        sources = self.b.replacements[action.hook.name]
        if sources.empty or not sources.may_speak(m):
            return None
        args, applied, met = s[: action.n], s[action.applied], Counter[Any]()
        for entry in self._ordered(m, action, sources, args):
            met[mark(entry)] += 1
            if applied.count(mark(entry)) < met[mark(entry)] and self._holds(m, args, entry):
                return self._run(m, action, s, entry)
        return None

    def _holds(self, m: Machine, args: Sequence[Any], entry: Entry) -> bool:
        return self.b.machinery.willing(m, entry, args)

    def _ordered(
        self, m: Machine, action: Action, sources: Sources, args: Sequence[Any]
    ) -> list[Entry]:
        """Sources of the affected owner first, then by seat, then by tier."""
        entries = sources.live(m, args)
        if len(entries) < 2:
            return entries
        affected = self._affected(m, action, args)

        def place(entry: Entry) -> tuple[Any, ...]:
            bound, whose = entry[0], owner(self.b, m, entry, args)
            away = seat(self.b, m, entry, args)
            return (whose != affected, away, bound.tier, bound.number)

        return settle(sorted(entries, key=place))

    def _affected(self, m: Machine, action: Action, args: Sequence[Any]) -> int:
        names = [param.name for param in action.hook.params]
        for name in ("defender", "race"):
            if name in names and args[names.index(name)] is not None:
                return int(m.cells[self.b.at_owner + args[names.index(name)]])
        if "player" in names:
            return int(args[names.index("player")])
        return self.b.on_turn(m)

    def _run(self, m: Machine, action: Action, s: Slots, entry: Entry) -> int:
        bound, fill, _ = entry
        args, s[action.applied] = s[: action.n], (*s[action.applied], mark(entry))
        code, held = self._codes[bound.number]
        slots = self.b.handler_slots(bound, args, fill)
        slots.extend([None] * (code.nslots - len(slots)))
        whose = owner(self.b, m, entry, args)
        asked = self.b.on_turn(m) if whose is None else whose
        slots[held] = (tuple(args), s[action.applied], s[action.record], asked)
        if bound.handler.may is None:
            self.b.machinery.taken(m, bound, slots)
        m.frames[-1].pc = action.resume
        return m.push(code, slots)


ASKED = 3
"""where the note of a replacement says who is asked"""


def mark(entry: Entry) -> tuple[Any, ...]:
    """What is remembered of a replacement that was applied."""
    return (entry[0].number, *entry[1])


__all__ = ["DECLINED", "Replacing", "mark"]
