"""Text of Python for what is read: properties, records, printed values, states, the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from talesmith.model.layout import NONE
from talesmith.play.expressions.lists import unique
from talesmith.play.expressions.properties import PROPERTIES, STORED
from talesmith.play.expressions.reads import missing_value
from talesmith.play.expressions.scalars import is_optional, is_region_set
from talesmith.play.printing.scalar_texts import each_text
from talesmith.play.printing.texts import offset, prints, text, twice
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


@prints("get")
def _get(b: Binder, e: Expr) -> str:
    name, base = e[3], e[4]
    if name == "pool.tokens" and base[0] == "get" and not is_optional(base[4]):
        return f"c[{offset(b.layout[base[3]], text(b, base[4]))}]"
    thing = text(b, base)
    if name.startswith("record."):
        return record_text(b, base, name.removeprefix("record."), thing)
    if not is_optional(base):
        return read_text(b, name, thing)
    first, again = twice(b, thing)
    return f"({missing_value(e[2])} if {first} is None else {read_text(b, name, again)})"


def read_text(b: Binder, name: str, thing: str) -> str:
    """A property of a thing that is there."""
    how = STORED.get(name)
    if how is None:
        special = COMPUTED.get(name)
        if special is not None:
            return special(b, thing)
        reader = b.constants.made(("reader", name), lambda: PROPERTIES[name](b))
        return f"{reader}(m, {thing})"
    at = b.layout[name]
    if how == "pool":
        pools = b.constants.made(("pools", name), lambda: _pools(at, b.layout.size(name)))
        return f"{pools}[{thing}]"
    place = f"{'n' if how == 'num' else 'c'}[{offset(at, thing)}]"
    if how == "maybe":
        found = b.constants.temporary()
        return f"(None if ({found} := {place}) == {NONE} else {found})"
    return f"({place} == 1)" if how == "flag" else place


def _pools(at: int, races: int) -> tuple[int, ...]:
    """The pool of each race that begins at a place of the layout."""
    return tuple([(race + 1) << 16 | at + race for race in range(races)])


def _region_owner(b: Binder, thing: str) -> str:
    race, owner = b.constants.temporary(), b.constants.temporary()
    there = f"({race} := c[{offset(b.layout['region.race'], thing)}]) == {NONE}"
    found = f"({owner} := c[{b.layout['race.owner']} + {race}]) == {b.players}"
    return f"(None if {there} or {found} else {owner})"


def _victim(b: Binder, thing: str) -> str:
    race, at = b.constants.temporary(), b.layout["region.race"]
    return f"(None if ({race} := c[{at} + ({thing} & 255)]) == {NONE} else {race})"


COMPUTED: dict[str, Callable[[Binder, str], str]] = {
    "player.seat": lambda _b, x: x,
    "purse.coins": lambda _b, x: x,
    "player.left": lambda b, x: f"(({x} + 1) % {b.players})",
    "player.right": lambda b, x: f"(({x} - 1) % {b.players})",
    "region.neighbours": lambda b, x: f"{b.constants.named(b.board.neighbours)}[{x}]",
    "region.owner": _region_owner,
    "attempt.attacker": lambda _b, x: f"({x} >> 8 & 255)",
    "attempt.region": lambda _b, x: f"({x} & 255)",
    "attempt.victim": _victim,
    "line.amount": lambda _b, x: f"{x}[0]",
    "line.region": lambda _b, x: f"{x}[1]",
    "line.race": lambda _b, x: f"{x}[2]",
    "line.payee": lambda _b, x: f"{x}[3]",
}


def record_text(b: Binder, e: Expr, name: str, record: str) -> str:
    """A field of the record of an action."""
    action = e[2].removesuffix("?").partition(" ")[2]
    if action in b.records.number:
        place = str(b.records.places[b.records.number[action]][name])
        first, again = twice(b, record)
    else:
        first, again = twice(b, record)
        place = f"{b.constants.named(b.records.places)}[{again}[0]][{name!r}]"
    return f"(None if {first} is None else {again}[{place}])"


@prints("field")
def _field(b: Binder, e: Expr) -> str:
    return record_text(b, e[4], e[3], text(b, e[4]))


@prints("pool_of")
def _pool_of(b: Binder, e: Expr) -> str:
    return f"({offset(b.tokens.tokens, text(b, e[3]))})"


@prints("tokens_in")
def _tokens_in(b: Binder, e: Expr) -> str:
    place, n, there = (b.constants.temporary() for _ in range(3))
    first, again = twice(b, text(b, e[4]))
    tokens = f"{there} := c[({place} := {offset(b.tokens.tokens, text(b, e[3]))})]"
    fewer = f"{again} if {first} < ({tokens}) else {there}"
    return f"((({place}, {n}),) if ({n} := {fewer}) > 0 else ())"


@prints("printed")
def _printed(b: Binder, e: Expr) -> str:
    holder, card = e[4][2].removesuffix("?"), text(b, e[4])
    table = b.constants.made(("printed", e[3], holder), lambda: b.printed(e[3], holder))
    if not is_optional(e[4]):
        return f"{table}[{card}]"
    first, again = twice(b, card)
    return f"(None if {first} is None else {table}[{again}])"


@prints("set_of")
def _set_of(b: Binder, e: Expr) -> str | None:
    if is_region_set(e):
        return None
    things = f"[{text(b, e[5])} {each_text(b, e[3], e[4])}]"
    return f"{b.constants.named(unique)}({things})"


@prints("state")
def _state(b: Binder, e: Expr) -> str | None:
    at, field = b.layout[f"state {e[3]}"], b.layout.by_name[f"state {e[3]}"]
    if e[2].endswith("?") or (e[4] is not None and is_optional(e[4])):
        return None
    place = offset(at, "0" if e[4] is None else text(b, e[4]))
    if not field.cell:
        return f"n[{place}]"
    return f"(c[{place}] == 1)" if field.meaning == "flag" else f"c[{place}]"


@prints("game")
def _game(b: Binder, e: Expr) -> str | None:
    if e[3] in ("first_player", "current_player", "round"):
        return f"c[{b.layout[e[3]]}]"
    if e[3] in ("players", "regions", "bank", "box", "natives", "map.rounds", "map.players"):
        return b.constants.named(b.expr(e)(None, None))  # type: ignore[arg-type]
    if e[3] == "column":
        return f"{b.constants.made('column', lambda: b.races.column_of)}(m)"
    return None


@prints("clockwise_from", "clockwise_after")
def _clockwise(b: Binder, e: Expr) -> str:
    n, first = b.players, int(e[0] == "clockwise_after")
    table = b.constants.made(
        e[0], lambda: tuple(tuple((p + first + k) % n for k in range(n)) for p in range(n))
    )
    return f"{table}[{text(b, e[3])}]"
