"""Lines of pure bodies: what a value, a permission or a ledger says; each may end in `when`."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import FullName, Node, Number, Text, Word
from talesmith.syntax.tree.expressions import Each, Expression, Where
from talesmith.syntax.tree.heads import Guard


@frozen
class Become(Node):
    """`become value over card when ...`."""

    value: Expression
    over: FullName | None
    guard: Guard | None


@frozen
class Times(Node):
    """`times a/b when ...`; in a ledger `times a lines where ...`."""

    numerator: Number
    denominator: Number | None
    lines: Where | None
    guard: Guard | None


@frozen
class Add(Node):
    """`add value when ...`."""

    value: Expression
    guard: Guard | None


@frozen
class Cap(Node):
    """`cap value when ...`."""

    value: Expression
    guard: Guard | None


@frozen
class Floor(Node):
    """`floor value when ...`."""

    value: Expression
    guard: Guard | None


@frozen
class Earn(Node):
    """`earn amount each name in source at region of race to payee when ...`."""

    amount: Expression
    each: Each | None
    at: Expression | None
    of: Expression | None
    to: Expression | None
    guard: Guard | None


@frozen
class Drop(Node):
    """`drop lines where ...`."""

    where: Where


@frozen
class Forbid(Node):
    """`forbid part "reason" when ...`."""

    part: Word
    reason: Text | None
    guard: Guard | None


@frozen
class Waive(Node):
    """`waive part when ...`."""

    part: Word
    guard: Guard | None


Line: TypeAlias = Become | Times | Add | Cap | Floor | Earn | Drop | Forbid | Waive
"""Every kind of line of a pure body."""
