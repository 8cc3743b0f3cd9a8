"""Suppression: cards that put other cards to sleep.

`suppress race` or `suppress power`, perhaps only of some races and only under a guard, both read
live.  Worked out from the top tier down: house rules, events, items; an item whose own card sleeps
suppresses nothing.  Every handler of a suppressed card is dead, and so are its pieces and items;
printed values, fates, stored states and what was already done stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.changes.lasting import BEARER, KIND, NAME
from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.parts import Handler, Suppress

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

KINDS = ("race", "power")


@frozen
class Rule:
    """One `suppress` with its closures and the slots that are filled for each question."""

    entry: Suppress
    scope: Fn | None
    guard: Fn | None
    race: int
    badge: int | None
    asks_race: bool
    """whether its guard is about the race: then it says nothing where there is none"""


class Suppression:
    """What sleeps in one game."""

    def __init__(self, b: Binder) -> None:
        """Bind the suppressions of a ruleset."""
        self.b = b
        self.kind_of = {card.id: card.kind for card in b.ruleset.cards}
        self._rules = [self._make(entry) for entry in b.ruleset.suppressions]
        entries = b.ruleset.suppressions
        self._hears = 0
        """what lasts and puts something to sleep, as `Machine.heard` says it"""
        for entry in entries:
            if entry.holder in ("event", "item"):
                self._hears |= b.lasting.bit(entry.holder, entry.piece or entry.card)
        self.stays = any(e.holder not in ("event", "item") for e in entries)
        """whether something may be suppressed where nothing lasts"""
        self.is_ignored = False
        """whether it is asked what would be if nothing were suppressed"""

    @property
    def stirs(self) -> str:
        """Whether anything in force may put something to sleep, as text; never wrongly no."""
        return "True" if self.stays else f"m.heard & {self._hears}"

    def is_quiet(self, m: Machine) -> bool:
        """Whether nothing is in force that puts anything to sleep: quick, never wrongly yes."""
        return not (self.stays or m.heard & self._hears)

    def quiet_text(self, otherwise: str) -> list[str]:
        """The line of Python that returns something else while anything may sleep."""
        return [f"if {self.stirs}: return {otherwise}"]

    def _make(self, entry: Suppress) -> Rule:
        b, slots = self.b, dict(entry.slots)
        with b.scope(entry.nslots, slots, entry.card):
            scope = None if entry.scope is None else b.expr(b.fold(entry.scope))
            guard = None if entry.guard is None else b.expr(b.fold(entry.guard))
        asks = entry.guard is not None and mentions(entry.guard, slots["race"])
        return Rule(entry, scope, guard, slots["race"], slots.get("badge"), asks)

    def _awake(self, m: Machine, kind: str, *, above: bool = False) -> Iterator[tuple[Rule, Slots]]:
        """Suppressions of a kind that are in force, with their slots; `above`: no items."""
        for rule in self._rules:
            entry = rule.entry
            if entry.kind != kind or (above and entry.holder == "item"):
                continue
            if entry.holder == "item":
                for record in m.lasting:
                    is_it = record[KIND] == "item" and record[NAME] == entry.piece
                    if is_it and not self.silences_item(m, record, above=True):
                        yield rule, self._item_slots(entry, record)
            elif entry.holder != "event" or self.b.lasting.is_current(m, entry.card):
                yield rule, [None] * entry.nslots

    def _item_slots(self, entry: Suppress, record: tuple[Any, ...]) -> Slots:
        s: Slots = [None] * entry.nslots
        known = self.b.lasting.told(record)
        for name, slot in entry.slots:
            s[slot] = known.get(name)
        return s

    def _asleep(
        self, m: Machine, kind: str, race: int | None, badge: int | None, *, above: bool = False
    ) -> bool:
        if self.is_ignored or self.is_quiet(m):
            return False
        for rule, s in self._awake(m, kind, above=above):
            s[rule.race] = race
            if rule.badge is not None:
                s[rule.badge] = badge
            if race is None and (rule.asks_race or rule.scope is not None):
                continue
            if rule.scope is not None and race not in rule.scope(m, s):
                continue
            if rule.guard is None or rule.guard(m, s):
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

    def silences_card(
        self, m: Machine, card: str, race: int | None = None, *, above: bool = False
    ) -> bool:
        """Whether pieces and items of a card are silent; `race` is who stands there or bears it."""
        kind = self.kind_of.get(card)
        if kind not in KINDS:
            return False
        number = self.b.card_number(card)
        badge = number if kind == "power" and number != NONE else None
        return self._asleep(m, str(kind), race, badge, above=above)

    def silences_item(self, m: Machine, record: tuple[Any, ...], *, above: bool = False) -> bool:
        """Whether an attached item is silent; `above`: by an event or house rule.

        Whether an item may itself suppress is decided by what stands above items: one pass down
        the tiers, in which no two items wait for each other.
        """
        if record[KIND] != "item":
            return False
        item = self.b.lasting.items[record[NAME]]
        if self.kind_of.get(item.card) not in KINDS:
            return False
        race = record[BEARER] if item.bearer == "race" else None
        return self.silences_card(m, item.card, race, above=above)

    def note_woken(self, m: Machine, before: tuple[int, int]) -> None:
        """Note who slept before and sleeps no longer: `on_wake` is for them."""
        races, badges = self.sleepers(m)
        m.nums[self.b.layout["woken races"]] |= before[0] & ~races
        m.nums[self.b.layout["woken badges"]] |= before[1] & ~badges

    def sleepers(self, m: Machine) -> tuple[int, int]:
        """Races whose ability sleeps and badges that sleep, as sets of numbers."""
        races = badges = 0
        if self.is_quiet(m):
            return races, badges
        for race in members(m.nums[self.b.at_in_play]):
            if m.cells[self.b.at_banner + race] == NONE:
                continue
            if self.banner_sleeps(m, race):
                races |= 1 << race
            for badge in members(m.nums[self.b.at_badges + race]):
                if self.badge_sleeps(m, race, badge):
                    badges |= 1 << badge
        return races, badges
