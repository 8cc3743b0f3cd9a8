"""Bots of a soak: legal, and in every second game with a preference of its own at each question."""

from collections import Counter

import pytest

from talesmith.bots.uniform import Uniform
from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, start, step
from talesmith.run.game import choice
from talesmith.run.leaning import Leaning, near_nothing, soak_bots

NUMBER = ("number", 0, 0, (), 0, 9, None, False)


class Seen:
    """As much of a view as the bot needs."""

    def __init__(self, number):
        self.number = number


def means(leans):
    """The mean answer at each of many questions, rounded."""
    found = []
    for site in range(60):
        bot = Leaning(5, leans)
        request = (*NUMBER[:2], site, *NUMBER[3:])
        found.append(sum(bot.choose(Seen(n), request) for n in range(200)) / 200)
    return found


def test_one_question_in_three_leans_to_each_end():
    ends = Counter("low" if mean < 3 else "high" if mean > 6 else "even" for mean in means(1))
    assert sum(ends.values()) == 60
    assert all(10 <= ends[end] <= 30 for end in ("low", "high", "even"))
    strong = [mean for mean in means(1) if mean < 1 or mean > 8]
    assert 10 <= len(strong) <= 30
    assert means(1) == means(1) != means(2)


def test_a_lean_is_a_preference():
    assert [near_nothing(int(part / 10 * 2**64)) * 100 >> 64 for part in (1, 5, 9)] == [0, 6, 65]
    bot = Leaning(5, 1)
    for site in range(30):
        request = (*NUMBER[:2], site, *NUMBER[3:])
        assert len({bot.choose(Seen(n), request) for n in range(2000)}) == 10


def test_all_seats_of_every_second_game_lean_alike():
    assert [type(bot) for bot in soak_bots(3, 4)] == [Uniform] * 3
    leaning = soak_bots(3, 5)
    assert [type(bot) for bot in leaning] == [Leaning] * 3
    request = ("option", 0, 3, tuple(range(50)), 0, 0, None, False)
    assert len({bot.choose(Seen(1), request) for bot in leaning}) > 1


@pytest.mark.parametrize("seed", [1, 3])
def test_whole_games_are_played(seed):
    rules = bind(load_ruleset("small_world_tales", [data_root()])[0], 3)
    bots, game = soak_bots(3, seed), start(rules, seed)[0]
    while game.request is not None:
        game = step(rules, game, choice(rules, bots, game))[0]
    assert game.number > 60
