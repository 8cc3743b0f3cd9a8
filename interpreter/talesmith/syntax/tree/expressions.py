"""Expressions: pure, total, without a place where the machine could stop."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import FullName, Node, Number, Word


@frozen
class Name(Node):
    """A word that stands for a value: a parameter, a property of the game, a constant."""

    text: str

    def __str__(self) -> str:
        return self.text


@frozen
class Attribute(Node):
    """`source.name`."""

    source: Expression
    name: Word


@frozen
class Index(Node):
    """`source[index]`."""

    source: Expression
    index: Expression


@frozen
class Call(Node):
    """`source(arguments)`: a value, a permission, a function, an action, a step, a marker."""

    source: Expression
    arguments: tuple[Arg, ...]


@frozen
class Where(Node):
    """`where condition`; `names_it` when the members are called `it`, not by a bound name."""

    condition: Expression
    names_it: bool


@frozen
class Argument(Node):
    """A positional argument, perhaps filtered: `regions where it has thing`."""

    value: Expression
    where: Where | None = None


@frozen
class NamedArgument(Node):
    """`name: value` in a call."""

    name: Word
    value: Expression


@frozen
class Each(Node):
    """`each name in source where ...`: a binder in a call, in `earn`, and after `for` in heads."""

    name: Word
    source: Expression
    where: Where | None = None


@frozen
class Negative(Node):
    """`-operand`."""

    operand: Expression


@frozen
class Arithmetic(Node):
    """`left + right`; the operator is `+`, `-` or `*`."""

    left: Expression
    operator: Word
    right: Expression


@frozen
class Divide(Node):
    """`left / right up`; the rounding is `up` or `down`."""

    left: Expression
    right: Expression
    rounding: Word


@frozen
class Compare(Node):
    """`left == right`; the operator is one of `==`, `!=`, `<=`, `>=`, `<`, `>`."""

    left: Expression
    operator: Word
    right: Expression


@frozen
class Or(Node):
    """`a or b or c`: two operands at least."""

    operands: tuple[Expression, ...]


@frozen
class And(Node):
    """`a and b and c`: two operands at least."""

    operands: tuple[Expression, ...]


@frozen
class Not(Node):
    """`not operand`."""

    operand: Expression


@frozen
class Touches(Node):
    """`left touches right`."""

    left: Expression
    right: Expression


@frozen
class Has(Node):
    """`left has thing`."""

    left: Expression
    thing: FullName


@frozen
class Exists(Node):
    """`operand exists`."""

    operand: Expression


@frozen
class Member(Node):
    """`left in source`."""

    left: Expression
    source: Expression


@frozen
class OneOf(Node):
    """`left in (a, b)`: two words at least."""

    left: Expression
    choices: tuple[FullName, ...]


@frozen
class Despite(Node):
    """`permission(...) despite (reach, entry)`."""

    left: Expression
    parts: tuple[Word, ...]


@frozen
class Past(Node):
    """`past action this window`."""

    action: Word
    window: Word


Arg: TypeAlias = Argument | NamedArgument | Each
"""What may stand between the brackets of a call."""

Expression: TypeAlias = (
    Number
    | Name
    | Attribute
    | Index
    | Call
    | Negative
    | Arithmetic
    | Divide
    | Compare
    | Or
    | And
    | Not
    | Touches
    | Has
    | Exists
    | Member
    | OneOf
    | Despite
    | Past
)
"""Every kind of expression."""
