"""One head with everything in it: which members may stand where, and what becomes of each."""

from __future__ import annotations

import hashlib
from typing import Any

from talesmith.compile import (
    asks,
    calls,
    changes,
    declarations,
    flow,
    handlers,
    holders,
    lines,
    pieces,
)
from talesmith.compile.context import StatementForm, Writer
from talesmith.compile.durations import duration
from talesmith.compile.gathered import Gathered, Replacement, where
from talesmith.compile.scopes import Room
from talesmith.compile.touched import note_touches
from talesmith.ground.span import Span
from talesmith.lint.places import IN_DECLINE, WORKS_ON
from talesmith.names.declared import KIND_OF, home_of
from talesmith.names.findings import Findings
from talesmith.names.resolve import Listener, Resolver
from talesmith.names.scope import Frame, Scope
from talesmith.names.types import CARD_OF_KIND, sure, word_set
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Card
from talesmith.syntax import tree

FORMS: dict[type, StatementForm] = {
    **flow.FORMS,
    **calls.FORMS,
    **asks.FORMS,
    **changes.FORMS,
    **pieces.FORMS,
    **lines.FORMS,
}

_RULES = ("rules", "house_rule")
_RACES = ("race", "power")
_LYING = ("artifact", "place")
_EVENT = ("event",)
_EVERY = (*_RULES, *_RACES, *_LYING, *_EVENT)

ALLOWED: dict[type, tuple[str, ...]] = {
    tree.CardText: _EVERY,
    tree.Cites: _EVERY,
    tree.Allow: _EVERY,
    tree.Is: (*_RACES, *_EVENT, *_LYING),
    tree.Lasts: _EVENT,
    tree.Suppress: (*_EVENT, "house_rule"),
    tree.Hook: _EVERY,
    tree.Offer: _EVERY,
    tree.Instead: _EVERY,
    tree.Way: (*_RACES, *_EVENT, *_LYING, "house_rule"),
    tree.Item: (*_RACES, *_EVENT, *_LYING, "house_rule"),
    tree.Marker: _EVERY,
    tree.Unit: (*_RACES, "rules"),
    tree.Stack: ("race", "rules"),
    tree.Natives: ("rules",),
    tree.State: (*_RULES, *_RACES, *_EVENT),
    tree.Words: ("rules",),
    tree.Property: ("rules",),
    tree.Key: _RULES,
    tree.SetKey: ("house_rule",),
    tree.Die: ("rules",),
    tree.Value: ("rules",),
    tree.Permission: ("rules",),
    tree.Ledger: ("rules",),
    tree.Moment: ("rules",),
    tree.Point: ("rules",),
    tree.Action: ("rules",),
    tree.Step: _EVERY,
    tree.Replace: _RULES,
}
"""Members, and the heads in which they may stand (language reference, members)."""

HOOKS = (tree.Value, tree.Permission, tree.Ledger, tree.Moment, tree.Point, tree.Action)


def write_card(
    node: tree.Card, package: str, vocabulary: Vocabulary, findings: Findings, text: str,
    listener: Listener | None = None,
) -> Gathered:  # fmt: skip
    """Write one head; `text` is what its hash is taken from."""
    home = home_of(node, package)
    writer = Writer(Resolver(vocabulary, findings, home, listener=listener), FORMS)
    card = handlers.Card(writer, Gathered())
    room = Room(home, home.kind)
    for member in node.members:
        if home.kind in ALLOWED[type(member)]:
            _member(card, member, room)
        else:
            _misplaced(writer, member, room)
    note_touches(node, home.card, card.gathered)
    card.gathered.cards.append(_head(writer, node, text))
    card.gathered.spans[home.card] = node.name.span
    return card.gathered


def _misplaced(w: Writer, member: Any, room: Room) -> None:
    word = member_word(member)
    heads = [kind.replace("house_rule", "house rule") for kind in ALLOWED[type(member)]]
    w.findings.add(
        "T111", member_span(member, word), member=word, place=room.spoken,
        hint="it stands in: " + ", ".join(heads),
    )  # fmt: skip


_WORDS: dict[type, str] = {tree.CardText: "text", tree.SetKey: "set", tree.Instead: "instead"}


def member_word(member: tree.Node) -> str:
    """Give the word with which a member begins."""
    if isinstance(member, tree.Hook):
        return member.name.text
    return _WORDS.get(type(member), type(member).__name__.lower())


def member_span(member: tree.Node, word: str) -> Span:
    """Give the stretch of that word."""
    span = member.span
    return Span(span.path, span.line, span.column, span.line, span.column + len(word))


def _member(card: handlers.Card, member: Any, room: Room) -> None:
    """Write one member into what is gathered."""
    w, gathered = card.w, card.gathered
    form = _ACTING.get(type(member))
    if form is not None:
        form(card, member, room)
    elif isinstance(member, HOOKS):
        gathered.hooks.append(declarations.hook(w, KIND_OF[type(member)], member, gathered))
    elif isinstance(member, tree.Step):
        gathered.steps.append(declarations.step(w, member, gathered))
    elif isinstance(member, tree.Replace):
        _replace(card, member, room)
    else:
        _declare(w, member, gathered)


def _piece(card: handlers.Card, node: tree.Marker | tree.Unit, room: Room) -> None:
    made = declarations.piece(card.w, node)
    kept = card.gathered.markers if made.kind == "marker" else card.gathered.units
    kept.append(made)
    holders.members(card, node.members, Room(room.home, made.kind, made.id))


