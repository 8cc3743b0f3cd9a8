"""Why something is not on offer: the rules that keep a thing out of the open question.

A question is built from what its statement says: a list, conditions on its members, permissions.
The same parts are asked once more about one thing, and those that fail give the reasons: the
objections of a permission, the cost of an attempt, else the line of the rules that rules it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.hooks.attempts import LEGALITY
from talesmith.play.hooks.bound import Bound
from talesmith.play.machine import Machine
from talesmith.play.statements.bodies import bodies_of, body_in
from talesmith.play.statements.questions import Site
from talesmith.play.telling.explain import evaluated, why_allowed
from talesmith.ruleset.ops import Expr, Stmt, walk
from talesmith.ruleset.parts import Where


@frozen
class Place:
    """What a statement or an offer says about the things it goes through."""

    group: Expr | None
    """the list that must contain the thing; None if there is no thing"""
    conditions: tuple[Expr, ...]
    """what must hold, in the order in which it is written: later ones rely on earlier ones"""
    slot: int | None
    """where the thing is put"""
    slots: tuple[Any, ...]
    where: Where
    bound: Bound | None = None
    """of an offer: its handler, which may have a limit"""


def why_not_offered(
    rules: Binder, game: Game, request: Any, text: str | None, thing: Any
) -> list[str]:
    """Why `thing` is not offered under the option `text` (None: it is a thing to choose from).

    The thing is a value of the option's type; None for an option that has no target.  An attempt
    may be given as its region: it is then made by whoever acts.  Empty if nothing can be said.
    """
    site = rules.sites[request[2]]
    found = _statement(rules, game, site) if game.stack else None
    if found is None:
        return []
    m = Machine(game, rules.codes)
    places = list(_places(rules, *found, m, game.stack[0][2], text))
    reasons = [reason for place in places for reason in _failures(rules, m, place, thing)]
    if not places and text is not None:
        return ["nothing that is in play for you offers it"]
    return list(dict.fromkeys(reasons))


def _places(
    rules: Binder, stmt: Stmt, where: Where, m: Machine, slots: tuple[Any, ...], text: str | None
) -> Iterator[Place]:
    if stmt[0] == "choose":
        yield _place(Place(stmt[5], (), None, slots, where))
        return
    for branch in stmt[5]:
        if branch[0] == text:
            conditions = () if branch[3] is None else _conjuncts(branch[3])
            yield _place(Place(branch[2], conditions, branch[1], slots, where))
    if stmt[3] is not None:
        yield from _offers(rules, m, stmt[3], slots, text)


def _offers(
    rules: Binder, m: Machine, point: Any, slots: tuple[Any, ...], text: str | None
) -> Iterator[Place]:
    name, args = point
    sources = rules.offers[name]
    given = [None if arg is None else evaluated(rules, m, arg, slots) for arg in args]
    for bound, fill, _ in sources.live(m, given):
        h = bound.handler
        if h.may == text:
            own = tuple(rules.handler_slots(bound, given, fill))
            conditions = () if h.guard is None else _conjuncts(h.guard)
            slot, group = (None, None) if h.target is None else h.target
            yield _place(Place(group, conditions, slot, own, h.where, bound))


def _place(place: Place) -> Place:
    """Take the filters of a list apart: their conditions come first."""
    group, slot, conditions = place.group, place.slot, place.conditions
    while group is not None and group[0] == "filter":
        slot = group[4] if slot is None else slot
        conditions = (*_conjuncts(_moved(group[5], group[4], slot)), *conditions)
        group = group[3]
    return evolve(place, group=group, conditions=conditions, slot=slot)


def _conjuncts(e: Expr) -> tuple[Expr, ...]:
    return tuple(e[3:]) if e[0] == "and" else (e,)


def _moved(e: Any, old: int, new: int | None) -> Any:
    """A condition on the thing in one slot as a condition on that in another."""
    if not isinstance(e, tuple):
        return e
    if len(e) == 4 and e[0] == "local" and e[3] == old:
        return (*e[:3], new)
    return tuple(_moved(part, old, new) for part in e)


def _statement(rules: Binder, game: Game, site: Site) -> tuple[Stmt, Where] | None:
    """The statement that asks, found again by its body and line."""
    body = body_in(rules, rules.codes[game.stack[0][0]], site.body)
    for node in walk(body or ()):
        if node[0] in ("option", "choose") and node[1] >> 12 == site.line:
            texts = tuple(b[0] for b in node[5]) if node[0] == "option" else ()
            if texts == site.texts:
                return node, next(w for name, _, w in bodies_of(rules.ruleset) if name == site.body)
    return None


# ---- what fails ----------------------------------------------------------------------------------


def _failures(rules: Binder, m: Machine, place: Place, thing: Any) -> Iterator[str]:
    slots = list(place.slots)
    if place.slot is not None:
        thing = _whole(rules, m, place, slots, thing)
        slots += [None] * (place.slot + 1 - len(slots))
        slots[place.slot] = thing
    is_attempt = place.group is not None and place.group[0] == "attempts"
    refused = list[str]()
    if is_attempt and thing is not None:
        refused = why_allowed(rules, m, LEGALITY, [thing >> 8 & 255, thing & 255]).reasons()
    yield from refused
    for condition in place.conditions:
        if refused and _is_priced(condition):
            continue  # what may not be had has no price
        if evaluated(rules, m, condition, slots):
            continue
        found = _failure(rules, m, condition, slots, thing)
        if not found:
            yield f"ruled out by {place.where.path}:{condition[1] >> 12}"
            return
        yield from found
    if place.bound is not None and not rules.limits.open(m, place.bound, slots):
        yield "that was used before"


def _whole(rules: Binder, m: Machine, place: Place, slots: list[Any], thing: Any) -> Any:
    """A region as an attempt, where the question is about attempts."""
    group = place.group
    if group is None or group[0] != "attempts" or thing is None or thing >> 8:
        return thing
    return thing | int(evaluated(rules, m, group[3], slots)) << 8


def _failure(rules: Binder, m: Machine, e: Expr, slots: list[Any], thing: Any) -> list[str]:
    """The reasons why a condition fails, as far as they have words of their own."""
    if e[0] == "permit":
        args = [None if arg is None else evaluated(rules, m, arg, slots) for arg in e[4]]
        return why_allowed(rules, m, e[3], args, e[5]).reasons()
    if _is_priced(e):
        hand = m.cells[rules.attempts.hand + (thing >> 8 & 255)]
        return [f"needs {rules.attempts.cost(m, thing)}, you have {hand}"]
    return []


def _is_priced(e: Expr) -> bool:
    return any(node[0] == "get" and node[3] in _PRICED for node in walk(e))


_PRICED = ("attempt.cost", "attempt.short")
