"""Members that hold others: ways, items, pieces; and what suppresses."""

from __future__ import annotations

from attrs import evolve

from talesmith.compile import declarations
from talesmith.compile.context import Writer
from talesmith.compile.durations import durations
from talesmith.compile.gathered import where
from talesmith.compile.handlers import Card, filled, hook, instead, offer
from talesmith.compile.heads import PHASED, check_head, sorted_head, written_guard, written_limit
from talesmith.compile.scopes import Entry, Room, enter, parameters_scope, way_room
from talesmith.names.declared import Declared
from talesmith.names.form import at
from talesmith.names.scope import Frame, Scope
from talesmith.names.vocabulary import Parameter, Signature
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Item, Suppress, Way
from talesmith.syntax import tree

_ATTEMPT = (Parameter("attacker", "race"), Parameter("region", "region"))


def way(card: Card, node: tree.Way, room: Room) -> None:
    """Write a way: its guard and limit, and the hooks that live for one attempt."""
    w = card.w
    full = Declared("way", node.name.text, room.home, node.name.span, node).full
    head = sorted_head(w, node.head)
    inner = way_room(room, full)
    check_head(w, head, evolve(inner, holder=room.holder), "point")
    if head.side is not None:
        reason = "a way speaks for its attempt"
        w.findings.add("T042", head.side.span, hook=node.name.text, reason=reason)
    signature = Signature(
        node.name.text, "way", room.home, _ATTEMPT, "none", (0,), node.name.span, node
    )
    entry = enter(inner, signature, None)
    guard = written_guard(w, head.guard, entry.scope)
    limit = written_limit(w, head.limit, entry.scope)
    card.gathered.spans[full] = node.name.span
    card.gathered.ways.append(
        Way(
            full, node.title.text if node.title else None, room.home.card, room.holder, guard,
            limit, filled(entry, (guard, limit and limit.key)), entry.scope.frame.count,
            where(node.name.span), head.phase_word, room.piece,
        )
    )  # fmt: skip
    for member in node.members:
        if isinstance(member, tree.Hook):
            hook(card, member, inner)
        else:
            instead(card, member, inner)


def item(card: Card, node: tree.Item, room: Room) -> None:
    """Write an item and its hooks."""
    w = card.w
    full = Declared("item", node.name.text, room.home, node.name.span, node).full
    signature = w.vocabulary.signatures[full]
    bearer = node.bearer.text
    if bearer not in BEARERS:
        w.findings.unknown("T104", node.bearer.span, bearer, BEARERS, what="bearer of an item")
        return
    scope = parameters_scope((Parameter("bearer", bearer), *signature.parameters))
    card.gathered.items.append(
        Item(
            full, declarations.title(node), room.home.card,
            declarations.parameters(w, signature, node.parameters), bearer,
            durations(w, node.until, scope), where(node.name.span),
        )
    )  # fmt: skip
    inner = Room(room.home, "item", full, bearer, signature.parameters)
    members(card, node.members, inner)


BEARERS = ("race", "player", "region")


def members(card: Card, nodes: tuple[tree.PieceMember, ...], room: Room) -> None:
    """Write what stands inside an item, marker or unit."""
    for node in nodes:
        if isinstance(node, tree.Hook):
            hook(card, node, room)
        elif isinstance(node, tree.Offer):
            offer(card, node, room)
        elif isinstance(node, tree.Instead):
            instead(card, node, room)
        elif isinstance(node, tree.Way):
            way(card, node, room)
        elif isinstance(node, tree.State):
            card.gathered.states.append(declarations.state(card.w, node, room.piece))
        else:
            suppress(card, node, room)


def suppress(card: Card, node: tree.Suppress, room: Room) -> None:
    """Write a suppression; its guard knows `race` and, for powers, `badge`."""
    w = card.w
    kind = node.kind.text
    if kind not in ("race", "power"):
        w.findings.unknown("T104", node.kind.span, kind, ("race", "power"), what="kind of card")
        return
    nobody = Signature("suppress", "suppress", room.home, (), "none", (), node.span, node)
    entry = enter(room, nobody, None) if room.holder in _SPEAKING else Entry(Scope(Frame()), {})
    scope_of = None
    if node.of is not None:
        scope_of = _races(w, node.of, entry.scope)
    entry.add("race", "race")
    if kind == "power":
        entry.add("badge", "badge")
    guard = w.resolver.condition(node.guard.condition, entry.scope) if node.guard else None
    card.gathered.suppressions.append(
        Suppress(
            room.home.card, room.holder, room.piece, kind, scope_of, guard,
            tuple(entry.slots.items()), entry.scope.frame.count, where(node.span),
        )
    )  # fmt: skip


_SPEAKING = (*PHASED, "item", "marker", "unit")


def _races(w: Writer, node: tree.Expression, scope: Scope) -> Expr:
    """One race, or a list of them."""
    found = w.resolver.expr(node, scope)
    if found[2] == "race":
        return ("set", at(node), "list race", found)
    return w.resolver.fitted(found, "list race", node)