_ACTING: dict[type, Any] = {
    tree.Hook: handlers.hook,
    tree.Offer: handlers.offer,
    tree.Instead: handlers.instead,
    tree.Way: holders.way,
    tree.Item: holders.item,
    tree.Suppress: holders.suppress,
    tree.Marker: _piece,
    tree.Unit: _piece,
}


def _declare(w: Writer, member: Any, gathered: Gathered) -> None:
    if isinstance(member, tree.State):
        gathered.states.append(declarations.state(w, member, None))
    elif isinstance(member, tree.Stack):
        declarations.stack(w, member, gathered)
    elif isinstance(member, tree.Natives):
        gathered.natives.append(declarations.natives(w, member))
    elif isinstance(member, tree.Key):
        gathered.keys.append(declarations.key(member))
    elif isinstance(member, tree.Die):
        gathered.dice.append(declarations.die(member))
    elif isinstance(member, tree.SetKey):
        set_key(w, member)


def set_key(w: Writer, node: tree.SetKey) -> tuple[str, str] | None:
    """Give a key and another value of it; None if it has no such value."""
    name, value = node.name.text, declarations.constant(node.value)
    values = w.vocabulary.keys.get(name)
    if values is None:
        problem = f"there is no key `{name}`"
        w.findings.unknown("T109", node.name.span, name, w.vocabulary.keys, problem=problem)
    elif value not in values:
        problem = f"`{value}` is no value of `{name}`"
        w.findings.unknown("T109", node.value.span, value, values, problem=problem)
    else:
        return name, value
    return None


def _replace(card: handlers.Card, node: tree.Replace, room: Room) -> None:
    """Write a declaration that takes the place of another; its hooks are handlers as ever."""
    w, inner = card.w, handlers.Card(card.w, Gathered())
    declared = node.declaration
    kind = KIND_OF[type(declared)]
    known = w.vocabulary.all("words" if kind == "words" else kind)
    name = declared.name
    if name.text not in known and not (kind == "words" and name.text in w.vocabulary.words):
        w.findings.unknown("T103", name.span, name.text, known, what=kind)
        return
    if kind == "words":
        return
    _member(inner, declared, room)
    for part in ("hooks", "steps", "markers", "dice", "natives"):
        for thing in getattr(inner.gathered, part):
            replaced = Replacement(part, name.text, w.home.card, thing, name.span)
            card.gathered.replacements.append(replaced)
            getattr(inner.gathered, part).remove(thing)
    card.gathered.add(inner.gathered)


def _head(w: Writer, node: tree.Card, text: str) -> Card:
    texts = [m.text.text for m in node.members if isinstance(m, tree.CardText)]
    cites = [r.text for m in node.members if isinstance(m, tree.Cites) for r in m.rules]
    lasts = [m.duration for m in node.members if isinstance(m, tree.Lasts)]
    return Card(
        w.home.card, w.home.kind, declarations.title(node), " ".join(texts), tuple(cites),
        _facts(w, node), tuple(duration(w, d, Scope(Frame())) for d in lasts),
        tuple(str(over.name) for over in node.over), where(node.name.span),
        hashlib.sha256(text.encode()).hexdigest()[:16],
    )  # fmt: skip


def _facts(w: Writer, node: tree.Card) -> tuple[tuple[str, int | str], ...]:
    """Give the printed values; each is declared by `property` of this kind of card."""
    holder = CARD_OF_KIND.get(node.kind.text)
    if holder is None:
        return ()
    found: dict[str, int | str] = {}
    for member in node.members:
        for fact in member.facts if isinstance(member, tree.Is) else ():
            value = _fact(w, fact, holder)
            if fact.name.text in found:
                w.findings.add("T112", fact.name.span, name=fact.name.text)
            if value is not None:
                found[fact.name.text] = value
    return tuple(found.items())


def _fact(w: Writer, fact: tree.Fact, holder: str) -> int | str | None:
    properties = w.vocabulary.properties
    kind = properties.get(f"{holder}.{fact.name}") or properties.get(f"card.{fact.name}")
    if kind is None and fact.name.text in w.vocabulary.hooks:
        hint = f"it is a hook: `{fact.name} {{ ... }}` stands without `is`"
        if fact.name.text == IN_DECLINE:
            hint = WORKS_ON
        w.findings.add("T102", fact.name.span, name=fact.name.text, type=holder, hint=hint)
        return None
    if kind is None:
        known = [n.partition(".")[2] for n in properties if n.partition(".")[0] in (holder, "card")]
        w.findings.unknown("T102", fact.name.span, fact.name.text, known, type=holder)
        return None
    return _constant(w, fact.value, kind)


def _constant(w: Writer, node: tree.Constant, kind: str) -> int | str | None:
    if isinstance(node, tree.Number):
        if sure(kind) == "number":
            return node.value
        w.findings.add("T201", node.span, found="a number", expected=f"a word of {word_set(kind)}")
        return None
    words = w.vocabulary.words.get(word_set(kind) or "", {})
    if sure(kind) == "flag" and node.text in ("yes", "no"):
        return node.text
    if sure(kind) == "number":
        w.findings.add("T201", node.span, found=f"`{node}`", expected="a number")
        return None
    if node.text not in words:
        w.findings.unknown("T104", node.span, node.text, words, what=f"word of {word_set(kind)}")
        return None
    return node.text
