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


def holds(
    condition: Expr, card: Card, facts: Facts, writer: Writer, where: tree.Where
) -> bool:
    """Tell whether a card fulfils the condition; reports what a card alone cannot answer."""
    try:
        return bool(_value(condition, card, facts))
    except LookupError:
        writer.findings.add(
            "T201", where.span, found="this", expected="a condition about printed values"
        )
        return False


_COMPARES: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt,
    "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip


def _value(expr: Expr, card: Card, facts: Facts) -> Any:  # noqa: ANN401 - numbers, words, flags
    op = expr[0]
    if op in ("num", "flag"):
        return expr[3]
    if op == "word":
        return expr[4]
    if op == "constant":
        return expr[3]
    if op == "local" and expr[3] == facts.slot:
        return card.id
    if op == "printed" and expr[4][0] == "local":
        return _printed(expr[3], card, facts)
    if op == "not":
        return not _value(expr[3], card, facts)
    if op in ("and", "or"):
        parts = [_value(part, card, facts) for part in expr[3:]]
        return all(parts) if op == "and" else any(parts)
    if op == "one_of":
        return _value(expr[3], card, facts) in [_value(e, card, facts) for e in expr[4]]
    return _COMPARES[op](_value(expr[3], card, facts), _value(expr[4], card, facts))


def _printed(name: str, card: Card, facts: Facts) -> int | str | bool:
    value = dict(card.facts).get(name.partition(".")[2])
    kind = facts.properties[name]
    if value is None:
        return 0 if kind == "number" else False if kind == "flag" else ""
    return value == "yes" if kind == "flag" else value
