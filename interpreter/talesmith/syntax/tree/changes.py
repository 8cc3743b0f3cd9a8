"""Statements that change the state, and those that make actions and moments run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from talesmith.syntax.tree.base import Node, Text, Word
from talesmith.syntax.tree.expressions import Expression, Where
from talesmith.syntax.tree.flow import Branch
from talesmith.syntax.tree.heads import Duration

if TYPE_CHECKING:
    pass


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
    """`station count marker on source where ... by player "question"`."""

    count: Expression
    marker: Word
    source: Expression
    where: Where | None
    by: Expression
    question: Text | None


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
class Unpair(Node):
    """`unpair combo as banner with badge`."""

    combo: Expression
    banner: Word
    badge: Word


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
