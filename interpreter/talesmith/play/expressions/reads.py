"""Reading a position: properties, printed values, declared states, fields of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.properties import FUSED, PROPERTIES
from talesmith.play.expressions.scalars import Fn, builds, is_optional
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


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
    table, f = b.printed(e[3], e[4][2].removesuffix("?")), b.expr(e[4])

    def read(m: Machine, s: Slots) -> Any:
        card = f(m, s)
        return None if card is None else table[card]

    return read
