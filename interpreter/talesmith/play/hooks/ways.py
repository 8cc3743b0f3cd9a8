"""Ways: bundles of hooks that an attacker may switch on for one attempt.

A way has a number, its place in the ruleset; a set of ways is a whole number, bit by bit.  The
hooks of a way are alive while its bit is in `Machine.ways`: inside `using`, and while attempts
with it are looked for.  Inside `using` they speak for that attempt alone: its attacker, its region.

A way of a race or power belongs to the race that carries it, one of an artifact or place to the
race for which that card speaks (its limit is that of the card, whoever uses it), a way of an item
to its bearer (a player's to all his races), a way of an event or house rule to everybody.  An event that is in the
game twice has each of its ways twice; the second is switched on where the first is, or cannot be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.changes.lasting import BEARER, KIND, NAME
from talesmith.play.expressions.fold import mentions
from talesmith.play.hooks.lying import LYING
from talesmith.play.hooks.speakers import carries
from talesmith.play.machine import SWITCH, Machine, Slots
from talesmith.play.printing.printed import function
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Limit, Way

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.bound import Bound
    from talesmith.play.hooks.sources import Entry, Sources

ATTEMPT = "on_attempt"
"""the moment at which an attempt is declared"""
REGION = 1
"""slot of the region in the guard and the limit of a way; slot 0 is the attacker"""

Carrier = dict[str, Any]
"""what a way is told about whoever carries it, by name"""


class Ways:
    """The ways of one game."""

    def __init__(self, b: Binder) -> None:
        """Bind to a ruleset."""
        self.b = b
        copies = Counter(dict(b.ruleset.pools).get("event", ()))
        both = [(way, copy) for way in b.ruleset.ways for copy in range(copies.get(way.card, 1))]
        self.ways = tuple(way for way, _ in both)
        self.copy = tuple(copy for _, copy in both)
        """which copy of its card each of them belongs to"""
        self._hears = 0
        """what lasts and gives ways, as `Machine.heard` says it"""
        for way in self.ways:
            if way.holder in ("event", "item"):
                self._hears |= b.lasting.bit(way.holder, way.piece or way.card)
        self._by_region = [self._asks_region(way) for way in self.ways]
        self._banners, self._badges = self._cards("race"), self._cards("power")
        laid = {kind: list(members(self._cards(kind))) for kind in LYING}
        self._laid = [
            (b.lying.on_board[kind], [(kind, card) for card in cards])
            for kind, cards in laid.items()
            if cards
        ]
        """cards with ways that may lie in regions; in front the place of those that do"""
        self._made: dict[tuple[int, str], Any] = {}
        self._places: dict[int, tuple[int | None, int | None]] = {}

    def holder(self, way: str | None) -> str:
        """The kind of card or piece that a way belongs to."""
        return next(one.holder for one in self.ways if one.id == way)

    @property
    def matter(self) -> bool:
        """Whether declaring an attempt does anything in this game."""
        moment = self.b.effects.get(ATTEMPT)
        return bool(self.ways) or (moment is not None and not moment.empty)

    def _cards(self, kind: str) -> int:
        """The cards of a kind in this game that have ways, as a set."""
        numbers = {self.b.card_number(way.card) for way in self.ways if way.holder == kind}
        return sum(1 << number for number in numbers if number != NONE)

    # ---- who has any ----

    @cached_property
    def is_idle(self) -> Callable[[Machine, int], bool]:
        """Whether a race cannot choose a way now: quick, and never wrongly yes."""
        lines = [f"return {self.idle_text('s')}"]
        found: Callable[[Machine, int], bool] = function(self.b.constants, "idle", "", lines)
        return found

    def idle_text(self, race: str) -> str:
        """The same as text, for a race (a text)."""
        open_ways = self.b.constants.made("open ways", lambda: self._open_ways)
        return f"not ({self.doubt_text(race)}) or not (m.ways or {open_ways}(m, {race}))"

    def doubt_text(self, race: str) -> str:
        """Whether a race (a text) might have a way now, as text: never wrongly no."""
        if any(way.holder == "house_rule" for way in self.ways):
            return "True"
        parts = ["m.ways", *[f"m.heard & {self._hears}"] * bool(self._hears)]
        parts += carries(self.b, race, (self._banners, self._badges))
        for laid, cards in self._laid:
            here = [self._lying_text(kind, card, race) for kind, card in cards]
            some = sum(1 << card for _, card in cards)
            parts.append(f"n[{laid}] & {some} and ({' or '.join(here)})")
        return " or ".join(parts)

    def _lying_text(self, kind: str, card: int, race: str) -> str:
        """Whether a card lies where a race stands; off the board it is in no region at all."""
        b = self.b
        return f"n[{b.at_regions} + {race}] >> c[{b.lying.at[kind] + card}] & 1"

    @cached_property
    def _carried(self) -> Callable[[Machine, int], list[int]]:
        """The ways with a text that a race might have, by what it carries and where it stands."""
        lines = [
            f"if {self._carried_text(way)}: found.append({at})"
            for at, way in enumerate(self.ways)
            if way.text is not None
        ]
        found: Callable[[Machine, int], list[int]]
        found = function(self.b.constants, "ways", "", ["found = []", *lines, "return found"])
        return found

    def _carried_text(self, way: Way) -> str:
        b, card = self.b, self.b.card_number(way.card)
        if way.holder == "race":
            return f"c[{b.at_banner} + s] == {card}"
        if way.holder == "power":
            return f"n[{b.at_badges} + s] >> {card} & 1"
        if way.holder in LYING:
            return self._lying_text(way.holder, card, "s") if card != NONE else "False"
        if way.holder == "house_rule":
            return "True"
        return f"m.heard & {b.lasting.bit(way.holder, way.piece or way.card)}"

    def _open_ways(self, m: Machine, race: int) -> dict[int, int]:
        """The ways that a race may switch on now in any list of attempts, with their regions."""
        key = ("ways", race)
        found: dict[int, int] | None = None if m.ways else m.memo.get(key)
        if found is None:
            found = {
                at: regions
                for at in self._carried(m, race)
                if (regions := self._open(m, at, self.ways[at], race))
            }
            if not m.ways:
                m.memo[key] = found
        return found

    # ---- which may be chosen ----

    def chosen(self, _m: Machine | None, attempt: int) -> tuple[int, ...]:
        """The ways of an attempt."""
        return members(attempt >> 16)

    def sets(
        self, m: Machine, race: int, only: str | None
    ) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """Sets of ways the race may switch on now: number, members, regions; the empty one first.

        With `only` each of them has that way in it; a way without a text is in no other.
        """
        known = self._open_ways(m, race)
        if only is not None:
            silent = [at for at, way in enumerate(self.ways) if way.text is None and way.id == only]
            more = {at: self._open(m, at, self.ways[at], race) for at in silent}
            known = dict(sorted({**known, **{at: r for at, r in more.items() if r}}.items()))
        for size in range(len(known) + 1):
            for ways in combinations(known, size):
                mask = self.b.board.everything
                for at in ways:
                    mask &= known[at]
                    if self.copy[at] and at - 1 not in ways:
                        mask &= ~known.get(at - 1, 0)
                if mask and (only is None or any(self.ways[at].id == only for at in ways)):
                    yield sum(1 << at for at in ways), ways, mask

    def _open(self, m: Machine, at: int, way: Way, race: int) -> int:
        """The regions against which a race may switch a way on now."""
        found = 0
        for carrier in self._carriers(m, at, race):
            found |= self._allowed(m, at, way, race, carrier)
        return found

    def _allowed(self, m: Machine, at: int, way: Way, race: int, carrier: Carrier) -> int:
        everything, s = self.b.board.everything, self._slots(way, race, carrier)
        if not self._by_region[at]:
            return everything if self._fits(m, at, way, s) else 0
        found = 0
        for region in members(everything):
            s[REGION] = region
            if self._fits(m, at, way, s):
                found |= 1 << region
        return found

    def _asks_region(self, way: Way) -> bool:
        """Whether a way may be open against some regions and not against others."""
        key = None if way.limit is None else way.limit.key
        return any(part is not None and mentions(part, REGION) for part in (way.guard, key))

    def _fits(self, m: Machine, at: int, way: Way, s: Slots) -> bool:
        guard = self._make(at, "guard", way.guard, way)
        if guard is not None and not guard(m, s):
            return False
        if way.limit is None:
            return True
        most = self._make(at, "limit", way.limit.n, way)(m, s)
        return bool(m.limits.get(self._limit_key(m, at, way, way.limit, s), 0) < most)

    def _carriers(self, m: Machine, at: int, race: int) -> Iterator[Carrier]:
        """Who carries a way for this race: nobody, one, or as many items as it has."""
        way, b = self.ways[at], self.b
        if way.holder in ("race", "power"):
            if self._is_carried(m, way, race):
                yield {"self": race}
        elif way.holder in LYING:
            card = b.card_number(way.card)
            known = None if card == NONE else b.lying.holder(m, way.holder, card, way.phase)
            if known is not None and known[0] == race:
                yield {"self": race, "here": known[1]}
        elif way.holder == "item":
            yield from self._items(m, way, race)
        elif way.holder == "house_rule":
            yield {}
        else:
            copies = self.b.lasting.events(m).get(way.card, ())
            for number in copies[self.copy[at] : self.copy[at] + 1]:
                yield {"item": number}

    def _is_carried(self, m: Machine, way: Way, race: int) -> bool:
        b, sleep = self.b, self.b.suppression
        card, declined = b.card_number(way.card), bool(m.cells[b.at_declined + race])
        fits = way.phase in ("also", "only" if declined else "active")
        if way.holder == "race":
            return (
                fits
                and m.cells[b.at_banner + race] == card
                and not (sleep is not None and sleep.banner_sleeps(m, race))
            )
        if not m.nums[b.at_badges + race] >> card & 1:
            return False
        if sleep is not None and sleep.badge_sleeps(m, race, card):
            return False
        works = b.works_in_decline
        return fits or (declined and way.phase == "active" and works and works(m, race, card))

    def _items(self, m: Machine, way: Way, race: int) -> Iterator[Carrier]:
        for record in m.lasting:
            if record[KIND] != "item" or record[NAME] != way.piece:
                continue
            item, owner = self.b.lasting.items[record[NAME]], m.cells[self.b.at_owner + race]
            bearer = {"race": race, "player": owner}.get(item.bearer, record[BEARER])
            if bearer == record[BEARER] and not self.b.silent_item(m, record):
                yield self.b.lasting.told(record)

    def _slots(self, way: Way, race: int, carrier: Carrier) -> Slots:
        s: Slots = [None] * max(way.nslots, 3)
        s[0] = race
        for name, slot in way.slots:
            if name in carrier:
                s[slot] = carrier[name]
        return s

    def _make(self, at: int, what: str, e: Expr | None, way: Way) -> Any:
        if e is None:
            return None
        found = self._made.get((at, what))
        if found is None:
            with self.b.scope(way.nslots, dict(way.slots), way.id, card=way.card):
                found = self._made[at, what] = self.b.expr(self.b.fold(e))
        return found

    def _limit_key(self, m: Machine, at: int, way: Way, limit: Limit, s: Slots) -> tuple[Any, ...]:
        key = self._make(at, "key", limit.key, way)
        value = None if key is None else key(m, s)
        if limit.shared is not None:
            return (limit.window, limit.shared, None, value)
        if way.holder in LYING:
            return (limit.window, way.id, None, value)
        slots = dict(way.slots)
        carrier = slots.get("item", slots.get("self"))
        return (limit.window, way.id, None if carrier is None else s[carrier], value)

    # ---- declaring an attempt ----

    def enter(self, m: Machine, attempt: int) -> int | None:
        """Declare an attempt: its ways are counted and alive, `on_attempt` is fired."""
        race, region = attempt >> 8 & 255, attempt & 255
        ways = self.chosen(m, attempt) if attempt >> 16 else ()
        for at in ways:
            self._use(m, at, self.ways[at], race, region)
        if ways != m.ways:
            m.ways = ways
            m.memo.clear()
        return self.declare(m, race, region)

    def declare(self, m: Machine, race: int, region: int) -> int | None:
        """Fire the moment of an attempt; None if nobody answers it."""
        moment = self.b.effects.get(ATTEMPT)
        if moment is None or moment.empty:
            return None
        return None if self.b.fire(m, ATTEMPT, [race, region]) is None else SWITCH

    def _use(self, m: Machine, at: int, way: Way, race: int, region: int) -> None:
        """Count one use of a way by the first of its copies that may still be used."""
        for carrier in self._carriers(m, at, race):
            s = self._slots(way, race, carrier)
            s[REGION] = region
            if self._fits(m, at, way, s):
                if way.limit is not None:
                    key = self._limit_key(m, at, way, way.limit, s)
                    m.limits = m.limits.set(key, m.limits.get(key, 0) + 1)
                if "item" in carrier:
                    self.b.lasting.used(m, carrier["item"])
                return

    # ---- their hooks ----

    def entries(
        self, sources: Sources, m: Machine, args: Sequence[Any], lifted: int | None
    ) -> Iterator[Entry]:
        """Handlers of the ways that are switched on, as far as they speak for this attempt."""
        attempt = None if m.trial is not None else m.current_attempt()
        race = m.trial if attempt is None else attempt >> 8 & 255
        region = None if attempt is None else attempt & 255
        for at in m.ways:
            for bound in sources.ways.get(self.ways[at].id, ()):
                where = self._where(bound, args, lifted, race, region)
                if where is not False:
                    yield bound, self._fill(m, bound, at, race, region), where

    def _where(
        self, bound: Bound, args: Sequence[Any], lifted: int | None, race: int | None,
        region: int | None,
    ) -> int | bool | None:  # fmt: skip
        """The regions on which a hook speaks: None for all that are asked about, False for none."""
        attacker_at, region_at = self._parameters(bound)
        if attacker_at is not None and args[attacker_at] != race:
            return False
        if region is None or region_at is None:
            return None
        if lifted == region_at:
            return 1 << region
        return None if args[region_at] == region else False

    def _parameters(self, bound: Bound) -> tuple[int | None, int | None]:
        """Which parameters of its hook are the attacker and the region of an attempt."""
        found = self._places.get(bound.number)
        if found is None:
            hook = self.b.hook_of(bound.handler)
            places = {param.name: at for at, param in enumerate(hook.params)}
            found = self._places[bound.number] = (places.get("attacker"), places.get("region"))
        return found

    def _fill(
        self, m: Machine, bound: Bound, at: int, race: int | None, region: int | None
    ) -> tuple[tuple[int, Any], ...]:
        own = bound.own_slots
        if not own:
            return ()
        known: Carrier = {}
        if race is not None:
            known = dict(next(self._carriers(m, at, race), {}), attacker=race, region=region)
        return tuple((slot, known.get(name)) for name, slot in own)
