"""Statements that steer: names, branches, loops, steps and their results."""

from __future__ import annotations

from attrs import evolve

from talesmith.compile.context import Context, StatementForm, Writer, leaves
from talesmith.compile.stale import changes
from talesmith.names.form import at
from talesmith.names.narrow import facts
from talesmith.names.scope import Scope
from talesmith.names.types import UNKNOWN, element, spoken
from talesmith.ruleset.ops import Body, Expr, Stmt, walk
from talesmith.syntax import tree


def let(w: Writer, node: tree.Let, scope: Scope, context: Context) -> Stmt | None:
    """`let name = e`: frozen in a slot; in a pure body it stands for its expression."""
    value = w.resolver.expr(node.value, scope)
    if node.where is not None:
        value = w.resolver.fitted(value, f"list {element(value[2])}", node.value)
        value = w.resolver.filtered(value, node.where, scope)[0]
    name = node.name
    if context.is_pure:
        scope.put(name.text, value, name.span, watch=True)
        return None
    slot = scope.bind(name.text, value[2], name.span, watch=True)
    return ("let", at(node), slot, value)


def if_(w: Writer, node: tree.If, scope: Scope, context: Context) -> Stmt:
    """`if c { } else { }`; a branch that leaves tells something to what follows."""
    condition = w.resolver.condition(node.condition, scope)
    yes, no = facts(condition, truth=True), facts(condition, truth=False)
    then = w.statements(node.then, scope.child(yes), context)
    otherwise: Body = ()
    if node.otherwise is not None:
        otherwise = w.statements(node.otherwise, scope.child(no), context)
    if leaves(then):
        scope.learn(no)
    if leaves(otherwise):
        scope.learn(yes)
    if not context.at_once and _goes_on_changed(node, leaves(then), leaves(otherwise)):
        scope.forget()
    return ("if", at(node), condition, then, otherwise)


def _goes_on_changed(node: tree.If, yes_leaves: bool, no_leaves: bool) -> bool:
    """Tell whether what follows may be reached from a branch that has changed something."""
    yes = not yes_leaves and changes(*node.then)
    return yes or (node.otherwise is not None and not no_leaves and changes(*node.otherwise))


def _again(scope: Scope, block: tree.Block, context: Context) -> Scope:
    """Give the inside of a loop, where nothing is known that its own block may end."""
    inner = scope.child()
    if not context.at_once and changes(*block):
        inner.forget()
    return inner


def _each_of(
    w: Writer, node: tree.For | tree.AtOnce | tree.Secretly, scope: Scope, context: Context
) -> tuple[int, Expr, Scope]:
    source = w.resolver.members(node.source, scope)
    inner = _again(scope, node.block, context)
    slot = inner.bind(node.name.text, element(source[2]), node.name.span)
    kept, _, known = w.resolver.filtered(source, node.where, inner, slot)
    inner.learn(known)
    return slot, kept, _again(inner, node.block, context)


def for_(w: Writer, node: tree.For, scope: Scope, context: Context) -> Stmt:
    """`for x in S where c { }`."""
    slot, source, inner = _each_of(w, node, scope, context)
    return ("for", at(node), slot, source, w.statements(node.block, inner, context.inside("")))


def at_once(w: Writer, node: tree.AtOnce, scope: Scope, context: Context) -> Stmt:
    """`at_once x in S where c { }`."""
    within = evolve(context, at_once=True)
    slot, source, inner = _each_of(w, node, scope, within)
    return ("at_once", at(node), slot, source, w.statements(node.block, inner, within))


