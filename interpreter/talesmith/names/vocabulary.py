"""The words that cards may use: what Python gives, and what the rules and cards declare.

Built from the declarations of all files that belong together.  Words of the rules and pieces are
for everybody; steps, items and ways of a card are looked up in that card first; a short name means
the thing of the own package before those of others (language reference, packages and full names).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field, frozen

from talesmith.ground.span import Span
from talesmith.names.declared import Declared
from talesmith.names.findings import Findings
from talesmith.names.scope import Home
from talesmith.names.types import CARDS, UNKNOWN
from talesmith.ruleset.vocabulary import TYPES
from talesmith.syntax import tree

PIECES = ("marker", "unit", "natives", "stack")
OWN_FIRST = ("item", "way", "step", "state")


@frozen
class Parameter:
    """A parameter of a hook, step or item."""

    name: str
    type: str
    has_default: bool = False


@frozen
class Signature:
    """What a hook, step or item takes and gives; `roles` as in `ruleset.parts.Hook`."""

    name: str
    kind: str
    home: Home
    parameters: tuple[Parameter, ...]
    type: str
    roles: tuple[int, ...]
    span: Span
    node: Any = field(eq=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters in order."""
        return tuple(p.name for p in self.parameters)

    @property
    def both_roles(self) -> bool:
        """Whether a side must be said."""
        return len(self.roles) == 2


@define
class Vocabulary:
    """All words of the files that belong together."""

    things: dict[str, dict[str, list[Declared]]] = field(factory=dict)
    """kind, name: every declaration of that name"""
    words: dict[str, dict[str, Declared]] = field(factory=dict)
    """word set, word"""
    keys: dict[str, tuple[str, ...]] = field(factory=dict)
    hooks: dict[str, Signature] = field(factory=dict)
    """hooks of all kinds by name, and `after_ACTION`"""
    signatures: dict[str, Signature] = field(factory=dict)
    """steps and items by full name"""
    properties: dict[str, str] = field(factory=dict)
    """HOLDER.NAME of printed values, and their types"""
    states: dict[str, list[tuple[Declared, str]]] = field(factory=dict)
    """HOLDER.NAME: declarations with that name, and their types"""
    packages: set[str] = field(factory=set)
    parts: dict[str, set[str]] = field(factory=dict)
    """permission: the names of its `forbid` lines, wherever they stand"""

    def copy(self) -> Vocabulary:
        """Give another one that can grow by itself."""
        return Vocabulary(
            {
                kind: {name: list(found) for name, found in named.items()}
                for kind, named in self.things.items()
            },
            {name: dict(words) for name, words in self.words.items()},
            dict(self.keys),
            dict(self.hooks),
            dict(self.signatures),
            dict(self.properties),
            {name: list(found) for name, found in self.states.items()},
            set(self.packages),
            {name: set(parts) for name, parts in self.parts.items()},
        )

    def all(self, kind: str) -> Mapping[str, list[Declared]]:
        """Give everything of a kind by short name."""
        return self.things.get(kind, {})

    def find(self, kind: str, name: str, home: Home) -> list[Declared]:
        """Give what a name of that kind may mean at home, the nearest alone if there is one."""
        package, _, short = name.rpartition(".")
        found = self.all(kind).get(short, [])
        if package:
            return [one for one in found if one.home.package == package]
        if kind in OWN_FIRST:
            own = [one for one in found if one.home.card == home.card]
            found = own or [one for one in found if one.home.is_rules or kind != "step"]
        if len(found) > 1:
            return [one for one in found if one.home.package == home.package] or found
        return found

    def card(self, kind: str, name: str, home: Home) -> list[Declared]:
        """Give the cards of a type (`card` for any) that a name may mean."""
        kinds = [k for k, t in _TYPE_OF_HEAD if kind in (t, "card")]
        found = [one for k in kinds for one in self.find(k, name, home)]
        own = [one for one in found if one.home.package == home.package]
        return own or found

    def is_type(self, name: str) -> bool:
        """Tell whether a word may stand after the colon of a parameter."""
        return name in TYPES or name in self.words or name == "purse"

    def type_of(self, node: tree.Type, findings: Findings) -> str:
        """Give the type an author wrote; reports words that are no type."""
        name = node.name.text
        if name == "list":
            inner = self._part(node.of, findings) if node.of else UNKNOWN
            return f"list {inner}"
        if name == "map":
            return f"map {self._part(node.of, findings)}" if node.of else UNKNOWN
        if name == "stack" and node.of:
            return f"stack {self._part(node.of, findings)}"
        base = self._part(node.name, findings)
        return base + "?" if node.optional and base != UNKNOWN else base

    def _part(self, word: tree.Word, findings: Findings) -> str:
        if word.text in self.words:
            return f"word {word.text}"
        if self.is_type(word.text):
            return word.text
        known = (*TYPES, *self.words, "list", "map")
        findings.unknown("T104", word.span, word.text, known, what="type")
        return UNKNOWN

    def holders(self) -> tuple[str, ...]:
        """Give what may hold a state."""
        return ("game", "player", "race", "region", "combo", *sorted(CARDS))


_TYPE_OF_HEAD = (
    ("race", "banner"), ("power", "badge"), ("event", "event"),
    ("artifact", "artifact"), ("place", "place"),
)  # fmt: skip
