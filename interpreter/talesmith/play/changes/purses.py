"""Coins and the purses they lie in: those of players, combos and pots, and the bank.

A purse is a place: ("player", seat), ("combo", number), ("pot", slot) or ("bank",).  A pot lies in
a slot of the body that has it, so what is left in it when that body ends has gone to the bank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.play.expressions.scalars import Fn, constant
from talesmith.play.machine import Defect, Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.ruleset.ops import Expr, Stmt

if TYPE_CHECKING:
    from talesmith.model.layout import Layout

Place: TypeAlias = tuple[Any, ...]
BOTTOMLESS = 1 << 30
"""what the bank has"""


def purse(flow: Flow, e: Expr) -> Fn:
    """The purse that an expression of a player, combo, pot or the bank stands for."""
    kind = e[2].removesuffix("?")
    if kind == "purse":
        return constant(("pot", e[3]) if e[0] == "local" else ("bank",))
    f = flow.expr(e)
    return lambda m, s: (kind, f(m, s))


def held(layout: Layout, m: Machine, s: Slots, place: Place) -> int:
    """The coins in a purse."""
    if place[0] == "bank":
        return BOTTOMLESS
    if place[0] == "pot":
        return int(s[place[1]])
    return m.nums[layout[f"{place[0]}.coins"] + int(place[1])]


def change(layout: Layout, m: Machine, s: Slots, place: Place, n: int) -> None:
    """Put coins into a purse, or take them out; the bank never changes."""
    if place[0] == "pot":
        s[place[1]] += n
    elif place[0] != "bank":
        m.nums[layout[f"{place[0]}.coins"] + place[1]] += n


def tell(m: Machine, n: int, source: Place, target: Place) -> None:
    """Log a payment; the slot of a pot is nobody's business."""
    names = [place[:1] if place[0] == "pot" else place for place in (source, target)]
    m.log.append(("coins", n, *names))


def payable(m: Machine, n: int, there: int) -> None:
    """Raise Defect for a payment that cannot be made."""
    if n < 0 or there < n:
        raise Defect(f"{n} coins moved where {there} are: {m.backtrace()}")


@statement("pot")
def _make_pot(flow: Flow, stmt: Stmt) -> None:
    slot = stmt[2]

    def empty(_m: Machine, s: Slots) -> None:
        s[slot] = 0

    flow.change(empty)


def move_coins(flow: Flow, n: Expr, source: Expr, target: Expr) -> None:
    """Write `move n coins from a to b`; in an `at_once` it is only noted."""
    count, start, end = flow.expr(n), purse(flow, source), purse(flow, target)
    layout = flow.b.layout

    def pay(m: Machine, s: Slots) -> None:
        coins, giver, taker = count(m, s), start(m, s), end(m, s)
        payable(m, coins, held(layout, m, s, giver))
        if coins:
            change(layout, m, s, giver, -coins)
            change(layout, m, s, taker, coins)
            m.memo.clear()
            tell(m, coins, giver, taker)

    if flow.deferred is None:
        flow.change(pay, *_pay_lines(flow, n, source, target))
        return
    pending = flow.deferred

    def later(m: Machine, s: Slots) -> None:
        coins = count(m, s)
        payable(m, coins, BOTTOMLESS)
        s[pending].append(("coins", coins, start(m, s), end(m, s)))

    flow.change(later)


def _pay_lines(flow: Flow, n: Expr, source: Expr, target: Expr) -> list[str]:
    """A payment as text, except for pots."""
    kinds = [e[2].removesuffix("?") for e in (source, target)]
    if "pot" in kinds or any(e[0] == "local" and e[2] == "purse" for e in (source, target)):
        return []
    purses = [None if kind == "purse" else flow.text(e)
              for kind, e in zip(kinds, (source, target), strict=True)]  # fmt: skip
    coins, *things = (flow.b.constants.temporary() for _ in range(3))
    cells, places, lines = [], [], [f"{coins} = {flow.text(n)}"]
    for kind, printed, thing in zip(kinds, purses, things, strict=True):
        if printed is None:
            cells.append("")
            places.append("('bank',)")
            continue
        lines.append(f"{thing} = {printed}")
        cells.append(f"n[{flow.b.layout[f'{kind}.coins']} + {thing}]")
        places.append(f"({kind!r}, {thing})")
    there = cells[0] or str(BOTTOMLESS)
    lines.append(f"if not 0 <= {coins} <= {there}: {flow.named(payable)}(m, {coins}, {there})")
    lines.append(f"if {coins}:")
    lines += [f" {cell} {sign}= {coins}" for cell, sign in zip(cells, "-+", strict=True) if cell]
    lines.append(" m.memo.clear()")
    lines.append(f" m.log.append(('coins', {coins}, {places[0]}, {places[1]}))")
    return lines
