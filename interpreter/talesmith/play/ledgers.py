"""Ledgers: lines that are all written, then dropped and multiplied together, never one by one.

A line is (amount, region, race, payee, source, card).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.bound import Bound, fill_slots
from talesmith.play.hook_texts import each_in
from talesmith.play.machine import Machine, Slots
from talesmith.play.printed import function
from talesmith.play.scalars import Fn, builds, is_optional, is_region_set
from talesmith.play.sources import Carried, Sources
from talesmith.play.texts import members_text, text
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Line: TypeAlias = tuple[Any, ...]
Write: TypeAlias = Callable[[Machine, Slots], list[Line]]
Earning: TypeAlias = list[tuple[Write | None, int | None]]
"""functions, each with the slot in which it is told the race; None for what does more than earn"""


class LedgerHook:
    """A ledger of one game."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        self.b = b
        self.hook = hook
        self.sources = Sources(b, [p.type for p in hook.params], hook.roles)
        self._lines: dict[int, tuple[list[Write], list[Any]]] = {}
        self._earning: dict[Carried, Earning] = {}
        """what a race earns by what it carries"""

    def __call__(self, m: Machine, args: Sequence[Any]) -> tuple[Line, ...]:
        """All lines for these arguments."""
        key = (self, *args)
        found = m.memo.get(key)
        if found is None:
            found = self._earned(m, args)
            found = m.memo[key] = self._written(m, [*args]) if found is None else tuple(found)
        return found

    @cached_property
    def _rules(self) -> list[Write] | None:
        """What the rules earn, if only they and races write lines."""
        sources = self.sources
        found = [self._lines_of(rule) for rule in sources.rules]
        if sources.markers or sources.offered or any(others for _, others in found):
            return None
        return [write for earns, _ in found for write in earns]

    def _earned(self, m: Machine, args: Sequence[Any]) -> list[Line] | None:
        """All lines where everybody who speaks only earns; None where more is to be done."""
        b, sources, rules, lines = self.b, self.sources, self._rules, list[Line]()
        if rules is None or (m.lasting and sources.lasting) or (m.ways and sources.ways):
            return None
        if b.suppression is not None or b.works_in_decline is not None:
            return None
        blank, cells, nums = [None] * (sources.width - len(args)), m.cells, m.nums
        for write in rules:
            lines += write(m, [*args, *blank])
        banner, badges, declined = sources.places
        for role, (banners, powers) in sources.roles_wanted.items():
            for race in sources.races_for(m, role, args) or ():
                front, held = cells[banner + race], nums[badges + race]
                if held & powers or banners >> front & 1:
                    key = (role, front, held, cells[declined + race])
                    known = self._earning.get(key)
                    for earn, slot in self._learn(m, race, key) if known is None else known:
                        if earn is None:
                            return None
                        own = [*args, *blank]
                        if slot is not None:
                            own[slot] = race
                        lines += earn(m, own)
        return lines

    def _learn(self, m: Machine, race: int, key: Carried) -> Earning:
        """What a race earns: functions, and the slot in which each is told the race."""
        tellers = [
            (self._lines_of(bound), own) for bound, own in self.sources.tellers(m, race, key)
        ]
        found: Earning = [(write, own) for (earns, _), own in tellers for write in earns]
        if any(others for (_, others), _ in tellers):
            found = [(None, None)]
        self._earning[key] = found
        return found

    def _written(self, m: Machine, s: Slots) -> tuple[Line, ...]:
        lines: list[Line] = []
        rest = []
        for bound, fill, _ in self.sources.live(m, s):
            own = fill_slots(s, fill, bound.handler.nslots)
            earns, others = self._lines_of(bound)
            for write in earns:
                lines += write(m, own)
            rest += [(bound, at, line, own) for at, line in others]
        if not rest:
            return tuple(lines)
        for bound, at, line, own in rest:
            if line[0] == "drop":
                lines = [x for x in lines if not _chosen(m, bound, at, own, line[2], line[3], x)]
        return tuple(self._multiplied(m, lines, rest))

    def _lines_of(self, bound: Bound) -> tuple[list[Write], list[Any]]:
        """The lines of a handler: those that earn, as closures, and the others."""
        found = self._lines.get(bound.number)
        if found is None:
            earns = [
                bound.make(("earn", at), lambda at=at: _earn(bound, at))  # type: ignore[misc]
                for at, line in enumerate(bound.lines)
                if line[0] == "earn"
            ]
            others = [(at, line) for at, line in enumerate(bound.lines) if line[0] != "earn"]
            found = self._lines[bound.number] = (earns, others)
        return found

    def _multiplied(self, m: Machine, lines: list[Line], rest: list[Any]) -> Iterator[Line]:
        factors = [x for x in rest if x[2][0] == "times"]
        for line in lines:
            up, down = 1, 1
            for bound, at, factor, own in factors:
                guard = bound.scalars[at][1]
                if guard is not None and not guard(m, own):
                    continue
                if factor[5] is None or _chosen(m, bound, at, own, factor[5], factor[6], line):
                    up, down = up * factor[2], down * factor[3]
            yield line if up == down else (line[0] * up // down, *line[1:])


def _chosen(m: Machine, bound: Bound, at: int, s: Slots, slot: int, e: Expr, line: Line) -> bool:
    holds = bound.make(("chosen", at), lambda: bound.b.expr(e))
    s[slot] = line
    return bool(holds(m, s))


def _earn(bound: Bound, at: int) -> Any:
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
    elif own is not None and bound.handler.holder in ("race", "power", "item"):
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
    return function(b.constants, card, "", [*lines, f"return {each_in(line, slot, 'g')}"])


def _race_of(bound: Bound, of: Expr | None) -> Any:
    b = bound.b
    if of is not None:
        f = b.expr(of)
        return lambda m, s, _region: f(m, s)
    own = bound.slots.get("self")
    if own is not None and bound.handler.holder in ("race", "power", "item"):
        return lambda _m, s, _region: s[own]
    at = b.at_race

    def occupant(m: Machine, _s: Slots, region: int | None) -> int | None:
        if region is None:
            return None
        race = m.cells[at + region]
        return None if race == 255 else race

    return occupant


@builds("ledger")
def _ledger(b: Binder, e: Expr) -> Fn:
    ledger, args = b.ledgers[e[3]], [b.expr(arg) for arg in e[4]]
    return lambda m, s: ledger(m, [arg(m, s) for arg in args])
