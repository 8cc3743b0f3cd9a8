"""Draws taken together are the draws taken one by one."""

import pytest

from talesmith.model.chance import advance, draws, shuffled

SEEDS = (0, 1, 0x9E3779B97F4A7C15, (1 << 64) - 1, 1 << 63, 123_456_789_012_345)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", [0, 1, 2, 31, 32, 33, 200])
def test_many_draws_are_the_draws_one_by_one(seed, count):
    state, found = seed, []
    for _ in range(count):
        state, z = advance(state)
        found.append(z)

    assert draws(seed, count) == tuple(found)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 21])
def test_a_shuffle_takes_one_draw_for_each_exchange(seed, count):
    state, found = shuffled(seed, list(range(count)))

    expected = seed
    for _ in range(count - 1):
        expected, _z = advance(expected)
    assert state == expected
    assert sorted(found) == list(range(count))


def test_the_generator_is_splitmix64():
    assert draws(1234567, 3) == (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    )
