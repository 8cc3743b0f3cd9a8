"""Whole random games in which everything that must always hold is looked at; long form: `soak`."""

import pytest

from talesmith.run.soak import Plan, soak


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_breaks_nothing(ruleset, players):
    report = soak(Plan(ruleset, players), range(players, players + 1))
    assert report.failures == []
    assert report.games == {players: 1}
    assert report.decisions > 60


def test_every_question_in_every_frame_can_be_saved(asking):
    report = soak(Plan(asking, 2), range(1))
    assert report.failures == []
    assert set(report.coverage.group("frame")) == {"action", "body", "fire", "group"}
    assert min(report.coverage.group("frame").values()) > 5
    kinds = {"allocate", "group", "number", "option", "order", "pick"}
    assert set(report.coverage.group("question")) == kinds
    assert min(report.coverage.group("question").values()) > 10


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_reference_plays_the_same_game(ruleset, players):
    report = soak(Plan(ruleset, players, reference=True), range(1))
    assert report.failures == []
    assert report.decisions > 60


def test_the_reference_asks_the_same_questions(asking):
    report = soak(Plan(asking, 3, reference=True), range(1))
    assert report.failures == []
    assert report.decisions > 200
