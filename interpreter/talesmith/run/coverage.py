"""What the games of a run have touched: cards, words of the map, questions, kinds of frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import field, frozen

from talesmith.model.game import Event, Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import OFFER

USED = ("race", "power", "event", "artifact", "place", "board", "symbol", "terrain", "offer")
GROUPS = (*USED, "question", "frame")


@frozen
class Coverage:
    """How often each thing of a group was used: (group, name) and number."""

    counts: Counter[tuple[str, str]] = field(factory=Counter)
    known: set[tuple[str, str]] = field(factory=set)
    """everything that could have been used"""

    def add(self, other: Coverage) -> None:
        """Add what another run has touched."""
        self.counts.update(other.counts)
        self.known.update(other.known)

    def group(self, name: str) -> dict[str, int]:
        """All things of a group with their counts, unused ones too, by name."""
        things = sorted(thing for group, thing in self.known if group == name)
        return {thing: self.counts[name, thing] for thing in things}

    def unused(self) -> list[str]:
        """Every card, word of the map and offer that no game has used."""
        left = sorted(self.known - set(self.counts))
        return [f"{group} {thing}" for group, thing in left if group in USED]


class Counting:
    """Notes for one bound ruleset what a step has touched."""

    def __init__(self, rules: Binder, coverage: Coverage) -> None:
        """Note into this coverage; what the ruleset has is known from now on."""
        self.rules = rules
        self.counts = coverage.counts
        self.at_race = rules.at_race
        self.regions = range(len(rules.board.regions))
        coverage.known.update(self._known())

    def _known(self) -> Iterator[tuple[str, str]]:
        ruleset = self.rules.ruleset
        for kind, cards in ruleset.pools:
            yield from ((kind, card) for card in cards)
        boards = {name for n, maps in ruleset.boards for name in maps if n == self.rules.players}
        yield from (("board", name) for name in boards)
        for region in self.rules.board.regions:
            yield from (("symbol", symbol) for symbol in region.symbols)
            yield "terrain", region.terrain
        yield from (("frame", code.kind) for code in self.rules.codes)
        yield from (("question", site.kind) for site in self.rules.sites)
        absent = ruleset.left_out
        for bound in self.rules.bounds:
            is_known = bound.handler.card not in absent and not bound.never
            if bound.handler.form == "offer" and is_known:
                yield "offer", bound.handler.id

    def begin(self) -> None:
        """Note that a game begins on this board."""
        self.counts.update(("board", part.id) for part in self.rules.board.maps)

    def step(self, before: Game, events: tuple[Event, ...], after: Game) -> None:
        """Note what happened in a step."""
        for event in events:
            if event[0] == "found":
                self._found(event)
            elif event[0] == "answer":
                self._answer(event)
            elif event[0] == "attach" and event[1] == "event":
                self.counts["event", event[2]] += 1
            elif event[0] == "lay" and event[3] is not None:
                _, kind, card, _ = event
                self.counts[kind, self.rules.cards_of(kind)[card].id] += 1
        for region in self.regions:
            race = after.cells[self.at_race + region]
            if race != NONE and race != before.cells[self.at_race + region]:
                self._taken(region)

    def _found(self, event: Event) -> None:
        _, _, banner, badge, _ = event
        for kind, number in (("race", banner), ("power", badge)):
            cards = self.rules.cards_of(kind)
            if number < len(cards):
                self.counts[kind, cards[number].id] += 1

    def _answer(self, event: Event) -> None:
        site = self.rules.sites[event[2]]
        answer = event[3]
        if site.kind == "option" and answer is not None and answer[0] >= OFFER:
            self.counts["offer", self.rules.bounds[answer[0] - OFFER].handler.id] += 1

    def _taken(self, region: int) -> None:
        place = self.rules.board.regions[region]
        self.counts["terrain", place.terrain] += 1
        for symbol in place.symbols:
            self.counts["symbol", symbol] += 1

    def saved(self, game: Game) -> None:
        """Note the open question and the kinds of frame of a position that is saved and loaded."""
        if game.request is not None:
            self.counts["question", game.request[0]] += 1
        for kind in frame_kinds(self.rules, game):
            self.counts["frame", kind] += 1


def frame_kinds(rules: Binder, game: Game) -> set[str]:
    """The kinds of frame on the stack of a position; those of a group lie in the frame above it."""
    kinds, chain = set(), game.stack
    if game.request is not None and game.request[0] == "group":
        kinds.add("group")
    while chain:
        (code, _, _), chain = chain
        kinds.add(rules.codes[code].kind)
    return kinds