def secretly(w: Writer, node: tree.Secretly, scope: Scope, context: Context) -> Stmt:
    """`secretly p in S { ... } as x`: the last bound name is the sealed value."""
    slot, source, inner = _each_of(w, node, scope, context)
    known = set(inner.names)
    body = w.statements(node.block, inner, context)
    bound = [name for name in inner.names if name not in known]
    kind = inner.names[bound[-1]].expr[2] if bound else "none"
    if bound:
        inner.names[bound[-1]].used = True
    if kind not in ("number", UNKNOWN):
        w.findings.add(
            "T201", node.result.span, found=spoken(kind), expected="a number",
            hint="the last name bound in the block is what each player seals",
        )  # fmt: skip
    result = scope.bind(node.result.text, f"map {element(source[2])}", node.result.span, watch=True)
    return ("secretly", at(node), slot, source, body, result)


def loop(w: Writer, node: tree.Loop, scope: Scope, context: Context) -> Stmt:
    """`loop name at_most n times { }`."""
    most = w.resolver.expr(node.most, scope, "number")
    if not _is_constant(most):
        w.findings.add(
            "T051", node.most.span,
            hint="a bound is made of numbers, printed values, keys and values without arguments",
        )  # fmt: skip
    name = node.name.text if node.name else ""
    inner = _again(scope, node.block, context)
    body = w.statements(node.block, inner, context.inside(name))
    return ("loop", at(node), name, most, body)


_CONSTANT = frozenset(
    ("num", "printed", "plus", "minus", "mul", "div", "larger", "smaller", "key", "card", "neg")
)


def _is_constant(expr: Expr) -> bool:
    for part in walk(expr):
        op = part[0]
        map_fact = op == "game" and str(part[3]).startswith("map.")
        plain_value = op == "value" and not part[4]
        if op not in _CONSTANT and part[2] != UNKNOWN and not map_fact and not plain_value:
            return False
    return True


def circle(w: Writer, node: tree.Circle, scope: Scope, context: Context) -> Stmt:
    """`circle p in S { }`: round and round; why it ends is checked with the finished body."""
    source = w.resolver.members(node.source, scope)
    most = w.resolver.expr(node.most, scope, "number") if node.most else None
    if most is not None and node.most is not None and not _is_constant(most):
        w.findings.add("T051", node.most.span)
    inner = _again(scope, node.block, context)
    slot = inner.bind(node.name.text, element(source[2]), node.name.span)
    body = w.statements(node.block, inner, context.inside(""))
    return ("circle", at(node), slot, source, most, body)


def using(w: Writer, node: tree.Using, scope: Scope, context: Context) -> Stmt:
    """`using a { }`."""
    attempt = w.resolver.expr(node.attempt, scope, "attempt")
    return ("using", at(node), attempt, w.block(node.block, scope, context))


def return_(w: Writer, node: tree.Return, scope: Scope, context: Context) -> Stmt:
    """`return e`."""
    if context.result == "none":
        problem = "there is no result to return here; write `stop`"
        w.findings.add("T211", node.span, problem=problem)
        return ("stop", at(node))
    return ("return", at(node), w.resolver.expr(node.value, scope, context.result))


def stop(_: Writer, node: tree.Stop, __: Scope, ___: Context) -> Stmt:
    """`stop`."""
    return ("stop", at(node))


def next_(w: Writer, node: tree.Next, _: Scope, context: Context) -> Stmt:
    """`next`: the next round of the innermost loop."""
    if not context.loops:
        problem = "`next` stands only inside `for`, `circle` or `loop`"
        w.findings.add("T211", node.span, problem=problem)
    return ("next", at(node))


def end(_: Writer, node: tree.End, __: Scope, ___: Context) -> Stmt:
    """`end name`; whether that loop may be running is judged with the whole ruleset."""
    return ("end", at(node.name), node.name.text)


FORMS: dict[type, StatementForm] = {
    tree.Let: let, tree.If: if_, tree.For: for_, tree.AtOnce: at_once, tree.Secretly: secretly,
    tree.Loop: loop, tree.Circle: circle, tree.Using: using,
    tree.Return: return_, tree.Stop: stop, tree.Next: next_, tree.End: end,
}  # fmt: skip
