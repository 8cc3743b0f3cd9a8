"""The generator of chance: splitmix64, one whole number that lives in the state.

The same seed gives the same draws on every Python; nothing else in a game is random.

Whoever needs several draws in a row takes them together (`draws`): the states stand side by side in
one very large number, 128 bits for each, and every operation of the generator is done to all of
them at once.  That takes a tenth of the time, for Python spends most of a draw on making numbers.
"""

from functools import lru_cache
from struct import Struct

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def advance(state: int) -> tuple[int, int]:
    """Return the next generator state and a 64-bit draw."""
    state = (state + _STEP) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def draws(state: int, count: int) -> tuple[int, ...]:
    """The next `count` draws from a state; the state behind them is `count` steps further on."""
    ones, ramp, masks, lanes = _lanes(count)
    z = ones * (state & _MASK) + ramp & masks
    # A shift brings bits of the next lane in at the top of each: they must go before they are
    # multiplied, and at the end nobody reads them.
    z = ((z ^ (z >> 30)) & masks) * 0xBF58476D1CE4E5B9 & masks
    z = ((z ^ (z >> 27)) & masks) * 0x94D049BB133111EB & masks
    return lanes.unpack((z ^ (z >> 31)).to_bytes(lanes.size, "little"))


@lru_cache(maxsize=64)
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """For so many lanes: 1 in each, the steps up to each, all bits of each, how to read them."""
    ones = sum(1 << 128 * lane for lane in range(count))
    ramp = sum((lane + 1) * _STEP << 128 * lane for lane in range(count))
    return ones, ramp, ones * _MASK, Struct("<" + "Q8x" * count)


def below(state: int, n: int) -> tuple[int, int]:
    """Return the next generator state and a number from 0 to n - 1."""
    state, z = advance(state)
    return state, (z * n) >> 64


def shuffled(state: int, items: list[int]) -> tuple[int, list[int]]:
    """Return the next generator state and the items in a random order."""
    items = list(items)
    count = max(0, len(items) - 1)
    for last, z in zip(range(count, 0, -1), draws(state, count), strict=True):
        at = z * (last + 1) >> 64
        items[last], items[at] = items[at], items[last]
    return state + count * _STEP & _MASK, items
