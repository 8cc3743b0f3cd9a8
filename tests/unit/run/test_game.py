"""The loop that plays games between bots."""

import pytest

from talesmith.bots import Uniform
from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, start, step
from talesmith.record.digest import digest
from talesmith.run.game import choice, coins, played, seat_bots


@pytest.fixture(scope="module")
def rules():
    return bind(load_ruleset("small_world", [data_root()])[0], 3)


def test_a_seed_and_its_bots_are_one_game(rules):
    names = ["uniform", "greedy", "uniform"]
    one, two = (played(rules, seat_bots(names, 5), 5) for _ in range(2))
    assert digest(rules, one) == digest(rules, two)
    assert digest(rules, one) != digest(rules, played(rules, seat_bots(names, 6), 6))


def test_every_seat_has_a_bot_of_its_own_seed():
    bots = seat_bots(["uniform"] * 4, 1)
    assert len({bot._seed for bot in bots}) == 4
    assert [bot._seed for bot in bots] == [bot._seed for bot in seat_bots(["uniform"] * 4, 1)]


def test_a_bot_that_nobody_knows_is_refused():
    with pytest.raises(KeyError, match="genius"):
        seat_bots(["genius"], 0)


def test_the_loop_plays_what_choice_chooses(rules):
    bots, game = seat_bots(["uniform"] * 3, 2), start(rules, 2)[0]
    while game.request is not None:
        game = step(rules, game, choice(rules, bots, game))[0]
    assert digest(rules, game) == digest(rules, played(rules, bots, 2))
    assert len(coins(rules, game)) == 3


def test_a_bot_may_come_from_anywhere(rules):
    class First:
        def choose(self, view, request):
            return 0 if request[0] == "option" else Uniform(0).choose(view, request)

    game = played(rules, [First(), First(), First()], 9)
    assert game.request is None
