"""Calls in expressions: the closed list of functions, and the hooks that can be asked.

A function is a line in `FUNCTIONS`: how it is used, for messages and the reference, and how it is
built.  Values and permissions are asked in the same way as functions are called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen

from talesmith.names.form import at, lost
from talesmith.names.properties import units_called
from talesmith.names.scope import Scope
from talesmith.names.types import (
    UNKNOWN,
    common,
    element,
    is_list,
    list_of,
    maybe,
    spoken,
    sure,
)  # fmt: skip
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree

if TYPE_CHECKING:
    from talesmith.names.resolve import Resolver


@frozen
class Function:
    """A function of the language: how it is used, how many arguments it takes, how it is built."""

    usage: str
    least: int
    most: int
    build: Callable[[Resolver, tree.Call, Scope], Expr]


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
}


def _no_function(r: Resolver, node: tree.Call, name: str) -> Expr:
    hooks = r.vocabulary.hooks
    kinds = [kind for kind in _NOT_CALLED if name in r.vocabulary.all(kind)]
    if kinds:
        hint = _NOT_CALLED[kinds[0]].format(name=name)
        r.findings.add("T103", node.source.span, what="function", name=name, hint=hint)
    else:
        asked = (n for n, s in hooks.items() if s.kind in ("value", "permission"))
        known = (*FUNCTIONS, *asked)
        r.findings.unknown("T103", node.source.span, name, known, what="function")
    return lost(node)


# ---- arguments


def _plain(r: Resolver, node: tree.Call, number: int, scope: Scope, want: str) -> Expr:
    """Resolve an argument of a fixed type."""
    argument = node.arguments[number]
    if isinstance(argument, tree.Argument) and argument.where is None:
        return r.expr(argument.value, scope, want)
    return r.fitted(_set(r, node, number, scope), want, argument)


def _set(r: Resolver, node: tree.Call, number: int, scope: Scope) -> Expr:
    """Resolve an argument with members: a list, a filtered list or `each x in S where c`."""
    argument = node.arguments[number]
    if isinstance(argument, tree.Each):
        return r.binder(argument, scope)[0]
    value = argument.value
    source = r.members(value, scope)
    where = argument.where if isinstance(argument, tree.Argument) else None
    return r.filtered(source, where, scope)[0]


def _of_each(
    r: Resolver, node: tree.Call, scope: Scope, want: str | None
) -> tuple[Expr, int, Expr] | None:
    """Resolve `each x in S, e`: the list, the slot of x and e; e is x itself if left out."""
    argument = node.arguments[0]
    if not isinstance(argument, tree.Each):
        return None
    source, slot, inner = r.binder(argument, scope)
    if len(node.arguments) == 1:
        return source, slot, ("local", at(argument), element(source[2]), slot)
    second = node.arguments[1]
    if not isinstance(second, tree.Argument) or second.where is not None:
        return source, slot, r.wrong(second, "list", spoken(want or "number"))
    return source, slot, r.expr(second.value, inner, want)


def _piece(r: Resolver, node: tree.Call, number: int, kinds: tuple[str, ...]) -> tuple[str, str]:
    """Resolve an argument that names a piece: its kind and full name."""
    argument = node.arguments[number]
    value = argument.value if isinstance(argument, tree.Argument) else argument
    text = _spelled(value)
    for kind in kinds:
        for found in r.vocabulary.find(kind, text, r.home):
            return kind, found.full
        if kind == "unit":
            for full in units_called(r, text):
                return kind, full
    known = (n for kind in kinds for n in r.vocabulary.all(kind))
    r.findings.unknown("T104", value.span, text, known, what=" or ".join(kinds))
    return kinds[0], ""


def _spelled(node: tree.Node) -> str:
    if isinstance(node, tree.Attribute) and isinstance(node.source, tree.Name):
        return f"{node.source}.{node.name}"
    return node.text if isinstance(node, tree.Name) else "this"


# ---- builders


def _count(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    argument = node.arguments[0]
    if isinstance(argument, tree.Argument) and argument.where is None:
        source = r.expr(argument.value, scope)
        if sure(source[2]) == "troops" or source[2].startswith("stack "):
            return ("count", at(node), "number", source)
        if not is_list(source[2]):
            r.wrong(argument.value, source[2], "a list, troops or a stack")
        return ("count", at(node), "number", source)
    return ("count", at(node), "number", _set(r, node, 0, scope))


def _any(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    return ("any", at(node), "flag", _set(r, node, 0, scope))


def _sum(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    made = _of_each(r, node, scope, "number")
    return ("sum", at(node), "number", *made) if made else _no_binder(r, node)


def _no_binder(r: Resolver, node: tree.Call) -> Expr:
    usage = FUNCTIONS[str(node.source)].usage
    r.findings.add("T202", node.span, problem=f"this is no `{usage}`")
    return lost(node)


def _extreme(op: str, of_two: str) -> Callable[[Resolver, tree.Call, Scope], Expr]:
    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        if isinstance(node.arguments[0], tree.Each):
            made = _of_each(r, node, scope, "number")
            return (op, at(node), "number", *made) if made else lost(node)
        if len(node.arguments) < 2:
            return _no_binder(r, node)
        several = [_plain(r, node, n, scope, "number") for n in range(len(node.arguments))]
        return (of_two, at(node), "number", *several)

    return build


def _end(op: str) -> Callable[[Resolver, tree.Call, Scope], Expr]:
    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        source = _set(r, node, 0, scope)
        return (op, at(node), maybe(element(source[2])), source)

    return build


def _front(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    source = _set(r, node, 0, scope)
    return ("front", at(node), source[2], source, _plain(r, node, 1, scope, "number"))


def _best(op: str) -> Callable[[Resolver, tree.Call, Scope], Expr]:
    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        made = _of_each(r, node, scope, "number")
        if made is None:
            return _no_binder(r, node)
        return (op, at(node), maybe(element(made[0][2])), *made)

    return build


def _make_set(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    if isinstance(node.arguments[0], tree.Each):
        made = _of_each(r, node, scope, None)
        return ("set_of", at(node), list_of(made[2][2]), *made) if made else lost(node)
    first = r.expr(_value(node, 0), scope)
    kind, parts = first[2], [first]
    for number in range(1, len(node.arguments)):
        part = r.expr(_value(node, number), scope, None)
        shared = common(kind, part[2])
        if shared is None:
            r.wrong(_value(node, number), part[2], spoken(kind))
        parts.append(part)
        kind = shared or kind
    return ("set", at(node), list_of(kind), *parts)


def _value(node: tree.Call, number: int) -> tree.Expression:
    argument = node.arguments[number]
    return argument.source if isinstance(argument, tree.Each) else argument.value


def _distance(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    source = r.fitted(_set(r, node, 0, scope), "list region", node.arguments[0])
    return ("distance", at(node), "number?", source, _plain(r, node, 1, scope, "region"))


def _components(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    source = r.fitted(_set(r, node, 0, scope), "list region", node.arguments[0])
    return ("components", at(node), "list list region", source)


def _simple(op: str, kind: str, *wanted: str) -> Callable[[Resolver, tree.Call, Scope], Expr]:
    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        parts = [_plain(r, node, n, scope, want) for n, want in enumerate(wanted)]
        return (op, at(node), kind, *parts)

    return build


def _attempts(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    way = _piece(r, node, 1, ("way",))[1] if len(node.arguments) == 2 else None
    return ("attempts", at(node), "list attempt", _plain(r, node, 0, scope, "race"), way)


def _supply_left(r: Resolver, node: tree.Call, _: Scope) -> Expr:
    return ("supply_left", at(node), "number", *_piece(r, node, 0, ("marker", "unit", "natives")))


def _marks(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    region = _plain(r, node, 0, scope, "region")
    return ("marks", at(node), "number", region, _piece(r, node, 1, ("marker",))[1])


def _part(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    troops = _plain(r, node, 0, scope, "troops")
    of = r.expr(_value(node, 1), scope)
    if of[2] not in ("race", "region", UNKNOWN):
        r.wrong(_value(node, 1), of[2], "a race or a region")
    return ("part", at(node), "troops", troops, of)


def _units_first(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    troops = _plain(r, node, 0, scope, "troops")
    return ("units_first", at(node), "troops", troops, _piece(r, node, 1, ("unit",))[1])


def _of_stack(op: str) -> Callable[[Resolver, tree.Call, Scope], Expr]:
    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        stack = r.expr(_value(node, 0), scope)
        if not stack[2].startswith("stack "):
            return r.wrong(_value(node, 0), stack[2], "a stack")
        return (op, at(node), stack[2].removeprefix("stack ") + "?", stack)

    return build


def _lines(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    inner = _value(node, 0)
    signature = None
    if isinstance(inner, tree.Call) and isinstance(inner.source, tree.Name):
        signature = r.vocabulary.hooks.get(inner.source.text)
    if signature is None or signature.kind != "ledger" or not isinstance(inner, tree.Call):
        known = (n for n, s in r.vocabulary.hooks.items() if s.kind == "ledger")
        name = inner.source if isinstance(inner, tree.Call) else inner
        r.findings.unknown("T103", name.span, _spelled(name), known, what="ledger")
        return lost(node)
    given = r.arguments(signature, inner.arguments, scope, inner.source.span)
    return ("ledger", at(node), "list line", signature.name, given)


MANY = 20

FUNCTIONS: dict[str, Function] = {
    "count": Function("count(S)", 1, 1, _count),
    "size": Function("size(S)", 1, 1, _count),
    "any": Function("any(S)", 1, 1, _any),
    "sum": Function("sum(each x in S, e)", 1, 2, _sum),
    "max": Function("max(each x in S, e)` or `max(a, b)", 1, MANY, _extreme("max", "larger")),
    "min": Function("min(each x in S, e)` or `min(a, b)", 1, MANY, _extreme("min", "smaller")),
    "first": Function("first(S)", 1, 1, _end("first")),
    "last": Function("last(S)", 1, 1, _end("last")),
    "front": Function("front(S, n)", 2, 2, _front),
    "least": Function("least(each x in S, e)", 2, 2, _best("least")),
    "greatest": Function("greatest(each x in S, e)", 2, 2, _best("greatest")),
    "set": Function("set(each x in S, e)` or `set(a, b)", 1, MANY, _make_set),
    "distance": Function("distance(S, r)", 2, 2, _distance),
    "components": Function("components(S)", 1, 1, _components),
    "clockwise_from": Function(
        "clockwise_from(p)", 1, 1, _simple("clockwise_from", "list player", "player")
    ),
    "clockwise_after": Function(
        "clockwise_after(p)", 1, 1, _simple("clockwise_after", "list player", "player")
    ),
    "active_or_next": Function(
        "active_or_next(p)", 1, 1, _simple("active_or_next", "race", "player")
    ),
    "next_race": Function("next_race(p)", 1, 1, _simple("next_race", "race", "player")),
    "attempts": Function("attempts(race)` or `attempts(race, way)", 1, 2, _attempts),
    "supply_left": Function("supply_left(piece)", 1, 1, _supply_left),
    "marks": Function("marks(r, marker)", 2, 2, _marks),
    "tokens_in": Function(
        "tokens_in(r, n)", 2, 2, _simple("tokens_in", "troops", "region", "number")
    ),
    "part": Function("part(t, x)", 2, 2, _part),
    "less": Function("less(t, n)", 2, 2, _simple("less", "troops", "troops", "number")),
    "units_first": Function("units_first(t, unit)", 2, 2, _units_first),
    "top": Function("top(stack)", 1, 1, _of_stack("top")),
    "bottom": Function("bottom(stack)", 1, 1, _of_stack("bottom")),
    "lines": Function("lines(LEDGER(...))", 1, 1, _lines),
}
