"""Statements that change the game: coins, tokens, cards, combos, stacks, states."""

from __future__ import annotations

from talesmith.compile.context import Context, StatementForm, Writer
from talesmith.compile.durations import one_of
from talesmith.names.form import at
from talesmith.names.properties import units_called
from talesmith.names.scope import Scope
from talesmith.names.types import CARDS, UNKNOWN, common, is_list, maybe, spoken, sure
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.vocabulary import SETTABLE, SETTABLE_GAME, SWAPPABLE
from talesmith.syntax import tree

PLACES = ("column", "current", "box", "bank")
"""Constants of the game that something can be moved to."""

MOVABLE = (*sorted(CARDS), "card", "combo", "troops", "marker", "unit", "item", "pool")
TARGETS = ("region", "player", "pool", "combo", "race")


def pot(_: Writer, node: tree.Pot, scope: Scope, __: Context) -> Stmt:
    """`pot x`."""
    return ("pot", at(node), scope.bind(node.name.text, "purse", node.name.span, watch=True))


def _amount_of(w: Writer, noun: tree.Word) -> tuple[str, str]:
    """Give what is moved, and the type of the places it is moved between."""
    text = noun.text
    if text in ("coins", "coin"):
        return "coins", "purse"
    if text in ("tokens", "token"):
        return "tokens", "pool"
    for full in units_called(w.resolver, text):
        return f"unit {full}", "pool"
    known = ("coins", "tokens", *w.vocabulary.all("unit"))
    w.findings.unknown("T104", noun.span, text, known, what="piece that is moved by number")
    return "tokens", UNKNOWN


def move_amount(w: Writer, node: tree.MoveAmount, scope: Scope, _: Context) -> Stmt:
    """`move n coins from a to b`."""
    what, place = _amount_of(w, node.noun)
    count = w.resolver.expr(node.count, scope, "number")
    source = w.resolver.expr(node.source, scope, place)
    target = w.resolver.expr(node.target, scope, place)
    return ("move_n", at(node), what, count, source, target)


def remove_amount(w: Writer, node: tree.RemoveAmount, scope: Scope, _: Context) -> Stmt:
    """`remove n tokens from a`."""
    what, place = _amount_of(w, node.noun)
    count = w.resolver.expr(node.count, scope, "number")
    return ("remove_n", at(node), what, count, w.resolver.expr(node.source, scope, place))


def move_thing(w: Writer, node: tree.MoveThing, scope: Scope, _: Context) -> Stmt:
    """`move thing to place hidden`."""
    thing = w.resolver.expr(node.thing, scope, _lying_card(w, node.thing, scope))
    one_of(w, node.thing, thing, MOVABLE, "a card, a combo, a piece or troops")
    return ("move", at(node), thing, _target(w, node.target, scope), node.hidden)


def _lying_card(w: Writer, node: tree.Expression, scope: Scope) -> str | None:
    """Give the type of a card that is moved by its name, if a word is one and may lie in regions."""
    if not isinstance(node, tree.Name) or node.text in scope.names:
        return None
    kinds = ("artifact", "place")
    return next((kind for kind in kinds if w.vocabulary.card(kind, node.text, w.home)), None)


def _target(w: Writer, node: tree.Expression, scope: Scope) -> Expr:
    target = w.resolver.expr(node, scope)
    if target[0] == "game" and target[3] in PLACES:
        return (target[3],)
    if target[0] not in ("bottom", "top") and not target[2].startswith("stack "):
        one_of(w, node, target, TARGETS, "a region, a player, a stack or a place for tokens")
    return target


def remove_thing(w: Writer, node: tree.RemoveThing, scope: Scope, _: Context) -> Stmt:
    """`remove troops`."""
    thing = w.resolver.expr(node.thing, scope)
    one_of(
        w, node.thing, thing, ("troops", "pool", "marker", "unit", "item"),
        "troops, a place for tokens or a piece",
    )  # fmt: skip
    return ("remove", at(node), thing)


def set_(w: Writer, node: tree.Set, scope: Scope, _: Context) -> Stmt:
    """`set place = e`."""
    place = w.resolver.expr(node.place, scope)
    settable = (
        (place[0] == "get" and place[3] in SETTABLE)
        or place[0] == "state"
        or (place[0] == "game" and place[3] in SETTABLE_GAME)
    )
    if not settable and place[2] != UNKNOWN:
        w.findings.add(
            "T201", node.place.span, found=spoken(place[2]), expected="something that can be set",
            hint="declared states can be set, and " + ", ".join(sorted(SETTABLE | SETTABLE_GAME)),
        )  # fmt: skip
    kind = place[2]
    if place[0] in ("get", "state") and place[4] is not None and place[4][2].endswith("?"):
        w.resolver.fitted(place[4], sure(place[4][2]), node.place)
        kind = sure(kind)
    return ("set", at(node), place, w.resolver.expr(node.value, scope, kind))


