"""Calls in expressions: the closed list of functions, and the hooks that can be asked.

A function is a line in `FUNCTIONS`: how it is used, for messages and the reference, and how it is
built.  Values and permissions are asked in the same way as functions are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from talesmith.names import builders
from talesmith.names.builders import Build
from talesmith.names.form import at, lost
from talesmith.names.scope import Scope
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree

if TYPE_CHECKING:
    from talesmith.names.resolve import Resolver
    from talesmith.names.vocabulary import Vocabulary


@frozen
class Function:
    """A function of the language: how it is used, how many arguments it takes, how it is built."""

    usage: str
    least: int
    most: int
    build: Build
    binder: str = ""
    """`always`: the first argument is `each x in S`; `alone`: one argument alone must be"""


def call(r: Resolver, node: tree.Call, scope: Scope, _: str | None) -> Expr:
    """Resolve `name(arguments)`."""
    if not isinstance(node.source, tree.Name):
        r.findings.add(
            "T103", node.span, what="function", name="this", hint="only names are called"
        )
        return lost(node)
    name = node.source.text
    signature = r.vocabulary.hooks.get(name)
    if signature is not None and signature.kind in ("value", "permission"):
        given = r.arguments(signature, node.arguments, scope, node.source.span)
        if signature.kind == "value":
            return ("value", at(node), signature.type, name, given)
        return ("permit", at(node), "flag", name, given, ())
    if name in FUNCTIONS:
        return _function(r, node, scope, name)
    return _no_function(r, node, name)


def _function(r: Resolver, node: tree.Call, scope: Scope, name: str) -> Expr:
    function = FUNCTIONS[name]
    if not function.least <= len(node.arguments) <= function.most:
        r.findings.add("T202", node.span, problem=f"this is no `{function.usage}`")
        return lost(node)
    alone = function.binder == "alone" and len(node.arguments) == 1
    if (alone or function.binder == "always") and not isinstance(node.arguments[0], tree.Each):
        r.findings.add("T202", node.span, problem=f"this is no `{function.usage}`")
        return lost(node)
    if any(isinstance(a, tree.NamedArgument) for a in node.arguments):
        r.findings.add("T202", node.span, problem=f"write `{function.usage}`, without names")
        return lost(node)
    return function.build(r, node, scope)


_NOT_CALLED = {
    "ledger": "ask it with `lines({name}(...))`",
    "step": "a step runs as a statement: `call {name}(...)`",
    "action": "an action is done by a statement: `do {name}(...)`",
    "moment": "a moment is fired by a statement of the rules",
    "point": "a point stands in `choose option by ... at {name}(...)`",
    "marker": "a marker is laid with `mark REGION with {name}`",
    "item": "an item is given with `attach {name}(...) to ...`",
    "value": "a value is asked in an expression: `let n = {name}(...)`",
    "permission": "a permission is asked as a condition: `if {name}(...) {{ }}`",
}


def other_use(vocabulary: Vocabulary, name: str) -> str:
    """Say how a name is used that no expression calls; empty if it is none of those."""
    kinds = [kind for kind in _NOT_CALLED if name in vocabulary.all(kind)]
    return _NOT_CALLED[kinds[0]].format(name=name) if kinds else ""


def _no_function(r: Resolver, node: tree.Call, name: str) -> Expr:
    hooks = r.vocabulary.hooks
    hint = other_use(r.vocabulary, name)
    if hint:
        r.findings.add("T103", node.source.span, what="function", name=name, hint=hint)
    else:
        asked = (n for n, s in hooks.items() if s.kind in ("value", "permission"))
        known = (*FUNCTIONS, *asked)
        r.findings.unknown("T103", node.source.span, name, known, what="function")
    return lost(node)


MANY = 20

FUNCTIONS: dict[str, Function] = {
    "count": Function("count(S)", 1, 1, builders.count),
    "size": Function("size(S)", 1, 1, builders.count),
    "any": Function("any(S)", 1, 1, builders.any_),
    "sum": Function("sum(each x in S, e)", 1, 2, builders.sum_, "always"),
    "max": Function(
        "max(each x in S, e)` or `max(a, b)", 1, MANY, builders.extreme("max", "larger"), "alone"
    ),
    "min": Function(
        "min(each x in S, e)` or `min(a, b)", 1, MANY, builders.extreme("min", "smaller"), "alone"
    ),
    "first": Function("first(S)", 1, 1, builders.end_of("first")),
    "last": Function("last(S)", 1, 1, builders.end_of("last")),
    "front": Function("front(S, n)", 2, 2, builders.front),
    "least": Function("least(each x in S, e)", 2, 2, builders.best("least"), "always"),
    "greatest": Function("greatest(each x in S, e)", 2, 2, builders.best("greatest"), "always"),
    "set": Function("set(each x in S, e)` or `set(a, b)", 1, MANY, builders.make_set),
    "distance": Function("distance(S, r)", 2, 2, builders.distance),
    "components": Function("components(S)", 1, 1, builders.components),
    "clockwise_from": Function(
        "clockwise_from(p)", 1, 1, builders.simple("clockwise_from", "list player", "player")
    ),
    "clockwise_after": Function(
        "clockwise_after(p)", 1, 1, builders.simple("clockwise_after", "list player", "player")
    ),
    "active_or_next": Function(
        "active_or_next(p)", 1, 1, builders.simple("active_or_next", "race", "player")
    ),
    "next_race": Function("next_race(p)", 1, 1, builders.simple("next_race", "race", "player")),
    "attempts": Function("attempts(race)` or `attempts(race, way)", 1, 2, builders.attempts),
    "supply_left": Function("supply_left(piece)", 1, 1, builders.supply_left),
    "marks": Function("marks(r, marker)", 2, 2, builders.marks),
    "tokens_in": Function(
        "tokens_in(r, n)", 2, 2, builders.simple("tokens_in", "troops", "region", "number")
    ),
    "part": Function("part(t, x)", 2, 2, builders.part),
    "less": Function("less(t, n)", 2, 2, builders.simple("less", "troops", "troops", "number")),
    "units_first": Function("units_first(t, unit)", 2, 2, builders.units_first),
    "top": Function("top(stack)", 1, 1, builders.of_stack("top")),
    "bottom": Function("bottom(stack)", 1, 1, builders.of_stack("bottom")),
    "lines": Function("lines(LEDGER(...))", 1, 1, builders.lines),
}
