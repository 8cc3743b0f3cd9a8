"""What one `earn` of a ledger writes, as a function: printed where it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.expressions.scalars import is_optional, is_region_set
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.hook_texts import each_in
from talesmith.play.printing.printed import function
from talesmith.play.printing.texts import members_text, text
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.hooks.bound import Bound

Line: TypeAlias = tuple[Any, ...]
"""(amount, region, race, payee, source, card)"""

EARNERS = ("race", "power", "artifact", "place", "item")
"""holders whose lines are those of the race that they belong to"""


def earner(bound: Bound, at: int) -> Any:
    """A function that gives the lines of one `earn`."""
    b, line = bound.b, bound.lines[at]
    if b.fusing and (line[5] is None or line[6] is not None or not is_optional(line[5])):
        return _printed_earn(bound, at)
    _, _, amount, slot, group, place, of, to, _ = line
    guard = bound.line_guard(line)
    holds = None if guard is None else b.expr(guard)
    value = b.expr(amount)
    over = None if group is None else b.expr(group)
    is_set = group is not None and is_region_set(group)
    read_place = None if place is None else b.expr(place)
    read_race, read_payee = _race_of(bound, of), None if to is None else b.expr(to)
    source, card = bound.source, bound.handler.piece or bound.handler.card

    def write(m: Machine, s: Slots) -> list[Line]:
        if holds is not None and not holds(m, s):
            return []
        things: Any = (None,) if over is None else over(m, s)
        found = []
        for thing in members(things) if is_set else things:
            if slot is not None:
                s[slot] = thing
            n = value(m, s)
            region = thing if is_set else None
            if read_place is not None:
                region = read_place(m, s)
            payee = None if read_payee is None else read_payee(m, s)
            found.append((n, region, read_race(m, s, region), payee, source, card))
        return found

    return write


def _printed_earn(bound: Bound, at: int) -> Any:
    """The same in printed code."""
    b, (_, _, amount, slot, group, place, of, to, _) = bound.b, bound.lines[at]
    guard, is_set = bound.line_guard(bound.lines[at]), group is not None and is_region_set(group)
    region = text(b, place) if place is not None else f"s[{slot}]" if is_set else "None"
    own = bound.slots.get("self")
    if of is not None:
        race = text(b, of)
    elif own is not None and bound.handler.holder in EARNERS:
        race = f"s[{own}]"
    else:
        there = b.constants.temporary()
        race = f"None if ({there} := c[{b.at_race} + {region}]) == {NONE} else {there}"
        race = "None" if region == "None" else f"({race})"
    payee, card = "None" if to is None else text(b, to), bound.handler.piece or bound.handler.card
    line = f"({text(b, amount)}, {region}, {race}, {payee}, {bound.source!r}, {card!r})"
    lines = [] if guard is None else [f"if not {text(b, guard)}: return []"]
    if group is None:
        return function(b.constants, card, "", [*lines, f"return [{line}]"])
    things = text(b, group)
    lines.append(f"g = {members_text(b, things)}" if is_set else f"g = {things}")
    return function(b.constants, card, "", [*lines, *each_in(line, slot, "g"), "return found"])


def _race_of(bound: Bound, of: Expr | None) -> Any:
    b = bound.b
    if of is not None:
        f = b.expr(of)
        return lambda m, s, _region: f(m, s)
    own = bound.slots.get("self")
    if own is not None and bound.handler.holder in EARNERS:
        return lambda _m, s, _region: s[own]
    at = b.at_race

    def occupant(m: Machine, _s: Slots, region: int | None) -> int | None:
        if region is None:
            return None
        race = m.cells[at + region]
        return None if race == 255 else race

    return occupant
