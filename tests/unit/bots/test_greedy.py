"""The greedy bot: it wins, it keeps to the rules, and it knows no more than its seat may."""

import pytest

from talesmith.bots import BOTS, Greedy
from talesmith.bots.greedy import Future, pays_to_decline
from talesmith.bots.placing import place, take_away
from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, start, step
from talesmith.play.telling.view import SeatView, part_of, whose_turn
from talesmith.run.game import choice, coins, played, seat_bots
from talesmith.run.secrecy import disguised


@pytest.fixture(scope="module")
def ruleset():
    return load_ruleset("small_world", [data_root()])[0]


@pytest.fixture(scope="module")
def two(ruleset):
    return bind(ruleset, 2)


def test_it_beats_uniform_from_both_seats(two):
    assert won(two, 8) == 8


def test_it_beats_uniform_on_islands():
    assert won(bind(load_ruleset("warcraft", [data_root()])[0], 2), 6) == 6


def won(rules, games):
    """How many games greedy wins against uniform, from both seats in turn."""
    wins = 0
    for seed in range(games):
        names = ["uniform", "greedy"] if seed % 2 else ["greedy", "uniform"]
        scores = coins(rules, played(rules, seat_bots(names, seed), seed))
        wins += scores[seed % 2] > scores[1 - seed % 2]
    return wins


@pytest.mark.parametrize("players", [3, 5])
def test_it_plays_whole_games_with_others_of_its_kind(ruleset, players):
    rules = bind(ruleset, players)
    game = played(rules, seat_bots(["greedy"] * players, 1), 1)
    assert game.request is None
    assert min(coins(rules, game)) > 30


def test_its_answers_do_not_hang_on_hidden_things(two):
    bots = seat_bots(["greedy", "uniform"], 3)
    game = start(two, 3)[0]
    seen = 0
    while game.request is not None and seen < 30:
        seat = whose_turn(game.request)
        if seat == 0:
            other, part = disguised(two, game, 0, game.number), part_of(game.request, 0)
            answers = [Greedy(0).choose(SeatView(two, g, 0), part) for g in (game, other)]
            assert answers[0] == answers[1]
            seen += 1
        game = step(two, game, choice(two, bots, game))[0]
    assert seen == 30


def test_it_goes_into_decline_and_comes_back(two):
    game = played(two, seat_bots(["greedy", "greedy"], 0), 0)
    turned = [event for events in game.log for event in events if event[0] == "declined"]
    founded = [event for events in game.log for event in events if event[0] == "found"]
    assert len(turned) >= 2
    assert len(founded) >= 4


def test_declining_must_earn_back_what_it_costs_now():
    stay, gone = Future(9, 9, 3, declined=False), Future(5, 5, 3, declined=True)
    assert pays_to_decline(stay, gone, fresh=7)
    assert not pays_to_decline(stay, gone, fresh=5)
    last = Future(9, 9, 0, declined=False)
    assert not pays_to_decline(last, gone, fresh=7)


class Threatened:
    """A view in which one rival may attack region 1 for 3 and region 2 for 2."""

    rivals = (1,)
    machine = None

    def active(self, _seat):
        return 7

    def tokens(self, _region):
        return 1

    @property
    def attempts(self):
        return self

    def costs(self, _machine, _race):
        return {1: 3, 2: 2}


def test_tokens_go_where_a_rival_would_have_it_cheapest():
    assert place(Threatened(), (0, 1, 2), (1, 1, 1), (9, 9, 9), 3) == (1, 1, 1)
    assert place(Threatened(), (0, 1, 2), (1, 1, 1), (9, 9, 9), 4) == (1, 1, 2)
    assert place(Threatened(), (0, 1, 2), (1, 1, 1), (9, 9, 9), 8) == (1, 3, 4)
    assert place(Threatened(), (0, 1, 2), (0, 0, 0), (1, 1, 1), 2) == (0, 1, 1)


def test_tokens_are_taken_from_the_tallest_heaps():
    assert take_away(None, (1, 2, 3), (0, 0, 0), (5, 1, 4), 4) == (3, 0, 1)
    assert take_away(None, (1, 2), (2, 0), (2, 3), 3) == (2, 1)


def test_both_bots_go_by_their_names():
    assert sorted(BOTS) == ["greedy", "uniform"]
