"""What compiling the heads of many files leaves behind, before overlays are laid over it."""

from __future__ import annotations

from attrs import define, field, frozen

from talesmith.ground.span import Span
from talesmith.names.scope import Frame
from talesmith.ruleset.parts import (
    Card,
    Die,
    Handler,
    Hook,
    Item,
    Key,
    Map,
    Natives,
    Piece,
    Stack,
    State,
    Step,
    Suppress,
    Touch,
    Way,
    Where,
)


@frozen
class Replacement:
    """`replace` of one declaration: what takes its place, and who says so."""

    kind: str
    name: str
    card: str
    thing: object
    span: Span


@define
class Gathered:
    """The parts of a ruleset by kind, in the order in which they were read."""

    cards: list[Card] = field(factory=list)
    hooks: list[Hook] = field(factory=list)
    steps: list[Step] = field(factory=list)
    handlers: list[Handler] = field(factory=list)
    keys: list[Key] = field(factory=list)
    dice: list[Die] = field(factory=list)
    markers: list[Piece] = field(factory=list)
    units: list[Piece] = field(factory=list)
    items: list[Item] = field(factory=list)
    ways: list[Way] = field(factory=list)
    suppressions: list[Suppress] = field(factory=list)
    states: list[State] = field(factory=list)
    stacks: list[Stack] = field(factory=list)
    natives: list[Natives] = field(factory=list)
    maps: list[Map] = field(factory=list)
    replacements: list[Replacement] = field(factory=list)
    touches: list[Touch] = field(factory=list)
    """what house rules touch"""
    spans: dict[str, Span] = field(factory=dict)
    """where handlers, steps, hooks and cards stand, by id, for checks of the whole"""

    frames: dict[str, Frame] = field(factory=dict)
    """the slots of handlers, to find names nobody reads"""

    def add(self, other: Gathered) -> None:
        """Take over everything of another one."""
        for name in PARTS:
            getattr(self, name).extend(getattr(other, name))
        self.spans.update(other.spans)
        self.frames.update(other.frames)


PARTS = (
    "cards", "hooks", "steps", "handlers", "keys", "dice", "markers", "units", "items", "ways",
    "suppressions", "states", "stacks", "natives", "maps", "replacements",
    "touches",
)  # fmt: skip


def where(span: Span) -> Where:
    """Give the place of a span as a ruleset keeps it."""
    return Where(span.path, span.line)
