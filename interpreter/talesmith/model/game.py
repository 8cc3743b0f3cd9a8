"""A game: one immutable value that holds everything, half-finished effects included."""

from typing import Any, TypeAlias

from attrs import field, frozen
from pyrsistent import PMap, PVector, pmap, pvector

Frame: TypeAlias = tuple[int, int, tuple[Any, ...]]
"""(code, resume point, slots)"""
Chain: TypeAlias = tuple[Any, ...]
"""stack of frames: () or (top frame, chain below)"""
Event: TypeAlias = tuple[Any, ...]


@frozen
class Sparse:
    """What is rare: used limits, things that last, and records of what was done."""

    limits: PMap[Any, int] = field(factory=pmap)
    lasting: tuple[Any, ...] = ()
    """items, marks with an end, cards in force: (number, kind, name, bearer, until, values, maker)"""
    past: tuple[tuple[Any, ...], ...] = ()
    """for each action that is remembered: its records, oldest first"""
    serial: int = 0
    """number of the next lasting thing"""


@frozen
class Game:
    """A position between two answers.  Equal games have equal parts; nothing in it changes.

    `request` is the open question as numbers (see `play.questions`), None when the game is over.
    """

    cells: bytes
    nums: tuple[int, ...]
    stack: Chain = ()
    request: tuple[Any, ...] | None = None
    number: int = 0
    """answers given so far, automatic ones not counted"""
    sparse: Sparse = field(factory=Sparse)
    log: PVector[tuple[Event, ...]] = field(factory=pvector, repr=False)
