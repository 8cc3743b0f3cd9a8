"""Verbs about races in play, combos, banners and badges."""

from talesmith.model.board import members
from talesmith.model.layout import NONE, Layout
from talesmith.play.changes.tokens import PROXIES, SWEEP
from talesmith.play.machine import Defect, Machine

IN_COLUMN = 254
NOWHERE = 253
"""a combo between two places, while an effect holds it"""


class Races:
    """The verbs about races and combos of one layout."""

    def __init__(self, layout: Layout, players: int, trays: tuple[int, ...]) -> None:
        """Bind to a layout; `trays` is the supply of each banner."""
        self.trays = trays
        self.nobody = players
        self.active = layout["player.active"]
        self.owner = layout["race.owner"]
        self.declined = layout["race.declined"]
        self.banner = layout["race.banner"]
        self.slot = layout["race.slot"]
        self.tray = layout["race.tray"]
        self.box = layout["race.box"]
        self.line = layout["race.line"]
        self.declines = layout["declines"]
        self.regions = layout["race.regions"]
        self.loose = tuple(layout[f"race.{pool}"] for pool in ("hand", "withdrawn", "aside"))
        """where tokens of a race lie outside of the map and the supply"""
        self.in_play = layout["in play"]
        self.founded = layout["founded"]
        self.badges = layout["race.badges"]
        self.capacity = layout.size("race.owner")
        self.combo_banner = layout["combo.banner"]
        self.combo_badge = layout["combo.badge"]
        self.combo_coins = layout["combo.coins"]
        self.holder = layout["combo.holder"]
        self.combos = layout.size("combo.holder")
        self.column = layout["column"]
        self.owned = layout["player.races"]
        self.banners_in_play = layout["banners in play"]
        self.badges_in_play = layout["badges in play"]
        self.unswept = layout["unswept"]
        self.since = layout["race.since"]
        self.records = layout["records"]

    def refresh(self, m: Machine) -> None:
        """Work out again what follows from who is in play, whose, and turned over or not."""
        cells, nums = m.cells, m.nums
        owned = [0] * self.nobody
        active = [NONE] * self.nobody
        banners = badges = 0
        for race in members(nums[self.in_play]):
            owner = cells[self.owner + race]
            if owner == self.nobody:
                continue
            owned[owner] |= 1 << race
            banners |= 1 << cells[self.banner + race]
            badges |= nums[self.badges + race]
            if not cells[self.declined + race]:
                active[owner] = race
        cells[self.active : self.active + self.nobody] = bytes(active)
        nums[self.owned : self.owned + self.nobody] = owned
        nums[self.banners_in_play], nums[self.badges_in_play] = banners, badges
        m.memo.clear()

    def found(self, m: Machine, banner: int, badge: int, owner: int) -> int:
        """A new race in play with this banner, badge and owner, its whole supply in the tray.

        Raises Defect for a player who has an active race.
        """
        race = m.nums[self.founded]
        if owner != self.nobody and m.cells[self.active + owner] != NONE:
            raise Defect(f"a second active race for one player: {m.backtrace()}")
        if race >= self.capacity:
            raise Defect(f"more than {self.capacity} races in one game: {m.backtrace()}")
        m.nums[self.founded] = race + 1
        m.nums[self.in_play] |= 1 << race
        m.nums[self.since + race] = m.nums[self.records]
        m.cells[self.banner + race] = banner
        m.cells[self.owner + race] = owner
        m.cells[self.tray + race] = self.trays[banner]
        m.cells[self.box + race] = PROXIES
        m.nums[self.badges + race] = 0 if badge == NONE else 1 << badge
        self._joins(m, race, owner)
        m.log.append(("found", race, banner, badge, owner))
        return race

    def _joins(self, m: Machine, race: int, owner: int) -> None:
        """What `refresh` finds now that a new race is in play: all else is as it was."""
        cells, nums = m.cells, m.nums
        if owner != self.nobody:
            cells[self.active + owner] = race
            nums[self.owned + owner] |= 1 << race
            nums[self.banners_in_play] |= 1 << cells[self.banner + race]
            nums[self.badges_in_play] |= nums[self.badges + race]
        m.memo.clear()

    def leave(self, m: Machine, race: int) -> None:
        """Take a race out of play: its banner has gone elsewhere.

        Raises Defect while it has tokens anywhere but in its supply.
        """
        if m.nums[self.regions + race] or any(m.cells[at + race] for at in self.loose):
            raise Defect(f"a race leaves while it has tokens: {m.backtrace()}")
        m.nums[self.in_play] &= ~(1 << race)
        self.refresh(m)
        m.log.append(("leave", race))

    def set_owner(self, m: Machine, race: int, owner: int) -> None:
        """Give a race to another player."""
        m.cells[self.owner + race] = owner
        self.refresh(m)
        m.log.append(("owner", race, owner))

    def set_declined(self, m: Machine, race: int, declined: bool) -> None:
        """Turn a race over; it takes the last place in its owner's order of declined races."""
        m.cells[self.declined + race] = int(declined)
        if declined:
            count = min(m.cells[self.declines] + 1, 255)
            m.cells[self.declines] = count
            m.cells[self.line + race] = count
        m.nums[self.unswept] |= SWEEP
        if not declined or not self._has_turned(m, race):
            self.refresh(m)
        m.log.append(("declined", race, int(declined)))

    def _has_turned(self, m: Machine, race: int) -> bool:
        """What `refresh` finds now that a player's only active race has declined, if it has."""
        cells = m.cells
        owner = cells[self.owner + race]
        if owner == self.nobody or cells[self.active + owner] != race:
            return False
        for other in members(m.nums[self.owned + owner]):
            if not cells[self.declined + other]:
                return False
        cells[self.active + owner] = NONE
        m.memo.clear()
        return True

    def change_badges(self, m: Machine, race: int, badges: int) -> None:
        """Give a race in play other badges."""
        cells, nums = m.cells, m.nums
        nums[self.badges + race] = badges
        found = 0
        for other in members(nums[self.in_play]):
            if cells[self.owner + other] != self.nobody:
                found |= nums[self.badges + other]
        nums[self.badges_in_play] = found
        m.memo.clear()

    def declined_of(self, m: Machine, owner: int) -> tuple[int, ...]:
        """A player's declined races, the one that declined first in front."""
        active, rest = m.cells[self.active + owner], m.nums[self.owned + owner]
        if active != NONE:
            rest ^= 1 << active
        if not rest & (rest - 1):
            return (rest.bit_length() - 1,) if rest else ()
        return self._in_line(m, rest)

    def _in_line(self, m: Machine, races: int) -> tuple[int, ...]:
        """Declined races in the order in which they declined."""
        cells, line, found = m.cells, self.line, members(races)
        if len(found) == 2:
            one, two = found
            return found if cells[line + one] <= cells[line + two] else (two, one)
        return self._all_in_line(m, found)

    def _all_in_line(self, m: Machine, races: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(races, key=lambda race: (m.cells[self.line + race], race)))

    def races_of(self, m: Machine, owner: int) -> tuple[int, ...]:
        """A player's races: the active one first, then the declined ones in their order."""
        active, rest = m.cells[self.active + owner], m.nums[self.owned + owner]
        if active == NONE:
            return self.declined_of(m, owner)
        rest ^= 1 << active
        if not rest & (rest - 1):
            return (active, rest.bit_length() - 1) if rest else (active,)
        return (active, *self._in_line(m, rest))

    def pair(self, m: Machine, banner: int, badge: int) -> int:
        """A new combo of these two, not yet anywhere."""
        cells = m.cells
        free = cells.find(NONE, self.holder, self.holder + self.combos)
        if free < 0:
            raise Defect(f"more than {self.combos} combos: {m.backtrace()}")
        cells[free] = NOWHERE
        combo = free - self.holder
        cells[self.combo_banner + combo] = banner
        cells[self.combo_badge + combo] = badge
        m.log.append(("pair", combo, banner, badge))
        m.memo.clear()
        return combo

    def column_of(self, m: Machine) -> tuple[int, ...]:
        """The combos of the column, the cheapest first."""
        start = self.column
        return tuple(m.cells[start + 1 : start + 1 + m.cells[start]])

    def rank(self, m: Machine, combo: int) -> int:
        """Place of a combo in the column, 0 for the cheapest and outside the column."""
        first = self.column + 1
        found = m.cells.find(combo, first, first + m.cells[self.column])
        return found - first if found > first else 0

    def take_from_column(self, m: Machine, combo: int) -> None:
        """Close the gap that a combo leaves."""
        column = [*self.column_of(m)]
        if combo in column:
            column.remove(combo)
        self._write_column(m, column)

    def put_in_column(self, m: Machine, combo: int) -> None:
        """Put a combo at the lower end of the column."""
        self._write_column(m, [*self.column_of(m), combo])
        m.cells[self.holder + combo] = IN_COLUMN
        m.log.append(("column", combo))

    def _write_column(self, m: Machine, column: list[int]) -> None:
        start, size = self.column, self.combos
        m.cells[start] = len(column)
        m.cells[start + 1 : start + 1 + size] = bytes(column).ljust(size, b"\0")
        m.memo.clear()

    def demand_loose(self, m: Machine, kind: str, card: int) -> None:
        """Raise Defect for a banner or badge that is still part of a combo, or a race's banner."""
        cells, banner = m.cells, kind == "banner"
        first = self.combo_banner if banner else self.combo_badge
        if cells.find(card, first, first + self.combos) >= 0:
            raise Defect(f"a {kind} is moved while a combo has it: {m.backtrace()}")
        if banner and any(
            cells[self.banner + race] == card for race in members(m.nums[self.in_play])
        ):
            raise Defect(f"a banner is moved while a race in play has it: {m.backtrace()}")

    def keep(self, m: Machine, combo: int, player: int) -> None:
        """Lay a combo before a player."""
        self.take_from_column(m, combo)
        m.cells[self.holder + combo] = player
        m.log.append(("keep", combo, player))

    def kept(self, m: Machine, player: int) -> tuple[int, ...]:
        """The combos that lie before a player."""
        cells, first = m.cells, self.holder
        end, found = first + self.combos, []
        at = cells.find(player, first, end)
        while at >= 0:
            found.append(at - first)
            at = cells.find(player, at + 1, end)
        return tuple(found)

    def dissolve(self, m: Machine, combo: int) -> tuple[int, int]:
        """Take a combo apart; raises Defect while coins lie on it."""
        if m.nums[self.combo_coins + combo]:
            raise Defect(f"coins lie on a combo that is taken apart: {m.backtrace()}")
        banner, badge = m.cells[self.combo_banner + combo], m.cells[self.combo_badge + combo]
        self.take_from_column(m, combo)
        m.cells[self.holder + combo] = NONE
        m.cells[self.combo_banner + combo] = NONE
        m.cells[self.combo_badge + combo] = NONE
        return banner, badge
