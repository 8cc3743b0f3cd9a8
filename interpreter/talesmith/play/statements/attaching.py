"""Statements about what lies in regions or is attached: markers, items, badges, and their ends.

`until` is frozen when a thing is attached: each instant with the player, race, combo or card it
waits for.  Where the bearer is a race that is still to come, `until` may speak of it all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from talesmith.model.layout import NONE
from talesmith.play.changes.lasting import NOT_YET, Until
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.scalars import Fn, is_region_set
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.parts import Item

TO_COME = ("active_or_next", "next_race")
"""races that may still be to come"""
Ends: TypeAlias = Callable[[Machine, Slots, int, int | None], Until]
"""(machine, slots, bearer or NOT_YET, player who waits for it) to the frozen instants"""


@statement("mark")
def _mark(flow: Flow, stmt: Stmt) -> None:
    _, _, region, marker, n, by, until = stmt
    f, count, b, owner = flow.expr(region), flow.maybe(n), flow.b, flow.maybe(by)
    ends = instants(flow, until, None) if until else None

    def lay(m: Machine, s: Slots) -> None:
        where, whose = f(m, s), None if owner is None else owner(m, s)
        laid = b.pieces.put(m, marker, where, 1 if count is None else count(m, s), whose)
        if laid and ends is not None:
            b.lasting.add(m, "mark", marker, where, ends(m, s, where, None), (laid,))

    flow.change(lay)


@statement("unmark")
def _unmark(flow: Flow, stmt: Stmt) -> None:
    _, _, regions, marker = stmt
    f, take = flow.expr(regions), flow.b.pieces.take
    if is_region_set(regions):
        flow.change(lambda m, s: take(m, marker, f(m, s)))
    else:
        flow.change(lambda m, s: take(m, marker, 1 << f(m, s)))


# ---- instants ------------------------------------------------------------------------------------


def instants(flow: Flow, until: Sequence[Any], bearer: int | None) -> Ends:
    """When something ends; `bearer` is the slot in which the bearer stands, if it stands in one."""
    if bearer is None:
        bearer = flow.b.spare_slot()
    parts = [_instant(flow, kind, *rest, bearer=bearer) for kind, *rest in until]
    return lambda m, s, on, player: tuple(part(m, s, on, player) for part in parts)


def _instant(flow: Flow, kind: str, e: Expr | None = None, *, bearer: int) -> Any:
    if e is None:
        return lambda _m, _s, _on, _player: (kind, None)
    name = kind if kind != "leaves" or e[2] == "race" else f"leaves {e[2]}"
    e = _with_bearer(e, bearer)
    f, is_of_bearer = flow.expr(e), mentions(e, bearer)

    def instant(m: Machine, s: Slots, on: int, player: int | None) -> tuple[str, Any]:
        if not is_of_bearer:
            return name, f(m, s)
        if on == NOT_YET:
            return name, on if kind in ("leaves", "declines") else player
        s.extend([None] * (bearer + 1 - len(s)))
        s[bearer] = on
        return name, f(m, s)

    return instant


def _with_bearer(e: Any, bearer: int) -> Any:
    """The expression with a race that may be to come read from a slot."""
    if not isinstance(e, tuple):
        return e
    if e and e[0] in TO_COME:
        return ("local", e[1], "race", bearer)
    return tuple(_with_bearer(part, bearer) for part in e)


# ---- items and badges ----------------------------------------------------------------------------


@statement("attach")
def _attach(flow: Flow, stmt: Stmt) -> None:
    _, _, thing, bearer, until = stmt
    b, own = flow.b, flow.b.own_race()
    name, values = _thing(flow, thing)
    written = instants(flow, until, None) if until else None
    ends = written or (_printed(flow, b.lasting.items[name]) if name else _for_ever)
    place = _bearer(flow, bearer)

    def attach(m: Machine, s: Slots) -> None:
        on, player = place(m, s)
        given = values(m, s, on)
        known = s if written is not None else [on, *given]
        lasts = ends(m, known, on, player)
        maker = None if own is None else own(s)
        card = name or b.cards_of("power")[given[0]].id
        if on == NOT_YET:
            b.lasting.add(m, "waiting", card, player, lasts, given, maker)
        else:
            b.lasting.give(m, card, on, lasts, given, maker)

    flow.change(attach)


def _for_ever(_m: Machine, _s: Slots, _on: int, _player: int | None) -> Until:
    return (("game", None),)


def _thing(flow: Flow, thing: Expr) -> tuple[str, Any]:
    """Name of an item and its arguments; no name and the number of a badge."""
    if thing[0] != "item":
        badge = flow.expr(thing)
        return "", lambda m, s, _on: (badge(m, s),)
    _, name, args = thing
    fs, params = [flow.maybe(arg) for arg in args], flow.b.lasting.items[name].params
    with flow.b.scope(len(params), {}, name):
        defaults = [None if p.default is None else flow.expr(p.default) for p in params]

    def values(m: Machine, s: Slots, _on: int) -> tuple[Any, ...]:
        given: Slots = [None if f is None else f(m, s) for f in fs]
        for at, default in enumerate(defaults):
            if fs[at] is None and default is not None:
                given[at] = default(m, given)
        return tuple(given)

    return name, values


def _printed(flow: Flow, item: Item) -> Ends:
    """The duration in the head of an item; it knows the bearer, and the arguments behind it."""
    if not item.until:
        return _for_ever
    with flow.b.scope(1 + len(item.params), {}, item.id):
        return instants(flow, item.until, 0)


def _bearer(flow: Flow, e: Expr) -> Fn:
    """Who gets it, and the player if that race is still to come."""
    if e[0] not in TO_COME:
        f = flow.expr(e)
        return lambda m, s: (f(m, s), None)
    player, active = flow.expr(e[3]), flow.b.layout["player.active"]

    def waiting(m: Machine, s: Slots) -> tuple[int, int]:
        whose = player(m, s)
        race = m.cells[active + whose]
        now = e[0] == "active_or_next" and race != NONE
        return (race if now else NOT_YET), whose

    return waiting


@statement("detach")
def _detach(flow: Flow, stmt: Stmt) -> None:
    _, _, thing, source = stmt
    b = flow.b
    if thing is None:
        slot = b.scope_slots["item"]
        flow.change(lambda m, s: b.lasting.drop(m, s[slot]))
        return
    if source is None:
        raise ValueError("a thing is detached from somebody")
    bearer = flow.expr(source)
    if thing[2] == "item":
        flow.change(lambda m, s: b.lasting.drop_items(m, thing[3], bearer(m, s)))
        return
    badge = flow.expr(thing)
    flow.change(lambda m, s: b.remove_badge(m, bearer(m, s), badge(m, s)))


@statement("expire")
def _expire(flow: Flow, stmt: Stmt) -> None:
    kind, whose, b = stmt[2], stmt[3] if len(stmt) > 3 else None, flow.b
    f = flow.maybe(whose)
    thing = "None" if whose is None else flow.text(whose)
    flow.change(
        lambda m, s: b.expire(m, kind, None if f is None else f(m, s)),
        *b.machinery.expire_text(kind, thing),
    )
