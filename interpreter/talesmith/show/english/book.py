"""What the printer looks up: the parts of a ruleset by their names, and how types are spoken."""

from collections.abc import Iterable
from typing import TypeVar

from attrs import frozen

from talesmith.ruleset.parts import Card, Hook, Item, Natives, Piece, Ruleset, Step
from talesmith.show.english.phrases import Phrases, phrases_of
from talesmith.show.english.words import spoken

T = TypeVar("T")
Titled = Card | Piece | Item | Natives


class UnsayableError(ValueError):
    """A rule has something for which the printer has no words; the message names it.

    That is a defect of the printer or a damaged ruleset, never the fault of a card that passed
    the check.
    """


@frozen
class Book:
    """A ruleset, opened at the places a printer needs."""

    ruleset: Ruleset
    settings: tuple[tuple[str, str], ...]
    """the value of every key under which a text holds"""
    phrases: Phrases

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Book":
        """Open a ruleset, with the rulings that it has."""
        return cls(ruleset, ruleset.settings, phrases_of(ruleset))

    def hook(self, name: str) -> Hook:
        """Return a declared hook, action, moment or point."""
        return _found((h for h in self.ruleset.hooks if h.name == name), "hook", name)

    def step(self, name: str) -> Step:
        """Return a step: of the rules by its short name, of a card by `CARD.STEP`."""
        steps = self.ruleset.steps
        return _found((s for s in steps if name in (_full(s), s.name)), "step", name)

    def card(self, full: str) -> Card:
        """Return a card or a part of the rules."""
        return _found((c for c in self.ruleset.cards if c.id == full), "card", full)

    def piece(self, full: str) -> Piece:
        """Return a marker or a unit."""
        pieces = (*self.ruleset.markers, *self.ruleset.units)
        return _found((p for p in pieces if p.id == full), "piece", full)

    def item(self, full: str) -> Item:
        """Return an item."""
        return _found((i for i in self.ruleset.items if i.id == full), "item", full)

    def title(self, full: str) -> str:
        """Return the display name of a card, piece, item or natives; `my.name` if none is given."""
        r = self.ruleset
        groups: tuple[tuple[Titled, ...], ...] = (r.cards, r.markers, r.units, r.items, r.natives)
        for thing in (thing for group in groups for thing in group):
            if thing.id == full or thing.id.endswith(f".{full}"):
                return thing.name or spoken(thing.id.rpartition(".")[2]).capitalize()
        raise UnsayableError(f"nothing is called {full}")

    def noun(self, kind: str) -> str:
        """Return the noun for one thing of a type; of an action: for one in the past."""
        action = kind.rstrip("?").removeprefix("list ").removeprefix("record ")
        return self.phrases.nouns.get(action) or noun_of(kind)

    def word(self, kind: str, name: str) -> str:
        """Return the display name of a word of a set, or of the value of a key."""
        for words in (words for group, words in self.ruleset.words if group == kind):
            for word in words:
                if word.id == name:
                    return word.name or spoken(name).capitalize()
        return spoken(name)

    def die(self, name: str) -> str:
        """Return the display name of a die."""
        die = _found((d for d in self.ruleset.dice if d.name == name), "die", name)
        return die.title or spoken(name)

    def ruling(self, name: str) -> str:
        """Return the title of a key."""
        key = _found((k for k in self.ruleset.keys if k.name == name), "key", name)
        return key.title or spoken(name).capitalize()


def _full(step: Step) -> str:
    return f"{step.card}.{step.name}" if step.card else step.name


def _found(things: Iterable[T], what: str, name: str) -> T:
    for thing in things:
        return thing
    raise UnsayableError(f"there is no {what} {name}")


NOUNS = {
    "attempt": "possible conquest",
    "badge": "power",
    "banner": "race banner",
    "line": "line",
    "pool": "pile of tokens",
    "troops": "group of tokens",
}
"""Types that a person calls by other words."""


def noun_of(kind: str) -> str:
    """Return the noun for one thing of a type; of a list type: for one member."""
    kind = kind.rstrip("?")
    if kind.startswith("list "):
        return noun_of(kind[5:])
    first, _, rest = kind.partition(" ")
    if first == "record" and rest:
        return f"“{spoken(rest)}”"
    if first == "word":
        return spoken(rest.removeprefix("key "))
    return NOUNS.get(first, first)


def reason_of(hook: Hook, name: str) -> str:
    """Return the reason that a part of a permission gives to players, else its name."""
    for s in hook.body:
        if s[0] == "forbid" and s[2] == name and s[3]:
            return str(s[3])
    return spoken(name)
