"""Statements: each is led by a keyword. Lines of pure bodies are in `lines`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import Node, Text, Word
from talesmith.syntax.tree.expressions import Each, Expression, Where
from talesmith.syntax.tree.heads import Duration
from talesmith.syntax.tree.lines import Line

Block: TypeAlias = "tuple[Statement, ...]"
"""The statements between two braces."""


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
    """`choose option by player at point as name { options } branches`."""

    by: Expression
    point: Expression | None
    name: Word | None
    options: tuple[Option, ...]
    branches: tuple[Branch, ...]


@frozen
class ChooseNumber(Node):
    """`choose number least .. most by player as name branches`."""

    least: Expression
    most: Expression
    by: Expression
    name: Word
    branches: tuple[Branch, ...]


@frozen
class Choose(Node):
    """`choose up_to count noun from source where ... by player keeping n as name branches`.

    One thing has no count: `choose region from ...` is noun `region`, count None.
    """

    up_to: bool
    count: Expression | None
    noun: Word | None
    source: Expression
    where: Where | None
    by: Expression
    keeping: Expression | None
    name: Word
    branches: tuple[Branch, ...]


@frozen
class Allot(Node):
    """`allot name in source where ... least a most b total c by player as result branches`."""

    name: Word
    source: Expression
    where: Where | None
    least: Expression | None
    most: Expression | None
    total: Expression | None
    by: Expression
    result: Word
    branches: tuple[Branch, ...]


@frozen
class Order(Node):
    """`order source by player as name`."""

    source: Expression
    by: Expression
    name: Word


@frozen
class Roll(Node):
    """`roll die by player as name`."""

    die: Word
    by: Expression
    name: Word


@frozen
class Pot(Node):
    """`pot name`."""

    name: Word


@frozen
class MoveAmount(Node):
    """`move count noun from source to target hidden`."""

    count: Expression
    noun: Word
    source: Expression
    target: Expression
    hidden: bool


@frozen
class MoveThing(Node):
    """`move thing to target hidden`."""

    thing: Expression
    target: Expression
    hidden: bool


@frozen
class RemoveAmount(Node):
    """`remove count noun from source`."""

    count: Expression
    noun: Word
    source: Expression


@frozen
class RemoveThing(Node):
    """`remove thing`."""

    thing: Expression


@frozen
class Set(Node):
    """`set place = value`."""

    place: Expression
    value: Expression


@frozen
class Mark(Node):
    """`mark region with marker by player until ...`; the marker may carry a number."""

    region: Expression
    marker: Expression
    by: Expression | None
    until: tuple[Duration, ...]


@frozen
class Unmark(Node):
    """`unmark region of marker`."""

    region: Expression
    marker: Word


@frozen
class Station(Node):
    """`station count marker on source where ... by player`."""

    count: Expression
    marker: Word
    source: Expression
    where: Where | None
    by: Expression


@frozen
class Attach(Node):
    """`attach thing to bearer until ...`."""

    thing: Expression
    bearer: Expression
    until: tuple[Duration, ...]


@frozen
class Detach(Node):
    """`detach thing from bearer`."""

    thing: Expression
    bearer: Expression | None


@frozen
class Swap(Node):
    """`swap left with right`."""

    left: Expression
    right: Expression


@frozen
class Exchange(Node):
    """`exchange left with right but (...)`."""

    left: Expression
    right: Expression
    but: tuple[Word, ...]


@frozen
class Pair(Node):
    """`pair banner with badge as name`."""

    banner: Expression
    badge: Expression
    name: Word


@frozen
class Found(Node):
    """`found combo by player as name`."""

    combo: Expression
    by: Expression
    name: Word


@frozen
class Shuffle(Node):
    """`shuffle stack`."""

    stack: Expression


@frozen
class Draw(Node):
    """`draw from source as name branches`."""

    source: Expression
    name: Word
    branches: tuple[Branch, ...]


@frozen
class Reveal(Node):
    """`reveal thing to player`."""

    thing: Expression
    to: Expression | None


@frozen
class Do(Node):
    """`do action(...) as name`."""

    action: Expression
    name: Word | None


@frozen
class Change(Node):
    """`name = value` after `proceed with`."""

    name: Word
    value: Expression


@frozen
class Proceed(Node):
    """`proceed with changes`."""

    changes: tuple[Change, ...]


@frozen
class Fire(Node):
    """`fire moment(...)`."""

    moment: Expression


@frozen
class Expire(Node):
    """`expire duration`."""

    duration: Duration


Statement: TypeAlias = (
    Let
    | If
    | For
    | Loop
    | Circle
    | AtOnce
    | Secretly
    | Using
    | CallStep
    | Return
    | Stop
    | Next
    | End
    | Ask
    | ChooseOption
    | ChooseNumber
    | Choose
    | Allot
    | Order
    | Roll
    | Pot
    | MoveAmount
    | MoveThing
    | RemoveAmount
    | RemoveThing
    | Set
    | Mark
    | Unmark
    | Station
    | Attach
    | Detach
    | Swap
    | Exchange
    | Pair
    | Found
    | Shuffle
    | Draw
    | Reveal
    | Do
    | Proceed
    | Fire
    | Expire
    | Line
)
"""Every kind of statement, the lines of pure bodies included."""
