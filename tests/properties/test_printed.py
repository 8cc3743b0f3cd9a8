"""Printed Python and closures are two ways to run the same instructions: they must never differ."""

import pytest

from talesmith.model.board import board_from
from talesmith.play.bind import Binder
from talesmith.play.printing.fusing import Stretch
from talesmith.play.step import boards_for, start, step
from talesmith.run.game import choice, seat_bots

PARTS = ("cells", "nums", "stack", "request", "number", "sparse")


def bound(ruleset, players, **how):
    return Binder(ruleset, players, board_from(boards_for(ruleset, players)[0]), **how)


def check_same_game(ruleset, players, seed, bots):
    """Every position of a game, frames included, and every event; gives how many answers."""
    printed, plain = bound(ruleset, players), bound(ruleset, players, fusing=False)
    assert printed.codes[0].fast is not printed.codes[0].ops
    assert plain.codes[0].fast is plain.codes[0].ops
    (one, _), (two, _) = start(printed, seed), start(plain, seed)
    seats = seat_bots([bots] * players, seed)
    while True:
        for part in PARTS:
            assert getattr(one, part) == getattr(two, part), (part, one.number)
        assert one.log[-1] == two.log[-1], one.number
        if one.request is None:
            return one.number
        answer = choice(printed, seats, one)
        one, two = step(printed, one, answer)[0], step(plain, two, answer)[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", ["uniform", "greedy"])
def test_printed_code_plays_the_game_of_the_closures(ruleset, players, bots):
    assert check_same_game(ruleset, players, players, bots) > 40


def test_printed_code_asks_every_kind_of_question(asking):
    assert check_same_game(asking, 3, 1, "uniform") > 100


def test_every_instruction_can_begin_a_stretch(ruleset, asking):
    for rules in (bound(ruleset, 2), bound(asking, 3)):
        begun = 0
        for code in rules.codes:
            for at, text in enumerate(code.texts):
                begun += text is not None
                assert callable(Stretch(code, rules.constants, rules.at_nesting).function(at))
        assert begun > 500


def told(events):
    """Events without the numbers of questions, which count the places where something is asked."""
    return [(event[0], *event[3:]) if event[0] == "answer" else event for event in events]


def test_steps_with_frames_play_the_same_game(ruleset):
    short, long = bound(ruleset, 3), bound(ruleset, 3, inlining=False)
    (one, _), (two, _) = start(short, 5), start(long, 5)
    seats = seat_bots(["uniform"] * 3, 5)
    while one.request is not None:
        answer = choice(short, seats, one)
        (one, events), (two, same) = step(short, one, answer), step(long, two, answer)
        assert told(events) == told(same)
        assert (one.cells, one.nums, one.sparse) == (two.cells, two.nums, two.sparse)
    assert two.request is None
