"""Permissions: allowed unless some named `forbid` stands that no `waive` of its name takes back.

There is no order and no priority in it: for each name, what is forbidden less what is waived.
Asked for one situation here, for the whole map at once in `permission_sets`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import frozen

from talesmith.play.expressions.fold import never
from talesmith.play.expressions.scalars import Fn
from talesmith.play.hooks.asked import AskedHook
from talesmith.play.hooks.bound import fill_slots
from talesmith.play.hooks.permission_images import PermissionImage
from talesmith.play.hooks.permission_sets import PermissionSet
from talesmith.play.hooks.sources import Entry
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.hook_texts import hearing, print_permission
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


@frozen
class Objection:
    """A `forbid` that holds: its name, reason, source, and the card that waives it, if any."""

    name: str
    reason: str
    card: str
    path: str
    line: int
    waived_by: str | None


class PermissionHook(AskedHook):
    """A permission of one game."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        super().__init__(b, hook)
        self.asked: Callable[[Machine, Slots], bool] = self._first_asked
        """whether it is allowed, for all arguments in a list of its own"""
        self._sets: dict[int, PermissionSet] = {}
        self._images: dict[tuple[int, int], PermissionImage] = {}

    @cached_property
    def parts(self) -> list[tuple[str, str, Fn | None, Any]]:
        """The `forbid` lines of the hook itself: name, reason, guard, line."""
        b, hook = self.b, self.hook
        parts = []
        with b.scope(self.size, {}, hook.name):
            for line in hook.body:
                folded = b.fold_line(line)
                guard = folded[4]
                if not never(guard):
                    holds = None if guard is None else b.expr(guard)
                    parts.append((folded[2], folded[3] or folded[2], holds, folded))
        return parts

    @property
    def is_free(self) -> bool:
        """Whether nothing in this game ever forbids: no part and no handler."""
        return not self.parts and self.sources.empty

    def __call__(self, m: Machine, args: Sequence[Any], despite: Collection[str] = ()) -> bool:
        """Whether it is allowed."""
        if not despite:
            return self.asked(m, [*args, *[None] * (len(self.hook.params) - len(args))])
        s = self.slots(m, args)
        return self._judged(m, s, self.sources.live(m, s), despite)

    def _first_asked(self, m: Machine, s: Slots) -> bool:
        b, hook = self.b, self.hook
        self.asked = self._by_closures
        if b.fusing:
            guards = [line[4] for _, _, _, line in self.parts]
            first = hearing(b, self.sources, self._heard, self._judged)
            self.asked = print_permission(b, hook, self.size, guards, first)
        return self.asked(m, s)

    def _by_closures(self, m: Machine, s: Slots) -> bool:
        own = self.slots(m, s)
        return self._judged(m, own, self.sources.live(m, own))

    def _judged(
        self, m: Machine, s: Slots, entries: list[Entry], despite: Collection[str] = ()
    ) -> bool:
        forbidden = [name for name, _, holds, _ in self.parts if holds is None or holds(m, s)]
        waived = set(despite)
        for bound, fill, _ in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, _value in bound.scalars:
                if guard is None or guard(m, own):
                    if line[0] == "waive":
                        waived.add(line[2])
                    else:
                        forbidden.append(line[2])
        return all(name in waived for name in forbidden)

    def objections(
        self, m: Machine, args: Sequence[Any], despite: Collection[str] = ()
    ) -> list[Objection]:
        """Every `forbid` that holds here, waived ones too."""
        s = self.slots(m, args)
        found: list[tuple[str, str, str, str, int]] = []
        waived: dict[str, str] = {}
        for name, reason, holds, line in self.parts:
            if holds is None or holds(m, s):
                place = (self.hook.package, self.hook.where.path, line[1] >> 12)
                found.append((name, reason, *place))
        for bound, fill, _ in self.sources.live(m, s):
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            h = bound.handler
            for line, guard, _value in bound.scalars:
                if guard is not None and not guard(m, own):
                    continue
                if line[0] == "waive":
                    waived.setdefault(line[2], h.card)
                else:
                    place = (h.piece or h.card, h.where.path, line[1] >> 12)
                    found.append((line[2], line[3] or line[2], *place))
        return [Objection(*x, waived.get(x[0])) for x in found if x[0] not in despite]

    # ---- the whole map at once ----

    def over(self, x: int) -> PermissionSet:
        """The permission for a whole map, x being the parameter of the region."""
        found = self._sets.get(x)
        if found is None:
            found = self._sets[x] = PermissionSet(self, x)
        return found

    def over_both(self, y: int, x: int) -> PermissionImage:
        """The permission for some region y of a set and every region x of a map."""
        found = self._images.get((y, x))
        if found is None:
            found = self._images[y, x] = PermissionImage(self, y, x)
        return found

    def regions(
        self, m: Machine, args: Sequence[Any], x: int, mask: int, despite: Collection[str] = ()
    ) -> int:
        """The regions of a mask, as parameter x, for which it is allowed."""
        return self.lifted(m, [*args], x, mask, despite)

    def lifted(self, m: Machine, s: Slots, x: int, mask: int, despite: Collection[str] = ()) -> int:
        """The same, for arguments in a list of its own."""
        if despite:
            return self.over(x).despite(m, s, mask, despite)
        return self.over(x).allowed(m, s, mask)

    def image(self, m: Machine, args: Sequence[Any], y: int, x: int, group: int, mask: int) -> int:
        """The regions x for which it is allowed with some member y of a group."""
        return self.over_both(y, x).allowed(m, [*args], group, mask)
