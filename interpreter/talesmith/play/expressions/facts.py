"""What the ruleset says once and for all: cards, words, keys, dice, printed values."""

from __future__ import annotations

from talesmith.model.layout import NONE
from talesmith.ruleset.parts import Card, Ruleset

KINDS = {"banner": "race", "badge": "power"}
"""kind of card behind a type; other cards are called like their kind"""


class Facts:
    """Cards and words by number, for one game."""

    ruleset: Ruleset
    natives: dict[str, int]
    kinds: dict[str, str]
    """kind of every card, by full name"""
    _settings: dict[str, str]
    _words: dict[str, dict[str, int]]

    def _number_cards(self) -> None:
        known = {card.id: card for card in self.ruleset.cards}
        self._pools = {
            kind: [known[name] for name in dict.fromkeys(ids)] for kind, ids in self.ruleset.pools
        }
        self._card_number = {
            card.id: at for cards in self._pools.values() for at, card in enumerate(cards)
        }
        self.kinds = {card.id: card.kind for card in self.ruleset.cards}
        self.natives = {n.id: at for at, n in enumerate(self.ruleset.natives)}

    def cards_of(self, kind: str) -> list[Card]:
        """The cards of a kind in play, in the order of their numbers."""
        return self._pools.get(kind, [])

    def copies_of(self, kind: str) -> list[int]:
        """The numbers of all cards of a kind, one that is in the game twice twice."""
        return [self.card_number(name) for name in dict(self.ruleset.pools).get(kind, ())]

    def card_number(self, name: str) -> int:
        """Number of a card among those of its kind; NONE if it is not in this game."""
        return self._card_number.get(name, NONE)

    def word(self, group: str, name: str) -> int:
        """Number of a word in its set."""
        return self._words[group][name]

    def setting(self, key: str) -> str | None:
        """The value of a key, None if the rules declare no such key."""
        return self._settings.get(key)

    def faces(self, die: str) -> tuple[int, ...]:
        """The faces of a die."""
        return next(d.faces for d in self.ruleset.dice if d.name == die)

    def printed(self, name: str, holder: str | None = None) -> tuple[int, ...]:
        """The printed value HOLDER.NAME of every card of a kind; 0 if absent.

        Natives have no banner: what is printed on the one that they have not is 0 as well.
        `holder` is the type of the card where the value is declared for cards of all kinds.
        """
        declared, fact = name.split(".")
        holder = holder or declared
        group = dict(self.ruleset.properties)[name]
        found = (dict(card.facts).get(fact, 0) for card in self.cards_of(KINDS.get(holder, holder)))
        table = [self._fact(group, value) for value in found]
        if holder == "banner" and self.ruleset.natives:
            table += [0] * (NONE + 1 - len(table))
        return tuple(table)

    def _fact(self, group: str, value: int | str) -> int:
        if not isinstance(value, str):
            return value
        return value == "yes" if group == "flag" else self.word(group.removeprefix("word "), value)
