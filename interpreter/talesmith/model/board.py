"""The board of one game: regions by number, and region sets as bitsets.

A set of regions is a whole number; bit i stands for region i, in the order of the map file.
`near` and `members` are asked thousands of times a second, so both are built from tables by bytes.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from attrs import field, frozen

_MEMO_LIMIT = 4096


class Region(Protocol):
    """What a board must know of a region: the maps of a ruleset say it."""

    @property
    def name(self) -> str:
        """Its id."""

    @property
    def terrain(self) -> str:
        """Its terrain word."""

    @property
    def centre(self) -> tuple[int, int] | None:
        """Where it lies, in thousandths of the board."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """Its symbol words."""

    @property
    def touches(self) -> tuple[str, ...]:
        """The regions beside it."""


class Map(Protocol):
    """What a board must know of a map."""

    @property
    def id(self) -> str:
        """Its full name."""

    @property
    def name(self) -> str:
        """Its title."""

    @property
    def rounds(self) -> int:
        """Length of its turn track."""

    @property
    def aspect(self) -> int:
        """Width by height, in thousandths."""

    @property
    def digest(self) -> str:
        """Hash of its text."""

    @property
    def regions(self) -> Sequence[Region]:
        """Its regions in the order of the file."""


def bits(numbers: Iterable[int]) -> int:
    """The set of these region numbers."""
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def members(regions: int) -> tuple[int, ...]:
    """The numbers in a set, in map order."""
    found = _MEMBERS.get(regions)
    if found is None:
        found = _members(regions)
        if len(_MEMBERS) >= _MEMO_LIMIT:
            _MEMBERS.clear()
        _MEMBERS[regions] = found
    return found


_MEMBERS: dict[int, tuple[int, ...]] = {}
"""A bounded memo of a pure function: it changes the time of an answer, never the answer."""
known_members = _MEMBERS.get
"""the members of a set if they are remembered, else nothing"""


def spread(regions: int) -> int:
    """The number whose byte at each member of a set is 1: what may be added to bytes at one stroke."""
    found = _SPREAD.get(regions)
    if found is None:
        found = sum(1 << 8 * region for region in members(regions))
        if len(_SPREAD) >= _MEMO_LIMIT:
            _SPREAD.clear()
        _SPREAD[regions] = found
    return found


_SPREAD: dict[int, int] = {}
"""bounded, as `_MEMBERS` is"""
known_spread = _SPREAD.get
"""the number of a set if it is remembered, else nothing"""


def _members(regions: int) -> tuple[int, ...]:
    result = []
    while regions:
        low = regions & -regions
        result.append(low.bit_length() - 1)
        regions ^= low
    return tuple(result)


@frozen(eq=False)
class Board:
    """Regions of one game, numbered from 0; several maps stand one after the other."""

    maps: tuple[Map, ...]
    regions: tuple[Region, ...]
    names: tuple[str, ...]
    number: dict[str, int]
    board_of: tuple[int, ...]
    neighbours: tuple[int, ...]
    everything: int
    terrains: dict[str, int]
    """regions of each terrain"""
    symbols: dict[str, int]
    """regions with each symbol"""
    near_tables: tuple[tuple[int, ...], ...] = field(repr=False)
    """the regions that touch each set of the first eight, the next eight and so on"""

    def near(self, regions: int) -> int:
        """All regions that touch a member of the set."""
        result = 0
        for table in self.near_tables:
            if not regions:
                break
            result |= table[regions & 255]
            regions >>= 8
        return result

    def distance(self, start: int, goal: int) -> int | None:
        """Steps from a set to a region over the map; None if there is no way or no start."""
        reached, steps = start, 0
        while reached and not reached >> goal & 1:
            wider = reached | self.near(reached)
            if wider == reached:
                return None
            reached, steps = wider, steps + 1
        return steps if reached else None

    def components(self, regions: int) -> tuple[int, ...]:
        """Connected parts of a set, largest first, equal ones in map order."""
        parts = []
        while regions:
            part = regions & -regions
            while (wider := (part | self.near(part)) & regions) != part:
                part = wider
            parts.append(part)
            regions &= ~part
        return tuple(sorted(parts, key=lambda part: -part.bit_count()))


def board_from(maps: Sequence[Map]) -> Board:
    """Number the regions of these maps and build the tables of the board."""
    regions = tuple(region for board in maps for region in board.regions)
    names = tuple(region.name for region in regions)
    number = {name: at for at, name in enumerate(names)}
    neighbours = tuple(bits(number[name] for name in region.touches) for region in regions)
    return Board(
        maps=tuple(maps),
        regions=regions,
        names=names,
        number=number,
        board_of=tuple(at for at, board in enumerate(maps) for _ in board.regions),
        neighbours=neighbours,
        everything=(1 << len(regions)) - 1,
        terrains=_sets((region.terrain,) for region in regions),
        symbols=_sets(region.symbols for region in regions),
        near_tables=_near_tables(neighbours),
    )


def _sets(words: Iterable[Sequence[str]]) -> dict[str, int]:
    result: dict[str, int] = {}
    for at, found in enumerate(words):
        for word in found:
            result[word] = result.get(word, 0) | 1 << at
    return result


def _near_tables(neighbours: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    tables = []
    for start in range(0, len(neighbours), 8):
        part = neighbours[start : start + 8]
        table = [0] * 256
        for byte in range(1, 1 << len(part)):
            low = byte & -byte
            table[byte] = table[byte ^ low] | part[low.bit_length() - 1]
        tables.append(tuple(table))
    return tuple(tables)
