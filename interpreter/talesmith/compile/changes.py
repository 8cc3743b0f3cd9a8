"""Statements that change the game: coins, tokens, pieces, cards, states, durations."""

from __future__ import annotations

from talesmith.compile.asks import asked
from talesmith.compile.context import Context, StatementForm, Writer
from talesmith.names.form import at
from talesmith.names.properties import units_called
from talesmith.names.scope import Scope
from talesmith.names.types import CARDS, UNKNOWN, common, is_list, maybe, spoken, sure
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.vocabulary import SETTABLE, SETTABLE_GAME
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
    thing = w.resolver.expr(node.thing, scope)
    _one_of(w, node.thing, thing, MOVABLE, "a card, a combo, a piece or troops")
    return ("move", at(node), thing, _target(w, node.target, scope), node.hidden)


def _one_of(w: Writer, node: tree.Node, expr: Expr, kinds: tuple[str, ...], expected: str) -> None:
    kind = expr[2]
    if kind == UNKNOWN or kind in kinds:
        return
    if sure(kind) in kinds:
        label = f"{expected} is needed here"
        w.findings.add("T203", node.span, what="this", label=label)
        return
    w.findings.add("T201", node.span, found=spoken(kind), expected=expected)


def _target(w: Writer, node: tree.Expression, scope: Scope) -> Expr:
    target = w.resolver.expr(node, scope)
    if target[0] == "game" and target[3] in PLACES:
        return (target[3],)
    if target[0] != "bottom" and not target[2].startswith("stack "):
        _one_of(w, node, target, TARGETS, "a region, a player, a stack or a place for tokens")
    return target


