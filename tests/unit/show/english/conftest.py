"""Rulesets to be told in English: the base game, and the base game with cards of a test."""

import ast
from pathlib import Path

import pytest

from talesmith.compile import load_ruleset

ROOT = Path(__file__).resolve().parents[4]
TRIAL = "ruleset trial_game { use base use trial map test_board for 2 players }"


@pytest.fixture(scope="session")
def small_world():
    """Return the ruleset of the base game."""
    ruleset, findings = load_ruleset("small_world", [ROOT])
    assert findings == []
    return ruleset


@pytest.fixture
def here():
    """Return the folder of these tests."""
    return Path(__file__).parent


@pytest.fixture
def load(tmp_path):
    """Return a function that gives the base game with the cards of a text in package `trial`."""

    def loaded(cards):
        folder = tmp_path / "rules" / "trial"
        folder.mkdir(parents=True)
        head = "" if cards.startswith("language") else "language 1 package trial\n"
        (folder / "cards.tale").write_text(head + cards, "utf-8")
        (tmp_path / "rules" / "game.tale").write_text(
            f"language 1 package trial\n{TRIAL}\n", "utf-8"
        )
        ruleset, findings = load_ruleset("trial_game", [tmp_path, ROOT])
        assert [f.message for f in findings if f.is_error] == []
        return ruleset

    return loaded


@pytest.fixture(scope="session")
def samples():
    """Return a sample of every operation, by kind: names, clauses, statements."""
    text = (Path(__file__).parent / "samples.txt").read_text("utf-8")
    kinds = {}
    for line in text.splitlines():
        kind, bar, sample = line.partition(" | ")
        if bar and not line.startswith("#"):
            kinds.setdefault(kind, []).append(ast.literal_eval(sample))
    return kinds
