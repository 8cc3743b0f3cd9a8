"""The uniform bot: legal, fair, and the same on every Python."""

from collections import Counter
from itertools import product
from math import comb

import pytest

from talesmith.bots.uniform import Uniform, count_of_plans, digits, plan_counts, sample
from talesmith.play.validate import IllegalAnswer, check_answer

DRAWS = 6000
REQUESTS = {
    "options": ("option", 0, 0, (1, 2, 3), 0, 0, None, False),
    "options or done": ("option", 0, 0, (1, 2, 3), 0, 0, None, True),
    "one of four": ("pick", 0, 0, (5, 6, 7, 8), 1, 1, None, False),
    "one of four or done": ("pick", 0, 0, (5, 6, 7, 8), 1, 1, None, True),
    "two of four": ("pick", 0, 0, (5, 6, 7, 8), 2, 2, None, False),
    "up to two of three": ("pick", 0, 0, (5, 6, 7), 0, 2, None, False),
    "a number": ("number", 0, 0, (), 2, 6, None, False),
    "a number or done": ("number", 0, 0, (), 0, 3, None, True),
    "an order": ("order", 0, 0, (1, 2, 3), 0, 0, None, False),
    "a free plan": ("allocate", 0, 0, (1, 2), (0, 1), (2, 3), None, False),
    "a free plan or done": ("allocate", 0, 0, (1, 2), (0, 1), (1, 2), None, True),
    "a plan of five": ("allocate", 0, 0, (1, 2, 3), (0, 1, 1), (5, 5, 5), 5, False),
    "a plan with many places": ("allocate", 0, 0, (1, 2, 3, 4), (0,) * 4, (9,) * 4, 1, False),
    "a plan with upper bounds": ("allocate", 0, 0, (1, 2, 3), (0, 0, 1), (1, 2, 2), 3, False),
    "a plan with bounds or done": ("allocate", 0, 0, (1, 2), (0, 0), (1, 2), 2, True),
    "a plan of at most two": ("allocate", 0, 0, (1, 2), (0, 0), (2, 1), -2, False),
}


class Seen:
    """As much of a view as the bot needs."""

    def __init__(self, number):
        self.number = number


def answers(request, seed=11, draws=DRAWS):
    bot = Uniform(seed)
    return Counter(bot.choose(Seen(number), request) for number in range(draws))


def all_answers(request):
    """Every legal answer, found by trying."""
    kind, _, _, options, low, high, _, _ = request
    n = len(options)
    if kind == "option":
        tried = range(-1, n)
    elif kind == "number":
        tried = range(low - 1, high + 1)
    elif kind == "allocate":
        tried = [-1, *product(*(range(a, b + 1) for a, b in zip(low, high, strict=True)))]
    else:
        tried = [(-1,), *(t for size in range(n + 1) for t in product(range(n), repeat=size))]
    return {answer for answer in tried if fits(request, answer)}


def fits(request, answer):
    try:
        check_answer(request, answer)
    except IllegalAnswer:
        return False
    return True


@pytest.mark.parametrize("name", REQUESTS)
def test_every_legal_answer_comes_and_no_other(name):
    assert set(answers(REQUESTS[name])) == all_answers(REQUESTS[name])


@pytest.mark.parametrize("name", REQUESTS)
def test_all_answers_have_the_same_chance(name):
    found = answers(REQUESTS[name])
    fair = DRAWS / len(found)
    assert sum((n - fair) ** 2 / fair for n in found.values()) < 2.5 * len(found) + 10


def test_the_same_seed_gives_the_same_answers_everywhere():
    bot = Uniform(2024)
    plan = REQUESTS["a plan of five"]
    assert [bot.choose(Seen(n), REQUESTS["options or done"]) for n in range(12)] == [
        2,
        0,
        1,
        0,
        -1,
        2,
        0,
        2,
        0,
        1,
        1,
        -1,
    ]
    assert [bot.choose(Seen(n), plan) for n in range(4)] == [
        (2, 2, 1),
        (0, 1, 4),
        (0, 1, 4),
        (0, 2, 3),
    ]


def test_an_answer_hangs_on_its_number_alone():
    bot, request = Uniform(5), REQUESTS["a number"]
    forwards = [bot.choose(Seen(n), request) for n in range(50)]
    backwards = [bot.choose(Seen(n), request) for n in reversed(range(50))]
    assert forwards == backwards[::-1]
    assert forwards != [Uniform(6).choose(Seen(n), request) for n in range(50)]


def test_many_digits_of_one_draw_are_fair():
    found = Counter(at for z in range(400) for at in digits(z * 2**54 + 77, [7] * 60))
    assert set(found) == set(range(7))
    assert all(abs(n - 400 * 60 / 7) < 400 for n in found.values())


def test_plans_are_counted():
    wide = tuple([5] * 4)
    assert plan_counts(wide, 5)[0] == tuple(comb(rest + 3, 3) for rest in range(6))
    assert count_of_plans((0, 1), (2, 2), None) == 9


def test_samples_are_in_order_and_different():
    for z in range(200):
        found = sample(z << 55, 5, 9)
        assert list(found) == sorted(set(found))
        assert len(found) == 5
