"""Permissions: allowed unless some named `forbid` stands that no `waive` of its name takes back.

There is no order and no priority in it: for each name, the regions that are forbidden less the
regions that are waived.  Asked for one situation or for the whole map at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from talesmith.model.board import members
from talesmith.play.bound import Bound, fill_slots
from talesmith.play.fold import never
from talesmith.play.images import image
from talesmith.play.machine import Machine, Slots
from talesmith.play.scalars import Fn
from talesmith.play.shapes import Lifted
from talesmith.play.sources import Entry, Sources
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


LiftedPlan: TypeAlias = tuple[list[tuple[str, Lifted | None]], list[int], Sources, list[None]]
"""own parts, places of plain markers that always forbid, other handlers, empty slots"""


@frozen
class Objection:
    """A `forbid` that holds: its name, reason, source, and the card that waives it, if any."""

    name: str
    reason: str
    card: str
    path: str
    line: int
    waived_by: str | None


class PermissionHook:
    """A permission of one game."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        self.b = b
        self.hook = hook
        self.sources = Sources(b, [p.type for p in hook.params], hook.roles)
        self.size = max(hook.nslots, len(hook.params))
        self._parts: list[tuple[str, str, Fn | None, Any]] | None = None
        self._defaults: list[tuple[int, Fn]] = []
        self._lifted: dict[int, LiftedPlan] = {}
        self._images: dict[Any, Any] = {}

    def _prepare(self) -> list[tuple[str, str, Fn | None, Any]]:
        b, hook = self.b, self.hook
        parts = []
        with b.scope(self.size, {}, hook.name):
            for line in hook.body:
                folded = b.fold_line(line)
                guard = folded[4]
                if not never(guard):
                    holds = None if guard is None else b.expr(guard)
                    parts.append((folded[2], folded[3] or folded[2], holds, folded))
            self._defaults = b.defaults(hook.params)
        self._parts = parts
        return parts

    def slots(self, m: Machine, args: Sequence[Any]) -> Slots:
        """Slots with the arguments; those left out take their defaults."""
        if self._parts is None:
            self._prepare()
        s = [*args, *[None] * (max(self.size, self.sources.width) - len(args))]
        for at, default in self._defaults:
            if at >= len(args) or args[at] is None:
                s[at] = default(m, s)
        return s

    @property
    def is_free(self) -> bool:
        """Whether nothing in this game ever forbids: no part and no handler."""
        parts = self._prepare() if self._parts is None else self._parts
        return not parts and self.sources.empty

    def __call__(self, m: Machine, args: Sequence[Any], despite: Collection[str] = ()) -> bool:
        """Whether it is allowed."""
        s = self.slots(m, args)
        parts = self._prepare() if self._parts is None else self._parts
        forbidden = [name for name, _, holds, _ in parts if holds is None or holds(m, s)]
        if self.sources.empty or not (entries := self.sources.live(m, s)):
            return not forbidden or all(name in despite for name in forbidden)
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
        for name, reason, holds, line in self._parts or ():
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

    def regions(
        self, m: Machine, args: Sequence[Any], x: int, mask: int, despite: Collection[str] = ()
    ) -> int:
        """The regions of a mask, as parameter x, for which it is allowed."""
        return self.lifted(m, [*args], x, mask, despite)

    def lifted(self, m: Machine, s: Slots, x: int, mask: int, despite: Collection[str] = ()) -> int:
        """The same, for arguments in a list that may be used as slots."""
        if not mask:
            return 0
        plan = self._lifted.get(x)
        if plan is None:
            plan = self._lifted[x] = self._plan(x)
        parts, markers, sources, blank = plan
        for at in markers:
            mask &= ~m.nums[at]
        s += blank
        waived: dict[str, int] = {}
        if not sources.empty and (entries := sources.live(m, s, x)):
            mask = self._spoken(m, s, x, mask, entries, despite, waived)
        for name, part in parts:
            if not mask:
                return 0
            if name not in despite:
                regions = mask if part is None else part(m, s, mask)
                if regions:
                    mask &= ~(regions & ~waived[name] if name in waived else regions)
        return mask

    def _spoken(
        self,
        m: Machine,
        s: Slots,
        x: int,
        mask: int,
        entries: list[Entry],
        despite: Collection[str],
        waived: dict[str, int],
    ) -> int:
        """The mask less what handlers forbid; what they waive is noted in `waived`, by name."""
        forbidden: dict[str, int] = {}
        for bound, fill, where in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, _value in bound.lifted(x):
                speaks = mask if where is None else mask & where
                if guard is not None and speaks:
                    speaks = guard(m, own, speaks)
                if speaks:
                    table = waived if line[0] == "waive" else forbidden
                    table[line[2]] = table.get(line[2], 0) | speaks
        for name, regions in forbidden.items():
            if name not in despite:
                mask &= ~(regions & ~waived.get(name, 0))
        return mask

    def _plan(self, x: int) -> LiftedPlan:
        """What is asked for a lifted parameter: own parts, plain markers, other handlers."""
        lines = [line for bound in self.sources.all for line in bound.lines]
        waivable = {line[2] for line in lines if line[0] == "waive"}

        def forbids_always(bound: Bound) -> bool:
            return bound.guard is None and all(
                line[0] == "forbid" and line[4] is None and line[2] not in waivable
                for line in bound.lines
            )

        rest, taken = self.sources, list[Bound]()
        if x == self.sources.region:
            rest, taken = self.sources.without_markers(forbids_always)
        at = [self.b.pieces.at[bound.handler.piece] for bound in taken if bound.handler.piece]
        width = max(self.size, self.sources.width) - len(self.hook.params)
        return self._lift_parts(x), at, rest, [None] * max(0, width)

    def _lift_parts(self, x: int) -> list[tuple[str, Lifted | None]]:
        b, known = self.b, self.b.known_in(self.hook, x)
        parts = self._prepare() if self._parts is None else self._parts
        with b.scope(self.size, {}, self.hook.name):
            return [
                (name, None if holds is None else b.lift(known(line[4]), x))
                for name, _, holds, line in parts
            ]

    def image(self, m: Machine, args: Sequence[Any], y: int, x: int, group: int, mask: int) -> int:
        """The regions x for which it is allowed with some member y of a group.

        With one `forbid` line alive this is the union of the images of "not forbidden" and of
        every `waive`; otherwise member by member.
        """
        s = [*args, *[None] * (max(self.size, self.sources.width) - len(args))]
        entries = self.sources.live(m, s, x)
        if not entries:
            known = self._images.get((y, x))
            if known is not None:
                return int(known(m, s, group, mask))
        lines = [(e, at) for e in entries for at, _ in enumerate(e[0].lines)]
        forbids = len(self._parts if self._parts is not None else self._prepare())
        forbids += sum(1 for e, at in lines if e[0].lines[at][0] == "forbid")
        if forbids != 1 or any(e[1] or e[2] is not None for e in entries):
            return self._image_by_member(m, s, y, x, group, mask)
        pictures = self._pictures(lines, y, x)
        if not entries and len(pictures) == 1:
            self._images[y, x] = pictures[0]
        result = 0
        for picture in pictures:
            result |= picture(m, s, group, mask & ~result)
        return result

    def _pictures(self, lines: Any, y: int, x: int) -> list[Callable[..., int]]:
        key = (y, x, "lines", *((e[0].number, at) for e, at in lines))
        found = self._images.get(key)
        if found is None:
            found = self._images[key] = self._make_pictures(lines, y, x)
        return found

    def _make_pictures(self, lines: Any, y: int, x: int) -> list[Callable[..., int]]:
        b = self.b
        pictures = []
        with b.scope(self.size, {}, self.hook.name):
            for _, _, holds, line in self._parts or ():
                free = ("not", 0, "flag", line[4]) if holds else ("flag", 0, "flag", False)
                pictures.append(image(b, b.fold(free), y, x))
            for (bound, _, _), at in lines:
                guard = bound.line_guard(bound.lines[at]) or ("flag", 0, "flag", True)
                if bound.lines[at][0] == "forbid":
                    guard = b.fold(("not", 0, "flag", guard))
                pictures.append(image(b, guard, y, x))
        return pictures

    def _image_by_member(self, m: Machine, s: Slots, y: int, x: int, group: int, mask: int) -> int:
        result = 0
        for member in members(group):
            s[y] = member
            result |= self.regions(m, s[: len(self.hook.params)], x, mask & ~result)
        return result
