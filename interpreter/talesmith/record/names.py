"""Names of everything a question or a report may speak of, and back from a name to the thing.

A thing has a word (`dune1`, `rovers`, `ana`): one token of an answer line, lower case, unique among
things of its kind.  It also has a title (`Dune 1`, `Merry Rovers`) for sentences and tables.  What
a person types may be the word or one of the other spellings.  All of it comes from the rules: ids
and names of cards, words and pieces (`spelling` has a line for each type, `regions` names regions).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from talesmith.play.bind import Binder
from talesmith.record.regions import region_names
from talesmith.record.spelling import DOMAINS, TITLES, WORDS, Position
from talesmith.record.words import short_id, spaced, sure, unknown, word_of
from talesmith.ruleset.parts import Card, Word

CHANCE_WORD = "chance"
NOBODYS = (CHANCE_WORD, "nobody", "none")
"""words of answers and reports that are the name of no player"""
LONGEST = 30
"""characters of a name; longer ones would break the tables"""
_CARD_KINDS = {"banner": "race", "badge": "power", "race": "", "power": ""}


def refused_name(name: str) -> str:
    """Why this cannot be the name of a player; empty if it can.

    A save lists names between commas, an answer line names a player in one word, and some words
    stand for nobody there.
    """
    word = word_of(name)
    if not name.isprintable():
        return f"the name {name!r} has a sign in it that cannot be printed"
    if "," in name:
        return f"a name has no comma, as {name!r} has"
    if len(name) > LONGEST:
        return f"a name has {LONGEST} characters at most; {name!r} has {len(name)}"
    if not word.strip("_0123456789") or word in NOBODYS:
        return f"{name!r} cannot be the name of a player"
    return ""


class UnknownName(LookupError):  # noqa: N818 - it says what happened
    """No thing of this kind has such a name; the text says what is known."""


class Names:
    """The names of one game: those of the ruleset and board, and those of the seats."""

    def __init__(self, rules: Binder, seats: Sequence[str]) -> None:
        """Name the seats.

        Raises ValueError when there are not as many names as players, or two are alike.
        """
        self.rules: Binder = rules
        self.seats: tuple[str, ...] = tuple(seats)
        self.seat_words: tuple[str, ...] = tuple(word_of(seat) for seat in seats)
        if len(seats) != rules.players:
            raise ValueError(f"{rules.players} players need as many names, not {list(seats)}")
        for at, word in enumerate(self.seat_words):
            refusal = refused_name(self.seats[at])
            if refusal:
                raise ValueError(refusal)
            if word in self.seat_words[:at]:
                problem = f"two players are called {self.seats[at]!r}"
                raise ValueError(f"{problem}: give one another name, such as {word}_2")

    # ---- from a thing to its name ----

    def word(self, game: Position, kind: str, value: Any) -> str:
        """The word of a thing of this type; several words for an attempt with ways or troops.

        Raises TypeError for a type that has no names.
        """
        return self.spellings(game, kind, value)[0]

    def title(self, game: Position, kind: str, value: Any) -> str:
        """The name of a thing of this type as it stands in a sentence."""
        kind = sure(kind)
        if value is None:
            return "nobody" if kind == "player" else "nothing"
        titler, cards = TITLES.get(kind), self._cards(kind)
        if titler is not None:
            return titler(self, game, value)
        if cards:
            return cards[int(value)].name
        if kind.startswith("word "):
            return self._word_set(kind)[int(value)].name
        return self.word(game, kind, value).replace("_", " ")

    def spellings(self, game: Position, kind: str, value: Any) -> tuple[str, ...]:
        """What a thing may be called in an answer line, its word first."""
        kind = sure(kind)
        if value is None:
            return ("none",)
        speller, cards = WORDS.get(kind), self._cards(kind)
        if speller is not None:
            return speller(self, game, value)
        if cards:
            return _card_words(cards, value)
        if kind.startswith("word "):
            return (self._word_set(kind)[int(value)].id,)
        raise TypeError(f"a {kind} has no name")

    # ---- from a name to the thing ----

    def known(self, game: Position, kind: str) -> dict[str, Any]:
        """Every spelling of every thing of a type that is in the game now, words first.

        Raises TypeError for a type whose things cannot be listed.
        """
        things = list(self._domain(game, sure(kind)))
        found = {self.word(game, kind, value): value for value in things}
        for value in things:
            for spelling in self.spellings(game, kind, value):
                found.setdefault(spelling, value)
        return found

    def find(self, game: Position, kind: str, text: str) -> Any:
        """The thing of a type with this name; raises UnknownName, which lists what is known."""
        for spelling, value in self.known(game, kind).items():
            if spaced(spelling) == spaced(text):
                return value
        words = [self.word(game, kind, value) for value in self._domain(game, sure(kind))]
        raise UnknownName(unknown(sure(kind), text, words))

    def _domain(self, game: Position, kind: str) -> Sequence[Any]:
        domain, cards = DOMAINS.get(kind), self._cards(kind)
        if domain is not None:
            return domain(self, game)
        if cards:
            return range(len(cards))
        if kind.startswith("word "):
            return range(len(self._word_set(kind)))
        raise TypeError(f"things of type {kind} cannot be listed")

    # ---- tables ----

    @cached_property
    def regions(self) -> tuple[tuple[str, str], ...]:
        """Word and title of each region."""
        return region_names(self.rules.ruleset, self.rules.board)

    def _cards(self, kind: str) -> list[Card]:
        return self.rules.cards_of(_CARD_KINDS.get(kind, kind))

    def _word_set(self, kind: str) -> tuple[Word, ...]:
        return self._word_sets[kind.removeprefix("word ")]

    @cached_property
    def _word_sets(self) -> dict[str, tuple[Word, ...]]:
        return dict(self.rules.ruleset.words)


def _card_words(cards: Sequence[Card], number: int) -> tuple[str, ...]:
    full = cards[number].id
    short = short_id(full)
    alike = sum(1 for card in cards if short_id(card.id) == short)
    return (short, full) if alike == 1 else (full,)


def names_of(rules: Binder, names: Names | Sequence[str]) -> Names:
    """The names of a game from those of its seats; names are made once where many are needed."""
    return names if isinstance(names, Names) else Names(rules, names)
