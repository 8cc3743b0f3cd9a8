"""What rules and cards declare: hooks of all kinds, steps, pieces, keys, stacks, states."""

from __future__ import annotations

from typing import Any

from talesmith.compile.context import Context, Writer, keyword
from talesmith.compile.gathered import Gathered, where
from talesmith.compile.scopes import parameters_scope
from talesmith.names.building import signature as signature_of
from talesmith.names.declared import Declared
from talesmith.names.scope import Bound, Frame, Scope
from talesmith.names.types import CARD_OF_KIND, CARDS, UNKNOWN, spoken, sure
from talesmith.names.vocabulary import Signature
from talesmith.ruleset.ops import Expr, walk
from talesmith.ruleset.parts import (
    Die,
    Fate,
    Hook,
    Key,
    Natives,
    Param,
    Piece,
    Stack,
    State,
    Step,
)
from talesmith.syntax import tree


def hook(w: Writer, kind: str, node: Any, gathered: Gathered) -> Hook:
    """Write a declared hook with its base body."""
    declared = Declared(kind, node.name.text, w.home, node.name.span, node)
    signature = signature_of(w.vocabulary, declared, w.findings)
    scope = parameters_scope(signature.parameters, node.parameters)
    made = parameters(w, signature, node.parameters)
    low, high = _range(w, node, scope)
    context = Context(
        kind if kind in ("value", "permission") else "action", signature.name, signature.type
    )
    block = getattr(node, "block", None) or ()
    if kind == "value":
        _only_becomes(w, block)
    body = w.statements(block, scope, context)
    rounding = getattr(node, "rounded", None)
    gathered.spans[f"hook {signature.name}"] = node.name.span
    gathered.frames[f"hook {signature.name}"] = scope.frame
    return Hook(
        signature.name, kind, w.home.package, made, signature.type, signature.roles,
        low, high, rounding.text if rounding else "down", body, scope.frame.count,
        where(node.name.span),
    )  # fmt: skip


def _only_becomes(w: Writer, block: tuple[tree.Statement, ...]) -> None:
    """Report what adds to a value or bounds it where the value itself is said."""
    hint = "cards add to it: say it with `become`, and its bounds with `at_least` and `at_most`"
    for node in block:
        if isinstance(node, tree.Times | tree.Add | tree.Cap | tree.Floor):
            word = keyword(node)
            w.findings.add("T207", node.span, statement=word, kind="value", hint=hint)


def parameters(
    w: Writer, signature: Signature, nodes: tuple[tree.Parameter, ...]
) -> tuple[Param, ...]:
    """Write parameters; a default may read the parameters before it."""
    made: list[Param] = []
    seen: set[str] = set()
    for number, (parameter, node) in enumerate(zip(signature.parameters, nodes, strict=True)):
        if parameter.name in seen:
            w.findings.add("T112", node.name.span, name=parameter.name)
        seen.add(parameter.name)
        default = None
        if node.default is not None:
            before = parameters_scope(signature.parameters[:number])
            default = w.resolver.expr(node.default, before, parameter.type)
        made.append(Param(parameter.name, parameter.type, default))
    return tuple(made)


def _range(w: Writer, node: Any, scope: Scope) -> tuple[Expr | None, Expr | None]:
    given = getattr(node, "range", None)
    if given is None:
        return None, None
    low = w.resolver.expr(given.least, scope, "number") if given.least else None
    high = w.resolver.expr(given.most, scope, "number") if given.most else None
    return low, high


def step(w: Writer, node: tree.Step, gathered: Gathered) -> Step:
    """Write a step; a step of a race or power knows `self`, filled in by its caller."""
    declared = Declared("step", node.name.text, w.home, node.name.span, node)
    signature = signature_of(w.vocabulary, declared, w.findings)
    scope = parameters_scope(signature.parameters, node.parameters)
    slots = _own_names(w, scope)
    context = Context("step", signature.name, signature.type)
    body = w.statements(node.block, scope, context)
    read = {e[3] for e in walk(body) if e[0] == "local"}
    card = None if w.home.is_rules else w.home.card
    name = f"step {card}.{signature.name}" if card else f"step {signature.name}"
    gathered.spans[name] = node.name.span
    gathered.frames[name] = scope.frame
    made = parameters(w, signature, node.parameters)
    return Step(
        signature.name, card, made, signature.type, body, scope.frame.count,
        where(node.name.span), tuple(slot for slot in slots if slot[1] in read),
    )  # fmt: skip


