"""Statements that say what comes next: conditions, loops, steps, ends; branches of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from talesmith.syntax.tree.base import Node, Word
from talesmith.syntax.tree.expressions import Expression, Where

if TYPE_CHECKING:
    from talesmith.syntax.tree.statements import Block


@frozen
class Let(Node):
    """`let name = value where ...`."""

    name: Word
    value: Expression
    where: Where | None


@frozen
class If(Node):
    """`if condition { then } else { otherwise }`; `else if` is an If alone in `otherwise`."""

    condition: Expression
    then: Block
    otherwise: Block | None


@frozen
class For(Node):
    """`for name in source where ... { block }`."""

    name: Word
    source: Expression
    where: Where | None
    block: Block


@frozen
class Loop(Node):
    """`loop name at_most most times { block }`."""

    name: Word | None
    most: Expression
    block: Block


@frozen
class Circle(Node):
    """`circle name in source at_most most times { block }`."""

    name: Word
    source: Expression
    most: Expression | None
    block: Block


@frozen
class AtOnce(Node):
    """`at_once name in source where ... { block }`."""

    name: Word
    source: Expression
    where: Where | None
    block: Block


@frozen
class Secretly(Node):
    """`secretly name in source where ... { block } as result`."""

    name: Word
    source: Expression
    where: Where | None
    block: Block
    result: Word


@frozen
class Using(Node):
    """`using attempt { block }`."""

    attempt: Expression
    block: Block


@frozen
class CallStep(Node):
    """`call step(...) as name`."""

    step: Expression
    name: Word | None


@frozen
class Return(Node):
    """`return value`."""

    value: Expression


@frozen
class Stop(Node):
    """`stop`."""


@frozen
class Next(Node):
    """`next`."""


@frozen
class End(Node):
    """`end name`."""

    name: Word


@frozen
class Branch(Node):
    """What follows a choice: `else` (nothing), `or done` (done), `or else` (both)."""

    kind: Literal["nothing", "done", "both"]
    block: Block
