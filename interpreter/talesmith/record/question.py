"""An open question with its words: texts and targets of its options, names of its things."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import CHANCE, OFFER, Site
from talesmith.record.names import CHANCE_WORD, Names
from talesmith.record.words import short_id, spoken

DONE_WORD = "done"
NOTHING_WORD = "none"


@frozen
class Choice:
    """One option: its text, the type and value of its target, and the card that offers it."""

    text: str
    kind: str
    value: Any
    card: str


@frozen
class Question:
    """One request (of one player) and the words for it."""

    rules: Binder = field(repr=False)
    names: Names = field(repr=False)
    game: Game = field(repr=False)
    request: Any
    site: Site

    @property
    def kind(self) -> str:
        """option, pick, number, allocate, order or group."""
        return str(self.request[0])

    @property
    def speaker(self) -> str:
        """The word of who is asked."""
        by = self.request[1]
        return CHANCE_WORD if by == CHANCE else self.names.seat_words[by]

    @property
    def may_decline(self) -> bool:
        """Whether `done` is an answer."""
        return bool(self.request[7])

    def choices(self) -> list[Choice]:
        """The options of an `option` question."""
        return [self._choice(entry) for entry in self.request[3]]

    def _choice(self, entry: Any) -> Choice:
        branch, value, _ = entry
        if branch >= OFFER:
            handler = self.rules.bounds[branch - OFFER].handler
            kind = "none" if handler.target is None else handler.target[1][2]
            return Choice(handler.may or "", kind.removeprefix("list "), value, handler.card)
        return Choice(self.site.texts[branch], self.site.things[branch], value, self.site.card)

    def verbs(self) -> list[str]:
        """Texts of all options that this place ever has, open or not, as they are spoken."""
        texts = [spoken(text) for text in self.site.texts]
        if self.site.point is not None:
            offers = self.rules.offers[self.site.point].all
            texts += [spoken(bound.handler.may or "") for bound in offers]
        return list(dict.fromkeys(texts))

    def thing_spellings(self) -> list[tuple[str, ...]]:
        """Spellings of the things of a pick, order or allocate question, all different.

        Things that would be called the same get longer names, in the end their number.
        """
        kind, things = self.site.thing, self.request[3]
        spelled = [self.names.spellings(self.game, kind, thing) for thing in things]
        taken: dict[str, int] = {}
        for words in spelled:
            for word in words:
                taken[word] = taken.get(word, 0) + 1
        found = []
        for at, words in enumerate(spelled):
            own = tuple(word for word in words if taken[word] == 1)
            found.append(own or (f"{words[0].replace(' ', '_')}_{at + 1}",))
        return found


def question_of(rules: Binder, names: Names, game: Game, request: Any = None) -> Question:
    """The open question of a game, or one of those of a group, with its words."""
    request = game.request if request is None else request
    return Question(rules, names, game, request, rules.sites[request[2]])


def card_word(full: str) -> str:
    """The word of the card that offers something."""
    return short_id(full) or "rules"
