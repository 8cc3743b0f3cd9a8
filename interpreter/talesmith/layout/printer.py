"""From a tree and its text to a document.

The words of a construct are taken from the text, piece by piece; the tree only tells which pieces
belong together.  So nothing can get lost: every piece is set once and in order, with its comments,
whatever the tree looks like, and brackets that an author wrote around an expression stay.

A construct is a flow of clauses, each led by one of the words or parts that `shapes` names or by
what follows a comma; then perhaps a body in braces, and what follows that.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import frozen

from talesmith.layout.document import (
    BLANK,
    NOTHING,
    Chain,
    Clause,
    Doc,
    Group,
    Hard,
    Here,
    Line,
    Nest,
    Text,
    hang,
    row,
)
from talesmith.layout.items import Item, Items
from talesmith.layout.pieces import Pieces
from talesmith.layout.shapes import (
    BINDERS,
    LEADS,
    LOOSE,
    PARTS,
    SPREAD,
    STRICT,
    TOGETHER,
    TWO_BLANKS,
)
from talesmith.syntax import tree as t


def printed(file: t.File, pieces: Pieces) -> Doc:
    """Return the document of a whole text."""
    return Printer(pieces, Items(pieces)).file(file)


@frozen
class Printer:
    """Makes documents of the nodes of one text."""

    pieces: Pieces
    items: Items

    # ---- whole texts and lists of lines ----------------------------------------------------------

    def file(self, file: t.File) -> Doc:
        """A whole text; behind its header stands an empty line."""
        end = len(self.pieces.all) - 1
        parts: list[Doc] = []
        header = False
        for item in self.items.of(file, 0, end):
            parts += self.items.line(item.start, first=not parts, apart=header)
            parts.append(self.item(item))
            header = isinstance(item.node, t.Header)
        return row([*parts, *self.items.line(end, first=not parts)])

    def body(self, node: t.Node, units: list[Item], opening: Item, closing: Item) -> Doc:
        """What stands between two braces, with them."""
        spread = bool(units) and (isinstance(node, SPREAD) or self.is_deep(node, units))
        edge: Doc = Hard() if spread else Line()
        inside: list[Doc] = []
        for previous, unit in zip([None, *units], units, strict=False):
            inside += [*self.between(node, previous, unit, edge), self.item(unit)]
        remark = self.items.remark(closing.start)
        inside += remark
        comments = self.pieces.all[closing.start].above
        for number, above in enumerate(comments):
            inside += [Hard(blank=above.blank and bool(units or number)), Text(above.text)]
        end = Hard() if comments or remark else edge
        braces = self.item(opening), self.item(closing)
        return Group(row([braces[0], Nest(row(inside)), end, braces[1]]))

    def is_deep(self, node: t.Node, units: list[Item]) -> bool:
        """Whether more braces stand in a body than read well on one line."""
        inside = self.pieces.all[units[0].start : units[-1].end]
        most = 0 if isinstance(node, t.If) and node.otherwise else 1
        return sum(piece.text == "{" for piece in inside) > most

    def between(self, node: t.Node, previous: Item | None, unit: Item, edge: Doc) -> list[Doc]:
        """What stands before a line of a body; `edge` before the first without a comment."""
        piece = self.pieces.all[unit.start]
        if piece.above or self.items.remark(unit.start):
            return self.items.line(unit.start, first=previous is None)
        if previous is None:
            return [edge]
        if isinstance(node, TWO_BLANKS):
            return [Line("  ")]
        if not piece.blank and all(isinstance(u.node, TOGETHER) for u in (unit, previous)):
            return [BLANK]
        return self.items.line(unit.start, first=False)

    # ---- constructs ------------------------------------------------------------------------------

    def item(self, item: Item) -> Doc:
        """The document of an item."""
        if item.node is None or item.end == item.start + 1:
            return self.items.piece(item.start)
        return self.node(item.node, self.items.of(item.node, item.start, item.end))

    def node(self, node: t.Node, items: list[Item]) -> Doc:
        """The document of a construct."""
        if isinstance(node, t.Header):
            return self.header(items)
        if isinstance(node, t.Words) and any(entry.texts for entry in node.entries):
            return self.words(items)
        if isinstance(node, t.If):
            return self.condition(node, items)
        made = self.construct(node, items)
        return Here(made) if isinstance(node, t.Branch) else made

    def construct(self, node: t.Node, items: list[Item]) -> Doc:
        """Clauses, perhaps a body, perhaps more behind it."""
        opening, closing = self.items.find(items, "{"), self.items.find(items, "}")
        if opening is None or closing is None:
            return hang(self.clauses(node, items))
        head, units, tail = items[:opening], items[opening + 1 : closing], items[closing + 1 :]
        body = self.body(node, units, items[opening], items[closing])
        parts = [hang(self.clauses(node, head)), self.items.gap(items[opening]), body]
        for item in tail:
            parts += [self.items.gap(item), self.item(item)]
        return row(parts)

    def header(self, items: list[Item]) -> Doc:
        """The language, and the package on a line of its own."""
        package = self.items.find(items, "package")
        if package is None:
            return self.sequence(items)
        gap = self.items.gap(items[package])
        below = gap if gap.forced else Hard()
        return row([self.sequence(items[:package]), below, self.sequence(items[package:])])

    def condition(self, node: t.If, items: list[Item]) -> Doc:
        """`if`, with `else` on a line of its own or behind the brace."""
        other = self.items.find(items, "else")
        if other is None:
            return self.construct(node, items)
        first = self.construct(node, items[:other])
        second = self.construct(node, items[other:])
        gap = self.items.gap(items[other])
        return row([first, gap, second]) if gap.forced else Group(Chain(first, second))

    def words(self, items: list[Item]) -> Doc:
        """`words name = entries`: the entries below each other unless all stand on one line."""
        first = 1 + next(i for i, item in enumerate(items) if self.items.is_sign(item, "="))
        inside: list[Doc] = []
        for item in items[first:]:
            if item.node is None:
                inside.append(self.items.piece(item.start))
            else:
                inside += [self.gap_or_line(item), self.entry(item.node, item)]
        return Group(row([self.sequence(items[:first]), Nest(row(inside))]))

    def entry(self, node: t.Node, item: Item) -> Doc:
        """`name "text" "text"`: on one line, or the texts below each other."""
        name, *texts = self.items.of(node, item.start, item.end)
        parts = [self.item(name)]
        for number, text in enumerate(texts):
            gap = self.gap_or_line(text) if number else self.items.gap(text)
            parts += [gap, self.item(text)]
        return Group(Nest(row(parts)))

    def gap_or_line(self, item: Item) -> Doc:
        """What stands before an item that may lead a line."""
        gap = self.items.gap(item)
        return gap if gap.forced else Line()

    # ---- clauses ---------------------------------------------------------------------------------

    def clauses(self, node: t.Node, items: list[Item]) -> tuple[Clause, ...]:
        """The clauses of a construct; a `where` is a part of the clause that it ends.

        A comma parts clauses only before the first of them that a word leads.
        """
        found: list[list[list[Item]]] = [[[items[0]]]]
        led = False
        for previous, item in pairwise(items):
            leads = self.leads(node, item)
            if leads or (not led and self.is_comma(previous)):
                led = led or leads
                found.append([[item]])
            elif not isinstance(item.node, t.Where):
                found[-1][-1].append(item)
            elif len(found) == 1:
                found.append([[item]])
            else:
                found[-1].append([item])
        last = len(found) - 1
        return tuple(self.clause(parts, i == 0, i == last) for i, parts in enumerate(found))

    def clause(self, parts: list[list[Item]], first: bool, last: bool) -> Clause:
        """One clause, and its parts if there are several."""
        begin = parts[0][0]
        gaps = [self.items.gap(part[0]) for part in parts]
        if first:
            gaps[0] = NOTHING
        made = tuple(Clause(g, self.sequence(p)) for g, p in zip(gaps, parts, strict=True))
        whole = row([made[0].doc, *(doc for c in made[1:] for doc in (c.before, c.doc))])
        loose = last and isinstance(begin.node, LOOSE)
        strict = isinstance(begin.node, STRICT) or self.items.is_sign(begin, "by")
        split = made if len(made) > 1 else ()
        return Clause(gaps[0], whole, split, loose=loose, strict=strict and not loose)

    def leads(self, node: t.Node, item: Item) -> bool:
        """Whether an item leads a clause of its own."""
        if isinstance(item.node, PARTS):
            return True
        word = self.items.text(item)
        own = item.owner is node and isinstance(item.node, t.Word | None)
        return word in LEADS.get(type(node), ()) and (own or word in BINDERS)

    def sequence(self, items: list[Item]) -> Doc:
        """Items behind each other, in lines that are broken behind commas only."""
        found = [Clause(NOTHING, self.item(items[0]))]
        for previous, item in pairwise(items):
            last, gap, made = found[-1], self.items.gap(item), self.item(item)
            if self.is_comma(previous):
                found.append(Clause(gap, made))
            else:
                found[-1] = Clause(last.before, row([last.doc, gap, made]))
        return hang(tuple(found))

    def is_comma(self, item: Item) -> bool:
        """Whether a line may be broken behind an item because it is a comma."""
        return self.items.is_sign(item, ",") and not isinstance(item.owner, t.Row)
