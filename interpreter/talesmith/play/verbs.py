"""Statements that change the position."""

from __future__ import annotations

from typing import Any

from talesmith.play.flow import Flow, statement
from talesmith.play.machine import Machine, Slots
from talesmith.play.moves import pool
from talesmith.play.purses import change, held, purse, tell
from talesmith.play.scalars import Fn, is_region_set
from talesmith.ruleset.ops import Expr, Stmt


@statement("remove")
def _remove(flow: Flow, stmt: Stmt) -> None:
    thing, tokens = stmt[2], flow.b.tokens
    if thing[2] == "troops":
        f = flow.expr(thing)
        flow.change(lambda m, s: tokens.remove(m, f(m, s)))
        return
    end = pool(flow, thing)

    def empty(m: Machine, s: Slots) -> None:
        place = end(m, s)
        tokens.remove(m, ((place, tokens.size(m, place)),))

    flow.change(empty)


@statement("remove_n")
def _remove_n(flow: Flow, stmt: Stmt) -> None:
    _, _, _what, n, source = stmt
    count, start, tokens = flow.expr(n), pool(flow, source), flow.b.tokens

    def take(m: Machine, s: Slots) -> None:
        tokens.remove(m, ((start(m, s), count(m, s)),))

    flow.change(take)


@statement("set")
def _set(flow: Flow, stmt: Stmt) -> None:
    _, _, target, e = stmt
    value, base = flow.expr(e), _base_of(flow, target)
    write = flow.b.writer(target)
    if flow.deferred is None:
        flow.change(lambda m, s: write(m, base(m, s), value(m, s)))
        return
    pending = flow.deferred

    def later(m: Machine, s: Slots) -> None:
        thing, v = base(m, s), value(m, s)
        s[pending].append(("set", target[3], thing, lambda m: write(m, thing, v)))

    flow.change(later)


def _base_of(flow: Flow, target: Expr) -> Fn:
    if target[0] in ("get", "state") and target[4] is not None:
        return flow.expr(target[4])
    return lambda _m, _s: 0


@statement("mark")
def _mark(flow: Flow, stmt: Stmt) -> None:
    _, _, region, marker, n, _by, until = stmt
    f, count, b = flow.expr(region), flow.maybe(n), flow.b
    ends = instants(flow, until)

    def lay(m: Machine, s: Slots) -> None:
        where = f(m, s)
        laid = b.pieces.put(m, marker, where, 1 if count is None else count(m, s))
        if laid and ends is not None:
            b.lasting.add(m, "mark", marker, where, ends(m, s))

    flow.change(lay)


def instants(flow: Flow, until: Any) -> Any:
    """When something ends: a closure that freezes the instants of `until`."""
    if not until:
        return None
    parts = [(kind, flow.maybe(e)) for kind, e in ((u[0], u[1] if len(u) > 1 else None)
             for u in until)]  # fmt: skip
    return lambda m, s: tuple((k, None if f is None else f(m, s)) for k, f in parts)


@statement("unmark")
def _unmark(flow: Flow, stmt: Stmt) -> None:
    _, _, regions, marker = stmt
    f, take = flow.expr(regions), flow.b.pieces.take
    if is_region_set(regions):
        flow.change(lambda m, s: take(m, marker, f(m, s)))
    else:
        flow.change(lambda m, s: take(m, marker, 1 << f(m, s)))


@statement("attach")
def _attach(flow: Flow, stmt: Stmt) -> None:
    _, _, thing, bearer, until = stmt
    f, ends, b = flow.expr(bearer), instants(flow, until), flow.b
    if thing[0] != "item":
        badge = flow.expr(thing)
        flow.change(lambda m, s: b.add_badge(m, f(m, s), badge(m, s)))
        return
    _, name, args = thing
    fs, own = [flow.maybe(arg) for arg in args], flow.b.own_race()
    printed = b.item_until(name)

    def attach(m: Machine, s: Slots) -> None:
        values = tuple(None if g is None else g(m, s) for g in fs)
        maker = None if own is None else own(s)
        lasts = ends(m, s) if ends is not None else printed(m, f(m, s))
        b.lasting.add(m, "item", name, f(m, s), lasts, values, maker)

    flow.change(attach)


