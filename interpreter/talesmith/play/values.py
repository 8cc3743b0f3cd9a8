"""Value hooks: a base, the layers of what handlers add, and the range of the hook at the end.

A value is asked in two ways that never differ: for one situation, or for several regions at once,
one of the parameters being the region.  There the markers that always add the same number are
counted by the sets of regions in which they lie, without looking at a handler.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.bound import Bound, fill_slots, speaking
from talesmith.play.fold import never
from talesmith.play.layers import Spoken, combine
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import Fn
from talesmith.play.shapes import Vector
from talesmith.play.sources import Entry, Sources
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


class ValueHook:
    """A value hook of one game."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        self.b = b
        self.hook = hook
        self.sources = Sources(b, [p.type for p in hook.params], hook.roles)
        self.size = max(hook.nslots, len(hook.params))
        self.is_number = hook.type == "number"
        self.region = self.sources.region
        self._ready = False
        self._base: list[tuple[Fn | None, Fn]] = []
        self._low: Fn | None = None
        self._high: Fn | None = None
        self._defaults: list[tuple[int, Fn]] = []
        self._vectors: dict[int, Any] = {}
        self._rows: tuple[Sources, list[tuple[int, int]]] | None = None

    def _prepare(self) -> None:
        b, hook = self.b, self.hook
        self._ready = True
        with b.scope(self.size, {}, hook.name):
            for line in hook.body:
                folded = b.fold_line(line)
                guard = folded[3]
                if not never(guard):
                    made = None if guard is None else b.expr(guard)
                    self._base.append((made, b.expr(folded[2])))
            self._low = None if hook.low is None else b.expr(b.fold(hook.low))
            self._high = None if hook.high is None else b.expr(b.fold(hook.high))
            self._defaults = b.defaults(hook.params)

    def slots(self, m: Machine, args: Sequence[Any]) -> Slots:
        """Slots with the arguments; those left out take their defaults."""
        if not self._ready:
            self._prepare()
        s = [*args, *[None] * (max(self.size, self.sources.width) - len(args))]
        for at, default in self._defaults:
            if at >= len(args) or args[at] is None:
                s[at] = default(m, s)
        return s

    @property
    def constant(self) -> int | None:
        """The value, if nothing in this game can change it."""
        body = self.hook.body
        if not self.sources.empty or len(body) != 1 or self.hook.high is not None:
            return None
        line = self.b.fold_line(body[0])
        low = None if self.hook.low is None else self.b.fold(self.hook.low)
        if line[3] is not None or line[2][0] != "num":
            return None
        if low is None:
            return int(line[2][3])
        return max(int(line[2][3]), int(low[3])) if low[0] == "num" else None

    def __call__(self, m: Machine, args: Sequence[Any]) -> Any:
        """The value for these arguments (None: take the default)."""
        s = self.slots(m, args)
        value = self._base_value(m, s)
        entries = self.sources.live(m, s)
        if entries:
            value = self._layered(m, s, value, entries)
        return self.clamp(m, s, value) if self.is_number else value

    def _base_value(self, m: Machine, s: Slots) -> Any:
        for guard, value in self._base:
            if guard is None or guard(m, s):
                return value(m, s)
        return 0 if self.is_number else None

    def clamp(self, m: Machine, s: Slots, value: int) -> int:
        """A value inside the range of the hook."""
        if self._high is not None:
            value = min(value, self._high(m, s))
        if self._low is not None:
            value = max(value, self._low(m, s))
        return value

    def spoken(self, m: Machine, s: Slots, entries: list[Entry]) -> list[Spoken]:
        """The lines whose guards hold: (entry, number of the line, its amount)."""
        found = []
        for entry in entries:
            bound, fill, _ = entry
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, value in bound.scalars:
                if guard is None or guard(m, own):
                    amount = (line[2], line[3]) if line[0] == "times" else None
                    found.append((entry, line, amount if value is None else value(m, own)))
        return found

    def _layered(self, m: Machine, s: Slots, value: Any, entries: list[Entry]) -> Any:
        return combine(value, self.spoken(m, s, entries), self.hook.rounding)

    # ---- one value for each of several regions ----

    def vector(self, m: Machine, args: Sequence[Any], x: int, regions: Sequence[int]) -> list[int]:
        """The value for each of these regions as parameter x."""
        if not self._ready:
            self._prepare()
        if not regions:
            return []
        s = [*args, *[None] * (max(self.size, self.sources.width) - len(args))]
        base, low, high = self._vector_parts(x)
        values = self._modified(m, s, x, regions, base(m, s, regions))
        if high is not None:
            values = [min(v, h) for v, h in zip(values, high(m, s, regions), strict=True)]
        if low is not None:
            least = low(m, s, regions)
            if min(values) < max(least):
                return [max(v, w) for v, w in zip(values, least, strict=True)]
        return values

    def _modified(
        self, m: Machine, s: Slots, x: int, regions: Sequence[int], values: list[int]
    ) -> list[int]:
        sources, rows = self._plain_rows() if x == self.region else (self.sources, [])
        sums: dict[int, int] = {}
        for at, amount in rows:
            if m.nums[at]:
                for region in members(m.nums[at]):
                    sums[region] = sums.get(region, 0) + amount
        entries = sources.live(m, s, x) if not sources.empty else []
        if entries:
            values = list(values)
            self._add_rows(m, s, x, regions, values, entries, sums)
        elif sums:
            values = [v + sums.get(region, 0) for v, region in zip(values, regions, strict=True)]
        return values

    def _plain_rows(self) -> tuple[Sources, list[tuple[int, int]]]:
        """Markers that always add a number, as (place of their set, number), and the rest."""
        if self._rows is None:

            def adds_always(bound: Bound) -> bool:
                return bound.guard is None and all(
                    line[0] == "add" and line[2][0] == "num" and line[3] is None
                    for line in bound.lines
                )

            rest, taken = self.sources.without_markers(adds_always)
            at = self.b.pieces.at
            rows = [
                (at[bound.handler.piece], line[2][3])
                for bound in taken
                if bound.handler.piece is not None
                for line in bound.lines
            ]
            self._rows = (rest, rows)
        return self._rows

    def _vector_parts(self, x: int) -> tuple[Vector, Vector | None, Vector | None]:
        found = self._vectors.get(x)
        if found is None:
            b, hook = self.b, self.hook
            with b.scope(self.size, {}, hook.name):
                lines = [b.fold_line(line) for line in hook.body]
                known = b.known_in(hook, x)
                low = None if hook.low is None else b.vector(known(b.fold(hook.low)), x)
                high = None if hook.high is None else b.vector(known(b.fold(hook.high)), x)
                found = (self._base_vector(lines, x, known), low, high)
            self._vectors[x] = found
        return found

    def _base_vector(self, lines: list[Any], x: int, known: Any) -> Vector:
        if len(lines) == 1 and lines[0][3] is None:
            return self.b.vector(known(lines[0][2]), x)

        def one_by_one(m: Machine, s: Slots, regions: Sequence[int]) -> list[int]:
            found = []
            for region in regions:
                args = list(s)
                args[x] = region
                found.append(self._base_value(m, self.slots(m, args)))
            return found

        return one_by_one

    def _add_rows(
        self,
        m: Machine,
        s: Slots,
        x: int,
        regions: Sequence[int],
        values: list[int],
        entries: list[Entry],
        sums: dict[int, int],
    ) -> None:
        mask = 0
        for region in regions:
            mask |= 1 << region
        rest: list[tuple[Any, ...]] = []
        for bound, fill, where in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, amounts in bound.lifted(x):
                speaks = speaking(m, own, mask, where, guard)
                if line[0] == "add" and line[2][0] == "num":
                    amount = line[2][3]
                    for region in members(speaks):
                        sums[region] = sums.get(region, 0) + amount
                elif speaks:
                    row = None if amounts is None else amounts(m, own, regions)
                    rest.append(((bound, fill, where), line, speaks, row))
        if rest:
            self._through_layers(regions, values, sums, rest)
        elif sums:
            for i, region in enumerate(regions):
                values[i] += sums.get(region, 0)

    def _through_layers(
        self,
        regions: Sequence[int],
        values: list[int],
        sums: dict[int, int],
        rest: list[tuple[Any, ...]],
    ) -> None:
        for i, region in enumerate(regions):
            spoken = []
            for entry, line, speaks, row in rest:
                if speaks >> region & 1:
                    amount = (line[2], line[3]) if line[0] == "times" else row[i]
                    spoken.append((entry, line, amount))
            values[i] = combine(values[i], spoken, self.hook.rounding, sums.get(region, 0))
