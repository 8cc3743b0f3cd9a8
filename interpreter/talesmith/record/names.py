"""Names of everything a question or a report may speak of, and back from a name to the thing.

A thing has a word (`hill1`, `trolls`, `ana`): one token of an answer line, lower case, unique among
things of its kind.  It also has a title (`Hill 1`, `Flying Trolls`) for sentences and tables.  What
a person types may be the word or one of the other spellings.

Words come from the rules: ids of cards, words and pieces.  A region is called what its map calls
it, unless the map merely numbers its regions (r01, r02 ...): then terrain and number among the
regions of that terrain make its word, and the map's own name is a second spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

from talesmith.ground.nearest import nearest
from talesmith.model.board import Board, members
from talesmith.model.layout import NONE, Layout
from talesmith.play.bind import Binder
from talesmith.play.tokens import BOX
from talesmith.ruleset.parts import Card

CHANCE_WORD = "chance"
_CARD_KINDS = {"banner": "race", "badge": "power"}
_SHOWN = 8
"""so many known words stand in a message"""


class Position(Protocol):
    """A game, or the draft of one: what names are read from."""

    @property
    def cells(self) -> bytes | bytearray:
        """The packed cells."""

    @property
    def nums(self) -> Sequence[int]:
        """The whole numbers."""


class UnknownName(LookupError):
    """No thing of this kind has such a name; the text says what is known."""


class Names:
    """The names of one game: those of the ruleset and board, and those of the seats."""

    def __init__(self, rules: Binder, seats: Sequence[str]) -> None:
        """Name the seats.

        Raises ValueError when there are not as many names as players, or two are alike.
        """
        self.rules = rules
        self.seats = tuple(seats)
        self.seat_words = tuple(word_of(seat) for seat in seats)
        if len(seats) != rules.players:
            raise ValueError(f"{rules.players} players need {rules.players} names, not {seats!r}")
        for at, word in enumerate(self.seat_words):
            if not word.strip("_0123456789") or word == CHANCE_WORD:
                raise ValueError(f"{self.seats[at]!r} cannot be the name of a player")
            if word in self.seat_words[:at]:
                raise ValueError(f"two players are called {self.seats[at]!r}")

    # ---- from a thing to its name ----

    def word(self, game: Position, kind: str, value: Any) -> str:
        """The word of a thing of this type; two words for an attempt with ways or a troop.

        Raises TypeError for a type that has no names.
        """
        return self.spellings(game, kind, value)[0]

    def title(self, game: Position, kind: str, value: Any) -> str:
        """The name of a thing of this type as it stands in a sentence."""
        kind = sure(kind)
        if value is None:
            return "nobody" if kind == "player" else "nothing"
        make = _TITLES.get(kind)
        if make is not None:
            return make(self, game, value)
        cards = self._cards(kind)
        if cards:
            return cards[value].name
        if kind.startswith("word "):
            return self._word_set(kind)[value].name
        return self.word(game, kind, value).replace("_", " ")

    def spellings(self, game: Position, kind: str, value: Any) -> tuple[str, ...]:
        """What a thing may be called in an answer line, its word first."""
        kind = sure(kind)
        if value is None:
            return ("none",)
        make = _WORDS.get(kind)
        if make is not None:
            return make(self, game, value)
        cards = self._cards(kind)
        if cards:
            return self._card_words(cards, value)
        if kind.startswith("word "):
            return (self._word_set(kind)[value].id,)
        raise TypeError(f"a {kind} has no name")

    # ---- from a name to the thing ----

    def known(self, game: Position, kind: str) -> dict[str, Any]:
        """Every spelling of every thing of a type that is in the game now."""
        found: dict[str, Any] = {}
        things = list(self._domain(game, sure(kind)))
        for value in things:
            found.setdefault(self.word(game, kind, value), value)
        for value in things:
            for spelling in self.spellings(game, kind, value):
                found.setdefault(spelling, value)
        return found

    def find(self, game: Position, kind: str, text: str) -> Any:
        """The thing of a type with this name; raises UnknownName, which lists what is known."""
        known = self.known(game, kind)
        word = spaced(text)
        if word in known:
            return known[word]
        raise UnknownName(unknown(sure(kind), text, known))

    def _domain(self, game: Position, kind: str) -> Sequence[Any]:
        make = _DOMAINS.get(kind)
        if make is not None:
            return make(self, game)
        cards = self._cards(kind)
        if cards:
            return range(len(cards))
        if kind.startswith("word "):
            return range(len(self._word_set(kind)))
        raise TypeError(f"things of type {kind} cannot be listed")

    # ---- cards and words ----

    def _cards(self, kind: str) -> list[Card]:
        if kind in ("race", "power"):
            return []
        return self.rules.cards_of(_CARD_KINDS.get(kind, kind))

    def _card_words(self, cards: list[Card], number: int) -> tuple[str, ...]:
        full = cards[number].id
        short = short_id(full)
        alike = sum(1 for card in cards if short_id(card.id) == short)
        return (short, full) if alike == 1 else (full,)

    def _word_set(self, kind: str) -> Any:
        return self._word_sets[kind.removeprefix("word ")]

    @cached_property
    def _word_sets(self) -> dict[str, Any]:
        return dict(self.rules.ruleset.words)

    # ---- regions and pools ----

    @cached_property
    def regions(self) -> tuple[tuple[str, str], ...]:
        """Word and title of each region."""
        board = self.rules.board
        return _numbered(board, self._terrains) if _is_numbered(board) else _own(board)

    @cached_property
    def _terrains(self) -> dict[str, str]:
        return {word.id: word.name for word in self._word_sets.get("terrain", ())}

    def _region(self, _game: Position, region: int) -> tuple[str, ...]:
        word, own = self.regions[region][0], self.rules.board.names[region]
        return (word,) if word == own else (word, own)

    def _region_title(self, _game: Position, region: int) -> str:
        return self.regions[region][1]

    def _pool(self, game: Position, pool: int) -> tuple[str, ...]:
        if pool == BOX:
            return ("box",)
        if self.rules.tokens.is_region(pool):
            return self._region(game, pool - self.rules.tokens.tokens)
        name, race = column_of(self.rules.layout, pool & 0xFFFF)
        short = name.split()[-1].rpartition(".")[2]
        return (short, f"{self._race(game, race)[0]}.{short}")

    def _pool_title(self, game: Position, pool: int) -> str:
        if pool != BOX and self.rules.tokens.is_region(pool):
            return self._region_title(game, pool - self.rules.tokens.tokens)
        return self._pool(game, pool)[0]

    # ---- races, combos, attempts ----

    def _race(self, game: Position, race: int) -> tuple[str, ...]:
        natives = self.rules.ruleset.natives
        if race < len(natives):
            return (short_id(natives[race].id),)
        banner = game.cells[self.rules.at_banner + race]
        return self.spellings(game, "banner", banner)

    def _race_title(self, game: Position, race: int) -> str:
        natives = self.rules.ruleset.natives
        if race < len(natives):
            return natives[race].name
        badges = members(game.nums[self.rules.at_badges + race])
        names = [self.title(game, "badge", badge) for badge in badges]
        return " ".join([*names, self.title(game, "banner", game.cells[self._banner(race)])])

    def _banner(self, race: int) -> int:
        return self.rules.at_banner + race

    def _combo(self, game: Position, combo: int) -> tuple[str, ...]:
        banner, badge = self.combo_cards(game, combo)
        one, two = self.spellings(game, "banner", banner), self.spellings(game, "badge", badge)
        return (*one, f"{two[0]} {one[0]}", *two)

    def _combo_title(self, game: Position, combo: int) -> str:
        banner, badge = self.combo_cards(game, combo)
        return f"{self.title(game, 'badge', badge)} {self.title(game, 'banner', banner)}"

    def combo_cards(self, game: Position, combo: int) -> tuple[int, int]:
        """Banner and badge of a combo, as numbers."""
        races = self.rules.races
        return game.cells[races.combo_banner + combo], game.cells[races.combo_badge + combo]

    def _attempt(self, game: Position, attempt: int) -> tuple[str, ...]:
        ways = [short_id(self.rules.ways.ways[at].id) for at in members(attempt >> 16)]
        regions = self._region(game, attempt & 255)
        return tuple(" ".join([region, *ways]) for region in regions)

    def _attempt_title(self, game: Position, attempt: int) -> str:
        ways = [self.rules.ways.ways[at] for at in members(attempt >> 16)]
        texts = [way.text or short_id(way.id) for way in ways]
        return " + ".join([self._region_title(game, attempt & 255), *texts])

    # ---- pieces and the rest ----

    def _item(self, game: Position, number: int) -> tuple[str, ...]:
        lasting = game.sparse.lasting if hasattr(game, "sparse") else getattr(game, "lasting", ())
        for record in lasting:
            if record[0] == number:
                return (short_id(record[2]),)
        return ("item",)

    def _troops(self, game: Position, troops: Any) -> tuple[str, ...]:
        parts = [f"{self._pool(game, pool)[0]} {n}" for pool, n in troops if n]
        return (" ".join(parts) or "none",)

    def _piece_title(self, _game: Position, full: str) -> str:
        ruleset = self.rules.ruleset
        for piece in (*ruleset.markers, *ruleset.units, *ruleset.items):
            if piece.id == full:
                return piece.name
        return short_id(full)


_Speller = Callable[[Names, Position, Any], tuple[str, ...]]

_WORDS: dict[str, _Speller] = {
    "number": lambda _n, _g, x: (str(x),),
    "flag": lambda _n, _g, x: ("yes" if x else "no",),
    "none": lambda _n, _g, _x: ("none",),
    "player": lambda n, _g, x: (n.seat_words[x] if x < len(n.seats) else "nobody",),
    "region": Names._region,
    "race": Names._race,
    "combo": Names._combo,
    "attempt": Names._attempt,
    "pool": Names._pool,
    "troops": Names._troops,
    "item": Names._item,
    "marker": lambda _n, _g, x: (short_id(x), x),
    "unit": lambda _n, _g, x: (short_id(x), x),
    "record": lambda n, _g, x: (_action_name(n.rules, x[0]),),
}

_TITLES: dict[str, Callable[[Names, Position, Any], str]] = {
    "player": lambda n, _g, x: n.seats[x] if x < len(n.seats) else "nobody",
    "region": Names._region_title,
    "race": Names._race_title,
    "combo": Names._combo_title,
    "attempt": Names._attempt_title,
    "pool": Names._pool_title,
    "marker": Names._piece_title,
    "unit": Names._piece_title,
}

_DOMAINS: dict[str, Callable[[Names, Position], Sequence[Any]]] = {
    "flag": lambda _n, _g: (True, False),
    "player": lambda n, _g: range(len(n.seats)),
    "region": lambda n, _g: range(len(n.regions)),
    "race": lambda n, g: members(g.nums[n.rules.at_in_play]),
    "combo": lambda n, g: _column(n, g),
    "marker": lambda n, _g: [piece.id for piece in n.rules.ruleset.markers],
    "unit": lambda n, _g: [piece.id for piece in n.rules.ruleset.units],
}


def name_of(rules: Binder, game: Position, kind: str, value: Any, names: Sequence[str]) -> str:
    """The word of a thing of this type in a game of these players (see `Names.word`)."""
    return Names(rules, names).word(game, kind, value)


def title_of(rules: Binder, game: Position, kind: str, value: Any, names: Sequence[str]) -> str:
    """The name of a thing for a sentence (see `Names.title`)."""
    return Names(rules, names).title(game, kind, value)


def find(rules: Binder, game: Position, kind: str, text: str, names: Sequence[str]) -> Any:
    """The thing of this type that a text names; raises UnknownName."""
    return Names(rules, names).find(game, kind, text)


def sure(kind: str) -> str:
    """A type without `?` and without `list`."""
    return kind.removesuffix("?").removeprefix("list ")


def short_id(full: str) -> str:
    """The last part of a full name."""
    return full.rpartition(".")[2]


def word_of(text: str) -> str:
    """A text as one word: lower case, everything but letters and digits as `_`."""
    return re.sub(r"\W+", "_", text.strip().lower()).strip("_")


def spaced(text: str) -> str:
    """What somebody typed, in lower case with single spaces."""
    return " ".join(text.lower().split())


def unknown(kind: str, text: str, known: Sequence[str] | dict[str, Any]) -> str:
    """A message about a word that names nothing: the nearest word, or what is known."""
    close = nearest(text, known)
    if close is not None:
        return f"no {kind} is called {text!r}: did you mean {close}?"
    shown = ", ".join(list(known)[:_SHOWN]) or "nothing"
    more = ", ..." if len(known) > _SHOWN else ""
    return f"no {kind} is called {text!r}; there are {shown}{more}"


def column_of(layout: Layout, cell: int) -> tuple[str, int]:
    """Which field and which place of it a cell is."""
    for field in reversed(layout.fields):
        if field.cell and layout[field.name] <= cell:
            return field.name, cell - layout[field.name]
    raise LookupError(f"there is no cell {cell}")


def _column(names: Names, game: Position) -> Sequence[int]:
    races = names.rules.races
    return [c for c in range(races.combos) if game.cells[races.holder + c] != NONE]


def _action_name(rules: Binder, number: int) -> str:
    return next(name for name, at in rules.records.number.items() if at == number)


def _is_numbered(board: Board) -> bool:
    """Whether the map gives its regions nothing but numbers."""
    stems = {name.rstrip("0123456789") for name in board.names}
    return len(stems) == 1 and all(name[-1].isdigit() for name in board.names)


def _numbered(board: Board, terrains: dict[str, str]) -> tuple[tuple[str, str], ...]:
    counts: dict[str, int] = {}
    found = []
    for region in board.regions:
        n = counts[region.terrain] = counts.get(region.terrain, 0) + 1
        name = terrains.get(region.terrain, region.terrain)
        found.append((f"{region.terrain}{n}", f"{name} {n}"))
    return tuple(found)


def _own(board: Board) -> tuple[tuple[str, str], ...]:
    found = []
    for name in board.names:
        stem = name.rstrip("0123456789")
        found.append((name, f"{stem.replace('_', ' ').capitalize()} {name[len(stem) :]}".strip()))
    return tuple(found)
