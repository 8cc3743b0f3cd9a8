"""Ledgers: lines that are all written, then dropped and multiplied together, never one by one.

A line is (amount, region, race, payee, source, card).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.play.expressions.scalars import Fn, builds
from talesmith.play.hooks.asked import AskedHook
from talesmith.play.hooks.bound import Bound, fill_slots
from talesmith.play.hooks.earning import Line, earner
from talesmith.play.hooks.laid import of_markers
from talesmith.play.hooks.lying import of_lying
from talesmith.play.hooks.sources import Carried, Entry
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.printed import glancing
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Write: TypeAlias = Callable[[Machine, Slots], list[Line]]
Earning: TypeAlias = list[tuple[Write | None, int | None]]
"""functions, each with the slot in which it is told the race; None for what does more than earn"""


class LedgerHook(AskedHook):
    """A ledger of one game."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        super().__init__(b, hook)
        self._lines: dict[int, tuple[list[Write], list[Any]]] = {}
        self._earning: dict[Carried, Earning] = {}
        """what a race earns by what it carries"""

    def __call__(self, m: Machine, args: Sequence[Any]) -> tuple[Line, ...]:
        """All lines for these arguments."""
        if len(args) < len(self.hook.params) or None in args:
            args = self.slots(m, args)
        key = (self, *args)
        found = m.memo.get(key)
        if found is None:
            found = self._earned(m, args)
            found = m.memo[key] = self._written(m, [*args]) if found is None else tuple(found)
        return found

    @cached_property
    def size(self) -> int:
        """Its parameters: a handler adds slots of its own to them."""
        return len(self.hook.params)

    @cached_property
    def _rules(self) -> list[Write] | None:
        """What the rules earn, if they do nothing else."""
        sources = self.sources
        found = [self._lines_of(rule) for rule in sources.rules]
        if sources.offered or any(others for _, others in found):
            return None
        return [write for earns, _ in found for write in earns]

    def _earned(self, m: Machine, args: Sequence[Any]) -> list[Line] | None:
        """All lines where everybody who speaks only earns; None where more is to be done."""
        b, sources, rules, lines = self.b, self.sources, self._rules, list[Line]()
        if rules is None or (m.ways and sources.ways):
            return None
        if not (b.is_steady or b.speak_as_printed(m)):
            return None
        blank = [None] * (sources.width - len(args))
        for write in rules:
            lines += write(m, [*args, *blank])
        if self._has_laid(m) and not self._add_laid(m, args, lines):
            return None
        if not self._add_carried(m, args, blank, lines):
            return None
        if sources.hears & m.heard:
            lasting = b.lasting.entries(sources, m, args, None)
            return lines if self._add(m, args, lasting, lines) else None
        return lines

    @cached_property
    def _has_laid(self) -> Callable[[Machine], bool]:
        """Whether markers or cards with a handler here may lie on the board."""
        pieces, sources = self.b.pieces, self.sources
        if not pieces.counted.isdisjoint(sources.markers):
            return lambda _m: True
        markers = [f"n[{pieces.at[marker]}]" for marker in sources.markers]
        return glancing(self.b.constants, " or ".join([*markers, *sources.laid()]) or "False")

    def _add_laid(self, m: Machine, args: Sequence[Any], lines: list[Line]) -> bool:
        """Add what markers and cards on the board earn; whether they do nothing else."""
        laid = list[Entry]()
        of_markers(self.sources, m, args, None, laid)
        of_lying(self.sources, m, args, None, laid)
        return self._add(m, args, laid, lines)

    def _add(
        self, m: Machine, args: Sequence[Any], entries: Iterable[Entry], lines: list[Line]
    ) -> bool:
        """Add what these handlers earn; whether they do nothing else."""
        for bound, fill, _ in entries:
            earns, others = self._lines_of(bound)
            if others:
                return False
            for earn in earns:
                lines += earn(m, fill_slots([*args], fill, bound.handler.nslots))
        return True

    def _add_carried(
        self, m: Machine, args: Sequence[Any], blank: list[None], lines: list[Line]
    ) -> bool:
        """Add what races earn; whether they do nothing else."""
        sources, cells, nums = self.sources, m.cells, m.nums
        banner, badges, declined = sources.places
        for role, (banners, powers) in sources.roles_wanted.items():
            for race in sources.races_for(m, role, args) or ():
                front, held = cells[banner + race], nums[badges + race]
                if held & powers or banners >> front & 1:
                    key = (role, front, held, cells[declined + race])
                    known = self._earning.get(key)
                    for earn, slot in self._learn(m, race, key) if known is None else known:
                        if earn is None:
                            return False
                        own = [*args, *blank]
                        if slot is not None:
                            own[slot] = race
                        lines += earn(m, own)
        return True

    def _learn(self, m: Machine, race: int, key: Carried) -> Earning:
        """What a race earns: functions, and the slot in which each is told the race."""
        tellers = [
            (self._lines_of(bound), own) for bound, own in self.sources.tellers(m, race, key)
        ]
        found: Earning = [(write, own) for (earns, _), own in tellers for write in earns]
        if any(others for (_, others), _ in tellers):
            found = [(None, None)]
        self._earning[key] = found
        return found

    def _written(self, m: Machine, s: Slots) -> tuple[Line, ...]:
        lines: list[Line] = []
        rest = []
        for bound, fill, _ in self.sources.live(m, s):
            own = fill_slots(s, fill, bound.handler.nslots)
            earns, others = self._lines_of(bound)
            for write in earns:
                lines += write(m, own)
            rest += [(bound, at, line, own) for at, line in others]
        if not rest:
            return tuple(lines)
        for bound, at, line, own in rest:
            if line[0] == "drop":
                lines = [x for x in lines if not _chosen(m, bound, at, own, line[2], line[3], x)]
        return tuple(self._multiplied(m, lines, rest))

    def _lines_of(self, bound: Bound) -> tuple[list[Write], list[Any]]:
        """The lines of a handler: those that earn, as closures, and the others."""
        found = self._lines.get(bound.number)
        if found is None:
            earns = [
                bound.make(("earn", at), lambda at=at: earner(bound, at))  # type: ignore[misc]
                for at, line in enumerate(bound.lines)
                if line[0] == "earn"
            ]
            others = [(at, line) for at, line in enumerate(bound.lines) if line[0] != "earn"]
            found = self._lines[bound.number] = (earns, others)
        return found

    def _multiplied(self, m: Machine, lines: list[Line], rest: list[Any]) -> Iterator[Line]:
        factors = [x for x in rest if x[2][0] == "times"]
        for line in lines:
            up, down = 1, 1
            for bound, at, factor, own in factors:
                guard = bound.scalars[at][1]
                if guard is not None and not guard(m, own):
                    continue
                if factor[5] is None or _chosen(m, bound, at, own, factor[5], factor[6], line):
                    up, down = up * factor[2], down * factor[3]
            yield line if up == down else (line[0] * up // down, *line[1:])


def _chosen(m: Machine, bound: Bound, at: int, s: Slots, slot: int, e: Expr, line: Line) -> bool:
    holds = bound.make(("chosen", at), lambda: bound.b.expr(e))
    s[slot] = line
    return bool(holds(m, s))


@builds("ledger")
def _ledger(b: Binder, e: Expr) -> Fn:
    ledger, args = b.ledgers[e[3]], b.arguments(e[4])
    return lambda m, s: ledger(m, args(m, s))
