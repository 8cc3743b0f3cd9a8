"""What a construct is made of in the text: its own pieces and the nodes in it, in order.

Here is decided what stands between two pieces: a blank, nothing, or the comments between them.
"""

from __future__ import annotations

from attrs import frozen

from talesmith.layout.document import BLANK, NOTHING, Doc, Hard, Remark, Text, row
from talesmith.layout.pieces import Pieces
from talesmith.layout.shapes import BRACKETS, INLINE
from talesmith.syntax import tree as t

CLOSED = frozenset(") ] , : ? .".split())
"""Signs with no blank before them."""
OPEN = frozenset("( [ .".split())
"""Signs with no blank behind them."""


@frozen
class Item:
    """A piece of `owner` itself, or a node in it: the pieces from `start` to `end`."""

    start: int
    end: int
    owner: t.Node
    node: t.Node | None = None


@frozen
class Items:
    """Reads constructs from the pieces of a text."""

    pieces: Pieces

    def of(self, node: t.Node, start: int, end: int) -> list[Item]:
        """What a construct is made of; every piece from `start` to `end` is in it once."""
        inside = [(*self.pieces.of(child.span), child) for child in t.children(node)]
        found: list[Item] = []
        at = start
        for first, behind, child in sorted(inside, key=lambda part: part[:2]):
            found += [Item(i, i + 1, node) for i in range(at, first)]
            if isinstance(child, INLINE):
                found += self.of(child, first, behind)
            else:
                found.append(Item(first, behind, node, child))
            at = behind
        return [*found, *(Item(i, i + 1, node) for i in range(at, end))]

    def text(self, item: Item) -> str:
        """The first word of an item."""
        return self.pieces.all[item.start].text

    def piece(self, at: int) -> Doc:
        """A piece without its comments."""
        return Text(self.pieces.all[at].text)

    def find(self, items: list[Item], sign: str) -> int | None:
        """Which item is a sign of the construct itself."""
        signs = (i for i, item in enumerate(items) if self.is_sign(item, sign))
        return next(signs, None)

    def is_sign(self, item: Item, sign: str) -> bool:
        """Whether an item is that sign of the construct itself."""
        return item.node is None and self.text(item) == sign

    def remark(self, at: int) -> list[Doc]:
        """The comment behind the piece before this one."""
        remark = self.pieces.all[at - 1].remark if at else ""
        return [Remark(remark)] if remark else []

    def line(self, at: int, *, first: bool, apart: bool = False) -> list[Doc]:
        """The break before a piece that leads a line, with the comments before it.

        Nothing stands before the `first` line of a body; an empty line always where it is `apart`.
        """
        piece = self.pieces.all[at]
        parts: list[Doc] = self.remark(at)
        for above in piece.above:
            parts += [Hard(blank=(above.blank or apart) and not first), Text(above.text)]
            first = apart = False
        return [*parts, Hard(blank=(piece.blank or apart) and not first)]

    def gap(self, item: Item) -> Doc:
        """What stands before an item inside a line."""
        left, right = self.pieces.all[item.start - 1], self.pieces.all[item.start]
        if left.remark or right.above:
            comments = (doc for above in right.above for doc in (Text(above.text), Hard()))
            return row([*self.remark(item.start), Hard(), *comments])
        return NOTHING if _is_glued(item, left.text, right.text) else BLANK


def _is_glued(item: Item, left: str, right: str) -> bool:
    """Whether nothing stands between an item and what is before it."""
    if right in CLOSED or left in OPEN:
        return True
    if left == "-" and isinstance(item.owner, t.Negative | t.Number):
        return True
    if item.node is None and right in {"(", "["}:
        return isinstance(item.owner, BRACKETS) and not left.startswith('"')
    return "/" in {left, right} and isinstance(item.owner, t.Times)
