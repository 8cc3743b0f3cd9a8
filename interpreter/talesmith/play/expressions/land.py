"""Reading regions, and who has what: what `touches`, `has` and sets of regions are made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from talesmith.model.board import Board, members
from talesmith.model.layout import NONE
from talesmith.play.expressions.calls import Calls
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Machine
from talesmith.play.printing.printed import glancing
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Card

if TYPE_CHECKING:
    from talesmith.play.changes.lasting import Lasting
    from talesmith.play.changes.pieces import Pieces
    from talesmith.play.changes.races import Races
    from talesmith.play.hooks.lying import Lying
    from talesmith.play.hooks.sources import Sources
    from talesmith.play.hooks.suppression import Suppression


class Land(Calls):
    """The board and what lies on it, as closures and answers."""

    board: Board
    pieces: Pieces
    lasting: Lasting
    lying: Lying
    races: Races
    suppression: Suppression | None
    works_in_decline: Any
    decline_sources: Sources
    is_steady: bool
    at_race: int
    at_regions: int
    at_owner: int
    at_in_play: int
    at_badges: int
    at_banner: int
    at_declined: int

    def owned(self, m: Machine, player: int | None) -> int:
        """The regions of a player, declined races included; none of nobody."""
        if player is None:
            return 0
        nums, regions, result = m.nums, self.at_regions, 0
        for race in members(nums[self.races.owned + player]):
            result |= nums[regions + race]
        return result

    def region_word(self, kind: str, name: str) -> Callable[[Machine], int]:
        """The regions with a symbol, a marker or a card that lies there."""
        if kind == "symbol":
            regions = self.board.symbols.get(name, 0)
            return lambda _m: regions
        if kind == "card":
            return self._card_regions(name)
        return self.pieces.regions(name)

    def _card_regions(self, name: str) -> Callable[[Machine], int]:
        """The region in which a card lies, as a set."""
        number, kind, regions = self.card_number(name), self.kinds.get(name, ""), self.lying.regions
        if number == NONE:
            return lambda _m: 0
        return lambda m: regions(m, kind, number)

    def regions_of(self, e: Expr) -> Fn:
        """What may stand for a set of regions: a set, a region, a race, a terrain."""
        kind = e[2].removesuffix("?")
        if e[0] == "word":
            regions = self.board.terrains.get(e[4], 0)
            return lambda _m, _s: regions
        f = self.expr(e)
        if kind == "region":
            return lambda m, s: 0 if (x := f(m, s)) is None else 1 << x
        if kind == "race":
            at = self.at_regions
            return lambda m, s: 0 if (x := f(m, s)) is None else m.nums[at + x]
        return f

    def regions_near(self, e: Expr) -> Fn:
        """The regions that touch a set, region, race or terrain."""
        f, near = self.regions_of(e), self.board.near
        if e[0] == "word":
            regions = near(f(None, None))  # type: ignore[arg-type]
            return lambda _m, _s: regions
        if e[0] == "local" and e[2] == "region":
            slot, neighbours = e[3], self.board.neighbours
            return lambda _m, s: neighbours[s[slot]]
        return lambda m, s: near(f(m, s))

    def holds(self, holder: str, kind: str, name: str) -> Callable[[Machine, int], bool]:
        """Whether a race or combo has a badge or banner, or a thing bears an item.

        Raises ValueError for what the machine cannot play yet.
        """
        if kind == "item":
            return lambda m, bearer: bool(self.lasting.borne(m, name, bearer))
        if kind not in ("badge", "banner"):
            raise ValueError(f"the machine cannot tell whether a {holder} has a {kind} yet")
        number = self.card_number(name)
        if number == NONE:
            return lambda _m, _x: False
        if holder == "race" and kind == "badge":
            return self._has_badge(number)
        at = self.at_banner
        if holder == "combo":
            at = self.races.combo_badge if kind == "badge" else self.races.combo_banner
        return lambda m, x: m.cells[at + x] == number

    def _has_badge(self, badge: int) -> Callable[[Machine, int], bool]:
        at, bit, sleep = self.at_badges, 1 << badge, self.suppression
        if sleep is None:
            return lambda m, race: bool(m.nums[at + race] & bit)
        return lambda m, race: (
            bool(m.nums[at + race] & bit) and not sleep.badge_sleeps(m, race, badge)
        )

    def goes_on_working(self, m: Machine, race: int, card: str) -> bool:
        """Whether a badge works in decline, so that its pieces stay."""
        if not self.may_work_declined(m):
            return False
        badge = self.card_number(card)
        carried = m.nums[self.at_badges + race] >> badge & 1 if badge != NONE else 0
        return bool(carried) and bool(self.works_in_decline(m, race, badge))

    def sleeping(self, m: Machine) -> Suppression | None:
        """What may put something to sleep now; None if nothing does."""
        sleep = self.suppression
        return None if sleep is None or sleep.is_quiet(m) else sleep

    def may_work_declined(self, m: Machine) -> bool:
        """Whether anybody may let badges go on working in decline: quick, never wrongly no."""
        return self.works_in_decline is not None and self.decline_sources.may_speak(m)

    @cached_property
    def speak_as_printed(self) -> Callable[[Machine], bool]:
        """Whether what races carry tells which handlers work: quick, and never wrongly yes."""
        sleep = "False" if self.suppression is None else self.suppression.stirs
        works = "False" if self.works_in_decline is None else self.decline_sources.presence
        return glancing(self._binder.constants, f"not ({sleep} or {works})")

    def awake_regions(self, m: Machine, marker: str, regions: int) -> int:
        """Those of some regions in which markers of a kind are not silent."""
        sleep = self.sleeping(m)
        if sleep is None:
            return regions
        card = self.pieces.kinds[marker].card
        if sleep.kind_of.get(card) not in ("race", "power"):
            return regions
        awake = 0
        for region in members(regions):
            race = m.cells[self.at_race + region]
            if not sleep.silences_card(m, card, None if race == NONE else race):
                awake |= 1 << region
        return awake

    def silent_item(self, m: Machine, record: Any) -> bool:
        """Whether the card of an item is suppressed."""
        return self.suppression is not None and self.suppression.silences_item(m, record)

    def add_badge(self, m: Machine, race: int, badge: int) -> None:
        """Give a race one more badge."""
        self.races.change_badges(m, race, m.nums[self.at_badges + race] | 1 << badge)
        m.log.append(("badge", race, badge, 1))

    def remove_badge(self, m: Machine, race: int, badge: int) -> None:
        """Take a badge from a race; pieces of that power that do not stay in decline leave."""
        if m.cells[self.at_declined + race]:
            self.pieces.decline(m, race, self.cards_of("power")[badge].id)
        self.races.change_badges(m, race, m.nums[self.at_badges + race] & ~(1 << badge))
        m.log.append(("badge", race, badge, 0))
        if m.lasting:
            self.lasting.forget_badge(m, race, badge)
            self.lasting.expire(m, "leaves badge", badge)

    def event_lasts(self, card: Card) -> tuple[tuple[str, int | None], ...]:
        """How long an event card stays in force."""
        return tuple((kind, None) for kind, _ in card.lasts) or (("round", None),)
