"""Statements that set something going: steps, actions, moments, the rest of a replacement."""

from __future__ import annotations

from talesmith.compile.context import Context, StatementForm, Writer
from talesmith.names.form import at
from talesmith.names.functions import other_use
from talesmith.names.scope import Scope
from talesmith.names.types import UNKNOWN
from talesmith.names.vocabulary import Signature
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.syntax import tree


def called(
    w: Writer, node: tree.Expression, scope: Scope, kind: str
) -> tuple[Signature, tuple[Expr | None, ...]] | None:
    """Resolve `NAME(arguments)` where NAME is a step, action, moment or point."""
    name = node.source if isinstance(node, tree.Call) else node
    if not isinstance(name, tree.Name):
        w.findings.add("T103", node.span, what=kind, name="this", hint=f"write {kind}(...)")
        return None
    signature = _signature(w, name.text, kind)
    if signature is None:
        _report_unknown(w, name, kind)
        return None
    arguments = node.arguments if isinstance(node, tree.Call) else ()
    return signature, w.resolver.arguments(signature, arguments, scope, name.span)


def _report_unknown(w: Writer, name: tree.Name, kind: str) -> None:
    use = other_use(w.vocabulary, name.text)
    if use:
        w.findings.add("T103", name.span, what=kind, name=name.text, hint=use)
    else:
        known = [n for n in w.vocabulary.all(kind) if _signature(w, n, kind)]
        w.findings.unknown("T103", name.span, name.text, known, what=kind)


def _signature(w: Writer, name: str, kind: str) -> Signature | None:
    if kind != "step":
        found = w.vocabulary.hooks.get(name)
        return found if found is not None and found.kind == kind else None
    for step in w.vocabulary.find("step", name, w.home):
        return w.vocabulary.signatures[step.full]
    return None


def step_name(signature: Signature) -> str:
    """Give the name under which a step is known: short for the rules, full for a card."""
    home = signature.home
    return signature.name if home.is_rules else f"{home.card}.{signature.name}"


def call(w: Writer, node: tree.CallStep, scope: Scope, _: Context) -> Stmt | None:
    """`call step(...) as x`."""
    made = called(w, node.step, scope, "step")
    slot = _result(w, node.name, scope, made)
    return ("call", at(node), step_name(made[0]), made[1], slot) if made else None


def do(w: Writer, node: tree.Do, scope: Scope, _: Context) -> Stmt | None:
    """`do action(...) as x`."""
    made = called(w, node.action, scope, "action")
    slot = _result(w, node.name, scope, made)
    return ("do", at(node), made[0].name, made[1], slot) if made else None


def _result(
    w: Writer, name: tree.Word | None, scope: Scope,
    made: tuple[Signature, tuple[Expr | None, ...]] | None,
) -> int | None:  # fmt: skip
    if name is None:
        return None
    kind = made[0].type if made else UNKNOWN
    if kind == "none" and made:
        w.findings.add("T202", name.span, problem=f"`{made[0].name}` has no result to name")
        kind = UNKNOWN
    if made and made[0].kind == "action" and kind not in (UNKNOWN, "none"):
        kind = kind.removesuffix("?") + "?"
    return scope.bind(name.text, kind, name.span, watch=True)


def fire(w: Writer, node: tree.Fire, scope: Scope, _: Context) -> Stmt | None:
    """`fire moment(...)`: only the rules make a moment happen."""
    if not w.home.is_rules:
        problem = "`fire` stands only in rules; a card that wants others to react uses `do`"
        w.findings.add("T211", node.span, problem=problem)
    made = called(w, node.moment, scope, "moment")
    return ("fire", at(node), made[0].name, made[1]) if made else None


def proceed(w: Writer, node: tree.Proceed, scope: Scope, context: Context) -> Stmt | None:
    """`proceed with x = e`: only in a replacement, with parameters of its action."""
    signature = context.changes
    if signature is None:
        problem = "`proceed` stands only in `instead of`"
        w.findings.add("T211", node.span, problem=problem)
        return None
    changes, seen = [], set()
    for change in node.changes:
        name = change.name.text
        if name not in signature.names:
            what = f"parameter of {signature.name}"
            w.findings.unknown("T104", change.name.span, name, signature.names, what=what)
            w.resolver.expr(change.value, scope)
            continue
        if name in seen:
            w.findings.add("T112", change.name.span, name=name)
        seen.add(name)
        number = signature.names.index(name)
        value = w.resolver.expr(change.value, scope, signature.parameters[number].type)
        changes.append((number, value))
    return ("proceed", at(node), tuple(changes))


FORMS: dict[type, StatementForm] = {
    tree.CallStep: call, tree.Do: do, tree.Fire: fire, tree.Proceed: proceed,
}  # fmt: skip
