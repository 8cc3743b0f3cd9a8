"""`limit N per WINDOW per KEY shared WORD`: how often something was used.

Counted per source and window, per value of the key, and together for everything that shares the
word.  Counts are few and live in a sparse map; those of a window are dropped at its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrsistent import PMap, pmap

from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.parts import Limit

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

NOTHING: PMap[Any, int] = pmap()
"""no limit is in use"""


class Limits:
    """The limits of one game."""

    def __init__(self, b: Binder) -> None:
        """Bind to a game."""
        self.b = b

    def open(self, m: Machine, bound: Bound, s: Slots) -> bool:
        """Whether a handler may be used once more."""
        limit = bound.handler.limit
        if limit is None:
            return True
        most = bound.make("limit", lambda: self.b.expr(self.b.fold(limit.n)))(m, s)
        return m.limits.get(self._key(m, bound, limit, s), 0) < most  # type: ignore[no-any-return]

    def use(self, m: Machine, bound: Bound, s: Slots) -> None:
        """Count one use, before the body runs."""
        limit = bound.handler.limit
        if limit is not None:
            key = self._key(m, bound, limit, s)
            m.limits = m.limits.set(key, m.limits.get(key, 0) + 1)
            m.memo.clear()

    def _key(self, m: Machine, bound: Bound, limit: Limit, s: Slots) -> tuple[Any, ...]:
        value = None
        if limit.key is not None:
            key = limit.key
            value = bound.make("limit key", lambda: self.b.expr(self.b.fold(key)))(m, s)
        if limit.shared is not None:
            return (limit.window, limit.shared, None, value)
        carrier = bound.slots.get("item", bound.slots.get("self"))
        if bound.handler.holder in LYING:
            carrier = None
        return (limit.window, bound.handler.id, None if carrier is None else s[carrier], value)

    def forget(self, m: Machine, window: str) -> None:
        """Drop the counts of a window that has ended."""
        if m.limits is NOTHING:
            return
        if any(key[0] == window for key in m.limits):
            kept = {key: n for key, n in m.limits.items() if key[0] != window}
            m.limits = pmap(kept)
            m.memo.clear()
