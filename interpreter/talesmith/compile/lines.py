"""Lines of pure bodies: what a value, a permission or a ledger hears from one source."""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.compile.context import Context, StatementForm, Writer
from talesmith.names import words
from talesmith.names.form import at
from talesmith.names.narrow import facts
from talesmith.names.scope import Scope
from talesmith.names.types import element, sure
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.syntax import tree


def _guarded(w: Writer, guard: tree.Guard | None, scope: Scope) -> tuple[Expr | None, Scope]:
    """Resolve the guard of a line first: what it tells holds in the line."""
    if guard is None:
        return None, scope
    condition = w.resolver.condition(guard.condition, scope)
    return condition, scope.child(facts(condition, truth=True))


def become(w: Writer, node: tree.Become, scope: Scope, context: Context) -> Stmt:
    """`become e over NAME when c`."""
    guard, inner = _guarded(w, node.guard, scope)
    value = w.resolver.expr(node.value, inner, context.result)
    over = (_card_named(w, node.over),) if node.over else ()
    return ("become", at(node), value, guard, tuple(dict.fromkeys((*over, *_below(w)))))


def _below(w: Writer) -> Iterator[str]:
    """Give the house rules of the game over which a house rule lies as a whole."""
    for home in w.vocabulary.find("house_rule", w.home.card, w.home):
        for over in home.node.over if w.home.kind == "house_rule" else ():
            yield from (o.full for o in w.vocabulary.find("house_rule", str(over.name), w.home))


def _card_named(w: Writer, name: tree.FullName) -> str:
    found = named_source(w, str(name))
    if found is None:
        known = (n for kind in SOURCES for n in w.vocabulary.all(kind))
        w.findings.unknown("T061", name.span, str(name), known, order="over", hook="this value")
        return str(name)
    return found


SOURCES = ("race", "power", "event", "artifact", "place", "rules", "house_rule", "item", "marker")


def named_source(w: Writer, text: str) -> str | None:
    """Give the full name of the card, rules part or piece that a word behind `over` names."""
    for kind in SOURCES:
        for one in w.vocabulary.find(kind, text, w.home):
            return one.full
    return None


def _numeric(w: Writer, node: tree.Add | tree.Cap | tree.Floor | tree.Times, kind: str) -> bool:
    if sure(kind) in ("number", "unknown"):
        return True
    hint = "a value that is no number is only set, with `become`"
    w.findings.add("T201", node.span, found="a number", expected="`become`", hint=hint)
    return False


def _layer(op: str) -> StatementForm:
    def form(
        w: Writer, node: tree.Add | tree.Cap | tree.Floor, scope: Scope, context: Context
    ) -> Stmt | None:
        if not _numeric(w, node, context.result):
            return None
        guard, inner = _guarded(w, node.guard, scope)
        return (op, at(node), w.resolver.expr(node.value, inner, "number"), guard)

    return form


def times(w: Writer, node: tree.Times, scope: Scope, context: Context) -> Stmt | None:
    """`times a/b when c`; in a ledger `times a lines where c`."""
    guard, inner = _guarded(w, node.guard, scope)
    below = node.denominator.value if node.denominator else 1
    if below == 0 and node.denominator is not None:
        w.findings.add("T205", node.denominator.span, value="0", range="a divisor is at least 1")
    made = ("times", at(node), node.numerator.value, below, guard)
    if node.lines is None:
        if context.kind == "ledger":
            problem = "say which lines: `times 2 lines where ...`"
            w.findings.add("T202", node.span, problem=problem)
            return None
        return made if _numeric(w, node, context.result) else None
    if context.kind != "ledger":
        problem = "`lines` stands only in ledger hooks"
        w.findings.add("T202", node.lines.span, problem=problem)
        return None
    slot, condition = _line_filter(w, node.lines, inner)
    return (*made, slot, condition)


def _line_filter(w: Writer, where: tree.Where, scope: Scope) -> tuple[int, Expr]:
    inner = scope.child()
    if "it" in scope.names:
        w.findings.add("T106", where.span)
    slot = inner.bind("it", "line")
    return slot, w.resolver.condition(where.condition, inner)


def earn(w: Writer, node: tree.Earn, scope: Scope, _: Context) -> Stmt:
    """`earn e each r in S at R of F to P when c`."""
    guard, inner = _guarded(w, node.guard, scope)
    slot, source, at_region = None, None, None
    if node.each is not None:
        source, slot, inner = w.resolver.binder(node.each, inner)
        if element(source[2]) == "region":
            at_region = ("local", at(node.each), "region", slot)
    amount = w.resolver.expr(node.amount, inner, "number")
    if node.at is not None:
        at_region = w.resolver.expr(node.at, inner, "region")
    to = w.resolver.expr(node.to, inner, "player") if node.to else None
    return ("earn", at(node), amount, slot, source, at_region, _race(w, node, inner), to, guard)


def _race(w: Writer, node: tree.Earn, scope: Scope) -> Expr | None:
    if node.of is not None:
        return w.resolver.expr(node.of, scope, "race")
    bound = scope.names.get("self")
    if bound is None or bound.expr[2] != "race":
        return None
    return bound.expr


def drop(w: Writer, node: tree.Drop, scope: Scope, _: Context) -> Stmt:
    """`drop lines where c`."""
    return ("drop", at(node), *_line_filter(w, node.where, scope))


def forbid(w: Writer, node: tree.Forbid, scope: Scope, _: Context) -> Stmt:
    """`forbid part "reason" when c`."""
    guard, _inner = _guarded(w, node.guard, scope)
    reason = node.reason.text if node.reason else None
    return ("forbid", at(node), node.part.text, reason, guard)


def waive(w: Writer, node: tree.Waive, scope: Scope, context: Context) -> Stmt:
    """`waive part when c`."""
    words.permission_part(w.resolver, context.hook, node.part)
    guard, _inner = _guarded(w, node.guard, scope)
    return ("waive", at(node), node.part.text, guard)


FORMS: dict[type, StatementForm] = {
    tree.Become: become, tree.Times: times, tree.Add: _layer("add"), tree.Cap: _layer("cap"),
    tree.Floor: _layer("floor"), tree.Earn: earn, tree.Drop: drop, tree.Forbid: forbid,
    tree.Waive: waive,
}  # fmt: skip
