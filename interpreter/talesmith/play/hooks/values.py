"""Value hooks: a base, the layers of what handlers add, and the range of the hook at the end.

A value is asked in two ways that never differ: for one situation, or for several regions at once
(`value_tables`), one of the parameters being the region.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.fold import never
from talesmith.play.expressions.scalars import Fn
from talesmith.play.hooks.asked import AskedHook
from talesmith.play.hooks.bound import fill_slots
from talesmith.play.hooks.layers import Spoken, combine
from talesmith.play.hooks.sources import Entry
from talesmith.play.hooks.value_tables import ValueTable
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.hook_texts import hearing, print_value
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


class ValueHook(AskedHook):
    """A value hook of one game."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        super().__init__(b, hook)
        self.is_number = hook.type == "number"
        self.region = self.sources.region
        self.asked: Callable[[Machine, Slots], Any] = self._first_asked
        """the value for all arguments in a list of its own (None: take the default)"""
        self._ready = False
        self._base: list[tuple[Fn | None, Fn]] = []
        self._low: Fn | None = None
        self._high: Fn | None = None
        self._tables: dict[int, ValueTable] = {}

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

    @property
    def constant(self) -> int | None:
        """The value, if nothing in this game can change it."""
        return self.silent if self.sources.empty else None

    @property
    def silent(self) -> int | None:
        """The value while nobody speaks, if that is always the same number."""
        body, low = self.hook.body, self.hook.low
        if len(body) != 1 or self.hook.high is not None:
            return None
        line, least = self.b.fold_line(body[0]), None if low is None else self.b.fold(low)
        if line[3] is not None or line[2][0] != "num" or (least and least[0] != "num"):
            return None
        return int(line[2][3]) if least is None else max(int(line[2][3]), int(least[3]))

    def __call__(self, m: Machine, args: Sequence[Any]) -> Any:
        """The value for these arguments (None: take the default)."""
        return self.asked(m, [*args, *[None] * (len(self.hook.params) - len(args))])

    def _first_asked(self, m: Machine, s: Slots) -> Any:
        self.asked = self._by_closures
        if self.b.fusing:
            first = hearing(self.b, self.sources, self._heard, self._layered)
            self.asked = print_value(self.b, self.hook, self.size, first)
        return self.asked(m, s)

    def _by_closures(self, m: Machine, s: Slots) -> Any:
        own = self.slots(m, s)
        return self._layered(m, own, self.sources.live(m, own))

    def _layered(self, m: Machine, s: Slots, entries: list[Entry]) -> Any:
        value = self._joined(m, s, entries)
        return self._clamped(m, s, value) if self.is_number else value

    def _joined(self, m: Machine, s: Slots, entries: list[Entry]) -> Any:
        value = self.base(m, s)
        return combine(value, self.spoken(m, s, entries), self.hook.rounding) if entries else value

    def unranged(self, m: Machine, args: Sequence[Any]) -> Any:
        """The value as if the hook had no range."""
        s = self.slots(m, args)
        return self._joined(m, s, self.sources.live(m, s))

    def base(self, m: Machine, s: Slots) -> Any:
        """The value before anybody speaks."""
        if not self._ready:
            self._prepare()
        for guard, value in self._base:
            if guard is None or guard(m, s):
                return value(m, s)
        return 0 if self.is_number else None

    def _clamped(self, m: Machine, s: Slots, value: int) -> int:
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

    # ---- one value for each of several regions ----

    def over(self, x: int) -> ValueTable:
        """The value for a whole map, x being the parameter of the region."""
        found = self._tables.get(x)
        if found is None:
            found = self._tables[x] = ValueTable(self, x)
        return found

    def vector(self, m: Machine, args: Sequence[Any], x: int, regions: Sequence[int]) -> list[int]:
        """The value for each of these regions as parameter x."""
        return self.over(x).row(m, [*args], regions)
