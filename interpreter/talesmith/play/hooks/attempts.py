"""Attempts: a region that may be conquered, with the ways that are switched on for it.

An attempt is a number: region + (attacker << 8) + (set of ways << 16).  Legal targets come from
the permission `can_conquer`, costs from the value `conquest_cost`; both are asked for the whole
map at once and kept for the moment (anything that changes clears `Machine.memo`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from talesmith.model.board import bits, members
from talesmith.play.expressions.scalars import Fn
from talesmith.play.hooks.targets import Targets
from talesmith.play.machine import Machine
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.permission_sets import PermissionSet
    from talesmith.play.hooks.value_tables import Table, ValueTable

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
        self._written: dict[tuple[Expr, int, Expr], Targets] = {}

    def priced(self, m: Machine, race: int) -> tuple[int, Table]:
        """Regions the race may attack with the ways that are switched on, and what each costs.

        The table may say something about other regions too, which then means nothing.
        """
        key = (race, m.ways)
        found = m.memo.get(key)
        if found is None:
            found = m.memo[key] = self._priced(m, race)
        return found

    def _priced(self, m: Machine, race: int) -> tuple[int, Table]:
        if self.b.lifting:
            legality, cost, given, more = self._lifted
            legal = legality.allowed(m, [race, *given], self.everything)
            return legal, cost.table(m, [race, *more], legal)
        return self._one_by_one(m, race)

    def _one_by_one(self, m: Machine, race: int) -> tuple[int, Table]:
        """The same where nothing is asked for the whole map at once."""
        permission, value = self.b.permissions[LEGALITY], self.b.values[COST]
        allowed = [r for r in members(self.everything) if permission(m, (race, r))]
        return bits(allowed), {region: value(m, (race, region)) for region in allowed}

    def legal(self, m: Machine, race: int) -> int:
        """Regions the race may attack with the ways that are switched on now."""
        return self.priced(m, race)[0]

    def costs(self, m: Machine, race: int) -> dict[int, int]:
        """Cost of each legal target."""
        legal, table = self.priced(m, race)
        return {region: table[region] for region in members(legal)}

    def cost(self, m: Machine, attempt: int) -> int:
        """What an attempt costs now, with its ways."""
        race, region = attempt >> 8 & 255, attempt & 255
        ways = self.b.ways.chosen(m, attempt) if attempt >> 16 else ()
        known = m.memo.get((race, ways))
        if known is not None and known[0] >> region & 1:
            return int(known[1][region])
        held, trial = m.ways, m.trial
        m.ways, m.trial = ways, race
        if self.b.lifting:
            _, value, _, more = self._lifted
            cost = value.row(m, [race, *more], (region,))[0]
        else:
            cost = self.b.values[COST](m, (race, region))
        m.ways, m.trial = held, trial
        return int(cost)

    @cached_property
    def _lifted(self) -> tuple[PermissionSet, ValueTable, list[None], list[None]]:
        """Both hooks over all regions, and their parameters behind the race left out."""
        permission, value = self.b.permissions[LEGALITY], self.b.values[COST]
        given, more = ([None] * (len(hook.hook.params) - 1) for hook in (permission, value))
        return permission.over(REGION), value.over(REGION), given, more

    def short(self, m: Machine, attempt: int) -> int:
        """How many tokens the attacker's hand lacks for an attempt."""
        return max(0, self.cost(m, attempt) - m.cells[self.hand + (attempt >> 8 & 255)])

    def where(self, source: Expr, slot: int, condition: Expr) -> Fn:
        """Attempts for which a condition on the one in `slot` holds."""
        found = self._written[source, slot, condition] = Targets(self.b, source, slot, condition)
        return found.closure()

    def option_lines(self, e: Expr, number: int, before: Expr | None) -> list[str] | None:
        """Lines of Python that add a list of attempts to the options of a question, if it is one.

        `number` is that of the branch of the question, whose closure has just been made: closure
        and lines share the slots of the asking body.  `before` is the list of the branch in front.
        """
        targets = self._listed(e)
        return None if targets is None else targets.option_lines(number, self._listed(before))

    def _listed(self, e: Expr | None) -> Targets | None:
        """What stands behind a list of attempts that are chosen by a condition."""
        if e is None or e[0] != "filter" or e[2] != "list attempt":
            return None
        return self._written[e[3], e[4], e[5]]
