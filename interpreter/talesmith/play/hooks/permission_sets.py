"""Permissions for a whole map at once: the regions for which something is allowed.

For each name, the regions that are forbidden less the regions that are waived.  Markers that
always forbid are counted by the sets of regions in which they lie, without looking at a handler.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.shapes import Lifted
from talesmith.play.hooks.bound import Bound, fill_slots
from talesmith.play.hooks.ruling import Part, Ruling
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.hook_texts import overheard, print_regions

if TYPE_CHECKING:
    from talesmith.play.hooks.permissions import PermissionHook


class PermissionSet:
    """A permission over one of its parameters, which is a region."""

    def __init__(self, hook: PermissionHook, x: int, *, careful: bool = False) -> None:
        """Prepare; handlers must be known when it is first asked.

        A careful set looks whether markers are suppressed.
        """
        self.hook, self.x, self.careful = hook, x, careful
        self.allowed: Callable[[Machine, Slots, int], int] = self._first_allowed
        """the regions of a mask for which it is allowed, arguments in a list of their own"""
        self.spared: Callable[[Machine, Slots, int, dict[str, int]], int] = self._first_spared
        """those that no part forbids, or only where its name is waived"""
        self._parts: list[tuple[str, Lifted | None]] = []
        self._printable: list[Part] = []
        self._markers: list[int] = []
        self._sources: Sources | None = None
        """the handlers without plain markers"""
        self._varying: Sources | None = None
        """the same without rules that are printed as parts"""

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
        if self.x == hook.sources.region and not self.careful:
            rest, taken = hook.sources.without_markers(forbids_always)
        at, own = hook.b.pieces.at, [(name, line[4]) for name, _, _, line in hook.parts]
        ruling = Ruling(rest)
        self._printable = ruling.parts(
            [(name, e if e is None else known(e)) for name, e in own],
            lambda bound, e: hook.b.known_from(bound.handler, self.x)(e),
        )
        self._varying = ruling.rest
        self._markers = [at[bound.handler.piece] for bound in taken if bound.handler.piece]
        self._sources = rest
        return rest

    def _first_allowed(self, m: Machine, s: Slots, mask: int) -> int:
        self._prepare()
        self.allowed = self._by_closures
        if self.hook.b.fusing:
            first = [*self._careful_text(), *(f"mask &= ~n[{at}]" for at in self._markers)]
            self.allowed = self._printed([*first, *self._heard_text()], frozenset())
        return self.allowed(m, s, mask)

    @cached_property
    def _awake(self) -> PermissionSet:
        """What is to be asked while markers may be suppressed."""
        return PermissionSet(self.hook, self.x, careful=True)

    def _careful_text(self) -> list[str]:
        """The line that leaves it to another set while markers may be suppressed."""
        b = self.hook.b
        if b.suppression is None or not self._markers:
            return []
        return b.suppression.quiet_text(f"{b.constants.named(self._awake)}.allowed(m, s, mask)")

    def _may_sleep(self, m: Machine) -> bool:
        return bool(self._markers) and self.hook.b.sleeping(m) is not None

    def _heard_text(self) -> list[str]:
        """Lines that leave to handlers what they forbid, and what is left if they waive a part."""
        b = self.hook.b
        condition = overheard(b, self._varying, self._overheard) if self._varying else ""
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
        guards = [
            (guard, f"w.get({name!r}, 0)" if name in waivable else "")
            for name, guard in self._printable
        ]
        return print_regions(hook.b, hook.hook, self.x, hook.size, guards, first, given)

    def _heard(self, m: Machine, s: Slots) -> list[Entry]:
        """Who speaks about these arguments, which get all their slots."""
        s += [None] * (self.hook.size - len(s))
        sources = self._prepare() if self._sources is None else self._sources
        return sources.live(m, s, self.x)

    def _overheard(self, m: Machine, s: Slots) -> list[Entry]:
        """Those of them who are not printed as parts."""
        s += [None] * (self.hook.size - len(s))
        sources = self._varying
        return [] if sources is None else sources.live(m, s, self.x)

    def _by_closures(self, m: Machine, s: Slots, mask: int) -> int:
        if self._may_sleep(m):
            return self._awake.allowed(m, s, mask)
        return self._argued(m, s, mask, self._heard(m, s))

    def despite(self, m: Machine, s: Slots, mask: int, names: Collection[str]) -> int:
        """The regions for which it is allowed, parts of these names left out."""
        if self._sources is None:
            self._prepare()
        if self._may_sleep(m):
            return self._awake.despite(m, s, mask, names)
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
