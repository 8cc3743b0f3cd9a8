"""Statements that ask a player, or chance: the request's kind, bounds, and what comes without one."""

from __future__ import annotations

from talesmith.compile.calls import called
from talesmith.compile.context import Context, StatementForm, Writer, leaves
from talesmith.names.form import at, lost
from talesmith.names.narrow import facts, renamed
from talesmith.names.scope import Scope
from talesmith.names.types import UNKNOWN, common, element, is_list, maybe, plural, spoken, sure
from talesmith.ruleset.ops import Body, Expr, Stmt
from talesmith.syntax import tree


def asked(w: Writer, node: tree.Expression, scope: Scope) -> Expr | None:
    """Resolve who answers: a player, or None for chance."""
    if isinstance(node, tree.Name) and node.text == "chance" and "chance" not in scope.names:
        return None
    return w.resolver.expr(node, scope, "player")


Branches = tuple[Body | None, Body | None, bool]
"""What comes when the asker declines, what comes when there is nothing, and whether the name may
be without a value afterwards."""


def branches(
    w: Writer, written: tuple[tree.Branch, ...], scope: Scope, context: Context
) -> Branches:
    """Write `or done`, `else`, `or else` behind a choice."""
    done: Body | None = None
    empty: Body | None = None
    for branch in written:
        body = w.block(branch.block, scope, context)
        if branch.kind in ("done", "both"):
            _twice(w, done, branch)
            done = body
        if branch.kind in ("nothing", "both"):
            _twice(w, empty, branch)
            empty = body
    open_end = any(body is not None and not leaves(body) for body in (done, empty))
    return done, empty, open_end


def _twice(w: Writer, body: Body | None, branch: tree.Branch) -> None:
    if body is not None:
        w.findings.add("T112", branch.span, name="or done" if branch.kind == "done" else "else")


def bound(name: tree.Word, kind: str, scope: Scope, ends: Branches, *, may_be_empty: bool) -> int:
    """Bind the name of a choice; without a value on some path its type says so."""
    done, empty, open_end = ends
    open_end = open_end or (may_be_empty and empty is None)
    slot = scope.bind(name.text, maybe(kind) if open_end else kind, name.span, watch=True)
    if open_end and (done is not None or empty is not None):
        scope.frame.left_open[slot] = name.text
    return slot


def question_text(question: tree.Text | None) -> str | None:
    """What is asked in the words of the statement; None where it says nothing."""
    return None if question is None else question.text


def ask(w: Writer, node: tree.Ask, scope: Scope, _: Context) -> Stmt:
    """`ask p "..." if c as x`."""
    by = asked(w, node.player, scope)
    condition = w.resolver.condition(node.condition, scope) if node.condition else None
    slot = scope.bind(node.name.text, "flag", node.name.span, watch=True)
    return ("ask", at(node), by, node.question.text, condition, slot)


def option(w: Writer, node: tree.ChooseOption, scope: Scope, context: Context) -> Stmt:
    """`choose option by p at point { ... }`: written options, then the offers of the point."""
    by = asked(w, node.by, scope)
    point = None
    if node.point is not None:
        made = called(w, node.point, scope, "point")
        point = (made[0].name, made[1]) if made else None
    kinds: list[str] = []
    written = tuple(_branch(w, one, scope, context, kinds) for one in node.options)
    done, empty, open_end = branches(w, node.branches, scope, context)
    slot = None
    if node.name is not None:
        kind = _common(kinds) if len(kinds) == len(node.options) else UNKNOWN
        slot = bound(node.name, kind, scope, (done, empty, open_end), may_be_empty=True)
    return ("option", at(node), by, point, slot, written, done, empty, question_text(node.question))


def _common(kinds: list[str]) -> str:
    kind = kinds[0] if kinds else UNKNOWN
    for other in kinds[1:]:
        kind = common(kind, other) or UNKNOWN
    return kind


def _branch(
    w: Writer, node: tree.Option, scope: Scope, context: Context, kinds: list[str]
) -> tuple[object, ...]:
    """Write one option; a condition about its target is part of the list of targets."""
    inner, slot, source, condition = scope.child(), None, None, None
    if node.for_each is not None:
        source, slot, inner = w.resolver.binder(node.for_each, scope)
        kinds.append(element(source[2]))
    if node.condition is not None:
        condition = w.resolver.condition(node.condition, inner)
        inner.learn(facts(condition, truth=True))
    if source is not None and condition is not None:
        source = ("filter", at(node), source[2], source, slot, condition)
        condition = None
    return node.title.text, slot, source, condition, w.statements(node.block, inner, context)


def number(w: Writer, node: tree.ChooseNumber, scope: Scope, context: Context) -> Stmt:
    """`choose number a .. b by p as x`."""
    low = w.resolver.expr(node.least, scope, "number")
    high = w.resolver.expr(node.most, scope, "number")
    by = asked(w, node.by, scope)
    ends = branches(w, node.branches, scope, context)
    slot = bound(node.name, "number", scope, ends, may_be_empty=False)
    return ("number", at(node), low, high, by, slot, ends[0], ends[1], question_text(node.question))


