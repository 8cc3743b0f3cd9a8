"""What one seat may see of a game, as JSON.

Built from the layout table: whatever it marks as hidden is None here, coins of others for instance,
and of a hidden stack only its height is told.  Frames, the generator and sealed answers are in no
view.  When the game is over, nothing that belongs to a player is hidden any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from talesmith.model.board import members
from talesmith.model.game import Game
from talesmith.model.layout import NONE, Field
from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import BEARER, KIND, NAME, VALUES
from talesmith.play.hooks.lying import LYING
from talesmith.play.length import rounds_of
from talesmith.play.machine import Machine
from talesmith.play.telling.hidden import is_hidden
from talesmith.record.names import Names, names_of
from talesmith.record.request import View, request_view
from talesmith.record.words import short_id


def view(rules: Binder, game: Game, names: Names | Sequence[str], seat: int | None = None) -> View:
    """The game as a seat sees it; without a seat, as somebody who only watches."""
    look = _Look(rules, game, names_of(rules, names), rules.players if seat is None else seat)
    return {
        "number": game.number,
        "over": game.request is None,
        "seat": None if seat is None else look.names.seats[seat],
        **look.constants(),
        "players": [look.player(player) for player in range(rules.players)],
        "regions": [look.region(region) for region in members(rules.board.everything)],
        "column": [look.combo(combo) for combo in rules.races.column_of(look.m)],
        "stacks": look.stacks(),
        "items": list(look.items()),
        "question": request_view(rules, game, look.names, rules.players if seat is None else seat),
    }


class _Look:
    """One look at one game from one seat."""

    def __init__(self, rules: Binder, game: Game, names: Names, seat: int) -> None:
        self.rules = rules
        self.game = game
        self.names = names
        self.seat = seat
        self.m = Machine(game, rules.codes)
        self.states = [f for f in rules.layout.fields if f.name.startswith("state ")]

    def value(self, name: str, index: int = 0) -> int | None:
        """A number of the layout table; None if it is hidden from this seat."""
        layout = self.rules.layout
        field = layout.by_name[name]
        if self.hides(field, index):
            return None
        at = layout[name] + index
        return self.game.cells[at] if field.cell else self.game.nums[at]

    def hides(self, field: Field, index: int) -> bool:
        """Whether a place is hidden; at the end of the game only stacks and chance are."""
        if field.hidden_from == "others" and self.game.request is None:
            return False
        return is_hidden(self.rules, self.game, self.seat, field, index)

    def name(self, kind: str, value: int | None) -> str | None:
        """The word of a thing; None for nobody and nothing."""
        return None if value in (None, NONE) else self.names.word(self.game, kind, value)

    def constants(self) -> View:
        """Round, seats and states of the game."""
        first, current = self.value("first_player"), self.value("current_player")
        return {
            "round": self.value("round"),
            "rounds": rounds_of(self.rules, self.game),
            "first_player": self.name("player", first),
            "current_player": self.name("player", current),
            **self.states_of("game", 0),
        }

    def states_of(self, holder: str, index: int) -> View:
        """The declared states of a thing that differ from their first value."""
        found: View = {}
        for field in self.states:
            value = self.value(field.name, index) if field.index == holder else field.initial
            if value != field.initial:
                found[short_id(field.name)] = self.spoken(field, value)
        return {"states": found} if found else {}

    def spoken(self, field: Field, value: int | None) -> Any:
        """The value of a state: numbers and flags as they are, things by their word."""
        if field.meaning == "flag":
            return bool(value)
        return value if field.meaning == "number" else self.name(field.meaning, value)

    def player(self, player: int) -> View:
        """A player: coins, races and what lies before them."""
        return {
            "name": self.names.seats[player],
            "word": self.names.seat_words[player],
            "coins": self.value("player.coins", player),
            "races": [self.race(race) for race in self.rules.races.races_of(self.m, player)],
            "kept": [self.combo(combo) for combo in self.rules.races.kept(self.m, player)],
            **self.states_of("player", player),
        }

    def race(self, race: int) -> View:
        """A race in play."""
        badges = members(self.game.nums[self.rules.at_badges + race])
        regions = members(self.game.nums[self.rules.at_regions + race])
        return {
            "word": self.name("race", race),
            "title": self.names.title(self.game, "race", race),
            "badges": [self.name("badge", badge) for badge in badges],
            "declined": bool(self.value("race.declined", race)),
            "regions": [self.name("region", region) for region in regions],
            **{pool: self.value(f"race.{pool}", race) for pool in _POOLS},
            **self.states_of("race", race),
        }

    def region(self, region: int) -> View:
        """A region of the board: what is printed on it and what lies in it."""
        printed, race = self.rules.board.regions[region], self.value("region.race", region)
        owner = None if race in (None, NONE) else self.value("race.owner", race)
        return {
            "word": self.name("region", region),
            "title": self.names.title(self.game, "region", region),
            "terrain": printed.terrain,
            "symbols": list(printed.symbols),
            "race": self.name("race", race),
            "owner": None if owner == self.rules.players else self.name("player", owner),
            "tokens": self.value("region.tokens", region),
            "markers": self.markers(region),
            **self.cards(region),
        }

    def cards(self, region: int) -> dict[str, list[str | None]]:
        """The cards that lie in a region, in a game that has such cards."""
        lying = self.rules.lying
        if not lying.any:
            return {}
        found = [(kind, card) for kind in LYING for card in lying.within(self.m, kind, region)]
        return {"cards": [self.name(kind, card) for kind, card in found]}

    def markers(self, region: int) -> dict[str, int]:
        """Markers in a region and how many of each."""
        pieces = self.rules.pieces
        counts = {short_id(kind): pieces.count(kind)(self.m, region) for kind in pieces.kinds}
        return {kind: n for kind, n in counts.items() if n}

    def combo(self, combo: int) -> View:
        """A combo and the coins on it."""
        return {
            "word": self.name("combo", combo),
            "title": self.names.title(self.game, "combo", combo),
            "coins": self.value("combo.coins", combo),
        }

    def stacks(self) -> View:
        """Height of each stack, and its things from the top where they lie open."""
        found: View = {}
        for name, pile in self.rules.piles.items():
            field = self.rules.layout.by_name[f"stack {name}"]
            things: Any = pile.things(self.m)
            hidden = self.hides(field, 1)
            words = None if hidden else [self.name(field.meaning, thing) for thing in things]
            found[name] = {"count": len(things), "things": words}
        return found

    def items(self) -> Iterator[View]:
        """Items and cards in force."""
        for record in self.game.sparse.lasting:
            if record[KIND] == "event":
                yield {"kind": "event", "name": short_id(record[NAME])}
            elif record[KIND] == "item":
                item = self.rules.lasting.items[record[NAME]]
                pairs = zip(item.params, record[VALUES], strict=True)
                yield {
                    "kind": "item",
                    "name": short_id(record[NAME]),
                    "on": self.name(item.bearer, record[BEARER]),
                    "values": {p.name: self.name(p.type, value) for p, value in pairs},
                }


_POOLS = ("hand", "withdrawn", "aside", "tray")
