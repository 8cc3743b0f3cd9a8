"""Putting the declarations of many files together; what is declared twice is found here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from talesmith.diagnose.diagnostic import Place
from talesmith.names.declared import HOOK_KINDS, Declared
from talesmith.names.findings import Findings
from talesmith.names.vocabulary import Parameter, Signature, Vocabulary
from talesmith.syntax import tree
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

PIECES = ("marker", "unit", "natives", "stack")


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
