"""How each form of an expression is resolved; see `resolve` for the order in which words are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.names import functions, properties, words
from talesmith.names.form import at, lost, spelled
from talesmith.names.narrow import facts
from talesmith.names.scope import Scope
from talesmith.names.types import (
    UNKNOWN,
    common,
    element,
    list_of,
    spoken,
    sure,
)
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.vocabulary import WINDOWS
from talesmith.syntax import tree

if TYPE_CHECKING:
    from talesmith.names.resolve import Resolver

Form = Callable[["Resolver", Any, Scope, str | None], Expr]
"""Resolves one form of an expression; the last argument is the wanted type."""


def _number(_: Resolver, node: tree.Number, __: Scope, ___: str | None) -> Expr:
    return ("num", at(node), "number", node.value)


def _index(r: Resolver, node: tree.Index, scope: Scope, _: str | None) -> Expr:
    source = r.expr(node.source, scope)
    if source[2] == UNKNOWN:
        return source
    if not source[2].startswith("map "):
        return r.wrong(node.source, source[2], "a number for each member")
    key = r.expr(node.index, scope, source[2].removeprefix("map "))
    return ("index", at(node), "number", source, key)


def _negative(r: Resolver, node: tree.Negative, scope: Scope, _: str | None) -> Expr:
    if isinstance(node.operand, tree.Number):
        return ("num", at(node), "number", -node.operand.value)
    return ("neg", at(node), "number", r.expr(node.operand, scope, "number"))


_ARITHMETIC = {"+": "plus", "-": "minus", "*": "mul"}


def _arithmetic(r: Resolver, node: tree.Arithmetic, scope: Scope, _: str | None) -> Expr:
    op = _ARITHMETIC[node.operator.text]
    if op == "plus":
        left = r.expr(node.left, scope)
        if left[2] == "troops":
            return ("plus", at(node), "troops", left, r.expr(node.right, scope, "troops"))
        left = r.fitted(left, "number", node.left)
    else:
        left = r.expr(node.left, scope, "number")
    return (op, at(node), "number", left, r.expr(node.right, scope, "number"))


def _divide(r: Resolver, node: tree.Divide, scope: Scope, _: str | None) -> Expr:
    left = r.expr(node.left, scope, "number")
    if not isinstance(node.right, tree.Number):
        r.findings.add("T201", node.right.span, found="this", expected="a written number")
        return lost(node)
    if node.right.value == 0:
        r.findings.add("T205", node.right.span, value="0", range="a divisor is at least 1")
    return ("div", at(node), "number", left, node.right.value, node.rounding.text)


_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def _compare(r: Resolver, node: tree.Compare, scope: Scope, _: str | None) -> Expr:
    op = _COMPARE[node.operator.text]
    if op not in ("eq", "ne"):
        left = r.expr(node.left, scope, "number?")
        return (op, at(node), "flag", left, r.expr(node.right, scope, "number?"))
    if words.is_open(r, node.left, scope) and not words.is_open(r, node.right, scope):
        right = r.expr(node.right, scope)
        left = _hinted(r, node.left, scope, right, node)
    else:
        left = r.expr(node.left, scope)
        right = _hinted(r, node.right, scope, left, node)
    left, right = _numbers(r, node, left, right)
    if common(left[2], right[2]) is None:
        r.wrong(node.right, right[2], spoken(sure(left[2])))
        return lost(node)
    return (op, at(node), "flag", left, right)


def _hinted(
    r: Resolver,
    node: tree.Expression,
    scope: Scope,
    other: Expr,
    around: tree.Compare | None = None,
) -> Expr:
    """Resolve one side of `==`; the type of the other side decides what a bare word means."""
    if other[2] == UNKNOWN and words.is_open(r, node, scope):
        return lost(node)
    if around is not None and words.is_open(r, node, scope):
        name = words.property_with(r, node, sure(other[2]))
        if name:
            _by_property(r, node, name, around)
            return lost(node)
    return r.found(node, scope, sure(other[2]))


def _by_property(r: Resolver, node: tree.Expression, name: str, around: tree.Compare) -> None:
    """Report a word with which a thing is compared, where only its property may be that word."""
    word, thing = spelled(node), spelled(around.left if node is around.right else around.right)
    hint = f"write `{thing or 'THING'}.{name} {around.operator} {word}`"
    r.findings.add("T105", node.span, name=word, hint=hint)


def _numbers(r: Resolver, node: tree.Compare, left: Expr, right: Expr) -> tuple[Expr, Expr]:
    kinds = {sure(left[2]), sure(right[2])}
    if kinds == {"number", "pool"}:
        return r.fitted(left, "number?", node.left), r.fitted(right, "number?", node.right)
    return left, right


def _or(r: Resolver, node: tree.Or, scope: Scope, _: str | None) -> Expr:
    return ("or", at(node), "flag", *_chain(r, node.operands, scope, goes_on_if=False))


def _and(r: Resolver, node: tree.And, scope: Scope, _: str | None) -> Expr:
    return ("and", at(node), "flag", *_chain(r, node.operands, scope, goes_on_if=True))


def _chain(
    r: Resolver, operands: tuple[tree.Expression, ...], scope: Scope, *, goes_on_if: bool
) -> list[Expr]:
    """Resolve operands, each knowing what the ones before it tell."""
    found, inner = [], scope.child()
    for operand in operands:
        found.append(r.condition(operand, inner))
        inner.learn(facts(found[-1], goes_on_if))
    return found


def _not(r: Resolver, node: tree.Not, scope: Scope, _: str | None) -> Expr:
    return ("not", at(node), "flag", r.condition(node.operand, scope))


def _touches(r: Resolver, node: tree.Touches, scope: Scope, _: str | None) -> Expr:
    left = r.expr(node.left, scope, "region?")
    if isinstance(node.right, tree.Name) and _is_only_symbol(r, node.right.text, scope):
        name = node.right.text
        hint = f"write `any(REGION.neighbours where it has {name})`"
        r.findings.add("T104", node.right.span, name=name, what="word of terrain", hint=hint)
        return lost(node)
    right = r.found(node.right, scope, "word terrain")
    if sure(right[2]) in ("region", "race", "word terrain", "list region", UNKNOWN):
        return ("touches", at(node), "flag", left, right)
    r.wrong(node.right, right[2], "a region, a list of regions, a race or a terrain")
    return lost(node)


def _is_only_symbol(r: Resolver, text: str, scope: Scope) -> bool:
    known = r.vocabulary.words
    is_symbol = text in known.get("symbol", {}) and text not in known.get("terrain", {})
    return is_symbol and text not in scope.names


def _exists(r: Resolver, node: tree.Exists, scope: Scope, _: str | None) -> Expr:
    return ("exists", at(node), "flag", r.expr(node.operand, scope))


def _member(r: Resolver, node: tree.Member, scope: Scope, _: str | None) -> Expr:
    source = r.members(node.source, scope)
    left = _hinted(r, node.left, scope, ("none", 0, element(source[2])))
    if common(element(source[2]), left[2]) is None:
        r.wrong(node.left, left[2], spoken(element(source[2])))
    return ("in", at(node), "flag", left, source)


def _one_of(r: Resolver, node: tree.OneOf, scope: Scope, _: str | None) -> Expr:
    left = r.expr(node.left, scope)
    choices = tuple(words.full_word(r, choice, scope, sure(left[2])) for choice in node.choices)
    return ("one_of", at(node), "flag", left, choices)


def _despite(r: Resolver, node: tree.Despite, scope: Scope, _: str | None) -> Expr:
    found = r.expr(node.left, scope)
    if found[0] != "permit":
        if found[2] != UNKNOWN:
            r.findings.add("T201", node.left.span, found=spoken(found[2]), expected="a permission")
        return lost(node)
    for part in node.parts:
        words.permission_part(r, found[3], part)
    return (*found[:5], tuple(part.text for part in node.parts))


def _past(r: Resolver, node: tree.Past, _: Scope, __: str | None) -> Expr:
    action = node.action.text
    actions = r.vocabulary.all("action")
    if action not in actions:
        r.findings.unknown("T103", node.action.span, action, actions, what="action")
        return lost(node)
    if node.window.text not in WINDOWS:
        r.findings.unknown("T104", node.window.span, node.window.text, WINDOWS, what="window")
        return lost(node)
    return ("past", at(node), list_of(f"record {action}"), action, node.window.text)


FORMS: dict[type, Form] = {
    tree.Number: _number,
    tree.Name: words.name,
    tree.Attribute: properties.attribute,
    tree.Index: _index,
    tree.Call: functions.call,
    tree.Negative: _negative,
    tree.Arithmetic: _arithmetic,
    tree.Divide: _divide,
    tree.Compare: _compare,
    tree.Or: _or,
    tree.And: _and,
    tree.Not: _not,
    tree.Touches: _touches,
    tree.Has: words.has,
    tree.Exists: _exists,
    tree.Member: _member,
    tree.OneOf: _one_of,
    tree.Despite: _despite,
    tree.Past: _past,
}
