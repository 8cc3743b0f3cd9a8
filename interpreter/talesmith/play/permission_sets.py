"""Permissions for a whole map at once: the regions for which something is allowed.

For each name, the regions that are forbidden less the regions that are waived.  Markers that
always forbid are counted by the sets of regions in which they lie, without looking at a handler.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.bound import Bound, fill_slots
from talesmith.play.call_texts import image_text
from talesmith.play.fold import NO, YES
from talesmith.play.hook_texts import hearing, overheard, print_image, print_regions
from talesmith.play.images import image
from talesmith.play.machine import Machine, Slots
from talesmith.play.shapes import Image, Lifted
from talesmith.play.sources import Entry, Sources
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.permissions import PermissionHook


class PermissionSet:
    """A permission over one of its parameters, which is a region."""

    def __init__(self, hook: PermissionHook, x: int) -> None:
        """Prepare; handlers must be known when it is first asked."""
        self.hook, self.x = hook, x
        self.allowed: Callable[[Machine, Slots, int], int] = self._first_allowed
        """the regions of a mask for which it is allowed, arguments in a list of their own"""
        self.spared: Callable[[Machine, Slots, int, dict[str, int]], int] = self._first_spared
        """those that no part forbids, or only where its name is waived"""
        self._parts: list[tuple[str, Lifted | None]] = []
        self._markers: list[int] = []
        self._sources: Sources | None = None

    def _prepare(self) -> Sources:
        """Lift the parts; look for plain markers that always forbid."""
        hook = self.hook
        known = hook.b.known_in(hook.hook, self.x)
        with hook.b.scope(hook.size, {}, hook.hook.name):
            self._parts = [
                (name, None if holds is None else hook.b.lift(known(line[4]), self.x))
                for name, _, holds, line in hook.parts
            ]
        waivable = {
            line[2] for bound in hook.sources.all for line in bound.lines if line[0] == "waive"
        }

        def forbids_always(bound: Bound) -> bool:
            return bound.guard is None and all(
                line[0] == "forbid" and line[4] is None and line[2] not in waivable
                for line in bound.lines
            )

        rest, taken = hook.sources, list[Bound]()
        if self.x == hook.sources.region:
            rest, taken = hook.sources.without_markers(forbids_always)
        at = hook.b.pieces.at
        self._markers = [at[bound.handler.piece] for bound in taken if bound.handler.piece]
        self._sources = rest
        return rest

    def _first_allowed(self, m: Machine, s: Slots, mask: int) -> int:
        sources = self._prepare()
        self.allowed = self._by_closures
        if self.hook.b.fusing:
            first = [f"mask &= ~n[{at}]" for at in self._markers]
            self.allowed = self._printed([*first, *self._heard_text(sources)], frozenset())
        return self.allowed(m, s, mask)

    def _heard_text(self, sources: Sources) -> list[str]:
        """Lines that leave to handlers what they forbid, and what is left if they waive a part."""
        b = self.hook.b
        condition = overheard(b, sources, self._heard)
        if not condition:
            return []
        spoken, own = b.constants.named(self._spoken), b.constants.named(self)
        return [
            f"if {condition}:",
            " w = {}",
            f" mask = {spoken}(m, s, mask, e, (), w)",
            f" if w: return {own}.spared(m, s, mask, w)",
        ]

    def _first_spared(self, m: Machine, s: Slots, mask: int, waived: dict[str, int]) -> int:
        lines = [line for bound in self.hook.sources.all for line in bound.lines]
        names = frozenset(line[2] for line in lines if line[0] == "waive")
        self.spared = self._printed([], names, ", w")
        return self.spared(m, s, mask, waived)

    def _printed(self, first: list[str], waivable: Collection[str], given: str = "") -> Any:
        hook = self.hook
        known = hook.b.known_in(hook.hook, self.x)
        guards = [
            (
                None if holds is None else known(line[4]),
                f"w.get({name!r}, 0)" if name in waivable else "",
            )
            for name, _, holds, line in hook.parts
        ]
        return print_regions(hook.b, hook.hook, self.x, hook.size, guards, first, given)

    def _heard(self, m: Machine, s: Slots) -> list[Entry]:
        """Who speaks about these arguments, which get all their slots."""
        s += [None] * (self.hook.size - len(s))
        sources = self._prepare() if self._sources is None else self._sources
        return sources.live(m, s, self.x) if sources.may_speak(m) else []

    def _by_closures(self, m: Machine, s: Slots, mask: int) -> int:
        return self._argued(m, s, mask, self._heard(m, s))

    def despite(self, m: Machine, s: Slots, mask: int, names: Collection[str]) -> int:
        """The regions for which it is allowed, parts of these names left out."""
        return self._argued(m, s, mask, self._heard(m, s), names)

    def _argued(
        self, m: Machine, s: Slots, mask: int, entries: list[Entry], despite: Collection[str] = ()
    ) -> int:
        """The mask less what anybody forbids and nobody waives."""
        for at in self._markers:
            mask &= ~m.nums[at]
        waived: dict[str, int] = {}
        if entries:
            mask = self._spoken(m, s, mask, entries, despite, waived)
        for name, part in self._parts:
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
        mask: int,
        entries: list[Entry],
        despite: Collection[str],
        waived: dict[str, int],
    ) -> int:
        """The mask less what handlers forbid; what they waive is noted in `waived`, by name."""
        forbidden: dict[str, int] = {}
        for bound, fill, where in entries:
            own = fill_slots(s, fill, bound.handler.nslots) if fill else s
            for line, guard, _value in bound.lifted(self.x):
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


class PermissionImage:
    """A permission over two regions: for some member y of a set, and a whole map as x.

    With one `forbid` line alive this is the union of the images of "not forbidden" and of every
    `waive`; otherwise it is asked member by member.
    """

    def __init__(self, hook: PermissionHook, y: int, x: int) -> None:
        """Prepare; handlers must be known when it is first asked."""
        self.hook, self.y, self.x = hook, y, x
        self.allowed: Callable[[Machine, Slots, int, int], int] = self._first_allowed
        """the regions of a mask, for arguments in a list of their own and a set"""
        self._pictures: dict[tuple[tuple[int, int], ...], list[Image]] = {}

    def _first_allowed(self, m: Machine, s: Slots, group: int, mask: int) -> int:
        hook, b = self.hook, self.hook.b
        self.allowed = self._by_closures
        guards = [line[4] for _, _, _, line in hook.parts]
        if b.fusing and len(guards) == 1:
            free = NO if guards[0] is None else b.fold(("not", 0, "flag", guards[0]))
            first = hearing(b, hook.sources, self._heard, self._argued, ", group, mask")
            with b.scope(hook.size, {}, hook.hook.name):
                picture = image_text(b, free, self.y, self.x, "group", "mask")
                if picture is not None:
                    self.allowed = print_image(b, hook.hook, picture, first)
        return self.allowed(m, s, group, mask)

    def _heard(self, m: Machine, s: Slots) -> list[Entry]:
        """Who speaks about these arguments, which get all their slots."""
        s += [None] * (self.hook.size - len(s))
        sources = self.hook.sources
        return sources.live(m, s, self.x) if sources.may_speak(m) else []

    def _by_closures(self, m: Machine, s: Slots, group: int, mask: int) -> int:
        return self._argued(m, s, group, mask, self._heard(m, s))

    def _argued(self, m: Machine, s: Slots, group: int, mask: int, entries: list[Entry]) -> int:
        lines = [(e[0], at) for e in entries for at, _ in enumerate(e[0].lines)]
        forbids = len(self.hook.parts)
        forbids += sum(1 for bound, at in lines if bound.lines[at][0] == "forbid")
        if forbids != 1 or any(e[1] or e[2] is not None for e in entries):
            return self._by_member(m, s, group, mask)
        result = 0
        for picture in self._pictured(lines):
            result |= picture(m, s, group, mask & ~result)
        return result

    def _pictured(self, lines: Sequence[tuple[Bound, int]]) -> list[Image]:
        """The images of the one `forbid` line, turned round, and of every `waive`."""
        key = tuple((bound.number, at) for bound, at in lines)
        found = self._pictures.get(key)
        if found is None:
            b, hook = self.hook.b, self.hook
            with b.scope(hook.size, {}, hook.hook.name):
                own = [_turned(line[4]) for _, _, _, line in hook.parts]
                spoken = [self._allowing(bound, at) for bound, at in lines]
                pictures = [image(b, b.fold(e), self.y, self.x) for e in (*own, *spoken)]
            found = self._pictures[key] = pictures
        return found

    def _allowing(self, bound: Bound, at: int) -> Expr:
        guard = bound.line_guard(bound.lines[at])
        if bound.lines[at][0] == "forbid":
            return _turned(guard)
        return YES if guard is None else guard

    def _by_member(self, m: Machine, s: Slots, group: int, mask: int) -> int:
        over, result = self.hook.over(self.x), 0
        for member in members(group):
            s[self.y] = member
            result |= over.allowed(m, s[: len(self.hook.hook.params)], mask & ~result)
        return result


def _turned(guard: Expr | None) -> Expr:
    """When a line does not forbid."""
    return NO if guard is None else ("not", 0, "flag", guard)
