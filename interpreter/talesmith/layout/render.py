"""From a document to text: which lines are broken.

A page is a stack of documents that are still to be set, each with its indentation and whether it
stands on one line (`flat`).  `fits` looks ahead: at what is asked about, and then at what stands
behind it up to the first place where a line may be broken.
"""

from __future__ import annotations

from attrs import define, field

from talesmith.layout.document import (
    BLANK,
    Chain,
    Doc,
    Flow,
    Group,
    Hard,
    Line,
    Remark,
    Row,
    Text,
)
from talesmith.layout.room import Task, fits, in_margin, inside

WIDTH = 100
"""Columns of a line."""


def render(doc: Doc) -> str:
    """Return the text of a document, with a line break at its end."""
    page = Page([(0, False, doc)])
    while page.stack:
        page.set(*page.stack.pop())
    page.end_line()
    return "\n".join(page.done).strip("\n") + "\n"


@define
class Page:
    """A page that is being set."""

    stack: list[Task]
    done: list[str] = field(factory=list)
    line: list[str] = field(factory=list)
    column: int = 0
    indent: int = 0
    """of the line that is being set"""

    def set(self, indent: int, flat: bool, doc: Doc) -> None:
        """Set a document, or put its parts on the stack."""
        match doc:
            case Text(text):
                self.write(text)
            case Remark(text):
                self.write(" " * self.gap(text) + text)
            case Line(blanks) if flat:
                self.write(blanks)
            case Line():
                self.new_line(indent)
            case Hard(blank):
                self.new_line(indent, blank=blank)
            case Group(inner):
                room = WIDTH - self.column
                short = flat or (not inner.forced and fits(room, inner, self.stack))
                self.stack.append((indent, short, inner))
            case Flow() if not flat:
                self.flow(indent, doc)
            case Chain() if not flat:
                self.chain(indent, doc)
            case _:
                self.stack.extend(inside(indent, flat, doc, line=self.indent))

    def write(self, text: str) -> None:
        """Go on with the line."""
        self.line.append(text)
        self.column += len(text)

    def end_line(self) -> None:
        """Finish the line."""
        self.done.append("".join(self.line).rstrip())

    def new_line(self, indent: int, *, blank: bool = False) -> None:
        """Finish the line and begin another, perhaps behind an empty one."""
        self.end_line()
        if blank:
            self.done.append("")
        self.line, self.column, self.indent = [" " * indent], indent, indent

    def gap(self, remark: str) -> int:
        """How many blanks stand before a remark."""
        return (in_margin(remark, self.column) or self.column + 2) - self.column

    def flow(self, indent: int, flow: Flow) -> None:
        """Set the first clause of a flow and leave the others for later."""
        first = flow.clauses[flow.at]
        if flow.at and self.is_split(indent, flow):
            rest = (*first.parts, *flow.clauses[flow.at + 1 :])
            self.stack.append((indent, False, Flow((first, *rest), 1, flow.behind_tall)))
            return
        breaks = bool(flow.at) and not first.before.forced and self.leads(indent, flow)
        before = Hard() if breaks else first.before
        room = WIDTH - (indent if before.forced else self.column + 1)
        rest_of_flow = flow.behind(tall=not fits(room, first.doc, ()))
        if rest_of_flow:
            self.stack.append((indent, False, rest_of_flow))
        self.stack += [(indent, False, first.doc), (indent, False, before)]

    def is_split(self, indent: int, flow: Flow) -> bool:
        """Whether the first clause of a flow is too long even for a line of its own."""
        first = flow.clauses[flow.at]
        return bool(first.parts) and not fits(WIDTH - indent, first.doc, self.behind(flow))

    def leads(self, indent: int, flow: Flow) -> bool:
        """Whether the first clause of a flow leads a line."""
        first, behind = flow.clauses[flow.at], self.behind(flow)
        room = WIDTH - self.column
        if flow.behind_tall:
            return True
        if first.strict:
            continued = self.indent == indent
            return not fits(room, flow, self.stack, bodies=continued)
        if fits(room, Row((first.before, first.doc)), behind):
            return False
        if not first.loose or fits(WIDTH - indent, first.doc, behind, bodies=True):
            return True
        return not fits(room, first.before, [(indent, False, first.doc)])

    def behind(self, flow: Flow) -> list[Task]:
        """What must stand on one line with the first clause of a flow: nothing if others follow."""
        return [] if flow.at + 1 < len(flow.clauses) else self.stack

    def chain(self, indent: int, doc: Chain) -> None:
        """Set a chain whose parts do not stand on one line together."""
        short = not doc.first.forced and fits(WIDTH - self.column, doc.first, ())
        self.stack.append((indent, False, doc.second))
        self.stack.append((indent, False, Hard() if short else BLANK))
        self.stack.append((indent, short, doc.first))
