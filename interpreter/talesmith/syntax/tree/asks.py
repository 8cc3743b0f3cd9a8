"""Statements that ask: yes or no, choices, allotments, orders, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from talesmith.syntax.tree.base import Node, Text, Word
from talesmith.syntax.tree.expressions import Each, Expression, Where
from talesmith.syntax.tree.flow import Branch

if TYPE_CHECKING:
    from talesmith.syntax.tree.statements import Block


@frozen
class Ask(Node):
    """`ask player "question" if condition as name`."""

    player: Expression
    question: Text
    condition: Expression | None
    name: Word


@frozen
class Option(Node):
    """`"title" for name in source if condition { block }` in a `choose option`."""

    title: Text
    for_each: Each | None
    condition: Expression | None
    block: Block


@frozen
class ChooseOption(Node):
    """`choose option by player "question" at point as name { options } branches`."""

    by: Expression
    question: Text | None
    point: Expression | None
    name: Word | None
    options: tuple[Option, ...]
    branches: tuple[Branch, ...]


@frozen
class ChooseNumber(Node):
    """`choose number least .. most by player "question" as name branches`."""

    least: Expression
    most: Expression
    by: Expression
    question: Text | None
    name: Word
    branches: tuple[Branch, ...]


@frozen
class Choose(Node):
    """`choose up_to count noun from source where ... by player "question" keeping n as name branches`.

    One thing has no count: `choose region from ...` is noun `region`, count None.
    """

    up_to: bool
    count: Expression | None
    noun: Word | None
    source: Expression
    where: Where | None
    by: Expression
    question: Text | None
    keeping: Expression | None
    name: Word
    branches: tuple[Branch, ...]


@frozen
class Allot(Node):
    """`allot name in source where ... least a most b total c by player "question" as result branches`."""

    name: Word
    source: Expression
    where: Where | None
    least: Expression | None
    most: Expression | None
    total: Expression | None
    by: Expression
    question: Text | None
    result: Word
    branches: tuple[Branch, ...]


@frozen
class Order(Node):
    """`order source by player "question" as name`."""

    source: Expression
    by: Expression
    question: Text | None
    name: Word


@frozen
class Roll(Node):
    """`roll die by player as name`."""

    die: Word
    by: Expression
    name: Word
