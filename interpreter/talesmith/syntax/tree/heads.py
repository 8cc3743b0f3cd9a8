"""What stands between the name of a member and its body: sides, guards, limits, durations."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from talesmith.syntax.tree.base import FullName, Node, Type, Word
from talesmith.syntax.tree.expressions import Expression


@frozen
class Side(Node):
    """`as role`."""

    role: Word


@frozen
class Phase(Node):
    """`also declined`, `only declined`, `only offered`."""

    mode: Word
    phase: Word


@frozen
class Guard(Node):
    """`when condition`."""

    condition: Expression


@frozen
class Limit(Node):
    """`limit count per window per key shared word`."""

    count: Expression
    window: Word
    key: Expression | None
    shared: Word | None


@frozen
class Sequence(Node):
    """`after card` or `before card`."""

    order: Word
    card: FullName


HeadPart: TypeAlias = Side | Phase | Guard | Limit | Sequence
"""Parts of a head, kept in the order in which they are written."""


@frozen
class UntilWord(Node):
    """`turn`, `round`, `used`, `game`."""

    word: Word


@frozen
class UntilEdge(Node):
    """`start of turn` or `end of turn`, as in `start of owner.turn`."""

    edge: Word
    turn: Expression


@frozen
class UntilLeaves(Node):
    """`who leaves`."""

    who: Expression


@frozen
class UntilDeclines(Node):
    """`who declines`."""

    who: Expression


Duration: TypeAlias = UntilWord | UntilEdge | UntilLeaves | UntilDeclines
"""When something ends; several are joined by `or`, the first one counts."""


@frozen
class Parameter(Node):
    """`name: type = default`."""

    name: Word
    type: Type
    default: Expression | None = None


@frozen
class Range(Node):
    """`at_least least at_most most`: one of the two at least."""

    least: Expression | None
    most: Expression | None


@frozen
class Fate(Node):
    """`stays kind when ...` of a marker or a unit."""

    kind: Word
    guard: Guard | None
