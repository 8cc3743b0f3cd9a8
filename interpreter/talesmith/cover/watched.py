"""Values, permissions and ledgers that are watched: who spoke, and whether it was felt.

A line is *felt* if the answer would be another one without it.  So each answer is worked out once
more for every line that spoke, with that line left out; what the lines say is known by then.
A body that ran but was never felt proves nothing about what it says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from talesmith.play.hooks.bound import Bound, fill_slots
from talesmith.play.hooks.earning import Line
from talesmith.play.hooks.layers import Spoken, combine
from talesmith.play.hooks.ledgers import LedgerHook, Write
from talesmith.play.hooks.one_by_one import EachPermission, EachValue
from talesmith.play.hooks.permissions import Objection
from talesmith.play.hooks.sources import Entry
from talesmith.play.machine import Machine, Slots

if TYPE_CHECKING:
    from talesmith.cover.watching import Watched
    from talesmith.play.bind import Binder
    from talesmith.ruleset.parts import Hook


def source_of(bound: Bound) -> str:
    """Who speaks: the piece, way or item, else the card."""
    return bound.handler.piece or bound.handler.card


def owner_of(hook: Hook) -> str:
    """Under which name the units of a hook's own lines stand."""
    return f"{hook.package}.{hook.name}"


def note_asked(b: Binder, hook: Hook, entries: Iterable[Entry]) -> Watched:
    """Note that a hook and these handlers were asked."""
    w = cast("Watched", b)
    w.see(owner_of(hook), 0, "asked")
    for bound, _, _ in entries:
        w.see(bound.handler.id, 0, "asked")
    return w


class WatchedValue(EachValue):
    """A value that notes which lines are felt."""

    def _layered(self, m: Machine, s: Slots, entries: list[Entry]) -> Any:
        w, base = note_asked(self.b, self.hook, entries), self.base(m, s)
        spoken = self.spoken(m, s, entries) if entries else []
        value = combine(base, spoken, self.hook.rounding) if spoken else base
        ranged = self._clamped(m, s, value) if self.is_number else value
        self._note_base(w, m, s)
        if ranged != value:
            self._note_range(w, m, s, value)
        for at, one in enumerate(spoken):
            self._note(w, m, s, one, ranged, base, spoken[:at] + spoken[at + 1 :])
        if len(spoken) > 1:
            w.meet(self.hook.name, {source_of(entry[0]) for entry, _, _ in spoken})
        return ranged

    def _note(
        self, w: Watched, m: Machine, s: Slots, one: Spoken, value: Any, base: Any,
        others: list[Spoken],
    ) -> None:  # fmt: skip
        (bound, _, _), line, _ = one
        w.see(bound.handler.id, 0, "spoke")
        without = combine(base, others, self.hook.rounding)
        if (self._clamped(m, s, without) if self.is_number else without) != value:
            w.see(bound.handler.id, line[1], line[0])

    def _note_base(self, w: Watched, m: Machine, s: Slots) -> None:
        """Note which line of the hook itself gave the base."""
        for at, (guard, _) in enumerate(self._base):
            if guard is None or guard(m, s):
                line = self._alive[at]
                w.see(owner_of(self.hook), line[1], line[0])
                return

    @cached_property
    def _alive(self) -> list[Any]:
        """The lines of the hook itself that the keys leave, in the order of their bases."""
        return [line for line in self.hook.body if self._is_alive(line)]

    def _is_alive(self, line: Any) -> bool:
        guard = self.b.fold_line(line)[3]
        return not (guard is not None and guard[0] == "flag" and not guard[3])

    def _note_range(self, w: Watched, m: Machine, s: Slots, value: int) -> None:
        if self._low is not None and value < self._low(m, s):
            w.see(owner_of(self.hook), 0, "lowest")
        if self._high is not None and value > self._high(m, s):
            w.see(owner_of(self.hook), 0, "highest")


