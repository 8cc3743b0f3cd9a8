"""Questions of every shape: what bots answer fits, what is tried as wrong does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talesmith.bots.uniform import Uniform
from talesmith.play.validate import IllegalAnswer, check_answer
from talesmith.run.answers import legal_for, wrong_answers

many = settings(max_examples=150)
SEEDS = st.integers(0, 2**64 - 1)


class Seen:
    def __init__(self, number):
        self.number = number


@st.composite
def options(draw):
    n = draw(st.integers(1, 50))
    things = tuple((0, at, ()) for at in range(n))
    return ("option", 0, 0, things, 0, 0, None, draw(st.booleans()))


@st.composite
def picks(draw, kind="pick"):
    n = draw(st.integers(1, 9))
    high = draw(st.integers(1, n))
    low = draw(st.integers(0, high))
    return (kind, 0, 0, tuple(range(50, 50 + n)), low, high, None, draw(st.booleans()))


@st.composite
def numbers(draw):
    low = draw(st.integers(0, 9))
    return ("number", 0, 0, (), low, draw(st.integers(low, 12)), None, draw(st.booleans()))


@st.composite
def orders(draw):
    n = draw(st.integers(2, 7))
    return ("order", 0, 0, tuple(range(50, 50 + n)), 0, 0, None, False)


@st.composite
def plans(draw):
    bounds = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6)), min_size=1, max_size=9))
    low = tuple(least for least, _ in bounds)
    high = tuple(least + span for least, span in bounds)
    total = draw(st.one_of(st.none(), st.integers(max(sum(low), 1), max(sum(high), 1))))
    if total is not None and (total > sum(high) or draw(st.booleans())):
        total = -total
    return ("allocate", 0, 0, tuple(range(len(low))), low, high, total, draw(st.booleans()))


QUESTIONS = st.one_of(options(), picks(), numbers(), orders(), plans())


@many
@given(QUESTIONS, SEEDS, st.integers(0, 10**6))
def test_uniform_gives_legal_answers(request, seed, number):
    check_answer(request, Uniform(seed).choose(Seen(number), request))


@many
@given(QUESTIONS)
def test_legal_answers_are_legal(request):
    tried = list(legal_for(Seen(0), request))
    assert tried
    for answer in tried:
        check_answer(request, answer)


@many
@given(QUESTIONS)
def test_wrong_answers_are_refused_with_a_reason(request):
    tried = list(wrong_answers(request))
    assert len(tried) > 5
    for answer in tried:
        with pytest.raises(IllegalAnswer, match=r"\w+ \w+"):
            check_answer(request, answer)


@many
@given(st.lists(st.one_of(st.none(), QUESTIONS), min_size=2, max_size=5))
def test_wrong_answers_of_a_group_are_refused(parts):
    request = ("group", None, 0, tuple(enumerate(parts)), 0, 0, None, False)
    for answer in wrong_answers(request):
        with pytest.raises(IllegalAnswer):
            check_answer(request, answer)
