"""What an offer is made for: its targets, and which of its conditions are about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talesmith.play.expressions.fold import mentions
from talesmith.play.printing.hook_texts import printed_things

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.bound import Bound


class Target:
    """The targets of one offer, asked for one after the other."""

    def __init__(self, b: Binder, bound: Bound) -> None:
        """Prepare, in the scope of the handler."""
        h = bound.handler
        self.slot, group = h.target or (0, ())
        self.things = printed_things(b, b.fold(group), h.id, h.nslots)
        self.guarded = mentions(bound.guard, self.slot)
        """whether the guard is about the thing"""
        self.limited = h.limit is not None and mentions((h.limit.n, h.limit.key), self.slot)
        """whether the limit is about the thing"""
