"""What stands in a text, as the outline that an editor shows."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed


@frozen
class Symbol:
    """Something with a name, and what stands inside it; `kind` is its leading word."""

    name: str
    kind: str
    span: Span
    at: Span
    inside: tuple[Symbol, ...] = ()


def outline(parsed: Parsed) -> tuple[Symbol, ...]:
    """Give the heads of a text with their members, rulesets, maps and scenarios."""
    return tuple(_top(top) for top in parsed.file.tops)


def _top(top: tree.Top) -> Symbol:
    if isinstance(top, tree.Scenario):
        return Symbol(top.title.text or "scenario", "scenario", top.span, top.title.span)
    if isinstance(top, tree.Card):
        return Symbol(
            top.name.text, top.kind.text, top.span, top.name.span, tuple(_inside(top.members))
        )
    if isinstance(top, tree.Map):
        regions = (line for line in top.lines if isinstance(line, tree.MapRegion))
        inside = tuple(Symbol(r.name.text, "region", r.span, r.name.span) for r in regions)
        return Symbol(top.name.text, "map", top.span, top.name.span, inside)
    return Symbol(top.name.text, "ruleset", top.span, top.name.span)


def _inside(members: tuple[tree.Node, ...]) -> Iterator[Symbol]:
    for member in members:
        shown = member.declaration if isinstance(member, tree.Replace) else member
        name = _name(shown)
        if name is not None:
            inside = tuple(_inside(getattr(shown, "members", ())))
            kind = type(shown).__name__.lower()
            yield Symbol(_said(shown, name), kind, member.span, name.span, inside)


def _name(member: tree.Node) -> tree.Word | tree.Text | None:
    if isinstance(member, tree.Offer):
        return member.title
    if isinstance(member, tree.Instead):
        return member.action
    name = getattr(member, "name", None)
    return name if isinstance(name, tree.Word) else None


def _said(member: tree.Node, name: tree.Word | tree.Text) -> str:
    return f"instead of {name.text}" if isinstance(member, tree.Instead) else name.text or "offer"
