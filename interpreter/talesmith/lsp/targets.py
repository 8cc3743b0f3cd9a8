"""What a word can mean, as something that two words in two files may share."""

from __future__ import annotations

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.names.declared import CARD_KINDS, HOOK_KINDS, Declared
from talesmith.names.scope import Bound, Home
from talesmith.names.types import CARD_OF_KIND
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.ops import Expr

AFTER = "after_"
KIND_OF_CARD = {type_: kind for kind, type_ in CARD_OF_KIND.items()}


@frozen
class Target:
    """A thing of the language: its kind and its full name.

    Kinds: those of declarations (hooks of all kinds are `hook`), `word` (SET.WORD), `property`
    (HOLDER.NAME), `parameter` (HOOK.NAME), `part` (PERMISSION.NAME), `local` (where it is bound),
    and what Python gives: `built in`, `game`, `function`, `type`, `implicit`.
    """

    kind: str
    full: str

    @property
    def name(self) -> str:
        """The last part of the full name."""
        return self.full.rpartition(".")[2]


@frozen
class Place:
    """Where a target is declared, and the node that declares it, if it has one of its own."""

    span: Span
    node: object = None


def of_declared(one: Declared) -> Target:
    """Give what a declaration declares."""
    if one.kind in HOOK_KINDS:
        return Target("hook", one.name)
    if one.kind == "property":
        return Target("property", f"{one.node.holder}.{one.name}")
    if one.kind in ("words", "more words"):
        return Target("words", one.name)
    if one.kind == "part":
        return Target("part", f"{one.node}.{one.name}")
    if one.kind == "key":
        return Target("key", one.name)
    return Target(one.kind, one.full)


def of_hook(name: str, vocabulary: Vocabulary) -> Target | None:
    """Give what the name of a hook means; `after_ACTION` means the action."""
    short = name.removeprefix(AFTER)
    if short != name and short in vocabulary.all("action"):
        return Target("hook", short)
    return Target("hook", name) if name in vocabulary.hooks else None


def of_expression(expr: Expr, vocabulary: Vocabulary) -> Target | None:
    """Give what a resolved word means; None for what has no name of its own."""
    op = expr[0]
    if op == "word":
        return Target("word", f"{expr[3]}.{expr[4]}")
    if op == "constant":
        return Target(_kind_of_constant(expr), str(expr[3]))
    if op == "has":
        return _had(str(expr[4]), str(expr[5]))
    if op in ("natives", "state"):
        return Target(op, str(expr[3]))
    if op in ("stack", "lying"):
        found = vocabulary.all("stack").get(str(expr[3]), [])
        return Target("stack", found[0].full) if found else None
    return _named(op, expr)


def _named(op: str, expr: Expr) -> Target | None:
    if op in ("get", "game"):
        return Target("built in" if op == "get" else "game", str(expr[3]))
    if op == "printed":
        return Target("property", str(expr[3]))
    if op == "units":
        return Target("unit", str(expr[3]))
    if op == "key":
        return Target("key", str(expr[3]))
    if op in ("value", "permit"):
        return Target("hook", str(expr[3]))
    if op == "field":
        return Target("parameter", f"{str(expr[4][2]).partition(' ')[2].rstrip('?')}.{expr[3]}")
    return None


def _kind_of_constant(expr: Expr) -> str:
    kind = str(expr[2]).rstrip("?")
    return KIND_OF_CARD.get(kind, kind)


def _had(kind: str, full: str) -> Target:
    if kind == "symbol":
        return Target("word", f"symbol.{full}")
    return Target(KIND_OF_CARD.get(kind, kind), full)


def declared(target: Target, vocabulary: Vocabulary) -> Place | None:
    """Give where a target of a vocabulary is declared; None for what Python gives."""
    if target.kind == "hook":
        signature = vocabulary.hooks.get(target.full)
        return Place(signature.span, signature.node) if signature else None
    if target.kind == "word":
        kind, _, word = target.full.rpartition(".")
        one = vocabulary.words.get(kind, {}).get(word)
        return Place(one.span, one.node) if one else None
    if target.kind == "parameter":
        return _parameter(target, vocabulary)
    for one in _of_kind(target.kind, target.name, vocabulary):
        if of_declared(one) == target:
            return Place(one.span, one.node)
    return None


def _of_kind(kind: str, name: str, vocabulary: Vocabulary) -> list[Declared]:
    kinds = CARD_KINDS if kind == "card" else (kind,)
    return [one for k in kinds for one in vocabulary.all(k).get(name, [])]


def _parameter(target: Target, vocabulary: Vocabulary) -> Place | None:
    owner, _, name = target.full.rpartition(".")
    signature = vocabulary.hooks.get(owner) or vocabulary.signatures.get(owner)
    for parameter in getattr(signature.node, "parameters", ()) if signature else ():
        if parameter.name.text == name:
            return Place(parameter.name.span, parameter)
    return None


def bound_as(bound: Bound, name: str) -> Target:
    """Give what a bound name means: where an author bound it, or that it is always there."""
    return Target("implicit", name) if bound.span is None else Target("local", str(bound.span))


def found_as(kind: str, name: str, home: Home, vocabulary: Vocabulary) -> Target | None:
    """Give what a name of a declared kind means at home."""
    if kind == "hook":
        return of_hook(name, vocabulary)
    if kind == "type":
        return Target("words" if name in vocabulary.words else "type", name)
    if kind == "card":
        cards = vocabulary.card("card", name, home)
        return of_declared(cards[0]) if cards else None
    found = vocabulary.find(kind, name, home)
    return of_declared(found[0]) if found else None