def remove_thing(w: Writer, node: tree.RemoveThing, scope: Scope, _: Context) -> Stmt:
    """`remove troops`."""
    thing = w.resolver.expr(node.thing, scope)
    _one_of(
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


def marker_named(w: Writer, word: tree.Node, text: str) -> str:
    """Give the full name of a marker, or report that there is none."""
    for found in w.vocabulary.find("marker", text, w.home):
        return found.full
    known = w.vocabulary.all("marker")
    w.findings.unknown("T104", word.span, text, known, what="marker")
    return ""


def mark(w: Writer, node: tree.Mark, scope: Scope, _: Context) -> Stmt:
    """`mark r with marker(n) by p until d`."""
    region = w.resolver.expr(node.region, scope, "region")
    written, count = node.marker, None
    if isinstance(written, tree.Call):
        if len(written.arguments) == 1 and isinstance(written.arguments[0], tree.Argument):
            count = w.resolver.expr(written.arguments[0].value, scope, "number")
        else:
            problem = "a marker takes one number: how many are laid"
            w.findings.add("T202", written.span, problem=problem)
        written = written.source
    marker = marker_named(w, written, _spelled(written))
    by = asked(w, node.by, scope) if node.by else None
    until = durations(w, node.until, scope) if node.until else None
    return ("mark", at(node), region, marker, count, by, until)


def _spelled(node: tree.Expression) -> str:
    if isinstance(node, tree.Attribute) and isinstance(node.source, tree.Name):
        return f"{node.source}.{node.name}"
    return node.text if isinstance(node, tree.Name) else "this"


def unmark(w: Writer, node: tree.Unmark, scope: Scope, _: Context) -> Stmt:
    """`unmark S of marker`."""
    regions = w.resolver.expr(node.region, scope)
    _one_of(w, node.region, regions, ("region", "list region"), "a region or a list of regions")
    return ("unmark", at(node), regions, marker_named(w, node.marker, node.marker.text))


def station(w: Writer, node: tree.Station, scope: Scope, _: Context) -> Stmt:
    """`station n marker on S by p`."""
    count = w.resolver.expr(node.count, scope, "number")
    marker = marker_named(w, node.marker, node.marker.text)
    source = w.resolver.members(node.source, scope)
    kept = w.resolver.filtered(source, node.where, scope)[0]
    kept = w.resolver.fitted(kept, "list region", node.source)
    return ("station", at(node), count, marker, kept, asked(w, node.by, scope))


def attach(w: Writer, node: tree.Attach, scope: Scope, _: Context) -> Stmt:
    """`attach item(...) to bearer until d`, or a badge."""
    bearer = w.resolver.expr(node.bearer, scope)
    thing = _item(w, node, scope, bearer) or w.resolver.expr(node.thing, scope)
    if thing[0] != "item":
        _one_of(w, node.thing, thing, ("badge",), "an item or a badge")
        _one_of(w, node.bearer, bearer, ("race",), "a race")
    inner = scope.child()
    inner.put("bearer", bearer)
    until = durations(w, node.until, inner) if node.until else None
    return ("attach", at(node), thing, bearer, until)


def _item(w: Writer, node: tree.Attach, scope: Scope, bearer: Expr) -> Expr | None:
    thing = node.thing
    name = thing.source if isinstance(thing, tree.Call) else thing
    text = _spelled(name)
    if text in scope.names:
        return None
    for item in w.vocabulary.find("item", text, w.home):
        signature = w.vocabulary.signatures[item.full]
        arguments = thing.arguments if isinstance(thing, tree.Call) else ()
        given = w.resolver.arguments(signature, arguments, scope, name.span)
        kind = item.node.bearer.text
        _one_of(w, node.bearer, bearer, (kind,), spoken(kind))
        return ("item", item.full, given)
    if isinstance(thing, tree.Call) and isinstance(name, tree.Name):
        w.findings.unknown("T104", name.span, text, w.vocabulary.all("item"), what="item")
        return ("none", at(thing), UNKNOWN)
    return _badge(w, thing, scope)


def _badge(w: Writer, thing: tree.Expression, scope: Scope) -> Expr | None:
    if isinstance(thing, tree.Name) and thing.text not in scope.names:
        if w.vocabulary.card("badge", thing.text, w.home):
            return w.resolver.expr(thing, scope, "badge")
        known = (*w.vocabulary.all("item"), *w.vocabulary.all("power"), *scope.names)
        w.findings.unknown("T104", thing.span, thing.text, known, what="item or badge")
        return ("none", at(thing), UNKNOWN)
    return None


def detach(w: Writer, node: tree.Detach, scope: Scope, context: Context) -> Stmt:
    """`detach card` (this item), `detach badge from race`."""
    bearer = w.resolver.expr(node.bearer, scope) if node.bearer else None
    thing: Expr | None
    if isinstance(node.thing, tree.Name) and node.thing.text == "card" and context.item:
        thing = None
    else:
        thing = _detached(w, node, scope)
    return ("detach", at(node), thing, bearer)


def _detached(w: Writer, node: tree.Detach, scope: Scope) -> Expr:
    name = node.thing
    if isinstance(name, tree.Name) and name.text not in scope.names:
        for item in w.vocabulary.find("item", name.text, w.home):
            return ("constant", at(name), "item", item.full)
    thing = w.resolver.expr(name, scope, "badge")
    if node.bearer is None and thing[2] != UNKNOWN:
        problem = "say from whom: `detach BADGE from RACE`"
        w.findings.add("T202", node.span, problem=problem)
    return thing


def swap(w: Writer, node: tree.Swap, scope: Scope, _: Context) -> Stmt:
    """`swap a with b`: two places of one type."""
    left = w.resolver.expr(node.left, scope)
    right = w.resolver.expr(node.right, scope)
    if common(left[2], right[2]) is None:
        w.resolver.wrong(node.right, right[2], spoken(left[2]))
    for expr, written in ((left, node.left), (right, node.right)):
        if expr[0] not in ("get", "state") and expr[2] != UNKNOWN:
            w.findings.add("T201", written.span, found=spoken(expr[2]), expected="a place")
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
        _one_of(w, node.thing, thing, kinds, "a card, a piece, a stack or a hidden number")
    to = w.resolver.expr(node.to, scope, "player") if node.to else None
    return ("reveal", at(node), thing, to)


def expire(w: Writer, node: tree.Expire, scope: Scope, _: Context) -> Stmt:
    """`expire turn`: only the rules say when time is up."""
    if not w.home.is_rules:
        problem = "`expire` stands only in rules"
        w.findings.add("T211", node.span, problem=problem)
    kind, who = duration(w, node.duration, scope)
    return ("expire", at(node), kind) if who is None else ("expire", at(node), kind, who)


UNTIL_WORDS = ("turn", "round", "used", "game")


def duration(w: Writer, node: tree.Duration, scope: Scope) -> tuple[str, Expr | None]:
    """Give the kind of a duration and whom it watches."""
    if isinstance(node, tree.UntilWord):
        if node.word.text not in UNTIL_WORDS:
            w.findings.unknown("T104", node.word.span, node.word.text, UNTIL_WORDS, what="duration")
        return node.word.text, None
    if isinstance(node, tree.UntilEdge):
        turn = node.turn
        if not isinstance(turn, tree.Attribute) or turn.name.text != "turn":
            problem = f"write `{node.edge} of PLAYER.turn`"
            w.findings.add("T202", turn.span, problem=problem)
            return node.edge.text, None
        return node.edge.text, w.resolver.expr(turn.source, scope, "player")
    who = w.resolver.expr(node.who, scope)
    if isinstance(node, tree.UntilDeclines):
        return "declines", w.resolver.fitted(who, "race", node.who)
    _one_of(w, node.who, who, ("race", "combo", *CARDS, "card"), "a race, a combo or a card")
    return "leaves", who


def durations(
    w: Writer, nodes: tuple[tree.Duration, ...], scope: Scope
) -> tuple[tuple[str, Expr | None], ...]:
    """Give all ends of a duration."""
    return tuple(duration(w, node, scope) for node in nodes)


FORMS: dict[type, StatementForm] = {
    tree.Pot: pot, tree.MoveAmount: move_amount, tree.MoveThing: move_thing,
    tree.RemoveAmount: remove_amount, tree.RemoveThing: remove_thing, tree.Set: set_,
    tree.Mark: mark, tree.Unmark: unmark, tree.Station: station, tree.Attach: attach,
    tree.Detach: detach, tree.Swap: swap, tree.Exchange: exchange, tree.Pair: pair,
    tree.Found: found, tree.Shuffle: shuffle, tree.Reveal: reveal, tree.Expire: expire,
}  # fmt: skip
