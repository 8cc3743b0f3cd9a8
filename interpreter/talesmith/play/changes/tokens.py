"""Verbs about tokens: the only code that changes who stands where.

A pool is a number: the cell in which its tokens are counted, plus (race + 1) << 16 for a pool that
belongs to a race (hand, withdrawn, aside, tray, box); a region's tokens belong to whoever stands
there.  Troops are a tuple of (pool, number).  `race.regions`, `occupied` and `region.race` say the
same thing three ways and are changed here and nowhere else.
"""

from collections.abc import Callable
from typing import Any

from talesmith.model.board import known_members, members
from talesmith.model.layout import NONE, Layout
from talesmith.play.machine import Defect, Machine

FATES, SWEEP, ARRIVAL, THIN = 1, 2, 4, 8
"""what is due after the running change: fates of markers, the step `sweep`, what waits for a race,
a look whether somebody wants more tokens in a region than the rules do"""
BOX = -1
"""the pool beyond every supply; tokens there still count for their race"""
PROXIES = 100
"""so many tokens of each race lie in the box beside its own: whatever is at hand stands for them"""


class Tokens:
    """The token verbs of one layout."""

    def __init__(self, layout: Layout, regions: int) -> None:
        """Bind the verbs to the offsets of a layout."""
        self.tokens = layout["region.tokens"]
        self.end = self.tokens + regions
        self.race = layout["region.race"]
        self.stands = self.race - self.tokens
        """from the cell of a region's tokens to that of its race"""
        self.former = layout["region.former"]
        self.regions_of = layout["race.regions"]
        self.occupied = layout["occupied"]
        self.emptied = layout["emptied"]
        self.unswept = layout["unswept"]
        self.hand = layout["race.hand"]
        self.withdrawn = layout["race.withdrawn"]
        self.aside = layout["race.aside"]
        self.tray = layout["race.tray"]
        self.box = layout["race.box"]
        self.declined = layout["race.declined"]
        self.least_garrison = 1
        """regions that fall below this many tokens may have to be swept; 255: any loss may matter"""
        self.ruled_garrison = 1
        """regions that fall below this many tokens are swept, whoever speaks"""
        self.arrive: Callable[[Machine, int, int], None] = _nothing
        """what happens to pieces when a race enters an empty region: fates"""

    def pool_of(self, region: int) -> int:
        """The pool of a region."""
        return self.tokens + region

    def is_region(self, pool: int) -> bool:
        """Whether a pool is a region."""
        return self.tokens <= pool < self.end

    def size(self, m: Machine, pool: int) -> int:
        """How many tokens lie in a pool."""
        return 0 if pool == BOX else m.cells[pool & 0xFFFF]

    def race_of(self, m: Machine, pool: int) -> int:
        """The race whose tokens lie in a pool."""
        if pool == BOX:
            return NONE
        if self.tokens <= pool < self.end:
            return m.cells[self.race + pool - self.tokens]
        return (pool >> 16) - 1

    def move(self, m: Machine, n: int, source: int, target: int) -> None:
        """Move n tokens; raises Defect if they are not there or would stand with another race."""
        if n <= 0 or source < 0 or target < 0:
            self._move_rarely(m, n, source, target)
            return
        cells, end, stands = m.cells, self.end, self.stands
        if source < end:
            start, race = source, cells[stands + source]
        else:
            start, race = source & 0xFFFF, (source >> 16) - 1
        left = cells[start] - n
        if left < 0:
            raise self._missing(m, n, start)
        cells[start] = left
        if source >= end:
            if not left and cells[self.declined + race]:
                self._note_last(m, race)
        elif left < self.least_garrison or not left:
            self._thinned(m, left, source, race)
        if target < end:
            if cells[stands + target] != race:
                self._enter(m, target, race)
        elif (target >> 16) - 1 != race:
            raise self._mixed(m)
        goal = target & 0xFFFF
        cells[goal] += n
        m.memo.clear()
        m.log.append(("tokens", race, n, start, goal))

    def _move_rarely(self, m: Machine, n: int, source: int, target: int) -> None:
        """Move nothing, or tokens from or to the box."""
        if n < 0:
            raise Defect(f"{n} tokens cannot be moved: {m.backtrace()}")
        if n:
            self.move(m, n, *self.beyond(m, source, target))

    def beyond(self, m: Machine, source: int, target: int) -> tuple[int, int]:
        """Both ends of a move from or to the box, which has a pool for each race."""
        race = self.race_of(m, target if source == BOX else source)
        box = (race + 1) << 16 | self.box + race
        return (box if source == BOX else source), (box if target == BOX else target)

    def shift(self, m: Machine, n: int, pool: int, race: int) -> None:
        """Take n tokens of a race out of a pool (n < 0) or put them in: part of a larger change."""
        cells, cell = m.cells, pool & 0xFFFF
        there = cells[cell] + n
        if n < 0:
            if there < 0:
                raise self._missing(m, -n, cell)
            cells[cell] = there
            if pool >= self.end:
                if not there and cells[self.declined + race]:
                    self._note_last(m, race)
            elif there < self.least_garrison or not there:
                self._thinned(m, there, pool, race)
        else:
            if pool < self.end:
                if cells[self.stands + pool] != race:
                    self._enter(m, pool, race)
            elif (pool >> 16) - 1 != race:
                raise self._mixed(m)
            cells[cell] = there
        m.memo.clear()
        m.log.append(("shift", race, n, cell))

    def _missing(self, m: Machine, n: int, cell: int) -> Defect:
        return Defect(f"{n} tokens moved where {m.cells[cell]} are: {m.backtrace()}")

    def _thinned(self, m: Machine, left: int, pool: int, race: int) -> None:
        """What follows when few tokens of a race are left in a region, or none."""
        cells, nums, region = m.cells, m.nums, pool - self.tokens
        if left:
            nums[self.unswept] |= SWEEP if left < self.ruled_garrison else THIN
            return
        cells[self.race + region] = NONE
        cells[self.former + region] = race
        bit = 1 << region
        nums[self.regions_of + race] ^= bit
        nums[self.occupied] ^= bit
        nums[self.emptied] |= bit
        nums[self.unswept] |= FATES
        if cells[self.declined + race]:
            self._note_last(m, race)

    def _note_last(self, m: Machine, race: int) -> None:
        """A declined race that may have lost its last token calls for a sweep."""
        cells = m.cells
        if m.nums[self.regions_of + race] or cells[self.hand + race]:
            return
        if not cells[self.withdrawn + race]:
            m.nums[self.unswept] |= SWEEP

    def _mixed(self, m: Machine) -> Defect:
        return Defect(f"tokens of one race put in the supply of another: {m.backtrace()}")

    def _enter(self, m: Machine, pool: int, race: int) -> None:
        """A race comes to stand in a region, whose tokens are counted afterwards."""
        cells, nums, region = m.cells, m.nums, pool - self.tokens
        if cells[self.race + region] != NONE:
            raise Defect(f"two races in one region: {m.backtrace()}")
        if cells[self.former + region] != NONE:
            self.arrive(m, region, race)
        cells[self.race + region] = race
        bit = 1 << region
        nums[self.regions_of + race] |= bit
        nums[self.occupied] |= bit
        nums[self.emptied] &= ~bit

    def move_troops(self, m: Machine, troops: tuple[tuple[int, int], ...], target: int) -> None:
        """Move all tokens of these troops."""
        for pool, n in troops:
            self.move(m, n, pool, target)

    def supply(self, m: Machine, pool: int) -> int:
        """The supply to which tokens of a pool return."""
        race = m.cells[self.stands + pool] if 0 <= pool < self.end else self.race_of(m, pool)
        if race == NONE:
            raise Defect(f"tokens of nobody: {m.backtrace()}")
        return (race + 1) << 16 | self.tray + race

    def remove(self, m: Machine, troops: tuple[tuple[int, int], ...]) -> None:
        """Return tokens to the supply of their race."""
        cells, end, stands = m.cells, self.end, self.stands
        for pool, n in troops:
            if not 0 <= pool < end or not 0 < n <= cells[pool]:
                if n:
                    self.move(m, n, pool, self.supply(m, pool))
                continue
            race = cells[stands + pool]
            if race == NONE:
                raise Defect(f"tokens of nobody: {m.backtrace()}")
            cells[pool] = left = cells[pool] - n
            if left < self.least_garrison or not left:
                self._thinned(m, left, pool, race)
            tray = self.tray + race
            cells[tray] += n
            m.memo.clear()
            m.log.append(("tokens", race, n, pool, tray))

    def count(self, m: Machine, race: int) -> int:
        """How many tokens a race has in its regions and its hand."""
        cells, first, regions = m.cells, self.tokens, m.nums[self.regions_of + race]
        found = cells[self.hand + race]
        for region in known_members(regions) or members(regions):
            found += cells[first + region]
        return found

    def troops(self, m: Machine, race: int, *, hand: bool = True) -> tuple[tuple[int, int], ...]:
        """The tokens of a race by region in map order, and its hand."""
        cells, regions = m.cells, m.nums[self.regions_of + race]
        found = []
        while regions:
            low = regions & -regions
            cell = self.tokens + low.bit_length() - 1
            found.append((cell, cells[cell]))
            regions ^= low
        if hand and cells[self.hand + race]:
            found.append(((race + 1) << 16 | self.hand + race, cells[self.hand + race]))
        return tuple(found)


def _nothing(_m: Machine, _region: int, _race: int) -> None:
    return None


def size(troops: Any) -> int:
    """How many tokens troops are."""
    return sum([n for _, n in troops])