def _own_names(w: Writer, scope: Scope) -> tuple[tuple[str, int], ...]:
    card = CARD_OF_KIND.get(w.home.kind)
    if card is None:
        return ()
    scope.names.setdefault("card", Bound(("card", 0, card, w.home.card)))
    if card == "event":
        return ()
    slots = []
    names = (
        (("self", "race"), ("here", "region"))
        if card in ("artifact", "place")
        else (("self", "race"),)
    )
    for name, kind in names:
        if name not in scope.names:
            slots.append((name, scope.bind(name, kind)))
    if "self" in scope.names and "owner" not in scope.names:
        scope.put("owner", ("get", 0, "player", "race.owner", scope.names["self"].expr))
    return tuple(slots)


def fates(w: Writer, nodes: tuple[tree.Fate, ...]) -> tuple[Fate, ...]:
    """Write `stays FATE when c`; the guard knows region, race (old occupant) and attacker."""
    made = []
    for node in nodes:
        scope = Scope(Frame())
        for name, kind in (("region", "region"), ("race", "race"), ("attacker", "race")):
            scope.bind(name, kind)
        guard = w.resolver.condition(node.guard.condition, scope) if node.guard else None
        made.append(Fate(node.kind.text, guard))
    return tuple(made)


def piece(w: Writer, node: tree.Marker | tree.Unit) -> Piece:
    """Write a marker or unit without its hooks."""
    is_marker = isinstance(node, tree.Marker)
    most = node.most.value if isinstance(node, tree.Marker) and node.most else None
    return Piece(
        f"{w.home.package}.{node.name}", title(node), "marker" if is_marker else "unit",
        w.home.card, most, node.supply.value if node.supply else None, fates(w, node.fates),
        where(node.name.span),
    )  # fmt: skip


def title(node: Any) -> str:
    """Give the name that players see."""
    if node.title is not None:
        return str(node.title.text)
    return str(node.name.text).replace("_", " ").capitalize()


def stack(w: Writer, node: tree.Stack, gathered: Gathered) -> None:
    """Write a stack: a pile of cards, or one whose contents are listed."""
    first = node.piles[0].name.text
    thing = first if first in (*CARDS, "race") else "marker"
    content = []
    for pile in node.piles:
        count = pile.count.value if pile.count else None
        if thing == "marker":
            full = _marker(w, pile.name)
            content.append((full, 1 if count is None else count))
        elif pile.name.text != thing:
            w.findings.add("T201", pile.name.span, found=f"`{pile.name}`", expected=f"`{thing}`")
        elif count is not None:
            content.append((thing, count))
    if node.bearer is not None and node.bearer.text != "race":
        w.findings.add(
            "T104", node.bearer.span, name=node.bearer.text, what="holder of a stack",
            hint="a stack lies on the table, or `on race`",
        )  # fmt: skip
    gathered.stacks.append(
        Stack(
            node.name.text, thing, tuple(content), node.bearer is not None, node.hidden,
            where(node.name.span),
        )
    )  # fmt: skip


def _marker(w: Writer, word: tree.Word) -> str:
    for found in w.vocabulary.find("marker", word.text, w.home):
        return found.full
    known = (*CARDS, *w.vocabulary.all("marker"))
    w.findings.unknown("T104", word.span, word.text, known, what="thing that lies in stacks")
    return word.text


RESETS = ("turn", "round")
KEPT = frozenset(("number", "flag", "player", "race", "region", "combo", *CARDS))
"""Types of which a state can keep a value."""


def state(w: Writer, node: tree.State, piece: str | None) -> State:
    """Write a stored value."""
    kind = w.vocabulary.type_of(node.type, w.findings)
    if sure(kind) not in KEPT and not sure(kind).startswith("word ") and kind != UNKNOWN:
        expected = "a number, a flag, a word, a player, a race, a card, a region or a combo"
        w.findings.add("T201", node.type.span, found=spoken(kind), expected=expected)
    initial = w.resolver.expr(node.initial, Scope(Frame()), kind)
    reset = node.reset.text if node.reset else None
    if node.reset is not None and reset not in RESETS:
        w.findings.unknown("T104", node.reset.span, reset or "", RESETS, what="time of a reset")
    full = Declared("state", node.name.text, w.home, node.name.span, node).full
    return State(
        full, node.holder.text, kind, initial, reset, piece or w.home.card, where(node.name.span)
    )


def key(node: tree.Key) -> Key:
    """Write a key."""
    values = tuple(constant(value) for value in node.values)
    name = title(node) if node.title else node.name.text.replace("_", " ").capitalize()
    return Key(node.name.text, name, values, where(node.name.span))


def constant(node: tree.Constant) -> str:
    """Give a constant as text."""
    return node.text if isinstance(node, tree.Word) else str(node.value)


def die(node: tree.Die) -> Die:
    """Write a die."""
    faces = tuple(face.value for face in node.faces)
    return Die(node.name.text, title(node), faces, where(node.name.span))


def natives(w: Writer, node: tree.Natives) -> Natives:
    """Write natives."""
    full = f"{w.home.package}.{node.name}"
    return Natives(full, title(node), node.supply.value, where(node.name.span))
