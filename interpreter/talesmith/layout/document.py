"""A small algebra of documents: what may be broken over lines, and how far it is indented then.

A document is built once, without knowing where on the page it will stand; `render` decides which
of its lines are broken.  What contains a `Hard` or a `Remark` is `forced`: it never stands on one
line.

| part | on one line | broken |
|---|---|---|
| `Text` | itself | itself |
| `Line` | its blanks | a line break |
| `Hard` | never | a line break, behind an empty line if it is `blank` |
| `Remark` | never | a comment at the end of its line; a `Hard` follows |
| `Row` | its parts | its parts |
| `Nest` | what is in it | two columns further in than what is around it |
| `Here` | what is in it | indented as the line on which it begins |
| `Group` | what is in it | on one line if there is room, otherwise all its lines are broken |
| `Flow` | its clauses | as many clauses on a line as there is room for |
| `Chain` | both, with a blank between | the second leads a line if the first does not fill several |
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, field, frozen


@frozen
class Text:
    """A piece without a line break."""

    text: str
    forced = False


@frozen
class Line:
    """Blanks, or a line break."""

    flat: str = " "
    forced = False


@frozen
class Hard:
    """A line break in any case, behind an empty line if it is `blank`."""

    blank: bool = False
    forced = True


@frozen
class Remark:
    """A comment that ends its line, before the `Hard` that breaks it."""

    text: str
    forced = True


@frozen
class Row:
    """Parts one after the other."""

    parts: tuple[Doc, ...]
    forced: bool = field(init=False, eq=False, repr=False)

    @forced.default
    def _forced(self) -> bool:
        return any(part.forced for part in self.parts)


@frozen
class Around:
    """One document with something about how it is set."""

    doc: Doc
    forced: bool = field(init=False, eq=False, repr=False)

    @forced.default
    def _forced(self) -> bool:
        return self.doc.forced


@frozen
class Nest(Around):
    """Two columns further in than what is around it."""


@frozen
class Here(Around):
    """Indented as the line on which it begins."""


@frozen
class Group(Around):
    """On one line, or with all its lines broken."""


@frozen
class Chain:
    """`first second`; broken, the second leads a line if the first does not fill several."""

    first: Doc
    second: Doc
    forced: bool = field(init=False, eq=False, repr=False)

    @forced.default
    def _forced(self) -> bool:
        return self.first.forced or self.second.forced


@frozen
class Clause:
    """A part of a flow that is kept together, and what stands before it.

    One that is too long even for a line of its own is taken apart into `parts`, if it has any; a
    `loose` one begins on the line where the one before it ends.  A `strict` one leads a line
    unless there is room for all clauses behind it, too.
    """

    before: Doc
    doc: Doc
    parts: tuple[Clause, ...] = ()
    loose: bool = False
    strict: bool = False


@frozen
class Flow:
    """Clauses that fill lines, from the one numbered `at` on.

    The first one begins where the flow does; any other may lead a line, and must behind a clause
    that fills several.
    """

    clauses: tuple[Clause, ...]
    at: int = 0
    behind_tall: bool = False
    forced: bool = field(init=False, eq=False, repr=False)

    @forced.default
    def _forced(self) -> bool:
        return not self.at and any(c.before.forced or c.doc.forced for c in self.clauses)

    def behind(self, *, tall: bool) -> Flow | None:
        """The flow without its first clause; None if there is no other."""
        more = self.at + 1 < len(self.clauses)
        return evolve(self, at=self.at + 1, behind_tall=tall) if more else None


Doc = Text | Line | Hard | Remark | Row | Nest | Here | Group | Chain | Flow
"""Every kind of document."""

NOTHING = Text("")
BLANK = Text(" ")


def row(parts: Iterable[Doc]) -> Doc:
    """Parts one after the other, without those that are nothing."""
    kept = tuple(part for part in parts if part != NOTHING)
    return kept[0] if len(kept) == 1 else Row(kept)


def hang(clauses: tuple[Clause, ...]) -> Doc:
    """Clauses whose further lines are two columns further in than the first."""
    if len(clauses) == 1:
        return row((clauses[0].before, clauses[0].doc))
    return Here(Nest(Flow(clauses)))
