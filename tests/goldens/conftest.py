"""The ruleset of the goldens, loaded once."""

from pathlib import Path

import pytest

from talesmith.compile import load_ruleset

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def small_world():
    """Return the ruleset of the base game, which must be without findings."""
    ruleset, findings = load_ruleset("small_world", [ROOT])
    assert findings == []
    return ruleset


@pytest.fixture(scope="session")
def cards_of(small_world):
    """Return a function that gives the ids of all cards of a kind."""
    return lambda kind: [card.id for card in small_world.cards if card.kind == kind]
