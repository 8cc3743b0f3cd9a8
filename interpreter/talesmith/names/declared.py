"""Every word that a file declares, collected before anything is looked up.

The first pass: a card may use a marker that stands further down or in another file, so all
declarations are gathered first.  Nothing is judged here; two words of one name are found when the
vocabulary is put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.names.scope import Home
from talesmith.syntax import tree

KIND_OF = {
    tree.Marker: "marker", tree.Unit: "unit", tree.Item: "item", tree.Way: "way",
    tree.Stack: "stack", tree.Natives: "natives", tree.State: "state", tree.Words: "words",
    tree.Property: "property", tree.Key: "key", tree.Die: "die", tree.Value: "value",
    tree.Permission: "permission", tree.Ledger: "ledger", tree.Moment: "moment",
    tree.Point: "point", tree.Action: "action", tree.Step: "step",
}  # fmt: skip
"""Members that declare a word, and what they declare."""

HOOK_KINDS = ("value", "permission", "ledger", "moment", "point", "action")
"""Declarations that cards may answer to."""

CARD_KINDS = ("race", "power", "event", "artifact", "place")
"""Heads that are cards of the game, not parts of the rules."""


@frozen
class Declared:
    """One declaration: what it is, where it lives, and its node."""

    kind: str
    name: str
    home: Home
    span: Span
    node: Any

    @property
    def full(self) -> str:
        """The full name: PACKAGE.NAME, and PACKAGE.CARD.NAME for what is known to a card alone."""
        if self.kind in ("item", "way", "state", "step") and not self.home.is_rules:
            return f"{self.home.card}.{self.name}"
        return f"{self.home.package}.{self.name}"


def package_of(file: tree.File) -> str:
    """Give the package in which the names of a file live; without a header it is `my`."""
    header = file.header
    return header.package.text if header and header.package else "my"


def home_of(card: tree.Card, package: str) -> Home:
    """Give the home of everything inside a head."""
    return Home(package, f"{package}.{card.name.text}", card.kind.text)


def declared_in(file: tree.File) -> Iterator[Declared]:
    """Yield every declaration of a file, heads before what stands inside them."""
    package = package_of(file)
    for top in file.tops:
        if isinstance(top, tree.Card):
            home = home_of(top, package)
            yield Declared(top.kind.text, top.name.text, home, top.name.span, top)
            yield from _members(top.members, home)
        elif isinstance(top, tree.Map | tree.Ruleset):
            kind = "map" if isinstance(top, tree.Map) else "ruleset"
            home = Home(package, f"{package}.{top.name.text}", kind)
            yield Declared(kind, top.name.text, home, top.name.span, top)


def _members(members: tuple[Any, ...], home: Home) -> Iterator[Declared]:
    for member in members:
        kind = KIND_OF.get(type(member))
        if kind is not None:
            yield Declared(kind, member.name.text, home, member.name.span, member)
        if isinstance(member, tree.Replace) and isinstance(member.declaration, tree.Words):
            node = member.declaration
            yield Declared("more words", node.name.text, home, node.name.span, node)
        if isinstance(member, tree.Item | tree.Marker | tree.Unit | tree.Way):
            yield from _members(member.members, home)
        yield from _parts(member, home)


def _parts(member: Any, home: Home) -> Iterator[Declared]:
    """Yield the named parts that a member adds to a permission; `node` is the permission's name."""
    if isinstance(member, tree.Replace):
        member = member.declaration
    if isinstance(member, tree.Hook | tree.Permission):
        for line in member.block or ():
            if isinstance(line, tree.Forbid):
                part = line.part
                yield Declared("part", part.text, home, part.span, member.name.text)
