"""What a seed draws: keys, and decks of one card."""

import pytest
from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import begin, bind, opening
from talesmith.run.drawn import alone, drawn_keys, other_keys, with_keys
from talesmith.run.soak import Plan, soak


@pytest.fixture(scope="module")
def ruleset():
    return load_ruleset("small_world_tales", [data_root()])[0]


def test_every_value_of_every_key_is_drawn_by_some_seed(ruleset):
    drawn = [drawn_keys(ruleset, seed) for seed in range(60)]
    for key in ruleset.keys:
        assert {keys[key.name] for keys in drawn} == set(key.values)
    assert drawn_keys(ruleset, 3) == drawn[3]


def test_keys_are_set_or_refused(ruleset):
    changed = with_keys(ruleset, {"auction_tie": "random"})
    assert dict(changed.settings) == {**dict(ruleset.settings), "auction_tie": "random"}
    kept = {"auction_tie": "turn_order", "place_all": "no"}
    assert other_keys(ruleset, kept) == {"place_all": "no"}
    with pytest.raises(ValueError, match="has no key pace_all"):
        with_keys(ruleset, {"pace_all": "no"})
    with pytest.raises(ValueError, match="place_all may be yes, no, not maybe"):
        with_keys(ruleset, {"place_all": "maybe"})


def test_a_plan_draws_what_is_not_fixed(ruleset):
    plan = Plan(ruleset, 2, keys=(("place_all", "no"),), draws=True)
    assert all(plan.keys_of(seed)["place_all"] == "no" for seed in range(5))
    assert plan.keys_of(3) == plan.keys_of(4) != plan.keys_of(5)
    mixed = evolve(plan, players=None)
    assert [mixed.players_of(seed) for seed in (0, 4, 5, 10, 15, 20)] == [2, 2, 3, 4, 5, 2]
    assert Plan(ruleset, 2).keys_of(1) == {}


def test_a_deck_of_one_card(ruleset):
    rules = bind(ruleset, 4)
    game = begin(rules, alone(rules, opening(rules, 1), ("tales.tremor",)))[0]
    at = rules.layout["stack event_deck"]
    tremor = rules.card_number("tales.tremor")
    assert game.cells[at] == 8
    assert set(game.cells[at + 1 : at + 9]) == {tremor}


def test_a_deck_of_a_few_cards(ruleset):
    rules = bind(ruleset, 4)
    game = begin(rules, alone(rules, opening(rules, 1), ("tales.tremor", "tales.plague")))[0]
    at = rules.layout["stack event_deck"]
    wanted = {rules.card_number(card) for card in ("tales.tremor", "tales.plague")}
    assert set(game.cells[at + 1 : at + 9]) == wanted


def test_every_second_group_of_games_draws_its_deck(ruleset):
    plan = Plan(ruleset, draws=True)
    decks = [plan.deck_of(seed) for seed in range(0, 400, 5)]
    assert [len(deck) > 0 for deck in decks] == [at // 4 % 2 == 1 for at in range(80)]
    assert {len(deck) for deck in decks} == {0, 1, 2, 3}
    assert plan.deck_of(20) == plan.deck_of(24) != plan.deck_of(25)
    assert evolve(plan, draws=False).deck_of(20) == ()
    assert evolve(plan, deck=("tales.tremor",)).deck_of(20) == ("tales.tremor",)


def test_the_card_is_in_force_in_every_round_but_the_first(ruleset):
    report = soak(Plan(ruleset, 2, deck=("tales.tremor",)), [4])
    assert report.failures == []
    events = report.coverage.group("event")
    assert events["tales.tremor"] == 9
    assert sum(events.values()) == 9
