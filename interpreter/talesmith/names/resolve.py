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
from typing import TypeAlias

from talesmith.ground.span import Span
from talesmith.names.findings import Findings
from talesmith.names.form import at, lost, spelled
from talesmith.names.forms import FORMS
from talesmith.names.narrow import NOTHING_KNOWN, facts, narrowed
from talesmith.names.scope import Home, Scope
from talesmith.names.types import (
    UNKNOWN,
    element,
    fits,
    is_list,
    may_miss,
    spoken,
    sure,
)
from talesmith.names.vocabulary import Signature, Vocabulary
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree

Listener: TypeAlias = Callable[[tree.Expression, Scope, str | None, Expr], None]
"""Is told of every expression: the names around it, the wanted type, and what came out."""


class Resolver:
    """Resolves the expressions of one head with the words of its vocabulary."""

    def __init__(
        self, vocabulary: Vocabulary, findings: Findings, home: Home, *, sees_all: bool = False,
        listener: Listener | None = None,
    ) -> None:  # fmt: skip
        self.vocabulary = vocabulary
        self.findings = findings
        self.home = home
        self.sees_all = sees_all
        """as in scenarios: states of every card are known, and what may be missing is used"""
        self.listener = listener

    def expr(self, node: tree.Expression, scope: Scope, want: str | None = None) -> Expr:
        """Resolve an expression; with `want` it is fitted to that type."""
        found = self.found(node, scope, want)
        if want is None:
            return found
        if found[0] == "local" and may_miss(found[2]) and found[3] in scope.frame.left_open:
            return self._left_open(found, want, node, scope.frame.left_open[found[3]])
        return self.fitted(found, want, node)

    def found(self, node: tree.Expression, scope: Scope, want: str | None) -> Expr:
        """Resolve an expression where a type is hoped for and need not come out."""
        found = narrowed(FORMS[type(node)](self, node, scope, want), scope.known)
        if self.listener is not None:
            self.listener(node, scope, want, found)
        return found

    def _left_open(self, found: Expr, want: str, node: tree.Node, name: str) -> Expr:
        """Fit the name of a choice that some branch leaves without a value."""
        if fits(want, found[2]) or not fits(want, sure(found[2])):
            return self.fitted(found, want, node)
        hint = "let that branch leave with `stop`, `next`, `end` or `return`, or ask `exists`"
        self.findings.add("T204", node.span, name=name, hint=hint)
        return lost(node)

    def condition(self, node: tree.Expression, scope: Scope) -> Expr:
        """Resolve a condition: a flag, where a missing one counts as no."""
        found = self.found(node, scope, "flag")
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
        is_place = sure(want) == "pool" and sure(have) == "region"
        if may_miss(have) and (fits(want, sure(have)) or is_place):
            if self.sees_all:
                return found
            return self._may_miss(node, want)
        return self.wrong(node, have, spoken(want))

    def _may_miss(self, node: tree.Node, want: str) -> Expr:
        """Report what is needed and may be missing, and how its own existence is asked."""
        said = spelled(node)
        name = "" if said else "give it a name with `let x = ...`, and "
        self.findings.add(
            "T203", node.span, what=f"`{said}`" if said else "this",
            label=f"{spoken(sure(want))} is needed here",
            hint=f"{name}ask `{said or 'x'} exists` before, in a `when`, a `where` or an `if`; and "
            "again behind what changes the game, and inside a loop that changes it",
        )  # fmt: skip
        return lost(node)

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
