"""Reading the position: properties, constants of the game, supplies, stacks and records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play import tokens as tokens_module
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import Fn, builds, is_optional
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.vocabulary import SOURCES

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Reader: TypeAlias = Callable[[Machine, Any], Any]
"""reads a property of one thing that is there"""
Maker: TypeAlias = Callable[["Binder"], Reader]

PROPERTIES: dict[str, Maker] = {}
GAME: dict[str, Callable[[Binder], Fn]] = {}


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
        "region.card": lambda _b: lambda _m, _x: None,
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


@builds("get")
def _get(b: Binder, e: Expr) -> Fn:
    name, base = e[3], e[4]
    if name == "pool.tokens" and base[0] == "get" and not is_optional(base[4]):
        return _pool_size(b, base)
    if name.startswith("record."):
        return _record_field(b, name.removeprefix("record."), b.expr(base))
    read = PROPERTIES[name](b)
    if base[0] == "local" and not is_optional(base):
        slot = base[3]
        if name in FUSED:
            return FUSED[name](b, name, slot)
        return lambda m, s: read(m, s[slot])
    f = b.expr(base)
    if not is_optional(base):
        return lambda m, s: read(m, f(m, s))
    missing = missing_value(e[2])

    def careful(m: Machine, s: Slots) -> Any:
        x = f(m, s)
        return missing if x is None else read(m, x)

    return careful


def missing_value(kind: str) -> Any:
    """What a property of a missing thing gives: the empty list, set or troops, else nothing."""
    if kind == "list region":
        return 0
    if kind.startswith("list ") or kind == "troops":
        return ()
    return None


def _pool_size(b: Binder, base: Expr) -> Fn:
    at = b.layout[base[3]]
    if base[4][0] == "local":
        slot = base[4][3]
        return lambda m, s: m.cells[at + s[slot]]
    f = b.expr(base[4])
    return lambda m, s: m.cells[at + f(m, s)]


def _record_field(b: Binder, name: str, f: Fn) -> Fn:
    places = b.records.places

    def read(m: Machine, s: Slots) -> Any:
        record = f(m, s)
        return None if record is None else record[places[record[0]][name]]

    return read


@builds("field")
def _field(b: Binder, e: Expr) -> Fn:
    return _record_field(b, e[3], b.expr(e[4]))


@builds("pool_of")
def _pool_of(b: Binder, e: Expr) -> Fn:
    f, first = b.expr(e[3]), b.tokens.tokens
    return lambda m, s: first + f(m, s)


@builds("printed")
def _printed(b: Binder, e: Expr) -> Fn:
    table, f = b.printed(e[3]), b.expr(e[4])

    def read(m: Machine, s: Slots) -> Any:
        card = f(m, s)
        return None if card is None else table[card]

    return read


@builds("state")
def _state(b: Binder, e: Expr) -> Fn:
    name = f"state {e[3]}"
    field, at = b.layout.by_name[name], b.layout[name]
    f = b.expr(e[4]) if e[4] is not None else (lambda _m, _s: 0)
    if not field.cell:
        return lambda m, s: m.nums[at + f(m, s)]
    if field.meaning == "flag":
        return lambda m, s: bool(m.cells[at + f(m, s)])
    if not e[2].endswith("?"):
        return lambda m, s: m.cells[at + f(m, s)]
    return lambda m, s: None if (x := m.cells[at + f(m, s)]) == NONE else x


@builds("game")
def _game(b: Binder, e: Expr) -> Fn:
    return GAME[e[3]](b)


def _of_game(name: str) -> Callable[[Callable[[Binder], Fn]], Callable[[Binder], Fn]]:
    def register(make: Callable[[Binder], Fn]) -> Callable[[Binder], Fn]:
        GAME[name] = make
        return make

    return register


def _game_cell(name: str) -> None:
    def make(b: Binder) -> Fn:
        at = b.layout[name]
        return lambda m, _s: m.cells[at]

    GAME[name] = make


for _name in ("first_player", "current_player", "round"):
    _game_cell(_name)

GAME.update(
    {
        "players": lambda b: lambda _m, _s: tuple(range(b.players)),
        "regions": lambda b: lambda _m, _s: b.board.everything,
        "bank": lambda _b: lambda _m, _s: None,
        "box": lambda _b: lambda _m, _s: tokens_module.BOX,
        "column": lambda b: lambda m, _s: b.races.column_of(m),
        "natives": lambda b: lambda _m, _s: tuple(b.natives.values()),
        "map.rounds": lambda b: lambda _m, _s: b.rounds,
        "map.players": lambda b: lambda _m, _s: b.players,
        "current": lambda b: lambda m, _s: b.lasting.current(m),
    }
)


@_of_game("turn_order")
def _turn_order(b: Binder) -> Fn:
    at, n = b.layout["first_player"], b.players
    return lambda m, _s: tuple((m.cells[at] + step) % n for step in range(n))


@_of_game("races")
def _races(b: Binder) -> Fn:
    in_play, natives = b.layout["in play"], len(b.natives)
    return lambda m, _s: tuple(r for r in members(m.nums[in_play]) if r >= natives)


@_of_game("active_races")
def _active_races(b: Binder) -> Fn:
    order, active = _turn_order(b), b.layout["player.active"]
    return lambda m, s: tuple(r for p in order(m, s) if (r := m.cells[active + p]) != NONE)


@_of_game("declined_races")
def _declined_races(b: Binder) -> Fn:
    order, declined_of = _turn_order(b), b.races.declined_of
    return lambda m, s: tuple(r for p in order(m, s) for r in declined_of(m, p))


@builds("stack")
def _stack(b: Binder, e: Expr) -> Fn:
    pile = b.piles[e[3]]
    return lambda _m, _s: pile


@builds("top")
def _top(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: f(m, s).top(m)


@builds("bottom")
def _bottom(b: Binder, e: Expr) -> Fn:
    f = b.expr(e[3])
    return lambda m, s: f(m, s).bottom(m)


@builds("has")
def _has(b: Binder, e: Expr) -> Fn:
    f, kind, name = b.expr(e[3]), e[4], e[5]
    if kind in ("symbol", "marker"):
        regions = b.region_word(kind, name)

        def on_region(m: Machine, s: Slots) -> bool:
            x = f(m, s)
            return x is not None and bool(regions(m) >> x & 1)

        return on_region
    holds = b.holds(kind, name)

    def has(m: Machine, s: Slots) -> bool:
        x = f(m, s)
        return x is not None and holds(m, x)

    return has


@builds("supply_left")
def _supply_left(b: Binder, e: Expr) -> Fn:
    return b.pieces.supply_left(e[3], e[4])


@builds("marks")
def _marks(b: Binder, e: Expr) -> Fn:
    f, count = b.expr(e[3]), b.pieces.count(e[4] if isinstance(e[4], str) else e[4][-1])
    return lambda m, s: count(m, f(m, s))


@builds("tokens_in")
def _tokens_in(b: Binder, e: Expr) -> Fn:
    region, n, first = b.expr(e[3]), b.expr(e[4]), b.tokens.tokens

    def read(m: Machine, s: Slots) -> Any:
        x, wanted = first + region(m, s), n(m, s)
        there = min(wanted, m.cells[x])
        return ((x, there),) if there > 0 else ()

    return read


@builds("part")
def _part(b: Binder, e: Expr) -> Fn:
    troops, chosen = b.expr(e[3]), b.expr(e[4])
    if e[4][2].startswith("region"):
        first = b.tokens.tokens
        return lambda m, s: tuple(t for t in troops(m, s) if t[0] == first + chosen(m, s))
    race_of = b.tokens.race_of
    return lambda m, s: tuple(t for t in troops(m, s) if race_of(m, t[0]) == chosen(m, s))


@builds("less")
def _less(b: Binder, e: Expr) -> Fn:
    troops, n = b.expr(e[3]), b.expr(e[4])

    def fewer(m: Machine, s: Slots) -> Any:
        off, kept = n(m, s), []
        for pool_, count in reversed(troops(m, s)):
            taken = min(off, count)
            off -= taken
            if count > taken:
                kept.append((pool_, count - taken))
        return tuple(reversed(kept))

    return fewer


@builds("past")
def _past(b: Binder, e: Expr) -> Fn:
    return b.records.reader(e[3], e[4], b.own_race())
