"""What a bare word means: a bound name, a word of a set, a card, a piece, a constant of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talesmith.names.declared import Declared
from talesmith.names.form import at, lost
from talesmith.names.scope import Scope
from talesmith.names.types import CARD_OF_KIND, CARDS, UNKNOWN, fits, spoken, sure, word_set
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.vocabulary import GAME, PROPERTIES, SOURCES
from talesmith.syntax import tree

if TYPE_CHECKING:
    from talesmith.names.resolve import Resolver

LITERALS = ("yes", "no", "none")
PIECE_TYPES = ("marker", "unit", "item")


def name(r: Resolver, node: tree.Name, scope: Scope, want: str | None) -> Expr:
    """Resolve a bare word."""
    bound = scope.names.get(node.text)
    if bound is not None:
        wanted = None if want is None or fits(want, bound.expr[2]) else _wanted(r, node, want)
        if wanted is None:
            bound.used = True
            return (bound.expr[0], at(node), *bound.expr[2:])
        return wanted
    wanted = _wanted(r, node, want) if want else None
    found = wanted or _constant(r, node)
    return found or _unknown(r, node, scope, want)


def is_open(r: Resolver, node: tree.Expression, scope: Scope) -> bool:
    """Tell whether an expression is a word that means something only where a type is wanted."""
    if isinstance(node, tree.Attribute) and isinstance(node.source, tree.Name):
        return node.source.text not in scope.names and _is_package(r, node.source.text)
    if not isinstance(node, tree.Name) or node.text in scope.names:
        return False
    return _constant(r, node) is None or node.text in LITERALS


def _is_package(r: Resolver, text: str) -> bool:
    return text in r.vocabulary.packages


def _wanted(r: Resolver, node: tree.Name, want: str) -> Expr | None:
    return typed_word(r, node.text, node, want)


def typed_word(r: Resolver, text: str, node: tree.Node, want: str) -> Expr | None:
    """Give the word, card or piece of that name and type, if there is one."""
    kind = sure(want)
    words = word_set(kind)
    if words is not None:
        return ("word", at(node), kind, words, text) if text in words_of(r, words) else None
    if kind in CARDS or kind == "card":
        found = r.vocabulary.card(kind, text, r.home)
        return _thing(r, node, found, None)
    if kind == "race":
        found = r.vocabulary.find("natives", text, r.home)
        return ("natives", at(node), "race", found[0].full) if found else None
    if kind in PIECE_TYPES:
        return _thing(r, node, r.vocabulary.find(kind, text, r.home), kind)
    return None


def words_of(r: Resolver, words: str) -> tuple[str, ...]:
    """Give the words of a set, or the values of a key."""
    key = words.removeprefix("key ")
    if key != words:
        return r.vocabulary.keys.get(key, ())
    return SOURCES if words == "source" else tuple(r.vocabulary.words.get(words, ()))


def _thing(r: Resolver, node: tree.Node, found: list[Declared], kind: str | None) -> Expr | None:
    if not found:
        return None
    if len(found) > 1:
        ambiguous(r, node, found)
    return ("constant", at(node), kind or CARD_OF_KIND[found[0].kind], found[0].full)


def ambiguous(r: Resolver, node: tree.Node, found: list[Declared]) -> None:
    """Report a short name that several packages know."""
    names = " or ".join(f"`{one.full}`" for one in found)
    r.findings.add("T108", node.span, name=found[0].name, candidates=names)


def _constant(r: Resolver, node: tree.Name) -> Expr | None:
    text, place = node.text, at(node)
    if text in ("yes", "no"):
        return ("flag", place, "flag", text == "yes")
    if text == "none":
        return ("none", place, "none")
    if text in GAME:
        return ("game", place, GAME[text], text)
    stacks = r.vocabulary.find("stack", text, r.home)
    if stacks and stacks[0].node.bearer is None:
        return ("stack", place, stack_type(stacks[0]), text, None)
    for native in r.vocabulary.find("natives", text, r.home):
        return ("natives", place, "race", native.full)
    for declared, kind in r.vocabulary.states.get(f"game.{text}", ()):
        return ("state", place, kind, declared.full, None)
    return None


def stack_type(declared: Declared) -> str:
    """Give the type of a declared stack."""
    first = declared.node.piles[0].name.text
    return f"stack {first if first in CARDS or first == 'race' else 'marker'}"


def _unknown(r: Resolver, node: tree.Name, scope: Scope, want: str | None) -> Expr:
    text, words = node.text, word_set(want or "")
    if words is not None:
        known = (*words_of(r, words), *scope.names)
        what = f"value of {words}" if words.startswith("key ") else f"word of {words}"
        r.findings.unknown("T104", node.span, text, known, what=what)
    elif sure(want or "") in (*CARDS, "card"):
        kind = sure(want or "")
        cards = (
            n for k, t in CARD_OF_KIND.items() if kind in (t, "card") for n in r.vocabulary.all(k)
        )
        r.findings.unknown("T104", node.span, text, (*cards, *scope.names), what=kind)
    elif text in r.vocabulary.hooks:
        names = ", ".join(r.vocabulary.hooks[text].names)
        r.findings.add("T105", node.span, name=text, hint=f"write {text}({names})")
    else:
        _unknown_name(r, node, scope)
    return lost(node)


def _unknown_name(r: Resolver, node: tree.Name, scope: Scope) -> None:
    told = gives(scope)
    if node.text in ("self", "owner", "here", "bearer", "it"):
        hint = _why_not(node.text, r.home.kind)
        hint = f"{hint}; {told}" if told and node.text != "it" else hint
        r.findings.add("T105", node.span, name=node.text, hint=hint)
        return
    if told and node.text in TYPES:
        r.findings.add("T105", node.span, name=node.text, hint=told + _all_of(node.text, scope))
        return
    pieces = (*r.vocabulary.all("stack"), *r.vocabulary.all("natives"))
    known = (*scope.names, *GAME, *LITERALS, *pieces)
    r.findings.unknown("T105", node.span, node.text, known)


TYPES = frozenset(full.partition(".")[0] for full in PROPERTIES)
"""words that a hook may use for what it gives; what is called so elsewhere has another name here"""


def gives(scope: Scope) -> str:
    """Say what the hook around this place gives; empty outside of handlers."""
    frame = scope.frame
    names = ", ".join(f"`{name}`" for name, _ in frame.given)
    return f"`{frame.hook}` gives: {names or 'nothing'}" if frame.hook else ""


def _all_of(text: str, scope: Scope) -> str:
    """Say how to go through all things of a kind of which a hook gives none."""
    is_given = any(sure(kind) == text for _, kind in scope.frame.given)
    return "" if is_given or f"{text}s" not in GAME else f"; all of them are `{text}s`"


def property_with(r: Resolver, node: tree.Expression, holder: str) -> str:
    """Give the property of a thing that may be such a word or card; empty if none may."""
    if isinstance(node, tree.Name) and typed_word(r, node.text, node, holder) is None:
        for full, kind in (*PROPERTIES.items(), *r.vocabulary.properties.items()):
            head, _, name = full.partition(".")
            if head == holder and typed_word(r, node.text, node, kind) is not None:
                return name
    return ""


def _why_not(text: str, kind: str) -> str:
    if text == "it":
        return "`it` stands only in a `where`"
    if text in ("self", "owner") and kind in ("event", "rules", "house_rule"):
        return f"{spoken(kind)} belongs to no race; name the player or race you mean"
    return f"only some cards and pieces know `{text}`"


def full_word(r: Resolver, node: tree.FullName, scope: Scope, want: str) -> Expr:
    """Resolve one of the words between the brackets of `in (...)`."""
    if want == UNKNOWN:
        return lost(node)
    text = str(node)
    found = typed_word(r, text, node, want)
    if found is not None:
        return found
    if node.package is None:
        single = tree.Name(node.name.text, span=node.span)
        return r.expr(single, scope, want)
    r.findings.unknown("T104", node.span, text, (), what=spoken(want))
    return lost(node)


def permission_part(r: Resolver, hook: str, part: tree.Word) -> None:
    """Report a name that no `forbid` of the permission has."""
    known = r.vocabulary.parts.get(hook, set())
    if part.text not in known:
        r.findings.unknown("T104", part.span, part.text, known, what=f"part of {hook}")


_HAS = {
    "region": ("symbol", "marker", "unit", "card", "stack"),
    "race": ("badge", "item", "unit", "banner"),
    "player": ("item",),
    "combo": ("badge", "banner"),
}


LYING = ("stack artifact", "stack place", "stack marker")
"""stacks from which a thing may lie face down in a region"""


def has(r: Resolver, node: tree.Has, scope: Scope, _: str | None) -> Expr:
    """Resolve `thing has name`; the left side decides what the name may be."""
    left = r.expr(node.left, scope)
    holder = sure(left[2])
    if holder == UNKNOWN:
        return ("flag", at(node), "flag", False)
    if holder not in _HAS:
        return r.wrong(node.left, left[2], "a region, a race, a player or a combo")
    found = [(k, n) for k in _HAS[holder] for n in _had(r, k, str(node.thing))]
    if not found:
        known = (n for kind in _HAS[holder] for n in _names(r, kind))
        what = "thing that " + spoken(holder) + " can have"
        r.findings.unknown("T104", node.thing.span, str(node.thing), known, what=what)
        return ("flag", at(node), "flag", False)
    if len(found) > 1:
        names = " or ".join(f"the {kind} `{full}`" for kind, full in found)
        r.findings.add("T108", node.thing.span, name=str(node.thing), candidates=names)
    return ("has", at(node), "flag", left, *found[0])


def _had(r: Resolver, kind: str, text: str) -> list[str]:
    if kind == "symbol":
        return [text] if text in r.vocabulary.words.get("symbol", {}) else []
    if kind == "stack":
        found = r.vocabulary.find("stack", text, r.home)
        return [one.name for one in found if one.node.hidden and stack_type(one) in LYING]
    if kind in ("badge", "banner"):
        return [one.full for one in r.vocabulary.card(kind, text, r.home)]
    if kind == "card":
        kinds = ("artifact", "place")
        return [one.full for k in kinds for one in r.vocabulary.card(k, text, r.home)]
    return [one.full for one in r.vocabulary.find(kind, text, r.home)]


def _names(r: Resolver, kind: str) -> tuple[str, ...]:
    if kind == "symbol":
        return tuple(r.vocabulary.words.get("symbol", ()))
    if kind == "stack":
        return tuple(n for n in r.vocabulary.all(kind) if _had(r, kind, n))
    heads = {"badge": ("power",), "banner": ("race",), "card": ("artifact", "place")}
    return tuple(n for k in heads.get(kind, (kind,)) for n in r.vocabulary.all(k))
