"""Six whole games, one of each theme, in which every one of the 54 event cards takes effect.

Beside each game stands what shows it: the same game with an event without any rule in the place of
the card, played with the same answers as long as they can be given. Where the positions, what is
told, or at least the choices are no longer the same, the card has taken effect. If a change of
rules or bots leaves a card without effect, another seed is needed.
"""

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from talesmith.compile import load_ruleset
from talesmith.play.statements.questions import DONE
from talesmith.play.step import begin, bind, opening, step
from talesmith.play.validate import IllegalAnswer
from talesmith.record.session import Session
from talesmith.record.transcript import body
from talesmith.run.game import choice, seat_bots

ROOT = Path(__file__).resolve().parents[2]
NOTHING = "base.nothing_happens"
SEATS = ("ana", "ben", "cid")
GAMES = {
    "bargain_sale_of_wonders": (0, "uniform uniform"),
    "gods_must_be_crazy": (3, "uniform uniform"),
    "once_in_a_thousand_years": (0, "uniform uniform"),
    "senseless_bloodshed": (43, "greedy greedy uniform"),
    "wind_of_change": (1, "uniform uniform"),
    "world_in_danger": (4, "uniform uniform"),
}


@cache
def whole():
    extra = [ROOT / "tests" / "fixtures" / "nothing.tale"]
    ruleset, findings = load_ruleset("small_world_tales", [ROOT], extra)
    assert [finding for finding in findings if finding.is_error] == []
    return ruleset


def cards_of(theme):
    """The events of a theme, in the order of their names."""
    events = [card for card in whole().cards if card.kind == "event" and card.id != NOTHING]
    return [card.id for card in events if dict(card.facts)["theme"] == theme]


class Themed:
    """One of the games, and the same game without one of its cards."""

    def __init__(self, theme):
        self.theme, (self.seed, kinds) = theme, GAMES[theme]
        self.kinds, self.cards = kinds.split(), cards_of(theme)
        pools = tuple(
            (kind, (*self.cards, NOTHING) if kind == "event" else cards)
            for kind, cards in whole().pools
        )
        self.rules = bind(evolve(whole(), pools=pools), len(self.kinds))
        self.piles = {
            at + cell
            for stack in whole().stacks
            if stack.thing == "event"
            for at in [self.rules.layout[f"stack {stack.name}"]]
            for cell in range(self.rules.layout.size(f"stack {stack.name}"))
        }
        self.games = self.played()

    def begun(self, without=None):
        """The first question and what happened before it."""
        first = opening(self.rules, self.seed)
        cells, at = bytearray(first.cells), self.rules.layout["stack event_deck"]
        deck = [NOTHING if card == without else card for card in self.cards]
        cells[at : at + 1 + len(deck)] = bytes([len(deck), *map(self.rules.card_number, deck)])
        return begin(self.rules, evolve(first, cells=bytes(cells)))

    def played(self):
        """Every position of the game with the answer given there; the last one without."""
        game, games = self.begun()[0], []
        bots = seat_bots(self.kinds, self.seed)
        while game.request is not None:
            games.append((game, choice(self.rules, bots, game)))
            game = step(self.rules, *games[-1])[0]
        return [*games, (game, None)]

    def transcript(self):
        game, events = self.begun()
        session = Session.resume(self.rules, SEATS[: len(self.kinds)], self.seed, game)
        session.opening = events
        for _, answer in self.games[:-1]:
            session.answer(answer)
        return "\n".join(body(session)) + "\n"

    def effect(self, card):
        """What is first different without a card, and where; None if nothing is."""
        other, asked, before = self.begun(without=card)[0], None, "at the start"
        for at, (game, answer) in enumerate(self.games, 1):
            where = f"round {game.cells[self.rules.layout['round']]}, answer {at}"
            if not self.is_same(game, other):
                return f"{before} leads elsewhere"
            if answer is None:
                return asked
            if game.request != other.request:
                asked = asked or f"{where} has other choices"
            same = same_answer(game.request, other.request, answer)
            if same is None:
                return f"{where} could not be given"
            try:
                other = step(self.rules, other, same)[0]
            except IllegalAnswer:
                return f"{where} could not be given"
            before = where
        raise AssertionError

    def is_same(self, one, two):
        """Whether two positions and what was told of them are the same but for the two cards."""
        cells = ((a, b) for at, (a, b) in enumerate(zip(one.cells, two.cells, strict=True))
                 if a != b and at not in self.piles)  # fmt: skip
        return one.nums == two.nums and len(one.log[-1]) == len(two.log[-1]) and not any(cells)


def same_answer(asked, other, answer):
    """The answer to a question that says what another said to a similar one; None if none does."""
    if asked == other:
        return answer
    if other is None or {asked[0], other[0]} != {"option"}:
        return None
    if answer == DONE:
        return DONE if other[7] else None
    return other[3].index(asked[3][answer]) if asked[3][answer] in other[3] else None


@cache
def themed(theme):
    return Themed(theme)


@pytest.mark.parametrize("theme", GAMES)
def test_a_game_with_events_reads_as_it_always_did(theme, golden):
    assert themed(theme).transcript() == golden


def test_where_each_card_takes_effect(golden):
    lines, idle = [], []
    for theme in GAMES:
        lines.append(f"{theme}: seed {themed(theme).seed}, {', '.join(themed(theme).kinds)}")
        for card in themed(theme).cards:
            effect = themed(theme).effect(card)
            lines.append(f"  {card.rpartition('.')[2]}: {effect}")
            if effect is None:
                idle.append(card)
    assert idle == []
    assert len([line for line in lines if line.startswith("  ")]) == 54
    assert "\n".join(lines) + "\n" == golden
