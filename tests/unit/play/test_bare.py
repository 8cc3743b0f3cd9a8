"""The rules of the base game without one of its cards: the rules name no card that they need."""

import shutil
from pathlib import Path

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, start, step
from talesmith.play.telling.view import SeatView
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import PASSED, run_case
from talesmith.run.game import choice, seat_bots
from talesmith.run.soak import Plan, soak

BARE = Path(__file__).parent.parent.parent / "fixtures" / "bare.tale"


@pytest.fixture
def hidden(tmp_path):
    """A root with the rules and no cards."""
    shutil.copytree(data_root() / "rules", tmp_path / "rules")
    return tmp_path


def test_scenarios_without_the_cards_of_the_game(hidden):
    book = Rulebook([hidden])
    cases = list(cases_in(BARE, book))
    assert len(cases) >= 2
    for case in cases:
        outcome = run_case(case, book)
        assert outcome.verdict == PASSED, outcome.failure


@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_of_two_banners_and_two_badges(hidden, players):
    ruleset, findings = load_ruleset("two_and_two", [hidden], [BARE])
    assert [str(f) for f in findings if f.is_error] == []
    assert sorted(card.id for card in ruleset.cards if card.kind in ("race", "power")) == [
        "my.movers", "my.quick", "my.rich", "my.stayers"
    ]  # fmt: skip
    report = soak(Plan(ruleset, players), range(3))
    assert report.failures == []
    rules = bind(ruleset, players)
    bots = seat_bots(["greedy"] * players, 1)
    game, _ = start(rules, 1)
    while game.request is not None:
        game, _ = step(rules, game, choice(rules, bots, game))
    assert SeatView(rules, game, 0).round == rules.rounds
    assert game.number > 60
