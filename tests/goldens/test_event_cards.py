"""What every event card says in English, and how it is compiled; the rules of events with them."""

import pytest

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.show.dump import dump
from talesmith.show.english import describe


@pytest.fixture(scope="module")
def tales():
    ruleset, findings = load_ruleset("small_world_tales", [data_root()])
    assert [finding for finding in findings if finding.is_error] == []
    return ruleset


@pytest.fixture(scope="module")
def cards(tales):
    """The events, then the parts of the rules that events bring."""
    found = [card.id for card in tales.cards if card.id.startswith("tales.")]
    return sorted(found, key=lambda card: card not in dict(tales.pools)["event"])


def test_english_of_each_event(tales, cards, golden):
    assert "\n".join(f"{card}\n\n{describe(tales, card)}\n" for card in cards) == golden


def test_compiled_form_of_each_event(tales, cards, golden):
    assert "\n".join(dump(tales, card) for card in cards) == golden


def test_the_goldens_have_every_event(tales, cards):
    assert len(dict(tales.pools)["event"]) == 54
    assert set(dict(tales.pools)["event"]) == set(cards[:54])
    assert {card.id for card in tales.cards if card.kind == "event"} == set(cards[:54])
