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
        cells, start = m.cells, self.at
        count = cells[start]
        if not count:
            return None
        top = start + count
        drawn = cells[start + 1 if lowest else top]
        if lowest:
            cells[start + 1 : top] = cells[start + 2 : top + 1]
        cells[top], cells[start] = 0, count - 1
        m.memo.clear()
        m.log.append(("draw", self.name, drawn))
        return drawn

    def put(self, m: Machine, thing: int, *, lowest: bool = False) -> None:
        """Lay a thing on top or under the stack."""
        cells, start = m.cells, self.at
        count = cells[start] + 1
        self._check_room(m, count)
        top = start + count
        if lowest:
            cells[start + 2 : top + 1] = cells[start + 1 : top]
        cells[start + 1 if lowest else top] = thing
        cells[start] = count
        m.memo.clear()
        m.log.append(("stack", self.name, thing, int(lowest)))

    def take(self, m: Machine, thing: int) -> None:
        """Take a thing out of the stack, wherever in it it lies; nothing if it is not there."""
        things = list(self.things(m))
        if thing in things:
            things.remove(thing)
            self.write(m, things)

    def shuffle(self, m: Machine) -> None:
        """Shuffle the stack."""
        m.nums[self.chance], things = chance.shuffled(m.nums[self.chance], list(self.things(m)))
        self.write(m, things)
        m.log.append(("shuffle", self.name))

    def write(self, m: Machine, things: list[int]) -> None:
        """Make the stack hold these, top first."""
        self._check_room(m, len(things))
        start = self.at
        m.cells[start] = len(things)
        empty = bytes(self.room - len(things))
        m.cells[start + 1 : start + 1 + self.room] = bytes(reversed(things)) + empty
        m.memo.clear()

    def _check_room(self, m: Machine, n: int) -> None:
        if n > self.room:
            raise Defect(f"more than {self.room} things in {self.name}: {m.backtrace()}")
