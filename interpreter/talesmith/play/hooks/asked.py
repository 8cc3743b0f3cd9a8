"""What hooks that are asked have in common: who speaks, and the slots in which they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.scalars import Fn
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


class AskedHook:
    """A hook of one game that is asked with arguments."""

    def __init__(self, b: Binder, hook: Hook) -> None:
        """Prepare; handlers are added to `sources` afterwards."""
        self.b = b
        self.hook = hook
        self.sources = Sources(b, [p.type for p in hook.params], hook.roles)

    @cached_property
    def size(self) -> int:
        """Slots that the hook or its widest handler needs; first asked when all are known."""
        return max(self.hook.nslots, len(self.hook.params), self.sources.width)

    @cached_property
    def _defaults(self) -> list[tuple[int, Fn]]:
        with self.b.scope(self.size, {}, self.hook.name):
            return self.b.defaults(self.hook.params)

    def slots(self, m: Machine, args: Sequence[Any]) -> Slots:
        """Slots with the arguments; those left out take their defaults."""
        s = [*args, *[None] * (self.size - len(args))]
        for at, default in self._defaults:
            if s[at] is None:
                s[at] = default(m, s)
        return s

    def _heard(self, m: Machine, s: Slots) -> list[Entry]:
        """Who speaks about these arguments, which get all their slots."""
        s += [None] * (self.size - len(s))
        return self.sources.live(m, s)
