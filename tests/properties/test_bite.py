"""Every card does something that its own scenarios see: without its ability one of them fails."""

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.ground.span import Span
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import run_case
from talesmith.syntax import tree

KINDS = ("race", "power", "event", "artifact", "place")
ROOT = data_root()
PLAYED = {"base.": "tales_test", "tales.": "tales_test", "warcraft.": "warcraft_test"}
ABLE = {"base.": 33, "tales.": 54, "warcraft.": 48}
"""the ruleset that has the cards of a package, and how many of them do something"""
NOWHERE = Span("emptied", 1, 1, 1, 1)


@cache
def rulebook():
    return Rulebook([ROOT])


def able(package):
    """Cards of a package that say more than what is printed on them, and their files."""
    ruleset, _ = load_ruleset(PLAYED[package], [ROOT])
    parts = (ruleset.handlers, ruleset.ways, ruleset.suppressions, ruleset.markers, ruleset.states)
    busy = {one.card for some in parts for one in some}
    return {
        card.id: Path(card.where.path)
        for card in ruleset.cards
        if card.kind in KINDS and card.id in busy and card.id.startswith(package)
    }


def without(case, card):
    """The same scenario with that card emptied; under rules that lack the card it tells nothing."""
    package, _, name = card.rpartition(".")
    word = tree.FullName(tree.Word(package, span=NOWHERE), tree.Word(name, span=NOWHERE))
    return evolve(case, without=evolve(word, span=NOWHERE))


def is_seen(card, path):
    """Whether one of the scenarios below a card fails when the card is emptied."""
    cases = cases_in(path, rulebook())
    return any(run_case(without(case, card), rulebook()).failure is not None for case in cases)


@pytest.mark.parametrize("package", PLAYED)
def test_an_emptied_card_fails_a_scenario_of_its_own(package):
    cards = able(package)
    assert len(cards) >= ABLE[package]
    unseen = [card for card, path in cards.items() if not is_seen(card, path)]
    assert unseen == []
