"""Which cards a `pool` line keeps: its condition is asked of printed values only."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from talesmith.compile.context import Writer
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Card
from talesmith.syntax import tree


@frozen
class Facts:
    """The slot in which the asked card stands, and what may be printed on cards."""

    slot: int
    properties: Mapping[str, str]


def holds(condition: Expr, card: Card, facts: Facts, writer: Writer, where: tree.Where) -> bool:
    """Tell whether a card fulfils the condition; reports what a card alone cannot answer."""
    try:
        return bool(_value(condition, card, facts))
    except LookupError:
        writer.findings.add(
            "T201", where.span, found="this", expected="a condition about printed values"
        )
        return False


CONSTANTS = {"num": 3, "flag": 3, "word": 4, "constant": 3}
"""Expressions that are their own value, and where it stands."""

_JOINS: dict[str, Callable[[list[Any]], bool]] = {
    "not": lambda parts: not parts[0],
    "and": all,
    "or": any,
    "eq": lambda parts: bool(operator.eq(*parts)),
    "ne": lambda parts: bool(operator.ne(*parts)),
    "lt": lambda parts: bool(operator.lt(*parts)),
    "le": lambda parts: bool(operator.le(*parts)),
    "gt": lambda parts: bool(operator.gt(*parts)),
    "ge": lambda parts: bool(operator.ge(*parts)),
}


def _value(expr: Expr, card: Card, facts: Facts) -> Any:
    op = expr[0]
    if op in CONSTANTS:
        return expr[CONSTANTS[op]]
    if op == "local" and expr[3] == facts.slot:
        return card.id
    if op == "printed" and expr[4][0] == "local":
        return _printed(expr[3], card, facts)
    if op == "one_of":
        return _value(expr[3], card, facts) in [_value(e, card, facts) for e in expr[4]]
    return _JOINS[op]([_value(part, card, facts) for part in expr[3:]])


def _printed(name: str, card: Card, facts: Facts) -> int | str | bool:
    value = dict(card.facts).get(name.partition(".")[2])
    kind = facts.properties[name]
    if value is None:
        return 0 if kind == "number" else False if kind == "flag" else ""
    return value == "yes" if kind == "flag" else value
