"""Units of rules: the smallest parts of a text that can be seen at work, or not.

    hook         its body ran; of a hook of lines: one of them spoke; of a way: it was switched on
    guard        seen to hold and to fail
    branch       `then`, `else`, `done` (the player wanted no more), `none` (nothing to choose from)
    option       chosen, and left for another one
    number       the lowest, the highest, one between
    loop         no round, one, several; left by `stop` or `end`
    expiry       an item, event or marker has come to its end this way
    permission   has forbidden, alone, what else were allowed; has shown its reason; a `waive`
                 that was needed
    replacement  declined, where it may be; beside another candidate
    felt         a value, or what is earned, would be another one without this line
    suppression  a card was asked while it was off

Whoever records finds a unit by its number, which is its place in `Units`.  A *touch* is no unit: it
says that a text was come to at all, which is what a change of it could be noticed by.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

KINDS = (
    "hook", "guard", "branch", "option", "number", "loop", "expiry", "permission", "replacement",
    "felt", "suppression",
)  # fmt: skip
TOUCH = "touch"


@frozen
class Unit:
    """One thing to be seen of a text; equal in every ruleset that has the text."""

    kind: str
    card: str
    """full name of the card; of rules PACKAGE.HOOK or PACKAGE.STEP"""
    owner: str
    """handler, step, action, hook, way or piece in which it stands"""
    path: str
    at: int
    """line * 4096 + column; column 0 where only the line is known"""
    what: str

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.at >> 12

    @property
    def name(self) -> str:
        """How a report calls it: kind, line and what."""
        return f"{self.line} {self.kind} {self.what}"


Cell = tuple[str, str, str]
"""a hook and two sources that have spoken in it together, in the order of their names"""
Node = tuple[str, int]
"""a place in the typed form: its owner (see `Unit`), and line * 4096 + column"""


@frozen
class Units:
    """Every unit of some rulesets, numbered; what is asked for twice has one number."""

    all: list[Unit] = field(factory=list)
    numbers: dict[Unit, int] = field(factory=dict)
    nodes: dict[Node, set[int]] = field(factory=dict)
    """for each place of the typed form what is seen when a game comes to it"""

    def number(self, unit: Unit) -> int:
        """The number of a unit, a new one if it is unknown."""
        found = self.numbers.get(unit)
        if found is None:
            found = self.numbers[unit] = len(self.all)
            self.all.append(unit)
        return found

    def touched_by(self, owner: str, at: int, number: int) -> None:
        """Note that a game comes to a place when it sees this."""
        self.nodes.setdefault((owner, at), set()).add(number)

    def wanted(self) -> Iterator[tuple[int, Unit]]:
        """Yield the units that a report is about, with their numbers."""
        for number, unit in enumerate(self.all):
            if unit.kind != TOUCH:
                yield number, unit
