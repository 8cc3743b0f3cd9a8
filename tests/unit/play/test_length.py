"""The length of a game: what house rules say of it, and the races that there is room for."""

import pytest

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.length import rounds_of
from talesmith.play.step import bind, opening

LONG = "language 1 house_rule long { game_length { become 60 } }"


@pytest.fixture
def long(tmp_path):
    path = tmp_path / "long.tale"
    path.write_text(LONG, "utf-8")
    return load_ruleset(f"small_world+{path}", [data_root()])[0]


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (4, 9), (5, 8)])
def test_the_board_says_how_long_it_is(players, rounds):
    rules = bind(load_ruleset("small_world", [data_root()])[0], players)
    assert rounds_of(rules, opening(rules, 1)) == rounds


def test_a_house_rule_has_the_last_word(long):
    rules = bind(long, 2)
    assert rounds_of(rules, opening(rules, 1)) == 60


def test_a_longer_game_has_room_for_more_races(long):
    short = bind(load_ruleset("small_world", [data_root()])[0], 2)
    assert short.layout.size("race.owner") == 1 + 2 * (2 * 10 + 2)
    assert bind(long, 2).layout.size("race.owner") == 1 + 2 * (2 * 60 + 2)
    assert bind(long, 5).layout.size("race.owner") == 255
