"""The words that cards may use: what Python gives, and what the rules and cards declare.

Built from the declarations of all files that belong together.  Words of the rules and pieces are
for everybody; steps, items and ways of a card are looked up in that card first; a short name means
the thing of the own package before those of others (language reference, packages and full names).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from attrs import define, field, frozen

from talesmith.diagnose.diagnostic import Place
from talesmith.ground.span import Span
from talesmith.names.declared import HOOK_KINDS, Declared
from talesmith.names.findings import Findings
from talesmith.names.scope import Home
from talesmith.names.types import CARDS, UNKNOWN
from talesmith.ruleset.vocabulary import TYPES
from talesmith.syntax import tree
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

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
        return ("game", "player", "race", "region", "combo", "card", *sorted(CARDS))


_TYPE_OF_HEAD = (
    ("race", "banner"), ("power", "badge"), ("event", "event"),
    ("artifact", "artifact"), ("place", "place"),
)  # fmt: skip


def build(
    declared: Iterable[Declared], findings: Findings, base: Vocabulary | None = None
) -> Vocabulary:
    """Put the declarations of all files together; reports words declared twice.

    With a `base` the declarations are added to a copy of its words.
    """
    vocabulary = Vocabulary() if base is None else base.copy()
    everything = list(declared)
    for one in everything:
        _take(vocabulary, one, findings)
    for one in everything:
        _give_types(vocabulary, one, findings)
    return vocabulary


def _take(vocabulary: Vocabulary, one: Declared, findings: Findings) -> None:
    vocabulary.packages.add(one.home.package)
    if one.kind == "part":
        vocabulary.parts.setdefault(one.node, set()).add(one.name)
        return
    if one.kind in ("words", "more words"):
        _take_words(vocabulary, one, findings)
        return
    if one.name in _reserved() and one.kind != "rules" and not vocabulary.is_type(one.name):
        findings.add("T107", one.span, name=one.name)
    if one.kind == "key":
        values = tuple(_plain(value) for value in one.node.values)
        vocabulary.keys.setdefault(one.name, values)
    named = vocabulary.things.setdefault(one.kind, {}).setdefault(one.name, [])
    same = [other for other in named if _clash(one, other)] or _clashing_kin(vocabulary, one)
    if same:
        place = Place(same[0].span, "the first one")
        findings.add("T112", one.span, name=one.name, places=(place,))
        return
    named.append(one)


@cache
def _reserved() -> frozenset[str]:
    return keywords(parser())


def _clash(one: Declared, other: Declared) -> bool:
    if one.kind == "state" and one.node.holder.text != other.node.holder.text:
        return False
    if one.kind == "property":
        return bool(one.node.holder.text == other.node.holder.text)
    if one.kind in (*HOOK_KINDS, "key", "die"):
        return True
    if one.kind == "step":
        return one.home == other.home or (one.home.is_rules and other.home.is_rules)
    return one.full == other.full


def _clashing_kin(vocabulary: Vocabulary, one: Declared) -> list[Declared]:
    """Hooks share one set of names, and so do the pieces and the cards of a package."""
    for family in (HOOK_KINDS, PIECES, ("rules", "house_rule")):
        if one.kind in family:
            kin = [o for kind in family for o in vocabulary.all(kind).get(one.name, [])]
            return [o for o in kin if o.kind in HOOK_KINDS or o.full == one.full]
    return []


def _take_words(vocabulary: Vocabulary, one: Declared, findings: Findings) -> None:
    if one.kind == "words" and one.name in vocabulary.words:
        findings.add("T112", one.span, name=one.name)
        return
    known = vocabulary.words.setdefault(one.name, {})
    seen: set[str] = set()
    for entry in one.node.entries:
        name = entry.name.text
        if name in seen:
            findings.add("T112", entry.name.span, name=name)
        seen.add(name)
        known[name] = Declared("word", name, one.home, entry.name.span, entry)


def _plain(value: tree.Constant) -> str:
    return value.text if isinstance(value, tree.Word) else str(value.value)


def _give_types(vocabulary: Vocabulary, one: Declared, findings: Findings) -> None:
    if one.kind in HOOK_KINDS and one in vocabulary.all(one.kind).get(one.name, []):
        _add_hook(vocabulary, one, findings)
    elif one.kind in ("step", "item"):
        vocabulary.signatures[one.full] = signature(vocabulary, one, findings)
    elif one.kind == "property":
        kind = vocabulary.type_of(one.node.type, findings)
        vocabulary.properties[f"{one.node.holder.text}.{one.name}"] = kind
    elif one.kind == "state":
        holder = one.node.holder
        if holder.text not in vocabulary.holders():
            known = vocabulary.holders()
            findings.unknown("T104", holder.span, holder.text, known, what="holder of a state")
        kind = vocabulary.type_of(one.node.type, findings)
        vocabulary.states.setdefault(f"{holder.text}.{one.name}", []).append((one, kind))


def signature(vocabulary: Vocabulary, one: Declared, findings: Findings) -> Signature:
    """Give what a declaration with parameters takes and gives."""
    node = one.node
    parameters = tuple(
        Parameter(p.name.text, vocabulary.type_of(p.type, findings), p.default is not None)
        for p in node.parameters
    )
    result = getattr(node, "result", None)
    kind = vocabulary.type_of(result, findings) if result else "none"
    if one.kind == "permission":
        kind = "flag"
    roles = roles_of(parameters)
    return Signature(one.name, one.kind, one.home, parameters, kind, roles, one.span, node)


def roles_of(parameters: tuple[Parameter, ...]) -> tuple[int, ...]:
    """Give the numbers of the parameters that say whose: attacker and defender, or one."""
    names = [p.name for p in parameters]
    if "attacker" in names and "defender" in names:
        return names.index("attacker"), names.index("defender")
    for number, parameter in enumerate(parameters):
        if parameter.type in ("race", "player"):
            return (number,)
    return ()


def _add_hook(vocabulary: Vocabulary, one: Declared, findings: Findings) -> None:
    made = signature(vocabulary, one, findings)
    vocabulary.hooks[one.name] = made
    if one.kind == "action":
        vocabulary.hooks[f"after_{one.name}"] = after_action(made)


def after_action(action: Signature) -> Signature:
    """Give the hook that is fired after an action; its result is known there by its type."""
    parameters, roles = action.parameters, action.roles
    result = action.type.removesuffix("?")
    if result != "none":
        parameters = (*parameters, Parameter(result.rpartition(" ")[2], action.type))
        roles = (len(action.parameters),) if result == "race" else roles
    return Signature(
        f"after_{action.name}", "after", action.home, parameters, "none", roles, action.span,
        action.node,
    )  # fmt: skip
