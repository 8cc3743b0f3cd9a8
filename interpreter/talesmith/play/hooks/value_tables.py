"""A value for many regions at once: for all of them together, one parameter being the region.

A value asked this way never differs from the same value asked for one region after the other.
Markers that always add the same number are counted by the sets of regions in which they lie,
without looking at a handler; a guard gives the set of regions in which its line speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import bits, members
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.shapes import Vector
from talesmith.play.hooks.bound import Bound, fill_slots, speaking
from talesmith.play.hooks.layers import combine
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.hook_texts import print_presence, row_text
from talesmith.play.printing.printed import function
from talesmith.play.printing.table_texts import print_table
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.hooks.values import ValueHook

Sums = list[tuple[int, int]]
"""sets of regions, and what is added in each of them"""
Table: TypeAlias = dict[int, int] | list[int] | bytearray
"""values by region; those of regions that were not asked for mean nothing"""


class ValueTable:
    """A value hook over one of its parameters, which is a region."""

    def __init__(self, hook: ValueHook, x: int, *, careful: bool = False) -> None:
        """Make the closures of the base and the range; `x` is the number of the parameter.

        A careful table looks whether markers are suppressed.
        """
        self.hook, self.x, self.careful = hook, x, careful
        self.table: Callable[[Machine, Slots, int], Table] = self._first_table
        """the value for each region of a set, for arguments in a list of their own"""
        b, declared = hook.b, hook.hook
        self._even: dict[int, bool] = {}
        """for each line of a handler whether it adds the same number everywhere"""
        varying, self.markers = self._plain_markers()
        self.sources, ruled = varying.parted(
            lambda bound: bound in varying.rules and all(self._is_even(x) for x in bound.lines)
        )
        self.ruled: list[Entry] = [(bound, (), None) for bound in ruled]
        """rules that only add, the same number wherever their guards hold"""
        with b.scope(hook.size, {}, declared.name):
            known = b.known_in(declared, x)
            self.lines = [b.fold_line(line) for line in declared.body]
            self.base = self._base_vector(known)
            low = None if declared.low is None else known(b.fold(declared.low))
            high = None if declared.high is None else known(b.fold(declared.high))
            self._high: Vector | None = None if high is None else b.vector(high, x)
            self._low: Vector | None = None
            self.least: int | None = None
            """the lower end of the range, if it is a number"""
            self.low: Expr | None = None
            """that end, if it is another value"""
            self.raisers: Sources | None = None
            """who may lift the lower end above `least`, where that end is another value"""
            if low is not None and low[0] == "num":
                self.least = low[3]
            elif low is not None:
                self._low = b.vector(low, x)
                if low[0] == "value":
                    other, self.low = b.values[low[3]], low
                    self.least, self.raisers = other.silent, other.sources
        self.blank: list[None] = [None] * (hook.size - len(declared.params))

    def _base_vector(self, known: Any) -> Vector:
        hook, x, lines = self.hook, self.x, self.lines
        if len(lines) == 1 and lines[0][3] is None:
            e = known(lines[0][2])
            printed = row_text(hook.b, e, x) if hook.b.fusing else None
            if printed is None:
                return hook.b.vector(e, x)
            body = f"return [{printed} for r in regions]"
            found: Vector = function(hook.b.constants, hook.hook.name, ", regions", [body])
            return found

        def one_by_one(m: Machine, s: Slots, regions: Sequence[int]) -> list[int]:
            found = []
            for region in regions:
                args = list(s)
                args[x] = region
                found.append(hook.base(m, hook.slots(m, args)))
            return found

        return one_by_one

    def _plain_markers(self) -> tuple[Sources, list[tuple[str, int]]]:
        """The handlers of a hook without markers that always add a number, and those."""
        if self.x != self.hook.region or self.careful:
            return self.hook.sources, []

        def adds_always(bound: Bound) -> bool:
            return bound.guard is None and all(
                line[0] == "add" and line[2][0] == "num" and line[3] is None for line in bound.lines
            )

        rest, taken = self.hook.sources.without_markers(adds_always, counted=True)
        found = [(str(bound.handler.piece), line) for bound in taken for line in bound.lines]
        return rest, [(piece, line[2][3]) for piece, line in found]

    def row(self, m: Machine, s: Slots, regions: Sequence[int]) -> list[int]:
        """The value for each of these regions."""
        if not regions:
            return []
        if self.markers or self.ruled or self.is_told(m, s):
            if self.silent is not None:
                return self._alone(m, s, regions, self.silent)
            table = self.table(m, s, bits(regions))
            return [table[region] for region in regions]
        s += self.blank
        return self._ranged(m, s, regions, self.base(m, s, regions))

    @cached_property
    def is_told(self) -> Callable[[Machine, Slots], bool]:
        """Whether anybody may speak about these arguments: quick, and never wrongly no."""
        sources = self.sources
        is_plain = self.hook.b.fusing and self.x == sources.region and not sources.always
        if not is_plain:
            return lambda m, _s: sources.may_speak(m)
        found: Callable[[Machine, Slots], bool] = print_presence(self.hook.b, sources)
        return found

    @cached_property
    def silent(self) -> int | None:
        """The value while nobody speaks, where it is the same everywhere and has no other part."""
        alone = not self.markers and not self.ruled and self.awake is None
        return self.hook.silent if alone and self.least is not None else None

    def spoken_of(self, m: Machine, s: Slots, mask: int) -> Table:
        """The value for each region of a mask about which anybody speaks, others perhaps too.

        For a region that is left out the value is `silent`; s is a list of its own.
        """
        if self.silent is None:
            return self.table(m, s, mask)
        if not self.is_told(m, s):
            return {}
        s += self.blank
        silent, entries = self.silent, self.sources.live(m, s, self.x)
        if (number := self._settled(entries)) is not None:
            return dict.fromkeys(members(mask), number)
        sums = self.added(m, s, mask, entries)
        if sums is None:
            return self.argued(m, s, mask, entries)
        found: dict[int, int] = {}
        for there, amount in sums:
            for region in members(there):
                found[region] = found.get(region, silent) + amount
        if self.least is not None and found and min(found.values()) < self.least:
            return {region: max(value, self.least) for region, value in found.items()}
        return found

    def _alone(self, m: Machine, s: Slots, regions: Sequence[int], silent: int) -> list[int]:
        """The same where there are neither markers nor rules: mostly one number everywhere."""
        s += self.blank
        entries = self.sources.live(m, s, self.x)
        if not entries:
            return [silent] * len(regions)
        if (number := self._settled(entries)) is not None:
            return [number] * len(regions)
        return list(self.argued(m, s, bits(regions), entries).values())

    def _settled(self, entries: list[Entry]) -> int | None:
        """What the value is everywhere if one handler alone says so, whatever it was."""
        if len(entries) != 1 or entries[0][2] is not None:
            return None
        number = entries[0][0].settled
        return number if number is None or self.least is None else max(number, self.least)

    @cached_property
    def awake(self) -> ValueTable | None:
        """What is to be asked while markers may be suppressed; None if they never are."""
        may_sleep = self.markers and self.hook.b.suppression is not None
        return ValueTable(self.hook, self.x, careful=True) if may_sleep else None

    def _first_table(self, m: Machine, s: Slots, mask: int) -> Table:
        self.table = self.by_closures
        is_low_known = self._low is None or self.least is not None
        if self.hook.b.fusing and self._high is None and is_low_known:
            self.table = print_table(self)
        return self.table(m, s, mask)

    def added(self, m: Machine, s: Slots, mask: int, entries: list[Entry]) -> Sums | None:
        """What handlers add in which regions; None if they do anything but add numbers."""
        sums: Sums = []
        for bound, fill, where in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, amounts in bound.lifted(self.x):
                speaks = speaking(m, own, mask, where, guard)
                if line[0] == "add" and line[2][0] == "num":
                    sums.append((speaks, line[2][3]))
                elif speaks:
                    if amounts is None or not self._is_even(line):
                        return None
                    sums.append((speaks, amounts(m, own, members(speaks)[:1])[0]))
        return sums

    def raised(self, m: Machine, s: Slots, mask: int, table: Any) -> Any:
        """A table with the values of a set no lower than the lower end, if that is another value."""
        regions = members(mask)
        if self._low is not None and regions:
            for region, low in zip(regions, self._low(m, [*s, *self.blank], regions), strict=True):
                table[region] = max(table[region], low)
        return table

    def heard(self, m: Machine, s: Slots) -> list[Entry]:
        """Who speaks about these arguments, which get all their slots."""
        s += self.blank
        return self.sources.live(m, s, self.x)

    def by_closures(self, m: Machine, s: Slots, mask: int) -> Table:
        """The value for each region of a set, without printed code."""
        if self.awake is not None and self.hook.b.sleeping(m) is not None:
            return self.awake.table(m, s, mask)
        return self.argued(m, s, mask, self.heard(m, s))

    def argued(self, m: Machine, s: Slots, mask: int, entries: list[Entry]) -> dict[int, int]:
        """The value for each region of a set, handlers and all."""
        regions = members(mask)
        if not regions:
            return {}
        values, sums = self.base(m, s, regions), self._laid(m) if self.markers else []
        entries = [*self.ruled, *entries]
        rest = list(self._spoken(m, s, mask, regions, entries, sums)) if entries else []
        if rest:
            values = self._through_layers(regions, values, sums, rest)
        table = dict(zip(regions, values, strict=True))
        if sums and not rest:
            for there, amount in sums:
                for region in members(there & mask):
                    table[region] += amount
        if self._high is None and self._low is None:
            least = self.least
            if least is None or min(table.values()) >= least:
                return table
        return dict(zip(regions, self._ranged(m, s, regions, list(table.values())), strict=True))

    def _ranged(self, m: Machine, s: Slots, regions: Sequence[int], values: list[int]) -> list[int]:
        """Values inside the range of the hook."""
        if self._high is not None:
            values = list(map(min, values, self._high(m, s, regions)))
        if self._low is not None:
            return list(map(max, values, self._low(m, s, regions)))
        least = self.least
        if least is not None and min(values) < least:
            return [max(value, least) for value in values]
        return values

    def _laid(self, m: Machine) -> Sums:
        """What the markers add that lie on the board."""
        pieces = self.hook.b.pieces
        return [
            (there, amount)
            for marker, amount in self.markers
            for there in pieces.layers(m, marker)
            if there
        ]

    def _spoken(
        self, m: Machine, s: Slots, mask: int, regions: Sequence[int], entries: list[Entry],
        sums: Sums,
    ) -> Iterator[tuple[Any, ...]]:  # fmt: skip
        """Lines that do more than add a number; those that do are put to the sums."""
        for bound, fill, where in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, amounts in bound.lifted(self.x):
                speaks = speaking(m, own, mask, where, guard)
                if line[0] == "add" and line[2][0] == "num":
                    sums.append((speaks, line[2][3]))
                elif speaks and amounts is not None and self._is_even(line):
                    sums.append((speaks, amounts(m, own, regions[:1])[0]))
                elif speaks:
                    row = None if amounts is None else amounts(m, own, regions)
                    yield (bound, fill, where), line, speaks, row

    def _is_even(self, line: tuple[Any, ...]) -> bool:
        """Whether a line adds the same number in all regions, whatever that number is."""
        found = self._even.get(id(line))
        if found is None:
            even = line[0] == "add" and not mentions(line[2], self.x)
            found = self._even[id(line)] = even
        return found

    def _through_layers(
        self, regions: Sequence[int], values: list[int], sums: Sums, rest: list[tuple[Any, ...]]
    ) -> list[int]:
        if len(rest) == 1 and rest[0][1][0] in ONE_LINE:
            return _through_one(regions, values, sums, rest[0])
        found = []
        for i, region in enumerate(regions):
            added = sum(amount for there, amount in sums if there >> region & 1)
            spoken = []
            for entry, line, speaks, row in rest:
                if speaks >> region & 1:
                    amount = (line[2], line[3]) if line[0] == "times" else row[i]
                    spoken.append((entry, line, amount))
            found.append(combine(values[i], spoken, self.hook.hook.rounding, added))
        return found


ONE_LINE: dict[str, Callable[[int, int, int], int]] = {
    "become": lambda _value, amount, added: amount + added,
    "add": lambda value, amount, added: value + amount + added,
    "cap": lambda value, amount, added: min(value + added, amount),
    "floor": lambda value, amount, added: max(value + added, amount),
}
"""what a line of a kind makes of a value if no other line speaks but those that add"""


def _through_one(
    regions: Sequence[int], values: list[int], sums: Sums, spoken: tuple[Any, ...]
) -> list[int]:
    """What one line and some sums make of the values."""
    _, line, speaks, row = spoken
    through, found = ONE_LINE[line[0]], []
    for region, value, amount in zip(regions, values, row, strict=True):
        added = sum([n for there, n in sums if there >> region & 1]) if sums else 0
        found.append(through(value, amount, added) if speaks >> region & 1 else value + added)
    return found
