"""Statements that change the position."""

from __future__ import annotations

from talesmith.play.changes.purses import change, held, purse, tell
from talesmith.play.changes.tokens import ARRIVAL, BOX
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.play.statements.moves import pool, pool_text
from talesmith.ruleset.ops import Expr, Stmt


@statement("remove")
def _remove(flow: Flow, stmt: Stmt) -> None:
    thing, tokens = stmt[2], flow.b.tokens
    if thing[2] == "troops":
        f, gone = flow.expr(thing), flow.b.constants.temporary()
        lines = f"if {gone} := {flow.text(thing)}: {flow.named(tokens.remove)}(m, {gone})"
        flow.change(lambda m, s: tokens.remove(m, f(m, s)), lines)
        return
    if thing[2] not in ("pool", "region"):
        raise ValueError(f"the machine cannot remove a {thing[2]} yet")
    end = pool(flow, thing)

    def empty(m: Machine, s: Slots) -> None:
        place = end(m, s)
        tokens.remove(m, ((place, tokens.size(m, place)),))

    printed, at = pool_text(flow, thing), flow.b.constants.temporary()
    never = "" if thing[0] in ("get", "pool_of") or thing[2] == "region" else f"{at} != {BOX} and "
    flow.change(
        empty,
        f"{at} = {printed}",
        f"if {never}c[{at} & 65535]: {flow.named(empty)}(m, s)",
    )


@statement("remove_n")
def _remove_n(flow: Flow, stmt: Stmt) -> None:
    _, _, what, n, source = stmt
    if what != "tokens":
        raise ValueError(f"the machine cannot remove a {what} yet")
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
        thing = "0" if not _has_base(target) else flow.text(target[4])
        flow.change(
            lambda m, s: write(m, base(m, s), value(m, s)),
            f"{flow.named(write)}(m, {thing}, {flow.text(e)})",
        )
        return
    pending = flow.deferred

    def later(m: Machine, s: Slots) -> None:
        thing, v = base(m, s), value(m, s)
        s[pending].append(("set", target[3], thing, lambda m: write(m, thing, v)))

    flow.change(later)


def _base_of(flow: Flow, target: Expr) -> Fn:
    if _has_base(target):
        return flow.expr(target[4])
    return lambda _m, _s: 0


def _has_base(target: Expr) -> bool:
    return target[0] in ("get", "state") and target[4] is not None


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


@statement("unpair")
def _unpair(flow: Flow, stmt: Stmt) -> None:
    _, _, combo, banner, badge = stmt
    f, b = flow.expr(combo), flow.b

    def unpair(m: Machine, s: Slots) -> None:
        apart = f(m, s)
        s[banner], s[badge] = b.races.dissolve(m, apart)
        m.log.append(("unpair", apart, s[banner], s[badge]))
        if m.lasting:
            b.lasting.expire(m, "leaves combo", apart)

    flow.change(unpair)


@statement("found")
def _found(flow: Flow, stmt: Stmt) -> None:
    _, _, combo, by, slot = stmt
    f, player, b, races = flow.expr(combo), flow.expr(by), flow.b, flow.b.races

    def found(m: Machine, s: Slots) -> None:
        owner, chosen = player(m, s), f(m, s)
        s[slot] = races.found(m, *races.dissolve(m, chosen), owner)
        if m.lasting:
            b.lasting.expire(m, "leaves combo", chosen)
            if b.lasting.is_awaited(m, owner):
                m.nums[b.at_unswept] |= ARRIVAL

    flow.change(found)


@statement("shuffle")
def _shuffle(flow: Flow, stmt: Stmt) -> None:
    f = flow.expr(stmt[2])
    flow.change(lambda m, s: f(m, s).shuffle(m))


@statement("reveal")
def _reveal(flow: Flow, stmt: Stmt) -> None:
    thing, to = stmt[2], flow.maybe(stmt[3] if len(stmt) > 3 else None)
    f, kind, holder = flow.expr(thing), thing[2], _base_of(flow, thing)
    name = _place_of(thing)

    def show(m: Machine, s: Slots) -> None:
        place = None if name is None else (name, holder(m, s))
        m.log.append(("reveal", kind, f(m, s), None if to is None else to(m, s), place))

    flow.change(show)


def _place_of(thing: Expr) -> str | None:
    """Where a number stands; a number that was worked out stands nowhere."""
    if thing[2] != "number" or thing[0] not in ("get", "state"):
        return None
    return f"state {thing[3]}" if thing[0] == "state" else str(thing[3])
