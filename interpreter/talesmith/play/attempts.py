"""Attempts: a region that may be conquered, with the ways that are switched on for it.

An attempt is a number: region + (attacker << 8) + (set of ways << 16).  Legal targets come from
the permission `can_conquer`, costs from the value `conquest_cost`; both are asked for the whole
map at once and kept for the moment (anything that changes clears `Machine.memo`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import bits, members
from talesmith.play.compare import Bounds, cost_bounds
from talesmith.play.fold import YES, mentions
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import Fn, builds
from talesmith.play.shapes import Lifted
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.permissions import PermissionHook
    from talesmith.play.values import ValueHook

LEGALITY = "can_conquer"
COST = "conquest_cost"
REGION = 1
"""which parameter of both is the region"""


class Attempts:
    """What a race may try to conquer."""

    def __init__(self, b: Binder) -> None:
        """Prepare; the hooks are looked up when first needed."""
        self.b = b
        self.everything = b.board.everything
        self.hand = b.layout["race.hand"]

    def legal(self, m: Machine, race: int) -> int:
        """Regions the race may attack with the ways that are switched on now."""
        key = ("legal", race, m.ways)
        found = m.memo.get(key)
        if found is None:
            permission = self.b.permissions[LEGALITY]
            if self.b.lifting:
                given = self._asked(permission, race)
                found = permission.over(REGION).allowed(m, given, self.everything)
            else:
                allowed = [r for r in members(self.everything) if permission(m, (race, r))]
                found = bits(allowed)
            m.memo[key] = found
        return int(found)

    def costs(self, m: Machine, race: int) -> dict[int, int]:
        """Cost of each legal target."""
        key = ("costs", race, m.ways)
        found = m.memo.get(key)
        if found is None:
            value, legal = self.b.values[COST], self.legal(m, race)
            if self.b.lifting:
                found = value.over(REGION).table(m, self._asked(value, race), legal)
            else:
                found = {region: value(m, (race, region)) for region in members(legal)}
            m.memo[key] = found
        return found

    def cost(self, m: Machine, attempt: int) -> int:
        """What an attempt costs now, with its ways."""
        race, region = attempt >> 8 & 255, attempt & 255
        held, trial = m.ways, m.trial
        m.ways = self.b.ways.chosen(m, attempt) if attempt >> 16 else ()
        m.trial = race
        known = m.memo.get(("costs", race, m.ways))
        if known is not None and region in known:
            cost = known[region]
        elif self.b.lifting:
            value = self.b.values[COST]
            cost = value.over(REGION).row(m, self._asked(value, race), (region,))[0]
        else:
            cost = self.b.values[COST](m, (race, region))
        m.ways, m.trial = held, trial
        return int(cost)

    def _asked(self, hook: ValueHook | PermissionHook, race: int) -> Slots:
        """What a hook about attempts is asked with, for all regions at once."""
        return [race, *[None] * (len(hook.hook.params) - 1)]

    def short(self, m: Machine, attempt: int) -> int:
        """How many tokens the attacker's hand lacks for an attempt."""
        return max(0, self.cost(m, attempt) - m.cells[self.hand + (attempt >> 8 & 255)])

    def where(self, source: Expr, slot: int, condition: Expr) -> Fn:
        """Attempts for which a condition on the one in `slot` holds."""
        b = self.b
        race, way = b.expr(source[3]), source[4] if len(source) > 4 else None
        region, plain = b.spare_slot(), way is None and not b.ruleset.ways
        first, rest = split(condition, slot)
        holds, on_region = b.expr(b.fold(first)), self._on_region(rest, slot, region, source[3])
        if mentions(on_region, slot):
            return self._one_by_one(race, way, slot, condition)
        bounds, others = cost_bounds(b, on_region, region)
        keep = None if others == YES else b.lift(others, region)

        def found(m: Machine, s: Slots) -> tuple[int, ...]:
            while len(s) <= region:
                s.append(None)
            if not holds(m, s):
                return ()
            f = race(m, s)
            if plain:
                return tuple(self._within(m, s, f, f << 8, bounds, keep, self.everything))
            return self._with_ways(m, s, f, way, bounds, keep)

        return found

    def _within(
        self,
        m: Machine,
        s: Slots,
        race: int,
        own: int,
        bounds: Sequence[Bounds],
        keep: Lifted | None,
        mask: int,
    ) -> list[int]:
        """Legal targets of a mask that cost no less and no more than some bounds, as attempts."""
        legal = self.legal(m, race) & mask
        if keep is not None:
            legal = keep(m, s, legal)
        if not bounds:
            return [r | own for r in members(legal)]
        least, most = bounds[0](m, s)
        for bound in bounds[1:]:
            low, high = bound(m, s)
            least, most = max(least, low), min(most, high)
        table = self.costs(m, race)
        return [r | own for r in members(legal) if least <= table[r] <= most]

    def _with_ways(
        self,
        m: Machine,
        s: Slots,
        race: int,
        way: str | None,
        bounds: Sequence[Bounds],
        keep: Lifted | None,
    ) -> tuple[int, ...]:
        """The attempts of a race for every set of ways."""
        result: list[int] = []
        held, trial, m.trial = m.ways, m.trial, race
        for number, ways, mask in self.b.ways.sets(m, race, way):
            m.ways = ways
            result += self._within(m, s, race, race << 8 | number << 16, bounds, keep, mask)
        m.ways, m.trial = held, trial
        return tuple(result)

    def _one_by_one(self, race: Fn, way: str | None, slot: int, condition: Expr) -> Fn:
        """A condition that asks about the attempt itself, not only about its region."""
        holds = self.b.expr(condition)

        def kept(m: Machine, s: Slots) -> tuple[int, ...]:
            found = []
            for attempt in self._with_ways(m, s, race(m, s), way, (), None):
                s[slot] = attempt
                if holds(m, s):
                    found.append(attempt)
            return tuple(found)

        return kept

    def _on_region(self, e: Any, slot: int, region: int, race: Expr) -> Any:
        """A condition on an attempt as a condition on its region."""
        if not isinstance(e, tuple):
            return e
        if len(e) == 5 and e[0] == "get" and e[4][0] == "local" and e[4][3] == slot:
            place = ("local", e[1], "region", region)
            if e[3] == "attempt.region":
                return place
            if e[3] == "attempt.attacker":
                return race
            if e[3] == "attempt.victim":
                return ("get", e[1], "race?", "region.race", place)
            if e[3] in ("attempt.cost", "attempt.short"):
                return (e[3].removeprefix("attempt.") + "_at", e[1], "number", race, place)
        return tuple(self._on_region(part, slot, region, race) for part in e)


def split(condition: Expr, slot: int) -> tuple[Expr, Expr]:
    """A condition as the part that does not read a slot, and the rest."""
    parts = condition[3:] if condition[0] == "and" else (condition,)
    free = [part for part in parts if not mentions(part, slot)]
    bound = [part for part in parts if mentions(part, slot)]
    return (
        ("and", condition[1], "flag", *free) if free else YES,
        ("and", condition[1], "flag", *bound) if bound else YES,
    )


@builds("cost_at")
def _cost_at(b: Binder, e: Expr) -> Fn:
    race, region, costs = b.expr(e[3]), b.expr(e[4]), b.attempts.costs
    return lambda m, s: costs(m, race(m, s))[region(m, s)]


@builds("short_at")
def _short_at(b: Binder, e: Expr) -> Fn:
    cost, race, hand = _cost_at(b, e), b.expr(e[3]), b.layout["race.hand"]
    return lambda m, s: max(0, cost(m, s) - m.cells[hand + race(m, s)])


@builds("attempts")
def _attempts(b: Binder, e: Expr) -> Fn:
    return b.attempts.where(e, -1, ("flag", 0, "flag", True))
