"""From a written expression to its typed form: what each word means, and of which type it is.

The problem: a word is looked up by the kind that its place expects, so the type is needed before
the word is known; and the type of a place often comes from the other side of an operator.  So every
form is resolved with the type that is wanted there, if one is known:

1. the side of an operator that is no bare unknown word goes first, its type is wanted of the other;
2. a bare word is a bound name, else a word, card or race of the wanted type, else a constant;
3. the result is fitted to the wanted type: a pool gives its number of tokens, a region its pool;
4. what is known to exist at that place loses its `?` (module `narrow`).

Afterwards every expression is a tuple of `ruleset.ops`; where something was wrong its type is
`UNKNOWN`, which fits everywhere, so that nothing is reported twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.ground.span import Span
from talesmith.names import functions, properties, words
from talesmith.names.findings import Findings
from talesmith.names.form import at, lost
from talesmith.names.narrow import NOTHING_KNOWN, facts, narrowed
from talesmith.names.scope import Home, Scope
from talesmith.names.types import (
    UNKNOWN,
    common,
    element,
    fits,
    is_list,
    list_of,
    may_miss,
    spoken,
    sure,
)  # fmt: skip
from talesmith.names.vocabulary import Signature, Vocabulary
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.vocabulary import WINDOWS
from talesmith.syntax import tree


class Resolver:
    """Resolves the expressions of one head with the words of its vocabulary."""

    def __init__(
        self, vocabulary: Vocabulary, findings: Findings, home: Home, *, sees_all: bool = False
    ) -> None:
        self.vocabulary = vocabulary
        self.findings = findings
        self.home = home
        self.sees_all = sees_all
        """as in scenarios: states of every card are known, and what may be missing is used"""

    def expr(self, node: tree.Expression, scope: Scope, want: str | None = None) -> Expr:
        """Resolve an expression; with `want` it is fitted to that type."""
        found = narrowed(_FORMS[type(node)](self, node, scope, want), scope.known)
        if want is None:
            return found
        if found[0] == "local" and may_miss(found[2]) and found[3] in scope.frame.left_open:
            return self._left_open(found, want, node, scope.frame.left_open[found[3]])
        return self.fitted(found, want, node)

    def _left_open(self, found: Expr, want: str, node: tree.Node, name: str) -> Expr:
        """Fit the name of a choice that some branch leaves without a value."""
        if fits(want, found[2]) or not fits(want, sure(found[2])):
            return self.fitted(found, want, node)
        hint = "let that branch leave with `stop`, `next`, `end` or `return`, or ask `exists`"
        self.findings.add("T204", node.span, name=name, hint=hint)
        return lost(node)

    def condition(self, node: tree.Expression, scope: Scope) -> Expr:
        """Resolve a condition: a flag, where a missing one counts as no."""
        found = narrowed(_FORMS[type(node)](self, node, scope, "flag"), scope.known)
        return self.fitted(found, "flag?", node)

    def members(self, node: tree.Expression, scope: Scope) -> Expr:
        """Resolve something with members."""
        found = self.expr(node, scope)
        if is_list(found[2]) or found[2] == UNKNOWN:
            return found
        return self.wrong(node, found[2], "a list")

    def fitted(self, found: Expr, want: str, node: tree.Node) -> Expr:
        """Fit an expression to a type, or report that it does not fit."""
        have = found[2]
        if fits(want, have):
            return found
        if sure(want) == "number" and sure(have) == "pool":
            count = have.replace("pool", "number")
            return self.fitted(("get", found[1], count, "pool.tokens", found), want, node)
        if sure(want) == "pool" and have == "region":
            return ("pool_of", found[1], "pool", found)
        if may_miss(have) and fits(want, sure(have)):
            if self.sees_all:
                return found
            self.findings.add(
                "T203", node.span, what="this", label=f"{spoken(sure(want))} is needed here",
                hint="ask `exists` first, in a guard, a `where` or an `if` that leaves",
            )  # fmt: skip
            return lost(node)
        return self.wrong(node, have, spoken(want))

    def wrong(self, node: tree.Node, have: str, expected: str) -> Expr:
        """Report a value of the wrong type."""
        if have != UNKNOWN:
            self.findings.add("T201", node.span, found=spoken(have), expected=expected)
        return lost(node)

    def filtered(
        self, source: Expr, where: tree.Where | None, scope: Scope, bound: int | None = None
    ) -> tuple[Expr, int | None, frozenset[Expr]]:
        """Keep the members for which a condition holds.

        `bound` is the slot of a name bound to the members.  Gives the list, the slot that the
        condition used, and what it tells about the member.
        """
        if where is None:
            return source, bound, NOTHING_KNOWN
        inner = scope.child()
        slot = bound
        if where.names_it or slot is None:
            if "it" in scope.names:
                self.findings.add(
                    "T106", where.span, hint="give the members a name: `each x in ... where ...`"
                )
            slot = inner.bind("it", element(source[2]))
        condition = self.condition(where.condition, inner)
        kept: Expr = ("filter", at(where), source[2], source, slot, condition)
        return kept, slot, facts(condition, truth=True)

    def binder(self, node: tree.Each, scope: Scope) -> tuple[Expr, int, Scope]:
        """Resolve `each x in S where c`: the list, the slot of x, and the place where x is known."""
        source = self.members(node.source, scope)
        inner = scope.child()
        slot = inner.bind(node.name.text, element(source[2]), node.name.span)
        if node.where is not None and "it" in scope.names and node.where.names_it:
            inner.names.pop("it", None)
        kept, _, known = self.filtered(source, node.where, inner, slot)
        inner.learn(known)
        return kept, slot, inner

    def arguments(
        self, signature: Signature, arguments: tuple[tree.Arg, ...], scope: Scope, span: Span
    ) -> tuple[Expr | None, ...]:
        """Resolve the arguments of a hook, step or item; None where the default is taken."""
        given: list[Expr | None] = [None] * len(signature.parameters)
        place, complete = 0, True
        for argument in arguments:
            number = self._parameter(signature, argument, place)
            place += 1
            if number is None:
                complete = False
                continue
            if given[number] is not None:
                name = signature.parameters[number].name
                self._misfit(argument.span, f"`{name}` is given twice")
            given[number] = self._argument(argument, scope, signature.parameters[number].type)
        if complete:
            self._missing(signature, given, span)
        return tuple(given)

    def _parameter(self, signature: Signature, argument: tree.Arg, place: int) -> int | None:
        names = signature.names
        if isinstance(argument, tree.NamedArgument):
            if argument.name.text in names:
                return names.index(argument.name.text)
            known = f"`{signature.name}` takes {_listed(names)}"
            self._misfit(argument.name.span, f"no argument is called `{argument.name}`: {known}")
            return None
        if place < len(names):
            return place
        if place == len(names):
            self._misfit(argument.span, f"`{signature.name}` takes {_listed(names)}, not more")
        return None

    def _argument(self, argument: tree.Arg, scope: Scope, want: str) -> Expr:
        if isinstance(argument, tree.Each):
            return self.fitted(self.binder(argument, scope)[0], want, argument)
        if isinstance(argument, tree.NamedArgument):
            return self.expr(argument.value, scope, want)
        if argument.where is None:
            return self.expr(argument.value, scope, want)
        source = self.members(argument.value, scope)
        return self.fitted(self.filtered(source, argument.where, scope)[0], want, argument)

    def _missing(self, signature: Signature, given: list[Expr | None], span: Span) -> None:
        pairs = zip(signature.parameters, given, strict=True)
        missing = [p.name for p, e in pairs if e is None and not p.has_default]
        if missing:
            known = f"`{signature.name}` takes {_listed(signature.names)}"
            self._misfit(span, f"{_listed(missing)} is missing: {known}")

    def _misfit(self, span: Span, problem: str) -> None:
        self.findings.add("T202", span, problem=problem)


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) if names else "no arguments"


# ---- the forms

Form = Callable[[Resolver, Any, Scope, str | None], Expr]


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
        left = _hinted(r, node.left, scope, right)
    else:
        left = r.expr(node.left, scope)
        right = _hinted(r, node.right, scope, left)
    left, right = _numbers(r, node, left, right)
    if common(left[2], right[2]) is None:
        r.wrong(node.right, right[2], spoken(sure(left[2])))
        return lost(node)
    return (op, at(node), "flag", left, right)


def _hinted(r: Resolver, node: tree.Expression, scope: Scope, other: Expr) -> Expr:
    """Resolve one side of `==`; the type of the other side decides what a bare word means."""
    if other[2] == UNKNOWN and words.is_open(r, node, scope):
        return lost(node)
    return narrowed(_FORMS[type(node)](r, node, scope, sure(other[2])), scope.known)


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
    right = narrowed(_FORMS[type(node.right)](r, node.right, scope, "word terrain"), scope.known)
    if sure(right[2]) in ("region", "race", "word terrain", "list region", UNKNOWN):
        return ("touches", at(node), "flag", left, right)
    r.wrong(node.right, right[2], "a region, a list of regions, a race or a terrain")
    return lost(node)


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


_FORMS: dict[type, Form] = {
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
