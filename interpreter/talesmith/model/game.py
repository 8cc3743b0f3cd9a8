"""A game: one immutable value that holds everything, half-finished effects included."""

from typing import Any, TypeAlias

from attrs import field, fields, frozen
from pyrsistent import PMap, PVector, pmap, pvector

Frame: TypeAlias = tuple[int, int, tuple[Any, ...]]
"""(code, resume point, slots)"""
Chain: TypeAlias = tuple[Any, ...]
"""stack of frames: () or (top frame, chain below)"""
Event: TypeAlias = tuple[Any, ...]


@frozen(weakref_slot=False)
class Sparse:
    """What is rare: used limits, things that last, and records of what was done."""

    limits: PMap[Any, int] = field(factory=pmap)
    lasting: tuple[Any, ...] = ()
    """items, marks with an end, cards in force: (number, kind, name, bearer, until, values, maker)"""
    past: tuple[tuple[Any, ...], ...] = ()
    """for each action that is remembered: its records, oldest first"""
    serial: int = 0
    """number of the next lasting thing"""


@frozen(weakref_slot=False)
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


class _OpenSparse:
    __slots__ = tuple(place.name for place in fields(Sparse))


class OpenGame:
    """What becomes a `Game` when all its places are written and its class is set.

    So it is made in a third of the time: a frozen class writes each of its places in a roundabout
    way, and every step of the machine ends with a new game.
    """

    __slots__ = tuple(place.name for place in fields(Game))


def sparse_of(
    limits: PMap[Any, int], lasting: tuple[Any, ...], past: tuple[Any, ...], serial: int
) -> Sparse:
    """`Sparse(...)`, made as an `OpenGame` is made a game."""
    sparse: Any = _OpenSparse()
    sparse.limits, sparse.lasting, sparse.past, sparse.serial = limits, lasting, past, serial
    sparse.__class__ = Sparse
    return sparse  # type: ignore[no-any-return]
