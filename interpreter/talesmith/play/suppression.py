"""Suppression: cards that put other cards to sleep.

`suppress race` or `suppress power`, perhaps only of some races and only under a guard, both read
live.  Worked out from the top tier down: house rules, events, items; an item whose own card sleeps
suppresses nothing.  Every handler of a suppressed card is dead, and so are its pieces and items;
printed values, fates, stored states and what was already done stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.lasting import BEARER, KIND, NAME
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.parts import Handler, Suppress

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

KINDS = ("race", "power")


class Suppression:
    """What sleeps in one game."""

    def __init__(self, b: Binder) -> None:
        """Bind the suppressions of a ruleset."""
        self.b = b
        self.kind_of = {card.id: card.kind for card in b.ruleset.cards}
        self._made = [self._make(entry) for entry in b.ruleset.suppressions]

    def _make(self, entry: Suppress) -> tuple[Suppress, Any, Any]:
        b = self.b
        with b.scope(entry.nslots, dict(entry.slots), entry.card):
            scope = None if entry.scope is None else b.expr(b.fold(entry.scope))
            guard = None if entry.guard is None else b.expr(b.fold(entry.guard))
        return entry, scope, guard

    def _awake(self, m: Machine, kind: str) -> Iterator[tuple[Any, Any, Slots, dict[str, int]]]:
        """Suppressions of a kind that are in force: scope, guard, slots."""
        for entry, scope, guard in self._made:
            if entry.kind != kind:
                continue
            slots = dict(entry.slots)
            if entry.holder == "item":
                for record in m.lasting:
                    if record[NAME] == entry.piece and not self.silences_item(m, record):
                        yield scope, guard, self._item_slots(entry, record), slots
            elif entry.holder != "event" or self._in_force(m, entry.card):
                yield scope, guard, [None] * entry.nslots, slots

    def _in_force(self, m: Machine, card: str) -> bool:
        return any(r[KIND] == "event" and r[NAME] == card for r in m.lasting)

    def _item_slots(self, entry: Suppress, record: tuple[Any, ...]) -> Slots:
        s: Slots = [None] * entry.nslots
        known = self.b.lasting.told(record)
        for name, slot in entry.slots:
            s[slot] = known.get(name)
        return s

    def _asleep(self, m: Machine, kind: str, race: int | None, badge: int | None) -> bool:
        for scope, guard, s, slots in self._awake(m, kind):
            if "race" in slots:
                s[slots["race"]] = race
            if "badge" in slots:
                s[slots["badge"]] = badge
            if scope is not None and (race is None or race not in scope(m, s)):
                continue
            if guard is None or guard(m, s):
                return True
        return False

    def silences(self, m: Machine, handler: Handler, race: int) -> bool:
        """Whether a handler on the banner or a badge of a race is dead."""
        if handler.holder == "race":
            return self.banner_sleeps(m, race)
        return self.badge_sleeps(m, race, self.b.card_number(handler.card))

    def banner_sleeps(self, m: Machine, race: int) -> bool:
        """Whether the ability of a race in play is suppressed."""
        return self._asleep(m, "race", race, None)

    def badge_sleeps(self, m: Machine, race: int, badge: int) -> bool:
        """Whether a badge of a race in play is suppressed."""
        return self._asleep(m, "power", race, badge)

    def silences_card(self, m: Machine, card: str, race: int | None = None) -> bool:
        """Whether pieces and items of a card are silent; `race` is who stands there or bears it."""
        kind = self.kind_of.get(card)
        if kind not in KINDS:
            return False
        number = self.b.card_number(card)
        badge = number if kind == "power" and number != NONE else None
        return self._asleep(m, str(kind), race, badge)

    def silences_item(self, m: Machine, record: tuple[Any, ...]) -> bool:
        """Whether an attached item is silent."""
        if record[KIND] != "item":
            return False
        item = self.b.lasting.items[record[NAME]]
        if self.kind_of.get(item.card) not in KINDS:
            return False
        race = record[BEARER] if item.bearer == "race" else None
        return self.silences_card(m, item.card, race)

    def note_woken(self, m: Machine, before: tuple[int, int]) -> None:
        """Note who slept before and sleeps no longer: `on_wake` is for them."""
        races, badges = self.sleepers(m)
        m.nums[self.b.layout["woken races"]] |= before[0] & ~races
        m.nums[self.b.layout["woken badges"]] |= before[1] & ~badges

    def sleepers(self, m: Machine) -> tuple[int, int]:
        """Races whose ability sleeps and badges that sleep, as sets of numbers."""
        races = badges = 0
        for race in members(m.nums[self.b.at_in_play]):
            if m.cells[self.b.at_banner + race] == NONE:
                continue
            if self.banner_sleeps(m, race):
                races |= 1 << race
            for badge in members(m.nums[self.b.at_badges + race]):
                if self.badge_sleeps(m, race, badge):
                    badges |= 1 << badge
        return races, badges
