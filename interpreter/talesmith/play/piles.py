"""Verbs about stacks: a count and then the things, bottom first."""

from talesmith.model import chance
from talesmith.model.layout import Layout
from talesmith.play.machine import Defect, Machine


class Pile:
    """One stack of a layout."""

    def __init__(self, layout: Layout, name: str) -> None:
        """Bind to the stack of that name."""
        self.name = name
        self.at = layout[f"stack {name}"]
        self.room = layout.size(f"stack {name}") - 1
        self.chance = layout["chance"]

    def things(self, m: Machine) -> tuple[int, ...]:
        """Everything in the stack, top first."""
        return tuple(reversed(m.cells[self.at + 1 : self.at + 1 + m.cells[self.at]]))

    def count(self, m: Machine) -> int:
        """How many things are in the stack."""
        return m.cells[self.at]

    def top(self, m: Machine) -> int | None:
        """The thing on top."""
        n = m.cells[self.at]
        return m.cells[self.at + n] if n else None

    def bottom(self, m: Machine) -> int | None:
        """The last thing."""
        return m.cells[self.at + 1] if m.cells[self.at] else None

    def draw(self, m: Machine, *, lowest: bool = False) -> int | None:
        """Take the top (or last) thing, None if the stack is empty."""
        things = list(self.things(m))
        if not things:
            return None
        drawn = things.pop(-1 if lowest else 0)
        self.write(m, things)
        m.log.append(("draw", self.name, drawn))
        return drawn

    def put(self, m: Machine, thing: int, *, lowest: bool = False) -> None:
        """Lay a thing on top or under the stack."""
        things = list(self.things(m))
        things.insert(len(things) if lowest else 0, thing)
        self.write(m, things)
        m.log.append(("stack", self.name, thing, int(lowest)))

    def shuffle(self, m: Machine) -> None:
        """Shuffle the stack."""
        m.nums[self.chance], things = chance.shuffled(m.nums[self.chance], list(self.things(m)))
        self.write(m, things)
        m.log.append(("shuffle", self.name))

    def write(self, m: Machine, things: list[int]) -> None:
        """Make the stack hold these, top first."""
        if len(things) > self.room:
            raise Defect(f"more than {self.room} things in {self.name}: {m.backtrace()}")
        start = self.at
        m.cells[start] = len(things)
        empty = bytes(self.room - len(things))
        m.cells[start + 1 : start + 1 + self.room] = bytes(reversed(things)) + empty
        m.memo.clear()
