"""Markers in regions: how many lie where, and what becomes of them when a region changes hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.printed import function
from talesmith.ruleset.parts import Piece

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

FATES = ("conquered", "abandoned", "declined")


class Pieces:
    """The markers of one game."""

    def __init__(self, b: Binder, markers: Sequence[Piece]) -> None:
        """Prepare for these markers; fates are bound by `bind_fates`."""
        self.b = b
        self.kinds = {piece.id: piece for piece in markers}
        self.at = {piece.id: b.layout[f"marker {piece.id}"] for piece in markers}
        self.counted = {p.id for p in markers if b.layout.by_name[f"marker {p.id}"].cell}
        self.owned = {
            piece.id: b.layout[f"owner {piece.id}"]
            for piece in markers
            if f"owner {piece.id}" in b.layout.by_name
        }
        """where the owners of markers stand whose hooks ask for them"""
        self._fated: dict[str, list[tuple[str, int, bool]]] = {}
        """for each fate the markers that may leave by it: name, place, whether they are counted"""
        self._touched: dict[str, Any] = {}
        """for each fate whether any of them lies there: functions of (machine, region), for those
        that decline of (machine, set of regions), never wrongly no"""
        self.n = len(b.board.regions)
        self.former = b.layout["region.former"]
        self._nobody = bytes([NONE]) * self.n
        self.emptied = b.layout["emptied"]
        self.occupied = b.layout["occupied"]
        self._stays: dict[tuple[str, str], list[Fn]] = {}
        """guards of those that stay only sometimes, by marker and fate"""

    def bind_fates(self) -> None:
        """Make the guards of `stays`."""
        always = set[tuple[str, str]]()
        for piece in self.kinds.values():
            for fate in piece.fates:
                kinds = FATES if fate.kind == "always" else (fate.kind,)
                if fate.guard is None:
                    always.update((piece.id, kind) for kind in kinds)
                    continue
                with self.b.scope(3, {}, piece.id):
                    guard = self.b.expr(self.b.fold(fate.guard))
                for kind in kinds:
                    self._stays.setdefault((piece.id, kind), []).append(guard)
        for kind in FATES:
            self._fated[kind] = [
                (name, at, name in self.counted) for name, at in self.at.items()
                if (name, kind) not in always
            ]  # fmt: skip
            self._touched[kind] = self._glance(kind)

    def _glance(self, fate: str) -> Any:
        """Whether a marker that may leave by a fate lies in a region, or in a set, printed."""
        constants, fated = self.b.constants, self._fated[fate]
        sets = " | ".join([f"n[{at}]" for _, at, counts in fated if not counts]) or "0"
        counted = [at for _, at, counts in fated if counts]
        if fate == "declined":
            none = constants.named(bytes(self.n))
            parts = [f"({sets}) & s", *[f"c[{at}:{at + self.n}] != {none}" for at in counted]]
        else:
            parts = [f"({sets}) >> s & 1", *[f"c[{at} + s]" for at in counted]]
        return function(constants, "markers", "", [f"return {' or '.join(parts)}"])

    def regions(self, marker: str) -> Callable[[Machine], int]:
        """The set of regions in which such markers lie."""
        at = self.at[marker]
        if marker not in self.counted:
            return lambda m: m.nums[at]
        return lambda m: next(iter(self.layers(m, marker)), 0)

    def layers(self, m: Machine, marker: str) -> tuple[int, ...]:
        """Regions with at least one, at least two ... of these markers."""
        at = self.at[marker]
        if marker not in self.counted:
            return (m.nums[at],)
        counts = m.cells[at : at + self.n]
        if counts.count(0) == self.n:
            return ()
        found = [0] * max(counts)
        for region, count in enumerate(counts):
            for at in range(count):
                found[at] |= 1 << region
        return tuple(found)

    def count(self, marker: str) -> Callable[[Machine, int], int]:
        """How many of these markers lie in a region."""
        at = self.at[marker]
        if marker in self.counted:
            return lambda m, region: m.cells[at + region]
        return lambda m, region: m.nums[at] >> region & 1

    def total(self, m: Machine, marker: str) -> int:
        """How many of these markers lie on the board."""
        at = self.at[marker]
        if marker in self.counted:
            return sum(m.cells[at : at + self.n])
        return m.nums[at].bit_count()

    def supply_left(self, kind: str, name: str) -> Fn:
        """A closure that gives how many are left in supply."""
        if kind == "natives":
            tray = self.b.layout["race.tray"] + self.b.natives[name]
            return lambda m, _s: m.cells[tray]
        supply = self.kinds[name].supply
        if supply is None:
            return lambda _m, _s: NONE
        return lambda m, _s: supply - self.total(m, name)

    def put(self, m: Machine, marker: str, region: int, n: int, owner: int | None = None) -> int:
        """Lay markers in a region, as many as the most and the supply admit; how many were laid."""
        piece, at = self.kinds[marker], self.at[marker]
        there = self.count(marker)(m, region)
        if piece.most is not None and n > piece.most - there:
            n = piece.most - there
        if piece.supply is not None and n > (left := piece.supply - self.total(m, marker)):
            n = left
        if n <= 0:
            return 0
        if marker in self.counted:
            m.cells[at + region] = there + n
        else:
            m.nums[at] |= 1 << region
        if owner is not None and marker in self.owned:
            m.cells[self.owned[marker] + region] = owner
        m.memo.clear()
        m.log.append(("mark", marker, region, n))
        return n

    def take(self, m: Machine, marker: str, regions: int) -> None:
        """Return all markers of a kind in these regions to supply."""
        at = self.at[marker]
        there = self.regions(marker)(m) & regions
        if not there:
            return
        if marker in self.counted:
            for region in members(there):
                m.cells[at + region] = 0
        else:
            m.nums[at] &= ~there
        if marker in self.owned:
            for region in members(there):
                m.cells[self.owned[marker] + region] = NONE
        m.memo.clear()
        m.log.append(("unmark", marker, there))
        if m.lasting:
            self.b.lasting.forget_marks(m, marker, there)

    def take_some(self, m: Machine, marker: str, region: int, n: int) -> None:
        """Return n markers of a region to supply."""
        left = self.count(marker)(m, region) - n
        if left <= 0 or marker not in self.counted:
            self.take(m, marker, 1 << region)
            return
        m.cells[self.at[marker] + region] = left
        m.memo.clear()
        m.log += [("unmark", marker, 1 << region), ("mark", marker, region, left)]

    def _leaves(self, m: Machine, marker: str, fate: str, slots: Slots) -> bool:
        guards = self._stays.get((marker, fate))
        return guards is None or not any(guard(m, slots) for guard in guards)

    def arrive(self, m: Machine, region: int, race: int) -> None:
        """Fate `conquered`: a race enters an empty region in which another one stood."""
        former = m.cells[self.former + region]
        if former in (NONE, race):
            return
        self._run(m, region, "conquered", [region, former, race])

    def _run(self, m: Machine, region: int, fate: str, slots: Slots) -> None:
        if not self._touched[fate](m, region):
            return
        bit, nums, cells = 1 << region, m.nums, m.cells
        for marker, at, is_counted in self._fated[fate]:
            here = cells[at + region] if is_counted else nums[at] & bit
            if here and self._leaves(m, marker, fate, slots):
                self.take(m, marker, bit)

    def abandon(self, m: Machine) -> None:
        """Fate `abandoned` of markers where tokens were and are no more."""
        cells, nums, former = m.cells, m.nums, self.former
        if left := nums[self.emptied] & ~nums[self.occupied]:
            for region in members(left):
                self._run(m, region, "abandoned", [region, cells[former + region], None])
        nums[self.emptied] = 0
        cells[former : former + self.n] = self._nobody

    def decline(self, m: Machine, race: int, only: str | None = None) -> None:
        """Fate `declined` of the markers in a race's regions, or of those of one card only."""
        regions = m.nums[self.b.at_regions + race]
        if not regions or not self._touched["declined"](m, regions):
            return
        for marker, at, is_counted in self._fated["declined"]:
            if is_counted and not any(m.cells[at : at + self.n]):
                continue
            there = regions & (self.regions(marker)(m) if is_counted else m.nums[at])
            card = self.kinds[marker].card
            if not there or (only is not None and card != only):
                continue
            if only is None and self.b.goes_on_working(m, race, card):
                continue
            for region in members(there):
                if self._leaves(m, marker, "declined", [region, race, None]):
                    self.take(m, marker, 1 << region)

    def owner(self, m: Machine, marker: str, region: int) -> int | None:
        """The player who laid a marker with `by`, as far as its hooks ask for him."""
        found = m.cells[self.owned[marker] + region] if marker in self.owned else NONE
        return None if found == NONE else found

    def trade(self, m: Machine, marker: str, one: int, two: int) -> None:
        """The markers of a kind in two regions change places."""
        at, count = self.at[marker], self.count(marker)
        here, there = count(m, one), count(m, two)
        if not here and not there:
            return
        if marker in self.counted:
            m.cells[at + one], m.cells[at + two] = there, here
        elif here != there:
            m.nums[at] ^= 1 << one | 1 << two
        if marker in self.owned:
            x, y = self.owned[marker] + one, self.owned[marker] + two
            m.cells[x], m.cells[y] = m.cells[y], m.cells[x]
        m.memo.clear()
        m.log.append(("unmark", marker, 1 << one | 1 << two))
        m.log += [("mark", marker, r, n) for r, n in ((one, there), (two, here)) if n]
        self.b.lasting.move_marks(m, marker, one, two)
