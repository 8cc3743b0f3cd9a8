"""What stands behind a dot: properties of the machine, printed values, states, pieces, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talesmith.names import words
from talesmith.names.form import at, lost
from talesmith.names.scope import Scope
from talesmith.names.types import CARDS, UNKNOWN, is_list, may_miss, maybe, spoken, sure
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.vocabulary import GAME, PROPERTIES
from talesmith.syntax import tree

if TYPE_CHECKING:
    from talesmith.names.resolve import Resolver


def attribute(r: Resolver, node: tree.Attribute, scope: Scope, want: str | None) -> Expr:
    """Resolve `source.name`."""
    if isinstance(node.source, tree.Name) and node.source.text not in scope.names:
        special = _special(r, node, node.source.text, want)
        if special is not None:
            return special
    source = r.expr(node.source, scope)
    if source[2] == UNKNOWN:
        return lost(node)
    found = _read(r, node, source)
    if found is None:
        return _no_property(r, node, source)
    if may_miss(source[2]):
        return (found[0], found[1], maybe(found[2]), *found[3:])
    return found


def _special(r: Resolver, node: tree.Attribute, head: str, want: str | None) -> Expr | None:
    if head == "key":
        return _key(r, node)
    full = f"{head}.{node.name}"
    if full in GAME:
        return ("game", at(node), GAME[full], full)
    if head == "map":
        known = [name.removeprefix("map.") for name in GAME if name.startswith("map.")]
        r.findings.unknown("T102", node.name.span, node.name.text, known, type="map")
        return lost(node)
    if want is not None and head in r.vocabulary.packages:
        return words.typed_word(r, full, node, want)
    return None


def _key(r: Resolver, node: tree.Attribute) -> Expr:
    name = node.name.text
    values = r.vocabulary.keys.get(name)
    if values is None:
        near = r.vocabulary.keys
        r.findings.unknown("T109", node.name.span, name, near, problem=f"there is no key `{name}`")
        return lost(node)
    kind = "flag" if set(values) == {"yes", "no"} else f"word key {name}"
    return ("key", at(node), kind, name)


def _read(r: Resolver, node: tree.Attribute, source: Expr) -> Expr | None:
    holder, name, place = sure(source[2]), node.name.text, at(node)
    holder, _, part = holder.partition(" ")
    known = PROPERTIES.get(f"{holder}.{name}")
    if known is not None:
        return ("get", place, known, f"{holder}.{name}", source)
    if holder == "record":
        return _field(r, node, source, part)
    for kind in (holder, "card") if holder in CARDS else (holder,):
        printed = r.vocabulary.properties.get(f"{kind}.{name}")
        if printed is not None:
            return ("printed", place, printed, f"{kind}.{name}", source)
        state = _state(r, f"{kind}.{name}")
        if state is not None:
            return ("state", place, state[1], state[0], source)
    return _piece(r, node, source, holder)


def _field(r: Resolver, node: tree.Attribute, source: Expr, action: str) -> Expr | None:
    signature = r.vocabulary.hooks.get(f"after_{action}")
    for parameter in signature.parameters if signature else ():
        if parameter.name == node.name.text:
            return ("field", at(node), parameter.type, parameter.name, source)
    return None


def _state(r: Resolver, key: str) -> tuple[str, str] | None:
    """Give full name and type of a state: that of the own card, else one of the rules."""
    found = r.vocabulary.states.get(key, [])
    own = [one for one in found if one[0].home.card == r.home.card]
    for declared, kind in own or [one for one in found if r.sees_all or one[0].home.is_rules]:
        return declared.full, kind
    return None


def _piece(r: Resolver, node: tree.Attribute, source: Expr, holder: str) -> Expr | None:
    name, place = node.name.text, at(node)
    if holder == "race":
        for unit in units_called(r, name):
            return ("units", place, "pool", unit, source)
    for stack in r.vocabulary.find("stack", name, r.home):
        kind = words.stack_type(stack)
        on_race = stack.node.bearer is not None
        if holder == "race" and on_race:
            return ("stack", place, kind, name, source)
        if holder == "region" and stack.node.hidden:
            return ("lying", place, kind.removeprefix("stack ") + "?", name, source)
    return None


def units_called(r: Resolver, text: str) -> list[str]:
    """Give the full names of the units with that name, singular or plural."""
    found = r.vocabulary.find("unit", text, r.home)
    plurals = [n for n in r.vocabulary.all("unit") if plural(n) == text]
    return [one.full for one in found] or [
        one.full for n in plurals for one in r.vocabulary.find("unit", n, r.home)
    ]


def plural(name: str) -> str:
    """Give the plural of a unit's id: knights, furies, foxes."""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("s", "x", "ch", "sh", "o")) else "s")


def _no_property(r: Resolver, node: tree.Attribute, source: Expr) -> Expr:
    holder, name = sure(source[2]), node.name
    if is_list(holder):
        hint = "a list has no properties; go through it with `each`, or take `first(...)`"
        r.findings.add("T102", name.span, name=name.text, type="list", hint=hint)
        return lost(node)
    spoken_holder = spoken(holder).removeprefix("a ").removeprefix("an ")
    r.findings.unknown("T102", name.span, name.text, _known(r, holder), type=spoken_holder)
    return lost(node)


def _known(r: Resolver, holder: str) -> list[str]:
    head, _, part = holder.partition(" ")
    tables = (*PROPERTIES, *r.vocabulary.properties, *r.vocabulary.states)
    known = [full.partition(".")[2] for full in tables if full.partition(".")[0] == head]
    signature = r.vocabulary.hooks.get(f"after_{part}") if head == "record" else None
    known += signature.names if signature else ()
    return known + [plural(n) for n in r.vocabulary.all("unit") if head == "race"]
