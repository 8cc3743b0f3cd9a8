"""Values and permissions that are asked region by region, for those who look on as they are asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from talesmith.model.board import members
from talesmith.play.hooks.permissions import PermissionHook
from talesmith.play.hooks.values import ValueHook
from talesmith.play.machine import Machine, Slots


class EachValue(ValueHook):
    """A value that is worked out for one region after the other."""

    def vector(self, m: Machine, args: Sequence[Any], x: int, regions: Sequence[int]) -> list[int]:
        """The value for each of these regions, one after the other."""
        return [self(m, [*args[:x], region, *args[x + 1 :]]) for region in regions]


class EachPermission(PermissionHook):
    """A permission that is judged for one region after the other."""

    def lifted(self, m: Machine, s: Slots, x: int, mask: int, despite: Collection[str] = ()) -> int:
        """The regions for which it is allowed, one after the other."""
        found = 0
        for region in members(mask):
            if self(m, [*s[:x], region, *s[x + 1 :]], despite):
                found |= 1 << region
        return found

    def image(self, m: Machine, args: Sequence[Any], y: int, x: int, group: int, mask: int) -> int:
        """The regions x for which it is allowed with some member y of a group."""
        found, given = 0, [*args]
        for given[y] in members(group):
            found |= self.lifted(m, given, x, mask & ~found)
        return found
