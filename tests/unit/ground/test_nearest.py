import pytest
from hypothesis import given
from hypothesis import strategies as st

from talesmith.ground.nearest import distance, nearest

words = st.text("abc_", max_size=8)


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("conqest_cost", {"conquest_cost", "min_force"}, "conquest_cost"),
        ("mvoe", {"move", "mark", "more"}, "move"),
        ("hs", {"has", "is", "as", "at"}, "has"),
        ("xyz", {"move", "mark"}, None),
        ("move", {"move"}, None),
        ("a", set(), None),
    ],
)
def test_nearest(word, known, meant):
    assert nearest(word, known) == meant


@given(words, st.lists(words))
def test_nearest_does_not_depend_on_the_order(word, known):
    assert nearest(word, known) == nearest(word, known[::-1])


@given(words, words)
def test_distance_is_the_same_both_ways(left, right):
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)


@pytest.mark.parametrize(
    ("left", "right", "steps"),
    [("", "abc", 3), ("abc", "acb", 1), ("abc", "axc", 1), ("ab", "b", 1)],
)
def test_distance_counts_edits_and_swaps(left, right, steps):
    assert distance(left, right) == steps
