"""A position, read under the names that people use.

`Position` asks and never changes: it holds a draft of its own, made from the frozen game.  What a
viewer may not see it does not tell.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from attrs import frozen

from talesmith.model.board import members
from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import BEARER, KIND, NAME, VALUES
from talesmith.play.hooks.attempts import COST
from talesmith.play.hooks.lying import LYING
from talesmith.play.length import rounds_of
from talesmith.play.machine import Machine, ways_in
from talesmith.play.telling.explain import why_value
from talesmith.play.telling.explained import APPLIED
from talesmith.play.telling.hidden import is_hidden
from talesmith.ruleset.parts import Card, Item, Word


class Naming(Protocol):
    """How things are called: short words for answers, titles for sentences."""

    seats: tuple[str, ...]

    def word(self, game: Any, kind: str, value: Any) -> str:
        """The word of a thing, as it is typed."""

    def title(self, game: Any, kind: str, value: Any) -> str:
        """The name of a thing, as it stands in a sentence."""


@frozen
class Marks:
    """So many markers of a kind in a region."""

    name: str
    n: int

    def __str__(self) -> str:
        return self.name if self.n == 1 else f"{self.name} x{self.n}"


class Position:
    """What a game looks like at one moment to one viewer (None: somebody without a seat)."""

    def __init__(self, rules: Binder, game: Game, names: Naming, viewer: int | None = None) -> None:
        """Read a game under the rules it is played by."""
        self.rules = rules
        self.game = game
        self.names = names
        self.viewer = viewer
        self.m = Machine(game, rules.codes)
        self.m.ways = ways_in(rules.codes, game.stack)
        self.seats = range(rules.players)

    def read(self, field: str, at: int = 0) -> int:
        """A field of the position, by its name in the layout."""
        layout = self.rules.layout
        store: Sequence[int] = self.m.cells if layout.by_name[field].cell else self.m.nums
        return store[layout[field] + at]

    def running(self) -> Iterator[str]:
        """The names of the bodies that wait for the answer, the one that asks first."""
        chain: Any = self.game.stack
        while chain:
            frame, chain = chain
            yield self.rules.codes[frame[0]].name

    def value(self, name: str, *args: int | None) -> int | None:
        """A number of the rules, None if they have no such value."""
        hook = self.rules.values.get(name)
        return None if hook is None else int(hook(self.m, list(args)))

    def title(self, kind: str, value: Any) -> str:
        """A thing as it stands in a sentence."""
        return self.names.title(self.game, kind, value)

    def word(self, kind: str, value: Any) -> str:
        """A thing as it is typed."""
        return self.names.word(self.game, kind, value)

    # ---- the clock ----

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.game.request is None

    @property
    def round(self) -> int:
        """The running round, from 1."""
        return self.read("round")

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return rounds_of(self.rules, self.game)

    # ---- players ----

    def player(self, seat: int) -> str:
        """The name of a seat."""
        return self.title("player", seat)

    def coins(self, seat: int) -> int | None:
        """The coins of a player, None if the viewer may not see them."""
        if not self.is_over:
            field = self.rules.layout.by_name["player.coins"]
            if self.viewer is None or is_hidden(self.rules, self.game, self.viewer, field, seat):
                return None
        return self.read("player.coins", seat)

    def active(self, seat: int) -> int | None:
        """A player's active race."""
        race = self.read("player.active", seat)
        return None if race == NONE else race

    def races(self, seat: int) -> tuple[int, ...]:
        """A player's races, the active one first."""
        return self.rules.races.races_of(self.m, seat)

    # ---- races in play ----

    def owner(self, race: int) -> int | None:
        """The player to whom a race belongs; None for natives."""
        owner = self.read("race.owner", race)
        return owner if owner in self.seats else None

    def is_declined(self, race: int) -> bool:
        """Whether a race is in decline."""
        return bool(self.read("race.declined", race))

    def regions(self, race: int) -> tuple[int, ...]:
        """The regions of a race in map order."""
        return members(self.read("race.regions", race))

    def hand(self, race: int) -> int:
        """Tokens of a race in hand."""
        return self.read("race.hand", race)

    def items(self, kind: str, bearer: int) -> list[str]:
        """Items on a race, player or region, with what they are about in brackets."""
        known = self.rules.lasting.items
        return [
            self._item(known[record[NAME]], record[VALUES])
            for record in self.m.lasting
            if record[KIND] == "item"
            and record[BEARER] == bearer
            and known[record[NAME]].bearer == kind
        ]

    def _item(self, item: Item, values: Sequence[Any]) -> str:
        about = [self.title(p.type, v) for p, v in zip(item.params, values, strict=True)]
        return f"{item.name}: {', '.join(about)}" if about else item.name

    def cards_of(self, race: int) -> list[Card]:
        """The cards of a race in play: its badges, then its banner."""
        badges = self.rules.cards_of("power")
        found = [badges[at] for at in members(self.read("race.badges", race))]
        banners, banner = self.rules.cards_of("race"), self.read("race.banner", race)
        return [*found, *banners[banner : banner + 1]]

    # ---- regions ----

    def terrain(self, region: int) -> str:
        """Display name of a region's terrain."""
        return self.name_of_word("terrain", self.rules.board.regions[region].terrain)

    def symbols(self, region: int) -> list[str]:
        """Display names of the symbols that are printed in a region: those with a sign."""
        found = self.rules.board.regions[region].symbols
        return [word.name for word in self.words("symbol") if word.id in found and word.sign]

    def signs(self, region: int) -> str:
        """The signs of the symbols that are printed in a region."""
        found = self.rules.board.regions[region].symbols
        return "".join(word.sign for word in self.words("symbol") if word.id in found)

    def words(self, group: str) -> tuple[Word, ...]:
        """The words of a set."""
        return dict(self.rules.ruleset.words).get(group, ())

    def name_of_word(self, group: str, name: str) -> str:
        """Display name of a word of a set; the word itself if there is no such."""
        return next((word.name for word in self.words(group) if word.id == name), name)

    def occupant(self, region: int) -> int | None:
        """The race that stands in a region."""
        race = self.read("region.race", region)
        return None if race == NONE else race

    def tokens(self, region: int) -> int:
        """How many tokens stand in a region."""
        return self.read("region.tokens", region)

    def markers(self, region: int) -> list[Marks]:
        """Markers and cards in a region; a marker of the name of a card or the terrain is left out."""
        cards = [card.name for card in self.cards_in(region)]
        known = {self.terrain(region), *cards}
        found = [
            Marks(piece.name, n)
            for piece in self.rules.ruleset.markers
            if (n := self.rules.pieces.count(piece.id)(self.m, region)) and piece.name not in known
        ]
        return found + [Marks(name, 1) for name in cards]

    def pieces_of_cards(self, region: int) -> list[tuple[str, Card]]:
        """Names of the markers in a region that a card elsewhere has brought, each with the card."""
        here = self.cards_in(region)
        cards = self.rules.ruleset.cards
        known = {card.id: card for card in cards if card.text and card not in here}
        return [
            (piece.name, known[piece.card])
            for piece in self.rules.ruleset.markers
            if piece.card in known and self.rules.pieces.count(piece.id)(self.m, region)
        ]

    def cards_in(self, region: int) -> list[Card]:
        """The cards that lie in a region."""
        within, cards_of = self.rules.lying.within, self.rules.cards_of
        return [cards_of(kind)[n] for kind in LYING for n in within(self.m, kind, region)]

    # ---- combos and attempts ----

    def column(self) -> tuple[int, ...]:
        """The combos on offer, the cheapest first."""
        return self.rules.races.column_of(self.m)

    def cards_of_combo(self, combo: int) -> list[Card]:
        """Badge and banner of a combo, as cards."""
        badges, badge = self.rules.cards_of("power"), self.read("combo.badge", combo)
        banners, banner = self.rules.cards_of("race"), self.read("combo.banner", combo)
        return [*badges[badge : badge + 1], *banners[banner : banner + 1]]

    def cost(self, attempt: int) -> int:
        """What an attempt costs."""
        return self.rules.attempts.cost(self.m, attempt)

    def surcharges(self, attempt: int) -> list[str]:
        """What the rules themselves, and neither a card nor a piece, add to the cost of an attempt."""
        chapters = {c.id for c in self.rules.ruleset.cards if c.kind == "rules"}
        race, m = attempt >> 8 & 255, self.m
        held, trial = m.ways, m.trial
        m.ways, m.trial = members(attempt >> 16), race
        parts = why_value(self.rules, m, COST, [race, attempt & 255]).parts
        m.ways, m.trial = held, trial
        return [
            f"{part.amount:+} {part.source}"
            for part in parts
            if part.state == APPLIED
            and part.layer == "add"
            and part.card in chapters
            and part.source == part.card.rpartition(".")[2]
        ]
