"""How each function of the language is built from its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from talesmith.names.form import at, lost, spelled
from talesmith.names.properties import units_called
from talesmith.names.scope import Scope
from talesmith.names.types import UNKNOWN, common, element, is_list, list_of, maybe, spoken, sure
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree

if TYPE_CHECKING:
    from talesmith.names.resolve import Resolver

Build = Callable[["Resolver", tree.Call, Scope], Expr]
"""Gives the typed form of a call whose number of arguments has been checked."""


def _plain(r: Resolver, node: tree.Call, number: int, scope: Scope, want: str) -> Expr:
    """Resolve an argument of a fixed type."""
    argument = node.arguments[number]
    if isinstance(argument, tree.Argument) and argument.where is None:
        return r.expr(argument.value, scope, want)
    return r.fitted(_members_of(r, node, number, scope), want, argument)


def _members_of(r: Resolver, node: tree.Call, number: int, scope: Scope) -> Expr:
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
        member = element(source[2])
        if want is not None and sure(member) != want:
            return source, slot, r.wrong(argument, member, spoken(want))
        return source, slot, ("local", at(argument), member, slot)
    second = node.arguments[1]
    if not isinstance(second, tree.Argument) or second.where is not None:
        return source, slot, r.wrong(second, "list", spoken(want or "number"))
    return source, slot, r.expr(second.value, inner, want)


def _piece(r: Resolver, node: tree.Call, number: int, kinds: tuple[str, ...]) -> tuple[str, str]:
    """Resolve an argument that names a piece: its kind and full name."""
    argument = node.arguments[number]
    value = argument.value if isinstance(argument, tree.Argument) else argument
    text = spelled(value) or "this"
    for kind in kinds:
        for found in r.vocabulary.find(kind, text, r.home):
            return kind, found.full
        if kind == "unit":
            for full in units_called(r, text):
                return kind, full
    known = (n for kind in kinds for n in r.vocabulary.all(kind))
    r.findings.unknown("T104", value.span, text, known, what=" or ".join(kinds))
    return kinds[0], ""


def count(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`count(S)` and `size(S)`, the latter also of troops and stacks."""
    argument = node.arguments[0]
    if isinstance(argument, tree.Argument) and argument.where is None:
        source = r.expr(argument.value, scope)
        if sure(source[2]) == "troops" or source[2].startswith("stack "):
            return ("count", at(node), "number", source)
        if not is_list(source[2]):
            r.wrong(argument.value, source[2], "a list, troops or a stack")
        return ("count", at(node), "number", source)
    return ("count", at(node), "number", _members_of(r, node, 0, scope))


def any_(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`any(S)`: at least one member."""
    return ("any", at(node), "flag", _members_of(r, node, 0, scope))


def sum_(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`sum(each x in S, e)`."""
    made = _of_each(r, node, scope, "number")
    return ("sum", at(node), "number", *made) if made else lost(node)


def extreme(op: str, of_two: str) -> Build:
    """Build `max` or `min`, over members or of several numbers."""

    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        if isinstance(node.arguments[0], tree.Each):
            made = _of_each(r, node, scope, "number")
            return (op, at(node), "number", *made) if made else lost(node)
        several = [_plain(r, node, n, scope, "number") for n in range(len(node.arguments))]
        return (of_two, at(node), "number", *several)

    return build


def end_of(op: str) -> Build:
    """Build `first(S)` or `last(S)`."""

    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        source = _members_of(r, node, 0, scope)
        return (op, at(node), maybe(element(source[2])), source)

    return build


def front(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`front(S, n)`."""
    source = _members_of(r, node, 0, scope)
    return ("front", at(node), source[2], source, _plain(r, node, 1, scope, "number"))


def best(op: str) -> Build:
    """Build `least(each x in S, e)` or `greatest(...)`."""

    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        made = _of_each(r, node, scope, "number")
        if made is None:
            return lost(node)
        return (op, at(node), maybe(element(made[0][2])), *made)

    return build


def make_set(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`set(a, b)` and `set(each x in S, e)`."""
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


def distance(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`distance(S, r)`: missing if there is no way."""
    source = r.fitted(_members_of(r, node, 0, scope), "list region", node.arguments[0])
    return ("distance", at(node), "number?", source, _plain(r, node, 1, scope, "region"))


def components(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`components(S)`."""
    source = r.fitted(_members_of(r, node, 0, scope), "list region", node.arguments[0])
    return ("components", at(node), "list list region", source)


def simple(op: str, kind: str, *wanted: str) -> Build:
    """Build a function whose arguments have fixed types."""

    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        parts = [_plain(r, node, n, scope, want) for n, want in enumerate(wanted)]
        return (op, at(node), kind, *parts)

    return build


def attempts(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`attempts(race)` and `attempts(race, way)`."""
    way = _piece(r, node, 1, ("way",))[1] if len(node.arguments) == 2 else None
    return ("attempts", at(node), "list attempt", _plain(r, node, 0, scope, "race"), way)


def supply_left(r: Resolver, node: tree.Call, _: Scope) -> Expr:
    """`supply_left(piece)`."""
    return ("supply_left", at(node), "number", *_piece(r, node, 0, ("marker", "unit", "natives")))


def marks(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`marks(r, marker)`."""
    region = _plain(r, node, 0, scope, "region")
    return ("marks", at(node), "number", region, _piece(r, node, 1, ("marker",))[1])


def part(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`part(t, x)`: x is a race or a region."""
    troops = _plain(r, node, 0, scope, "troops")
    of = r.expr(_value(node, 1), scope)
    if of[2] not in ("race", "region", UNKNOWN):
        r.wrong(_value(node, 1), of[2], "a race or a region")
    return ("part", at(node), "troops", troops, of)


def units_first(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`units_first(t, unit)`."""
    troops = _plain(r, node, 0, scope, "troops")
    return ("units_first", at(node), "troops", troops, _piece(r, node, 1, ("unit",))[1])


def of_stack(op: str) -> Build:
    """Build `top(stack)` or `bottom(stack)`."""

    def build(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
        stack = r.expr(_value(node, 0), scope)
        if not stack[2].startswith("stack "):
            return r.wrong(_value(node, 0), stack[2], "a stack")
        return (op, at(node), stack[2].removeprefix("stack ") + "?", stack)

    return build


def lines(r: Resolver, node: tree.Call, scope: Scope) -> Expr:
    """`lines(LEDGER(...))`."""
    inner = _value(node, 0)
    signature = None
    if isinstance(inner, tree.Call) and isinstance(inner.source, tree.Name):
        signature = r.vocabulary.hooks.get(inner.source.text)
    if signature is None or signature.kind != "ledger" or not isinstance(inner, tree.Call):
        known = (n for n, s in r.vocabulary.hooks.items() if s.kind == "ledger")
        name = inner.source if isinstance(inner, tree.Call) else inner
        r.findings.unknown("T103", name.span, spelled(name) or "this", known, what="ledger")
        return lost(node)
    given = r.arguments(signature, inner.arguments, scope, inner.source.span)
    return ("ledger", at(node), "list line", signature.name, given)
