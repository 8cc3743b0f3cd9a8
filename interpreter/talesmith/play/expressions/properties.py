"""The properties of things that the machine itself knows, as readers of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Machine
from talesmith.ruleset.vocabulary import SOURCES

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


Reader: TypeAlias = Callable[[Machine, Any], Any]
"""reads a property of one thing that is there"""
Maker: TypeAlias = Callable[["Binder"], Reader]

PROPERTIES: dict[str, Maker] = {}


def cell(b: Binder, name: str) -> Reader:
    """A cell of the thing."""
    at = b.layout[name]
    return lambda m, x: m.cells[at + x]


def maybe(b: Binder, name: str) -> Reader:
    """A cell of the thing that may say nobody."""
    at = b.layout[name]

    def read(m: Machine, x: int) -> int | None:
        found = m.cells[at + x]
        return None if found == NONE else found

    return read


def flag(b: Binder, name: str) -> Reader:
    """A cell of the thing as yes or no."""
    at = b.layout[name]
    return lambda m, x: bool(m.cells[at + x])


def num(b: Binder, name: str) -> Reader:
    """A whole number of the thing."""
    at = b.layout[name]
    return lambda m, x: m.nums[at + x]


def pool(b: Binder, name: str) -> Reader:
    """A pool of a race."""
    at = b.layout[name]
    return lambda _m, x: (x + 1) << 16 | at + x


FUSED: dict[str, Callable[[Binder, str, int], Fn]] = {}
"""properties read straight from the thing in a slot, without a call between"""
STORED: dict[str, str] = {}
"""how each property that stands in the position is stored: cell, maybe, flag, num or pool"""


def _fused_cell(b: Binder, name: str, slot: int) -> Fn:
    at = b.layout[name]
    return lambda m, s: m.cells[at + s[slot]]


def _fused_maybe(b: Binder, name: str, slot: int) -> Fn:
    at = b.layout[name]
    return lambda m, s: None if (found := m.cells[at + s[slot]]) == NONE else found


def _fused_flag(b: Binder, name: str, slot: int) -> Fn:
    at = b.layout[name]
    return lambda m, s: m.cells[at + s[slot]] == 1


def _fused_num(b: Binder, name: str, slot: int) -> Fn:
    at = b.layout[name]
    return lambda m, s: m.nums[at + s[slot]]


def _fused_pool(b: Binder, name: str, slot: int) -> Fn:
    at = b.layout[name]
    return lambda _m, s: (s[slot] + 1) << 16 | at + s[slot]


_TWINS: dict[Any, Callable[[Binder, str, int], Fn]] = {
    cell: _fused_cell,
    maybe: _fused_maybe,
    flag: _fused_flag,
    num: _fused_num,
    pool: _fused_pool,
}


def _named(make: Callable[[Binder, str], Reader], *names: str) -> None:
    for name in names:
        PROPERTIES[name] = lambda b, name=name: make(b, name)  # type: ignore[misc]
        FUSED[name] = _TWINS[make]
        STORED[name] = make.__name__


_named(cell, "race.banner", "race.owner", "race.slot", "region.tokens")
_named(cell, "combo.banner", "combo.badge")
_named(maybe, "player.active", "region.race")
_named(flag, "race.declined")
_named(num, "player.coins", "combo.coins", "race.regions")
_named(pool, "race.hand", "race.withdrawn", "race.aside", "race.tray")

PROPERTIES.update(
    {
        "player.declined_races": lambda b: b.races.declined_of,
        "player.races": lambda b: b.races.races_of,
        "player.kept": lambda b: b.races.kept,
        "player.left": lambda b: lambda _m, x: (x + 1) % b.players,
        "player.right": lambda b: lambda _m, x: (x - 1) % b.players,
        "player.seat": lambda _b: lambda _m, x: x,
        "race.troops": lambda b: b.tokens.troops,
        "race.map_troops": lambda b: lambda m, x: b.tokens.troops(m, x, hand=False),
        "region.neighbours": lambda b: lambda _m, x: b.board.neighbours[x],
        "region.board": lambda b: lambda _m, x: b.board.board_of[x],
        "region.artifacts": lambda b: lambda m, x: b.lying.within(m, "artifact", x),
        "region.places": lambda b: lambda m, x: b.lying.within(m, "place", x),
        "combo.rank": lambda b: b.races.rank,
        "pool.tokens": lambda b: b.tokens.size,
        "purse.coins": lambda _b: lambda _m, x: x,
        "attempt.attacker": lambda _b: lambda _m, x: x >> 8 & 255,
        "attempt.region": lambda _b: lambda _m, x: x & 255,
        "line.amount": lambda _b: lambda _m, x: x[0],
        "line.region": lambda _b: lambda _m, x: x[1],
        "line.race": lambda _b: lambda _m, x: x[2],
        "line.payee": lambda _b: lambda _m, x: x[3],
        "line.source": lambda _b: lambda _m, x: SOURCES.index(x[4]),
    }
)


def _reader(name: str) -> Callable[[Callable[[Binder], Reader]], Callable[[Binder], Reader]]:
    def register(make: Callable[[Binder], Reader]) -> Callable[[Binder], Reader]:
        PROPERTIES[name] = make
        return make

    return register


@_reader("player.regions")
def _player_regions(b: Binder) -> Reader:
    regions, races_of = b.layout["race.regions"], b.races.races_of

    def read(m: Machine, player: int) -> int:
        result = 0
        for race in races_of(m, player):
            result |= m.nums[regions + race]
        return result

    return read


@_reader("player.declined_troops")
def _declined_troops(b: Binder) -> Reader:
    def read(m: Machine, player: int) -> Any:
        races = b.races.declined_of(m, player)
        return tuple(part for race in races for part in b.tokens.troops(m, race))

    return read


@_reader("race.powers")
def _powers(b: Binder) -> Reader:
    badges = b.layout["race.badges"]
    return lambda m, race: members(m.nums[badges + race])


@_reader("region.terrain")
def _terrain(b: Binder) -> Reader:
    words = tuple(b.word("terrain", region.terrain) for region in b.board.regions)
    return lambda _m, region: words[region]


@_reader("region.owner")
def _region_owner(b: Binder) -> Reader:
    race, owner = b.layout["region.race"], b.layout["race.owner"]

    def read(m: Machine, region: int) -> int | None:
        there = m.cells[race + region]
        if there == NONE:
            return None
        found = m.cells[owner + there]
        return None if found == b.players else found

    return read


@_reader("attempt.victim")
def _victim(b: Binder) -> Reader:
    race = b.layout["region.race"]

    def read(m: Machine, attempt: int) -> int | None:
        there = m.cells[race + (attempt & 255)]
        return None if there == NONE else there

    return read


@_reader("attempt.cost")
def _cost(b: Binder) -> Reader:
    return b.attempts.cost


@_reader("attempt.short")
def _short(b: Binder) -> Reader:
    return b.attempts.short
