"""Attempts: a region that may be conquered, with the ways that are switched on for it.

An attempt is a number: region + (attacker << 8) + (set of ways << 16).  Legal targets come from
the permission `can_conquer`, costs from the value `conquest_cost`; both are asked for the whole
map at once and kept for the moment (anything that changes clears `Machine.memo`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from talesmith.model.board import bits, members
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import Fn
from talesmith.play.targets import Targets
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

    def priced(self, m: Machine, race: int) -> tuple[int, dict[int, int]]:
        """Regions the race may attack with the ways that are switched on, and what each costs."""
        key = (race, m.ways)
        found = m.memo.get(key)
        if found is None:
            found = m.memo[key] = self._priced(m, race)
        return found

    def _priced(self, m: Machine, race: int) -> tuple[int, dict[int, int]]:
        permission, value = self.b.permissions[LEGALITY], self.b.values[COST]
        if self.b.lifting:
            given = self._asked(permission, race)
            legal = permission.over(REGION).allowed(m, given, self.everything)
            return legal, value.over(REGION).table(m, self._asked(value, race), legal)
        allowed = [r for r in members(self.everything) if permission(m, (race, r))]
        return bits(allowed), {region: value(m, (race, region)) for region in allowed}

    def legal(self, m: Machine, race: int) -> int:
        """Regions the race may attack with the ways that are switched on now."""
        return self.priced(m, race)[0]

    def costs(self, m: Machine, race: int) -> dict[int, int]:
        """Cost of each legal target."""
        return self.priced(m, race)[1]

    def cost(self, m: Machine, attempt: int) -> int:
        """What an attempt costs now, with its ways."""
        race, region = attempt >> 8 & 255, attempt & 255
        held, trial = m.ways, m.trial
        m.ways = self.b.ways.chosen(m, attempt) if attempt >> 16 else ()
        m.trial = race
        known = m.memo.get((race, m.ways))
        if known is not None and region in known[1]:
            cost = known[1][region]
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
        return Targets(self.b, source, slot, condition).closure()
