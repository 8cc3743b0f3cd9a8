"""Members that act: hooks, offers, replacements, ways, items, pieces; and the plain lines.

Members that declare a word of the rules are in `declarations`.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import Constant, Node, Number, Text, Word
from talesmith.syntax.tree.declarations import Declaration, State
from talesmith.syntax.tree.expressions import Each, Expression
from talesmith.syntax.tree.heads import Duration, Fate, Guard, HeadPart, Parameter
from talesmith.syntax.tree.statements import Block


@frozen
class CardText(Node):
    """`text "..."`."""

    text: Text


@frozen
class Cites(Node):
    """`cites "RA-3", "IX-1"`."""

    rules: tuple[Text, ...]


@frozen
class Allow(Node):
    """`allow CODE "reason"`."""

    code: Word
    reason: Text


@frozen
class Fact(Node):
    """`name: value` after `is`."""

    name: Word
    value: Constant


@frozen
class Is(Node):
    """`is tokens: 5, tray: 10`."""

    facts: tuple[Fact, ...]


@frozen
class Lasts(Node):
    """`lasts duration`."""

    duration: Duration


@frozen
class Suppress(Node):
    """`suppress kind of races when ...`."""

    kind: Word
    of: Expression | None
    guard: Guard | None


@frozen
class Hook(Node):
    """`name head { block }`: a handler of a declared hook."""

    name: Word
    head: tuple[HeadPart, ...]
    block: Block


@frozen
class Offer(Node):
    """`offer in points "title" for name in source head { block }`."""

    points: tuple[Word, ...]
    title: Text
    for_each: Each | None
    head: tuple[HeadPart, ...]
    block: Block


@frozen
class Instead(Node):
    """`instead of action may "title" head { block }`."""

    action: Word
    may: Text | None
    head: tuple[HeadPart, ...]
    block: Block


@frozen
class Way(Node):
    """`way name "title" head { members }`."""

    name: Word
    title: Text | None
    head: tuple[HeadPart, ...]
    members: tuple[Hook | Instead, ...]


@frozen
class Item(Node):
    """`item name "title" (parameters) on bearer until ... { members }`."""

    name: Word
    title: Text | None
    parameters: tuple[Parameter, ...]
    bearer: Word
    until: tuple[Duration, ...]
    members: tuple[PieceMember, ...]


@frozen
class Marker(Node):
    """`marker name "title" max most supply supply stays ... { members }`."""

    name: Word
    title: Text | None
    most: Number | None
    supply: Number | None
    fates: tuple[Fate, ...]
    members: tuple[PieceMember, ...]


@frozen
class Unit(Node):
    """`unit name "title" supply supply stays ... { members }`."""

    name: Word
    title: Text | None
    supply: Number
    fates: tuple[Fate, ...]
    members: tuple[PieceMember, ...]


@frozen
class Replace(Node):
    """`replace declaration`: takes the place of what the rules below declare."""

    declaration: Declaration | Marker


PieceMember: TypeAlias = Hook | Offer | Instead | Way | State | Suppress
"""What may stand inside an item, a marker or a unit."""

CardMember: TypeAlias = (
    CardText
    | Cites
    | Allow
    | Is
    | Lasts
    | Suppress
    | Hook
    | Offer
    | Instead
    | Way
    | Item
    | Marker
    | Unit
    | Replace
    | Declaration
)
"""What may stand inside a card, rules or a house rule; which of them, the checker knows."""
