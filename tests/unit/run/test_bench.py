"""The benchmark: what is in its figures, and that they belong to the same games."""

from itertools import count

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, opening, start
from talesmith.run import bench as benching
from talesmith.run.bench import Measured, bench, measured, ratio
from talesmith.run.crowd import crowded, waking
from talesmith.run.timing import (
    Course,
    Record,
    Timed,
    bytes_per_state,
    draws_a_second,
    recorded,
    replays,
    timed_games,
)
from talesmith.run.violation import Violation


def ticking(step=1.0):
    """A clock that goes on by the same time whenever it is read."""
    ticks = count()
    return lambda: next(ticks) * step


@pytest.fixture(scope="module")
def ruleset():
    return load_ruleset("small_world", [data_root()])[0]


@pytest.fixture(scope="module")
def rules(ruleset):
    return bind(ruleset, 2)


@pytest.fixture(scope="module")
def crowd(ruleset, tmp_path_factory):
    return crowded(ruleset, 12, tmp_path_factory.mktemp("crowd"), [data_root()])


def test_decisions_are_answers_of_seats(rules):
    timed = timed_games(Course("2", rules), [3], ticking())
    assert timed.decisions == len(recorded(rules, 3).steps)
    assert (timed.seconds, timed.games, timed.rate) == (1.0, 1, timed.decisions)


def test_the_checksum_is_that_of_the_games(rules):
    one = timed_games(Course("2", rules), [1, 2], ticking()).checksum
    assert one == timed_games(Course("2", rules), [1, 2], ticking(9)).checksum
    assert one != timed_games(Course("2", rules), [1, 3], ticking()).checksum


def test_the_calibration_is_draws_by_time():
    assert draws_a_second(ticking(2.0)) == 50_000


def test_a_recorded_game_replays(rules):
    record = recorded(rules, 7)
    assert record.steps[0][0] == start(rules, 7)[0]
    assert replays(rules, record)
    assert not replays(rules, Record(7, record.steps, recorded(rules, 8).end))


def test_a_kept_state_takes_some_thousand_bytes(rules):
    assert 500 < bytes_per_state(rules, range(2)) < 20_000


def test_a_crowd_that_sleeps_changes_no_game(ruleset, rules, crowd):
    assert len(crowd.cards) == len(ruleset.cards) + 12
    more = bind(crowd, 2)
    assert len(more.cards_of("event")) == 12
    plain = timed_games(Course("2", rules), range(2), ticking())
    assert timed_games(Course("more", more), range(2), ticking()).checksum == plain.checksum


def test_a_crowd_that_wakes_speaks_and_takes_itself_back(rules, crowd):
    more, opened = bind(crowd, 2), waking(10)
    assert len(opened(more, 1).sparse.lasting) == 10
    assert len(opening(more, 1).sparse.lasting) == 0
    plain = timed_games(Course("2", rules), range(2), ticking())
    assert timed_games(Course("more", more, opened), range(2), ticking()).checksum == plain.checksum
    odd = timed_games(Course("more", more, waking(1)), range(2), ticking())
    assert odd.checksum != plain.checksum


def test_ratios_are_taken_run_by_run():
    def runs(*seconds):
        timed = tuple(Timed(s, 100, 1, "x") for s in seconds)
        return Measured(timed, (1000.0,) * len(seconds))

    assert ratio(runs(1, 2, 4), runs(1.5, 3, 6)) == 1.5
    assert runs(1, 2, 4).rate == 50
    assert runs(1, 2, 4).draws_a_decision() == 20


def test_games_that_change_from_run_to_run_are_found(rules, monkeypatch):
    sums = count()
    other = lambda *_: ({"2": Timed(1.0, 9, 1, str(next(sums)))}, 1.0)  # noqa: E731
    monkeypatch.setattr(benching, "timed_in_turn", other)
    with pytest.raises(Violation, match="the same seeds gave other games"):
        measured([Course("2", rules)], [1], ticking(), lambda _text: None)


def test_all_figures_are_there(ruleset, crowd, monkeypatch):
    for name, n in (("RUNS", 1), ("COLD", 1), ("SAMPLE", 1)):
        monkeypatch.setattr(benching, name, n)
    found = bench(ruleset, crowd, 1, ticking(0.001), lambda _text: None)
    assert found["decisions_per_second"] > 0
    assert list(found["players"]) == ["2", "3", "4", "5"]
    assert [row["regions"] for row in found["players"].values()] == [23, 30, 39, 48]
    assert all(row["replays"] and len(row["checksum"]) == 16 for row in found["players"].values())
    assert found["cards"]["inactive"] == 12
    assert set(found["microseconds"]) == {"calibration_draw", "conquest_cost", "legal_list", "step"}
    assert found["bytes_per_state"] > 500
