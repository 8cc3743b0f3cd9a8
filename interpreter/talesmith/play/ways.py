"""Ways: bundles of hooks that an attacker may switch on for one attempt.

A way has a number, its place in the ruleset; a set of ways is a whole number, bit by bit.  The
hooks of a way are alive while its bit is in `Machine.ways`: inside `using`, and while attempts
with it are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.machine import SWITCH, Machine, Slots
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Limit, Way

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


class Ways:
    """The ways of one game."""

    def __init__(self, b: Binder) -> None:
        """Bind to a ruleset."""
        self.b = b
        self.ways = b.ruleset.ways
        self.number = {way.id: at for at, way in enumerate(self.ways)}
        self._made: dict[tuple[int, str], Any] = {}

    def holder(self, way: str | None) -> str:
        """The kind of card or piece that a way belongs to."""
        return self.ways[self.number[str(way)]].holder

    def chosen(self, _m: Machine | None, attempt: int) -> tuple[int, ...]:
        """The ways of an attempt."""
        return members(attempt >> 16)

    def sets(
        self, m: Machine, race: int, only: str | None
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Sets of ways the race may switch on now, as number and as members; none first."""
        if only is None:
            yield 0, ()
        if not self.ways:
            return
        open_ways = [at for at, way in enumerate(self.ways) if self._is_open(m, at, way, race)]
        for pick in range(1, 1 << len(open_ways)):
            chosen = tuple(way for bit, way in enumerate(open_ways) if pick >> bit & 1)
            if only is not None and self.number[only] not in chosen:
                continue
            if only is None and any(self.ways[way].text is None for way in chosen):
                continue
            yield sum(1 << way for way in chosen), chosen

    def _is_open(self, m: Machine, at: int, way: Way, race: int) -> bool:
        if not self._belongs(m, way, race):
            return False
        s = self._slots(way, race)
        guard = self._make(at, "guard", way.guard, way)
        if guard is not None and not guard(m, s):
            return False
        return self._limit_left(m, at, way, s)

    def _belongs(self, m: Machine, way: Way, race: int) -> bool:
        b = self.b
        sleep = b.suppression
        if way.holder == "race" and not (sleep and sleep.banner_sleeps(m, race)):
            return (
                m.cells[b.at_banner + race] == b.card_number(way.card)
                and not (m.cells[b.at_declined + race])
            )
        if way.holder == "power":
            badge = b.card_number(way.card)
            if not m.nums[b.at_badges + race] >> badge & 1 or m.cells[b.at_declined + race]:
                return False
            return not (sleep and sleep.badge_sleeps(m, race, badge))
        if way.holder == "event":
            return any(r[1] == "event" and r[2] == way.card for r in m.lasting)
        return way.holder != "race"

    def _slots(self, way: Way, race: int) -> Slots:
        s: Slots = [None] * max(way.nslots, 3)
        for name, slot in way.slots:
            if name in ("attacker", "self"):
                s[slot] = race
        return s

    def _make(self, at: int, what: str, e: Expr | None, way: Way) -> Any:
        if e is None:
            return None
        found = self._made.get((at, what))
        if found is None:
            with self.b.scope(way.nslots, dict(way.slots), way.id):
                found = self._made[at, what] = self.b.expr(self.b.fold(e))
        return found

    def _limit_left(self, m: Machine, at: int, way: Way, s: Slots) -> bool:
        if way.limit is None:
            return True
        most = self._make(at, "limit", way.limit.n, way)(m, s)
        return m.limits.get(self._limit_key(m, at, way, way.limit, s), 0) < most  # type: ignore[no-any-return]

    def _limit_key(self, m: Machine, at: int, way: Way, limit: Limit, s: Slots) -> tuple[Any, ...]:
        key = self._make(at, "key", limit.key, way)
        value = None if key is None else key(m, s)
        return (limit.window, limit.shared or way.id, None, value)

    def enter(self, m: Machine, attempt: int) -> int | None:
        """Declare an attempt: its ways are counted and alive, `on_attempt` is fired."""
        race, region = attempt >> 8 & 255, attempt & 255
        ways = self.chosen(m, attempt) if attempt >> 16 else ()
        for at in ways:
            way = self.ways[at]
            if way.limit is not None:
                key = self._limit_key(m, at, way, way.limit, self._slots(way, race))
                m.limits = m.limits.set(key, m.limits.get(key, 0) + 1)
        if ways != m.ways:
            m.ways = ways
            m.memo.clear()
        moment = self.b.effects.get("on_attempt")
        if moment is None or moment.empty:
            return None
        return None if self.b.fire(m, "on_attempt", [race, region]) is None else SWITCH