def swap(w: Writer, node: tree.Swap, scope: Scope, _: Context) -> Stmt:
    """`swap a with b`: two places of one type."""
    left = w.resolver.expr(node.left, scope)
    right = w.resolver.expr(node.right, scope)
    if common(left[2], right[2]) is None:
        w.resolver.wrong(node.right, right[2], spoken(left[2]))
    for expr, written in ((left, node.left), (right, node.right)):
        is_place = expr[0] == "state" or (expr[0] == "get" and expr[3] in SWAPPABLE)
        if not is_place and expr[2] != UNKNOWN:
            hint = "declared states are places, and " + ", ".join(sorted(SWAPPABLE))
            w.findings.add(
                "T201", written.span, found=spoken(expr[2]), expected="a place", hint=hint
            )
    return ("swap", at(node), left, right)


KEPT_APART = ("tokens", "units", "markers", "symbols", "terrain", "artifact", "place", "card")


def exchange(w: Writer, node: tree.Exchange, scope: Scope, _: Context) -> Stmt:
    """`exchange a with b but (...)`."""
    left = w.resolver.expr(node.left, scope, "region")
    right = w.resolver.expr(node.right, scope, "region")
    kept = []
    for word in node.but:
        found = w.vocabulary.find("marker", word.text, w.home)
        if not found and word.text not in KEPT_APART:
            known = (*KEPT_APART, *w.vocabulary.all("marker"))
            w.findings.unknown("T104", word.span, word.text, known, what="kind of contents")
        kept.append(found[0].full if found else word.text)
    return ("exchange", at(node), left, right, tuple(kept))


def pair(w: Writer, node: tree.Pair, scope: Scope, _: Context) -> Stmt:
    """`pair banner with badge as combo`."""
    banner = w.resolver.expr(node.banner, scope, "banner")
    badge = w.resolver.expr(node.badge, scope, "badge")
    slot = scope.bind(node.name.text, "combo", node.name.span, watch=True)
    return ("pair", at(node), banner, badge, slot)


def unpair(w: Writer, node: tree.Unpair, scope: Scope, _: Context) -> Stmt:
    """`unpair combo as banner with badge`."""
    combo = w.resolver.expr(node.combo, scope, "combo")
    banner = scope.bind(node.banner.text, "banner", node.banner.span, watch=True)
    badge = scope.bind(node.badge.text, "badge", node.badge.span, watch=True)
    return ("unpair", at(node), combo, banner, badge)


def found(w: Writer, node: tree.Found, scope: Scope, _: Context) -> Stmt:
    """`found combo by p as race`."""
    combo = w.resolver.expr(node.combo, scope, "combo")
    by = w.resolver.expr(node.by, scope, "player")
    slot = scope.bind(node.name.text, "race", node.name.span, watch=True)
    return ("found", at(node), combo, by, slot)


def shuffle(w: Writer, node: tree.Shuffle, scope: Scope, _: Context) -> Stmt:
    """`shuffle stack`."""
    stack = w.resolver.expr(node.stack, scope)
    if not stack[2].startswith("stack "):
        stack = w.resolver.wrong(node.stack, stack[2], "a stack")
    return ("shuffle", at(node), stack)


def reveal(w: Writer, node: tree.Reveal, scope: Scope, _: Context) -> Stmt:
    """`reveal thing to p`."""
    thing = w.resolver.expr(node.thing, scope)
    kinds = (*MOVABLE, "number", *(maybe(kind) for kind in MOVABLE))
    if not thing[2].startswith("stack ") and not is_list(thing[2]):
        one_of(w, node.thing, thing, kinds, "a card, a piece, a stack or a hidden number")
    to = w.resolver.expr(node.to, scope, "player") if node.to else None
    return ("reveal", at(node), thing, to)


FORMS: dict[type, StatementForm] = {
    tree.Pot: pot, tree.MoveAmount: move_amount, tree.MoveThing: move_thing,
    tree.RemoveAmount: remove_amount, tree.RemoveThing: remove_thing, tree.Set: set_,
    tree.Swap: swap, tree.Exchange: exchange, tree.Pair: pair, tree.Unpair: unpair,
    tree.Found: found,
    tree.Shuffle: shuffle, tree.Reveal: reveal,
}  # fmt: skip
