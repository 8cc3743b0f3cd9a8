"""What a condition tells about values that may be missing (language reference, missing values).

`x exists` tells it outright.  A comparison with a missing side is false, so a true one tells that
both sides exist, and with them everything they were read from.  Expressions are compared by their
key: the typed form without places and types.
"""

from typing import Any

from talesmith.names.types import may_miss, sure
from talesmith.ruleset.ops import Expr

NOTHING_KNOWN: frozenset[Expr] = frozenset()

_COMPARES = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})
_ASKS_LEFT = frozenset({"touches", "has", "in", "one_of"})
_READS = {"get": 4, "printed": 4, "state": 4, "field": 4, "index": 3, "units": 4}
"""Operations that read a thing, and where that thing stands in the tuple."""


def key_of(expr: Expr) -> Expr:
    """Give the expression without places and types."""
    return (expr[0], *(_key(part) for part in expr[3:]))


def _key(part: Any) -> Any:
    if not isinstance(part, tuple):
        return part
    if len(part) > 2 and isinstance(part[0], str) and isinstance(part[1], int):
        return key_of(part)
    return tuple(_key(inner) for inner in part)


def narrowed(expr: Expr, known: frozenset[Expr]) -> Expr:
    """Give the expression with a sure type if its value is known to exist."""
    if known and may_miss(expr[2]) and key_of(expr) in known:
        return (expr[0], expr[1], sure(expr[2]), *expr[3:])
    return expr


def facts(condition: Expr, truth: bool) -> frozenset[Expr]:
    """Give the keys that exist when the condition is true (or false)."""
    op = condition[0]
    if op == "not":
        return facts(condition[3], not truth)
    if op in ("and", "or"):
        return _joined(condition, truth)
    if not truth:
        return NOTHING_KNOWN
    if op == "exists":
        return _chain(condition[3])
    if op in _COMPARES:
        return _chain(condition[3]) | _chain(condition[4])
    if op in _ASKS_LEFT:
        return _chain(condition[3])
    return _chain(condition) if op in _READS else NOTHING_KNOWN


def _joined(condition: Expr, truth: bool) -> frozenset[Expr]:
    parts = [facts(part, truth) for part in condition[3:]]
    if (condition[0] == "and") == truth:
        return frozenset().union(*parts)
    return parts[0].intersection(*parts[1:])


def _chain(expr: Expr) -> frozenset[Expr]:
    found = set()
    while True:
        if expr[0] not in ("num", "flag", "word", "none"):
            found.add(key_of(expr))
        if expr[0] not in _READS or len(expr) <= _READS[expr[0]]:
            return frozenset(found)
        inner = expr[_READS[expr[0]]]
        if not isinstance(inner, tuple):
            return frozenset(found)
        expr = inner


def renamed(known: frozenset[Expr], old: int, new: int) -> frozenset[Expr]:
    """Give what is known about one slot as knowledge about another one."""
    moved = (_renamed(key, old, new) for key in known)
    return frozenset(key for key in moved if key not in known)


def _renamed(key: Any, old: int, new: int) -> Any:
    if key == ("local", old):
        return ("local", new)
    if isinstance(key, tuple):
        return tuple(_renamed(part, old, new) for part in key)
    return key