@statement("detach")
def _detach(flow: Flow, stmt: Stmt) -> None:
    _, _, thing, source = stmt
    b = flow.b
    if thing is None:
        slot = b.scope_slots["item"]
        flow.change(lambda m, s: b.lasting.drop(m, s[slot]))
        return
    badge, race = flow.expr(thing), flow.maybe(source)
    if race is None:
        raise ValueError("a badge is detached from a race")
    flow.change(lambda m, s: b.remove_badge(m, race(m, s), badge(m, s)))


@statement("swap")
def _swap(flow: Flow, stmt: Stmt) -> None:
    _, _, one, two = stmt
    if one[3] in ("combo.banner", "combo.badge"):
        _swap_cards(flow, one, two)
    elif one[3] in ("combo.coins", "player.coins"):
        _swap_coins(flow, one[4], two[4])
    else:
        _swap_settings(flow, one, two)


def _swap_cards(flow: Flow, one: Expr, two: Expr) -> None:
    first, second, at = flow.expr(one[4]), flow.expr(two[4]), flow.b.layout[one[3]]

    def swap(m: Machine, s: Slots) -> None:
        x, y = at + first(m, s), at + second(m, s)
        m.cells[x], m.cells[y] = m.cells[y], m.cells[x]
        m.memo.clear()
        m.log.append(("swap", one[3], x - at, y - at))

    flow.change(swap)


def _swap_coins(flow: Flow, one: Expr, two: Expr) -> None:
    first, second, layout = purse(flow, one), purse(flow, two), flow.b.layout

    def swap(m: Machine, s: Slots) -> None:
        x, y = first(m, s), second(m, s)
        here, there = held(layout, m, s, x), held(layout, m, s, y)
        for giver, n, taker in ((x, here, y), (y, there, x)):
            change(layout, m, s, giver, -n)
            change(layout, m, s, taker, n)
            tell(m, n, giver, taker)
        m.memo.clear()

    flow.change(swap)


def _swap_settings(flow: Flow, one: Expr, two: Expr) -> None:
    sides = [(flow.expr(e), _base_of(flow, e), flow.b.writer(e)) for e in (one, two)]

    def swap(m: Machine, s: Slots) -> None:
        values = [(value(m, s), thing(m, s)) for value, thing, _ in sides]
        for (value, _), (_, thing), (_, _, write) in zip(
            reversed(values), values, sides, strict=True
        ):
            write(m, thing, value)

    flow.change(swap)


@statement("pair")
def _pair(flow: Flow, stmt: Stmt) -> None:
    _, _, banner, badge, slot = stmt
    one, two, races = flow.expr(banner), flow.expr(badge), flow.b.races

    def pair(m: Machine, s: Slots) -> None:
        s[slot] = races.pair(m, one(m, s), two(m, s))

    flow.change(pair)


@statement("found")
def _found(flow: Flow, stmt: Stmt) -> None:
    _, _, combo, by, slot = stmt
    f, player, races = flow.expr(combo), flow.expr(by), flow.b.races

    def found(m: Machine, s: Slots) -> None:
        owner = player(m, s)
        s[slot] = races.found(m, *races.dissolve(m, f(m, s)), owner)

    flow.change(found)


@statement("shuffle")
def _shuffle(flow: Flow, stmt: Stmt) -> None:
    f = flow.expr(stmt[2])
    flow.change(lambda m, s: f(m, s).shuffle(m))


@statement("expire")
def _expire(flow: Flow, stmt: Stmt) -> None:
    kind, f, b = stmt[2], flow.maybe(stmt[3] if len(stmt) > 3 else None), flow.b
    flow.change(lambda m, s: b.expire(m, kind, None if f is None else f(m, s)))


@statement("exchange")
def _exchange(flow: Flow, stmt: Stmt) -> None:
    _, _, one, two, left_out = stmt
    first, second, b = flow.expr(one), flow.expr(two), flow.b
    flow.change(lambda m, s: b.exchange(m, first(m, s), second(m, s), left_out))


@statement("reveal")
def _reveal(flow: Flow, stmt: Stmt) -> None:
    thing, to = stmt[2], flow.maybe(stmt[3] if len(stmt) > 3 else None)
    f, kind = flow.expr(thing), thing[2]

    def show(m: Machine, s: Slots) -> None:
        m.log.append(("reveal", kind, f(m, s), None if to is None else to(m, s)))

    flow.change(show)
