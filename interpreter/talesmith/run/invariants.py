"""What holds at every question of every game, whatever the cards say.

*Conservation*: all tokens of a race are in its supply, hand, aside, withdrawn, box or on the map;
every banner and badge lies in exactly one place, an artifact or place in one at most; markers stay within their supply.  *Board*: the
column of occupants, the region sets of the races and the set of occupied regions say the same; a
region is held by at least one token of one race in play.  *Seats*: the active race of a seat is
its only race that is not in decline.  *Machine*: nothing is left half done, and a finished game
has no frame and no question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from talesmith.model.board import members
from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import KIND, NAME, VALUES
from talesmith.play.changes.tokens import PROXIES
from talesmith.play.hooks.lying import LYING
from talesmith.run.violation import demand

POOLS = ("race.tray", "race.hand", "race.withdrawn", "race.aside", "race.box")


class Invariants:
    """The checks of one bound ruleset."""

    def __init__(self, rules: Binder) -> None:
        """Look up what the checks need."""
        self.rules = rules
        self.at = dict(rules.layout.offsets)
        self.pools = tuple(self.at[name] for name in POOLS)
        self.supply = {at: natives.supply for at, natives in enumerate(rules.ruleset.natives)}
        self.regions = len(rules.board.regions)

    def check(self, game: Game) -> None:
        """Raise Violation if anything does not hold."""
        self.tokens(game)
        self.board(game)
        self.pieces(game)
        self.cards(game)
        self.lying(game)
        self.seats(game)
        self.machine(game)

    def races(self, game: Game) -> Iterator[int]:
        """Every race that was ever in play."""
        return iter(range(game.nums[self.at["founded"]]))

    def total(self, game: Game, race: int) -> int:
        """How many tokens a race has."""
        if race in self.supply:
            return self.supply[race] + PROXIES
        return PROXIES + self.rules.races.trays[game.cells[self.at["race.banner"] + race]]

    def tokens(self, game: Game) -> None:
        """Tokens are conserved; a race that left play has all of them in its supply or box."""
        cells, tokens = game.cells, self.at["region.tokens"]
        for race in self.races(game):
            regions = game.nums[self.at["race.regions"] + race]
            off = sum(cells[pool + race] for pool in self.pools)
            here = sum(cells[tokens + region] for region in members(regions))
            wanted = self.total(game, race)
            demand(off + here == wanted, "tokens of a race", race, off, here, wanted)
            if not game.nums[self.at["in play"]] >> race & 1:
                home = cells[self.pools[0] + race] + cells[self.pools[-1] + race]
                demand(home == wanted, "tokens of a race that left play", race, home, wanted)

    def board(self, game: Game) -> None:
        """Cells and sets say the same; a region is held by at least one token."""
        cells, nums = game.cells, game.nums
        sets = dict.fromkeys(self.races(game), 0)
        for region in range(self.regions):
            race, n = (
                cells[self.at["region.race"] + region],
                cells[self.at["region.tokens"] + region],
            )
            demand((race == NONE) == (n == 0), "tokens without a race", region, race, n)
            if race != NONE:
                demand(race in sets, "a race that was never founded", region, race)
                demand(
                    nums[self.at["in play"]] >> race & 1 == 1, "a race out of play", region, race
                )
                sets[race] |= 1 << region
        for race, regions in sets.items():
            kept = nums[self.at["race.regions"] + race]
            demand(kept == regions, "regions of a race", race, kept, regions)
        occupied = nums[self.at["occupied"]]
        demand(occupied == sum(sets.values()), "occupied regions", occupied)

    def pieces(self, game: Game) -> None:
        """Markers and units lie within their numbers."""
        for piece in self.rules.ruleset.markers:
            counts = self.counts(game, f"marker {piece.id}")
            if piece.most is not None:
                demand(max(counts) <= piece.most, "markers in a region", piece.id, counts)
            if piece.supply is not None:
                demand(sum(counts) <= piece.supply, "markers on the map", piece.id, counts)

    def counts(self, game: Game, name: str) -> list[int]:
        """How many of these markers lie in each region."""
        at = self.at[name]
        if self.rules.layout.by_name[name].cell:
            return list(game.cells[at : at + self.regions])
        return [game.nums[at] >> region & 1 for region in range(self.regions)]

    def cards(self, game: Game) -> None:
        """Each banner and each badge of the game lies in exactly one place."""
        for thing, kind in (("banner", "race"), ("badge", "power")):
            found = Counter(self.places_of(game, thing))
            wanted = Counter(range(len(self.rules.cards_of(kind))))
            demand(
                found == wanted, f"each {thing} once", sorted((found - wanted) + (wanted - found))
            )

    def lying(self, game: Game) -> None:
        """Each artifact and place lies at most once, and the sets on the board say where."""
        for kind in LYING:
            n = len(self.rules.cards_of(kind))
            at = self.at[f"{kind}.region"]
            laid = [card for card in range(n) if game.cells[at + card] != NONE]
            found = Counter([*self.stacked(game, kind), *laid])
            demand(all(times == 1 for times in found.values()), f"each {kind} at most once", found)
            on_board = game.nums[self.at[f"{kind}s on the board"]]
            demand(on_board == sum(1 << card for card in laid), f"{kind}s on the board", laid)
            there = [game.cells[at + card] for card in laid]
            demand(all(region < self.regions for region in there), "region of a card", there)

    def stacked(self, game: Game, thing: str) -> Iterator[int]:
        """The numbers of the cards of a type that lie in stacks."""
        cells = game.cells
        for stack in self.rules.ruleset.stacks:
            if stack.thing == thing and not stack.on_race:
                at = self.at[f"stack {stack.name}"]
                yield from cells[at + 1 : at + 1 + cells[at]]

    def places_of(self, game: Game, thing: str) -> Iterator[int]:
        """The numbers of all banners or badges, wherever they lie."""
        cells = game.cells
        yield from self.stacked(game, thing)
        for combo in range(self.rules.layout.size("combo.holder")):
            number = cells[self.at[f"combo.{thing}"] + combo]
            if cells[self.at["combo.holder"] + combo] != NONE and number != NONE:
                yield number
        for race in members(game.nums[self.at["in play"]]):
            if race not in self.supply:
                yield from self.carried(game, race, thing)
        if thing == "badge":
            yield from self.waiting(game)

    def waiting(self, game: Game) -> Iterator[int]:
        """The badges that wait for the next race of a player."""
        for record in game.sparse.lasting:
            if record[KIND] == "waiting" and record[NAME] not in self.rules.lasting.items:
                yield record[VALUES][0]

    def carried(self, game: Game, race: int, thing: str) -> tuple[int, ...]:
        """The banner or the badges of a race."""
        if thing == "badge":
            return members(game.nums[self.at["race.badges"] + race])
        return (game.cells[self.at["race.banner"] + race],)

    def seats(self, game: Game) -> None:
        """The active race of a seat is its one race that is not in decline."""
        cells = game.cells
        for seat in range(self.rules.players):
            own = [
                race
                for race in members(game.nums[self.at["in play"]])
                if cells[self.at["race.owner"] + race] == seat
                and not cells[self.at["race.declined"] + race]
            ]
            active = cells[self.at["player.active"] + seat]
            demand(own == ([] if active == NONE else [active]), "active race", seat, own, active)
            demand(game.nums[self.at["player.coins"] + seat] >= 0, "coins below nothing", seat)

    def machine(self, game: Game) -> None:
        """At the end nothing runs; while a question is open something does."""
        nums = game.nums
        if game.request is None:
            demand(game.stack == (), "frames behind the end", game.stack)
            demand(nums[self.at["nesting"]] == 0, "actions behind the end")
            demand(nums[self.at["unswept"]] == 0, "a sweep behind the end")
        else:
            demand(game.stack != (), "a question that nobody asks", game.request)