def choose(w: Writer, node: tree.Choose, scope: Scope, context: Context) -> Stmt:
    """`choose thing from S`, `choose n things from S`, `choose n tokens from troops`."""
    if node.noun is not None and node.noun.text in ("tokens", "token"):
        return _tokens(w, node, scope, context)
    source = _chosen_from(w, node, scope)
    kept, _, known = w.resolver.filtered(source, node.where, scope)
    _check_noun(w, node, element(source[2]))
    if node.keeping is not None:
        w.findings.add("T202", node.keeping.span, problem="`keeping` stands only with tokens")
    count = w.resolver.expr(node.count, scope, "number") if node.count else None
    by = asked(w, node.by, scope)
    ends = branches(w, node.branches, scope, context)
    single = count is None
    kind = element(source[2]) if single else source[2]
    if single and ends[1] is None:
        w.findings.add(
            "T206", node.source.span, hint="say what then: `else { stop }` behind the choice"
        )
    slot = bound(node.name, kind, scope, ends, may_be_empty=single)
    if single and kept is not source:
        scope.learn(renamed(known, kept[4], slot))
    return (
        "choose", at(node), node.up_to, count, element(source[2]), kept, by, slot, ends[0], ends[1],
        question_text(node.question),
    )  # fmt: skip


def _chosen_from(w: Writer, node: tree.Choose, scope: Scope) -> Expr:
    source = w.resolver.expr(node.source, scope)
    if source[2] == "troops" and node.noun is not None:
        w.findings.add(
            "T201", node.noun.span, found=f"`{node.noun}`", expected="`tokens`",
            hint="what is chosen from troops is tokens",
        )  # fmt: skip
        return lost(node.source)
    if is_list(source[2]) or source[2] == UNKNOWN:
        return source
    return w.resolver.wrong(node.source, source[2], "a list")


def _check_noun(w: Writer, node: tree.Choose, kind: str) -> None:
    if node.noun is None or kind == UNKNOWN:
        return
    single = kind.removeprefix("word ")
    if node.noun.text not in (single, plural(single)):
        expected = single if node.count is None else plural(single)
        w.findings.add(
            "T201", node.noun.span, found=f"`{node.noun}`", expected=f"`{expected}`",
            hint=f"what is chosen from is {spoken('list ' + kind)}",
        )  # fmt: skip


def _tokens(w: Writer, node: tree.Choose, scope: Scope, context: Context) -> Stmt:
    troops = w.resolver.expr(node.source, scope, "troops")
    if node.where is not None:
        problem = "tokens are chosen from troops; take a part of them with `part(...)`"
        w.findings.add("T202", node.where.span, problem=problem)
    count: Expr = ("num", at(node), "number", 1)
    if node.count is not None:
        count = w.resolver.expr(node.count, scope, "number")
    by = asked(w, node.by, scope)
    keeping = w.resolver.expr(node.keeping, scope, "number") if node.keeping else None
    ends = branches(w, node.branches, scope, context)
    slot = scope.bind(node.name.text, "troops", node.name.span, watch=True)
    return (
        "tokens", at(node), node.up_to, count, troops, by, keeping, slot, ends[0], ends[1],
        question_text(node.question),
    )  # fmt: skip


def allot(w: Writer, node: tree.Allot, scope: Scope, context: Context) -> Stmt:
    """`allot x in S least a most b total c by p as plan`."""
    source = w.resolver.members(node.source, scope)
    kind = element(source[2])
    inner = scope.child()
    slot = inner.bind(node.name.text, kind, node.name.span)
    kept, _, known = w.resolver.filtered(source, node.where, inner, slot)
    inner.learn(known)
    least = w.resolver.expr(node.least, inner, "number") if node.least else None
    most = w.resolver.expr(node.most, inner, "number") if node.most else None
    total = w.resolver.expr(node.total, scope, "number") if node.total else None
    by = asked(w, node.by, scope)
    ends = branches(w, node.branches, scope, context)
    result = scope.bind(node.result.text, f"map {kind}", node.result.span, watch=True)
    return (
        "allot", at(node), slot, kept, least, most, total, by, result, ends[0], ends[1],
        question_text(node.question),
    )  # fmt: skip


def order(w: Writer, node: tree.Order, scope: Scope, _: Context) -> Stmt:
    """`order S by p as x`."""
    source = w.resolver.members(node.source, scope)
    by = asked(w, node.by, scope)
    slot = scope.bind(node.name.text, source[2], node.name.span, watch=True)
    return ("order", at(node), source, by, slot, question_text(node.question))


def roll(w: Writer, node: tree.Roll, scope: Scope, _: Context) -> Stmt:
    """`roll die by p as x`."""
    dice = w.vocabulary.all("die")
    if node.die.text not in dice:
        w.findings.unknown("T104", node.die.span, node.die.text, dice, what="die")
    by = asked(w, node.by, scope)
    slot = scope.bind(node.name.text, "number", node.name.span, watch=True)
    return ("roll", at(node), node.die.text, by, slot)


def draw(w: Writer, node: tree.Draw, scope: Scope, context: Context) -> Stmt:
    """`draw from stack as x else { }`."""
    stack = w.resolver.expr(node.source, scope)
    kind = stack[2].removeprefix("stack ")
    if stack[0] == "bottom":
        kind = sure(stack[2])
    elif kind == stack[2] and kind != UNKNOWN:
        stack = w.resolver.wrong(node.source, stack[2], "a stack")
        kind = UNKNOWN
    ends = branches(w, node.branches, scope, context)
    slot = bound(node.name, kind, scope, ends, may_be_empty=True)
    return ("draw", at(node), stack, slot, ends[1])


FORMS: dict[type, StatementForm] = {
    tree.Ask: ask, tree.ChooseOption: option, tree.ChooseNumber: number, tree.Choose: choose,
    tree.Allot: allot, tree.Order: order, tree.Roll: roll, tree.Draw: draw,
}  # fmt: skip
