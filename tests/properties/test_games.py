"""Whole random games in which everything that must always hold is looked at; long form: `soak`."""

import pytest

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind
from talesmith.run.game import played, seat_bots
from talesmith.run.soak import Plan, soak


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_breaks_nothing(ruleset, players):
    report = soak(Plan(ruleset, players), range(players, players + 1))
    assert report.failures == []
    assert report.games == {players: 1}
    assert report.decisions > 60


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (5, 6)])
def test_a_game_on_islands_breaks_nothing(islands, players, seed):
    report = soak(Plan(islands, players), range(seed, seed + 1))
    assert report.failures == []
    assert report.games == {players: 1}
    assert sum(report.coverage.group("place").values()) > 0


def test_a_game_of_one_player_against_the_rules_breaks_nothing():
    ruleset, _ = load_ruleset("warcraft_revenge", [data_root()])
    report = soak(Plan(ruleset, 1), range(1))
    assert report.failures == []
    assert report.games == {1: 1}


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


def test_the_reference_plays_the_same_game_on_islands(islands):
    report = soak(Plan(islands, 3, reference=True), range(1))
    assert report.failures == []
    assert report.decisions > 60


def test_the_reference_asks_the_same_questions(asking):
    report = soak(Plan(asking, 3, reference=True), range(1))
    assert report.failures == []
    assert report.decisions > 200


def test_greedy_answers_every_kind_of_question(asking):
    rules = bind(asking, 2)
    game = played(rules, seat_bots(["greedy", "greedy"], 1), 1)
    assert game.request is None
    asked = {rules.sites[e[2]].kind for events in game.log for e in events if e[0] == "answer"}
    assert asked >= {"allocate", "number", "option", "order", "pick"}
    assert any(event[0] == "sealed" for events in game.log for event in events)
