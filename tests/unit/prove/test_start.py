"""Starting at a point gives what play would have given there."""

from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from talesmith.bots.uniform import Uniform
from talesmith.play.step import start, step
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn
from talesmith.prove.start import NoStartError, start_at

PATH = Path(__file__).resolve().parents[3] / "rules" / "small_world.tale"
POINTS = {"pick_choice", "turn_choice", "conquest_choice"}


def test_started_and_played_positions_go_on_alike(book):
    rules = book.played("small_world", 3, PATH).rules
    met = Counter()
    for seed in (1, 2):
        game = start(rules, seed)[0]
        while game.request is not None:
            point = rules.sites[game.request[2]].point
            if point is not None:
                met[point] += 1
                same_from_here(rules, game, point)
            game = step(rules, game, answer(rules, game))[0]
    assert set(met) >= POINTS


def same_from_here(rules, played, point):
    started = begun(rules, played, point)
    assert started.request == played.request
    if point != "conquest_choice":
        assert codes(started) == codes(played)
    for _ in range(3):
        if played.request is None:
            return
        given = answer(rules, played)
        played, started = step(rules, played, given)[0], step(rules, started, given)[0]
        assert started.request == played.request
        assert (started.cells, started.nums) == (played.cells, played.nums)


def begun(rules, game, point):
    """Make the frames up anew: the asked race is what the point's own frame is about."""
    bare = evolve(game, stack=(), request=None)
    if point == "conquest_choice":
        return start_at(rules, bare, point, None, game.stack[0][2][0])
    return start_at(rules, bare, point, game.request[1], None)


def codes(game):
    chain, found = game.stack, []
    while chain:
        (code, place, _), chain = chain
        found.append((code, place))
    return found


def answer(rules, game):
    seat = whose_turn(game.request)
    chosen = Uniform(7).choose(SeatView(rules, game, seat), part_of(game.request, seat))
    return whole_answer(game.request, seat, chosen)


def test_a_moment_is_a_start_too(outcome):
    assert outcome("""
  at on_turn_end of ana
  given { players: ana, ben  ana { combo: diplomat, plain_one } }
  when { > ana ben }
  then { asks ben  expect ana.coins == 5 }""").verdict == "passed"  # fmt: skip


def test_a_round_that_starts_late_ends_in_time(outcome):
    lines = (
        "at turn_choice of ben given {{ players: ana, ben  round: {} }} when {{ > ben decline }}"
    )
    assert outcome(lines.format(10) + "then { ends }").verdict == "passed"
    assert outcome(lines.format(9) + "then { asks ana }").verdict == "passed"


@pytest.mark.parametrize(
    ("start_line", "message"),
    [
        ("at conquest_choice of ben", "never come to `conquest_choice` of ben"),
        ("at on_wake of cid", "nothing here is called `cid`"),
        ("at turn_chioce of ana", "`turn_chioce` is no point or moment"),
    ],
)
def test_a_start_that_the_rules_never_come_to(outcome, start_line, message):
    found = outcome(f"{start_line} given {{ players: ana, ben  ben {{ combo: none }} }}").findings
    assert message in found[0].message
    assert found[0].span.line == 3


def test_a_race_out_of_play_cannot_start(book):
    rules = book.played("base_test", 2, PATH).rules
    game = start(rules, 0)[0]
    with pytest.raises(NoStartError):
        start_at(rules, evolve(game, stack=(), request=None), "conquest_choice", 0, None)


def test_given_stacks_are_not_shuffled_at_set_up(outcome):
    assert outcome("""
  at game
  given { players: ana, ben  first: ben  banner_stack: elves, orcs  badge_stack: hill, flying, swamp }
  then {
    asks ben
    expect count(column) == 2
    expect first(column).banner == elves
    expect last(column).badge == flying
    expect top(badge_stack) == swamp
    illegal > ben pick trolls
  }""").verdict == "passed"  # fmt: skip