class WatchedPermission(EachPermission):
    """A permission that notes which lines decide, and which reasons are told."""

    def _judged(
        self, m: Machine, s: Slots, entries: list[Entry], despite: Collection[str] = ()
    ) -> bool:
        w, own_name = note_asked(self.b, self.hook, entries), owner_of(self.hook)
        forbids = []
        for _, _, holds, line in self.parts:
            is_in_force = holds is None or bool(holds(m, s))
            w.see(own_name, line[1], "holds" if is_in_force else "fails")
            if is_in_force:
                forbids.append((own_name, line))
        waives: list[tuple[str, Any]] = []
        sources = set[str]()
        for bound, fill, _ in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, _value in bound.scalars:
                if guard is None or guard(m, own):
                    w.see(bound.handler.id, 0, "spoke")
                    sources.add(source_of(bound))
                    (waives if line[0] == "waive" else forbids).append((bound.handler.id, line))
        if len(sources) > 1:
            w.meet(self.hook.name, sources)
        waived = {*despite, *(line[2] for _, line in waives)}
        standing = [(owner, line) for owner, line in forbids if line[2] not in waived]
        if len(standing) == 1:
            owner, line = standing[0]
            w.see(owner, line[1], f"{line[2]} forbids")
        if not standing and forbids:
            self._note_waives(w, waives, forbids, despite)
        return not standing

    def _note_waives(
        self, w: Watched, waives: list[Any], forbids: list[Any], despite: Collection[str]
    ) -> None:
        """Note each `waive` without which it were forbidden."""
        needed = {line[2] for _, line in forbids} - set(despite)
        for owner, line in waives:
            others = [other for _, other in waives if other is not line]
            if line[2] in needed and all(other[2] != line[2] for other in others):
                w.see(owner, line[1], f"{line[2]} waived")

    def objections(
        self, m: Machine, args: Sequence[Any], despite: Collection[str] = ()
    ) -> list[Objection]:
        """Every `forbid` that holds, its reason being told if nothing waives it."""
        found = super().objections(m, args, despite)
        self(m, args, despite)
        w, told = (
            cast("Watched", self.b),
            {(o.path, o.line, o.name) for o in found if not o.waived_by},
        )
        places = [(owner_of(self.hook), self.hook.where.path, self.hook.body)]
        places += [(b.handler.id, b.handler.where.path, b.lines) for b in self.sources.all]
        for owner, path, lines in places:
            for line in lines:
                if line[0] == "forbid" and (path, line[1] >> 12, line[2]) in told:
                    w.see(owner, line[1], f"{line[2]} is told")
        return found


class WatchedLedger(LedgerHook):
    """A ledger that notes which lines make it what it is."""

    def _earned(self, _m: Machine, _args: Sequence[Any]) -> list[Line] | None:
        """Nothing here: everything is written line by line."""
        return None

    def _lines_of(self, bound: Bound) -> tuple[list[Write], list[Any]]:
        known = bound.number in self._lines
        earns, others = super()._lines_of(bound)
        if known:
            return earns, others
        lines = [line for line in bound.lines if line[0] == "earn"]
        marked = [self._marked(bound, *one) for one in zip(lines, earns, strict=True)]
        self._lines[bound.number] = marked, others
        return marked, others

    def _marked(self, bound: Bound, line: Any, write: Write) -> Write:
        w = cast("Watched", self.b)

        def earn(m: Machine, s: Slots) -> list[Line]:
            found = write(m, s)
            if found:
                w.see(bound.handler.id, 0, "spoke")
            if any(one[0] for one in found):
                w.see(bound.handler.id, line[1], line[0])
            return found

        return earn

    def _written(self, m: Machine, s: Slots) -> tuple[Line, ...]:
        entries = self.sources.live(m, s)
        w, found = note_asked(self.b, self.hook, entries), super()._written(m, s)
        sources = {str(line[5]) for line in found}
        changing = [entry[0] for entry in entries if self._lines_of(entry[0])[1]]
        for bound in changing:
            if (without := self._without(m, s, [bound])) != found:
                sources |= {source_of(bound), *(str(line[5]) for line in without)}
                w.see(bound.handler.id, 0, "spoke")
                for _, line in self._lines_of(bound)[1]:
                    w.see(bound.handler.id, line[1], line[0])
        if len(changing) > 1:
            sources |= self._alone(m, s, changing)
        if len(sources) > 1:
            w.meet(self.hook.name, sources)
        return found

    def _alone(self, m: Machine, s: Slots, changing: list[Bound]) -> set[str]:
        """Those who would drop or multiply if no other did: one may leave the next nothing to do."""
        bare = self._without(m, s, changing)
        others = ((one, [other for other in changing if other is not one]) for one in changing)
        return {source_of(one) for one, rest in others if self._without(m, s, rest) != bare}

    def _without(self, m: Machine, s: Slots, silent: list[Bound]) -> tuple[Line, ...]:
        """The lines as if some handlers that drop or multiply had nothing to say."""
        kept = {bound.number: self._lines[bound.number] for bound in silent}
        self._lines.update((number, (earns, [])) for number, (earns, _) in kept.items())
        try:
            return super()._written(m, s)
        finally:
            self._lines.update(kept)
