"""Statements about what lies in regions or is attached: markers, items, badges; and their ends."""

from __future__ import annotations

from talesmith.compile.asks import asked, question_text
from talesmith.compile.context import Context, StatementForm, Writer
from talesmith.compile.durations import duration, durations, one_of
from talesmith.names.form import at, spelled
from talesmith.names.scope import Scope
from talesmith.names.types import UNKNOWN, spoken
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.syntax import tree


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
    marker = marker_named(w, written, spelled(written) or "this")
    by = asked(w, node.by, scope) if node.by else None
    until = durations(w, node.until, scope) if node.until else None
    return ("mark", at(node), region, marker, count, by, until)


def unmark(w: Writer, node: tree.Unmark, scope: Scope, _: Context) -> Stmt:
    """`unmark S of marker`."""
    regions = w.resolver.expr(node.region, scope)
    one_of(w, node.region, regions, ("region", "list region"), "a region or a list of regions")
    return ("unmark", at(node), regions, marker_named(w, node.marker, node.marker.text))


def station(w: Writer, node: tree.Station, scope: Scope, _: Context) -> Stmt:
    """`station n marker on S by p "..."`."""
    count = w.resolver.expr(node.count, scope, "number")
    marker = marker_named(w, node.marker, node.marker.text)
    source = w.resolver.members(node.source, scope)
    kept = w.resolver.filtered(source, node.where, scope)[0]
    kept = w.resolver.fitted(kept, "list region", node.source)
    by = asked(w, node.by, scope)
    return ("station", at(node), count, marker, kept, by, question_text(node.question))


def attach(w: Writer, node: tree.Attach, scope: Scope, _: Context) -> Stmt:
    """`attach item(...) to bearer until d`, or a badge."""
    bearer = w.resolver.expr(node.bearer, scope)
    thing = _item(w, node, scope, bearer) or w.resolver.expr(node.thing, scope)
    if thing[0] != "item":
        one_of(w, node.thing, thing, ("badge",), "an item or a badge")
        one_of(w, node.bearer, bearer, ("race",), "a race")
    inner = scope.child()
    inner.put("bearer", bearer)
    until = durations(w, node.until, inner) if node.until else None
    return ("attach", at(node), thing, bearer, until)


def _item(w: Writer, node: tree.Attach, scope: Scope, bearer: Expr) -> Expr | None:
    thing = node.thing
    name = thing.source if isinstance(thing, tree.Call) else thing
    text = spelled(name) or "this"
    if text in scope.names:
        return None
    for item in w.vocabulary.find("item", text, w.home):
        signature = w.vocabulary.signatures[item.full]
        arguments = thing.arguments if isinstance(thing, tree.Call) else ()
        given = w.resolver.arguments(signature, arguments, scope, name.span)
        kind = item.node.bearer.text
        one_of(w, node.bearer, bearer, (kind,), spoken(kind))
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


def expire(w: Writer, node: tree.Expire, scope: Scope, _: Context) -> Stmt:
    """`expire turn`: only the rules say when time is up."""
    if not w.home.is_rules:
        problem = "`expire` stands only in rules"
        w.findings.add("T211", node.span, problem=problem)
    kind, who = duration(w, node.duration, scope)
    return ("expire", at(node), kind) if who is None else ("expire", at(node), kind, who)


FORMS: dict[type, StatementForm] = {
    tree.Mark: mark, tree.Unmark: unmark, tree.Station: station, tree.Attach: attach,
    tree.Detach: detach, tree.Expire: expire,
}  # fmt: skip
