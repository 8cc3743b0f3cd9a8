"""Soak: seeds, reports, and processes that share the games."""

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.run import soak as soaking
from talesmith.run.invariants import Invariants
from talesmith.run.soak import Plan, soak, soak_in_parallel
from talesmith.run.violation import Violation, demand


@pytest.fixture(scope="module")
def ruleset():
    return load_ruleset("small_world", [data_root()])[0]


def test_the_seed_says_how_many_play(ruleset):
    mixed = Plan(ruleset)
    assert [mixed.players_of(seed) for seed in range(5)] == [2, 3, 4, 5, 2]
    assert {Plan(ruleset, 4).players_of(seed) for seed in range(5)} == {4}


def test_a_broken_game_is_reported_and_the_next_one_played(ruleset, monkeypatch):
    check = Invariants.check

    def breaking(invariants, game):
        check(invariants, game)
        if game.number == 30 and invariants.rules.players == 2:
            raise Violation("the roof is gone")

    monkeypatch.setattr(Invariants, "check", breaking)
    report = soak(Plan(ruleset), range(2))
    assert report.games == {2: 1, 3: 1}
    failed = report.failures[0]
    assert (failed.seed, failed.players, failed.number) == (0, 2, 30)
    assert failed.text == "Violation: the roof is gone"
    assert len(report.failures) == 1


def test_an_exception_is_a_failure_too(ruleset, monkeypatch):
    def broken(_invariants, _game):
        raise ZeroDivisionError("somewhere inside")

    monkeypatch.setattr(Invariants, "check", broken)
    report = soak(Plan(ruleset, 2), range(1))
    assert [failed.text for failed in report.failures] == ["ZeroDivisionError: somewhere inside"]


def test_processes_see_what_one_sees(ruleset, monkeypatch):
    monkeypatch.setattr(soaking, "CHUNK", 1)
    told = []
    alone = soak_in_parallel(Plan(ruleset, 2), range(2), 1, told.append)
    shared = soak_in_parallel(Plan(ruleset, 2), range(2), 2, told.append)
    assert [part.played for part in told] == [1, 1, 1, 1]
    assert shared.coverage.counts == alone.coverage.counts
    assert (shared.games, sorted(shared.answers)) == (alone.games, sorted(alone.answers))


def test_a_violation_tells_the_values():
    demand(True, "fine")
    with pytest.raises(Violation, match=r"^too many: 3, 'x'$"):
        demand(False, "too many", 3, "x")


def test_boards_are_drawn_by_the_seed_alike_however_a_game_is_asked_for():
    islands = load_ruleset("warcraft", [data_root()])[0]
    drawn, again = Plan(islands, draws=True), Plan(islands, 3)
    seeds = [seed for seed in range(400) if drawn.players_of(seed) == 3]
    boards = [drawn.board_of(seed) for seed in seeds]
    assert boards == [again.board_of(seed) for seed in seeds]
    names = {part.id for board in boards for part in board}
    assert len(names) == 12
