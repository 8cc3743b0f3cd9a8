"""Members that declare: states, words, keys, dice, hooks of all kinds, actions, steps."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import Constant, Node, Number, Text, Type, Word
from talesmith.syntax.tree.expressions import Expression
from talesmith.syntax.tree.heads import Parameter, Range
from talesmith.syntax.tree.statements import Block


@frozen
class Pile(Node):
    """`name count` in a stack: so many of that kind."""

    name: Word
    count: Number | None


@frozen
class Stack(Node):
    """`stack name of piles on bearer hidden`."""

    name: Word
    piles: tuple[Pile, ...]
    bearer: Word | None
    hidden: bool


@frozen
class Natives(Node):
    """`natives name "title" supply supply`."""

    name: Word
    title: Text | None
    supply: Number


@frozen
class State(Node):
    """`state name of holder: type = initial per reset`."""

    name: Word
    holder: Word
    type: Type
    initial: Expression
    reset: Word | None


@frozen
class Entry(Node):
    """`name "title" "sign" "colour"` in a word set."""

    name: Word
    texts: tuple[Text, ...]


@frozen
class Words(Node):
    """`words name = entries`."""

    name: Word
    entries: tuple[Entry, ...]


@frozen
class Property(Node):
    """`property name of holder: type`."""

    name: Word
    holder: Word
    type: Type


@frozen
class Key(Node):
    """`key name "title": values`; the first value is the default."""

    name: Word
    title: Text | None
    values: tuple[Constant, ...]


@frozen
class SetKey(Node):
    """`set key = value`."""

    name: Word
    value: Constant


@frozen
class Die(Node):
    """`die name "title" = faces`."""

    name: Word
    title: Text | None
    faces: tuple[Number, ...]


@frozen
class Value(Node):
    """`value name(parameters) -> result at_least a at_most b rounded up { block }`."""

    name: Word
    parameters: tuple[Parameter, ...]
    result: Type
    range: Range | None
    rounded: Word | None
    block: Block | None


@frozen
class Permission(Node):
    """`permission name(parameters) { block }`."""

    name: Word
    parameters: tuple[Parameter, ...]
    block: Block | None


@frozen
class Ledger(Node):
    """`ledger name(parameters)`."""

    name: Word
    parameters: tuple[Parameter, ...]


@frozen
class Moment(Node):
    """`moment name(parameters)`."""

    name: Word
    parameters: tuple[Parameter, ...]


@frozen
class Point(Node):
    """`point name(parameters)`."""

    name: Word
    parameters: tuple[Parameter, ...]


@frozen
class Action(Node):
    """`action name(parameters) -> result { block }`."""

    name: Word
    parameters: tuple[Parameter, ...]
    result: Type | None
    block: Block | None


@frozen
class Step(Node):
    """`step name(parameters) -> result { block }`."""

    name: Word
    parameters: tuple[Parameter, ...]
    result: Type | None
    block: Block


Declaration: TypeAlias = (
    Stack
    | Natives
    | State
    | Words
    | Property
    | Key
    | SetKey
    | Die
    | Value
    | Permission
    | Ledger
    | Moment
    | Point
    | Action
    | Step
)
"""Members that give the rules or a card a new word."""
