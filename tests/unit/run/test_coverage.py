"""What a run counts."""

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, start, step
from talesmith.run.coverage import Counting, Coverage, frame_kinds
from talesmith.run.game import choice, seat_bots


@pytest.fixture(scope="module")
def rules():
    return bind(load_ruleset("small_world", [data_root()])[0], 2)


def counted(rules, seed):
    coverage = Coverage()
    counting = Counting(rules, coverage)
    bots, game = seat_bots(["uniform"] * 2, seed), start(rules, seed)[0]
    while game.request is not None:
        counting.saved(game)
        before = game
        game, events = step(rules, before, choice(rules, bots, game))
        counting.step(before, events, game)
    return coverage, game


def test_races_and_powers_are_counted_when_they_come_into_play(rules):
    coverage, game = counted(rules, 1)
    founded = [event for events in game.log for event in events if event[0] == "found"]
    assert sum(coverage.group("race").values()) == len(founded)
    assert sum(coverage.group("power").values()) == len(founded)


def test_every_open_question_is_counted_once(rules):
    coverage, game = counted(rules, 1)
    assert sum(coverage.group("question").values()) == game.number
    assert coverage.group("frame")["body"] == game.number


def test_what_nobody_used_is_told(rules):
    empty = Coverage()
    Counting(rules, empty)
    unused = empty.unused()
    assert len([thing for thing in unused if thing.startswith("race ")]) == 14
    assert len([thing for thing in unused if thing.startswith("power ")]) == 20
    assert len([thing for thing in unused if thing.startswith("symbol ")]) == 6
    assert not any(thing.startswith(("frame ", "question ")) for thing in unused)


def test_runs_add_up(rules):
    (one, _), (two, _) = counted(rules, 1), counted(rules, 2)
    both = Coverage()
    both.add(one)
    both.add(two)
    for group in ("race", "terrain", "question"):
        assert sum(both.group(group).values()) == sum(
            sum(part.group(group).values()) for part in (one, two)
        )
    assert set(both.unused()) == set(one.unused()) & set(two.unused())


def test_a_position_knows_its_kinds_of_frame(rules):
    assert frame_kinds(rules, start(rules, 1)[0]) == {"body"}


@pytest.fixture(scope="module")
def islands():
    return load_ruleset("warcraft", [data_root()])[0]


def test_boards_artifacts_and_places_are_counted(islands):
    coverage = Coverage()
    counting = Counting(bind(islands, 2), coverage)
    known = {group: len(coverage.group(group)) for group in ("artifact", "place", "board")}
    assert known == {"artifact": 5, "place": 7, "board": 8}
    counting.begin()
    assert [name for name, n in coverage.group("board").items() if n] == [
        "warcraft.l1a",
        "warcraft.s1a",
    ]
    game = start(counting.rules, 1)[0]
    counting.step(game, (("lay", "place", 0, 3), ("lay", "artifact", 1, None)), game)
    assert sum(coverage.group("place").values()) == 1
    assert sum(coverage.group("artifact").values()) == 0


def test_offers_of_cards_that_are_not_in_the_game_are_not_missed(islands):
    coverage = Coverage()
    Counting(bind(islands, 2), coverage)
    assert coverage.group("offer")
    assert all(name.startswith("warcraft.") for name in coverage.group("offer"))
