"""Every statement: each is led by a keyword. Lines of pure bodies are in `lines`."""

from __future__ import annotations

from typing import TypeAlias

from talesmith.syntax.tree.asks import (
    Allot,
    Ask,
    Choose,
    ChooseNumber,
    ChooseOption,
    Order,
    Roll,
)
from talesmith.syntax.tree.changes import (
    Attach,
    Detach,
    Do,
    Draw,
    Exchange,
    Expire,
    Fire,
    Found,
    Mark,
    MoveAmount,
    MoveThing,
    Pair,
    Pot,
    Proceed,
    RemoveAmount,
    RemoveThing,
    Reveal,
    Set,
    Shuffle,
    Station,
    Swap,
    Unmark,
    Unpair,
)
from talesmith.syntax.tree.flow import (
    AtOnce,
    CallStep,
    Circle,
    End,
    For,
    If,
    Let,
    Loop,
    Next,
    Return,
    Secretly,
    Stop,
    Using,
)
from talesmith.syntax.tree.lines import Line

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
    | Unpair
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

Block: TypeAlias = tuple[Statement, ...]
"""The statements between two braces."""
