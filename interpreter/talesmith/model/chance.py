"""The generator of chance: splitmix64, one whole number that lives in the state.

The same seed gives the same draws on every Python; nothing else in a game is random.
"""

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def advance(state: int) -> tuple[int, int]:
    """Return the next generator state and a 64-bit draw."""
    state = (state + _STEP) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def below(state: int, n: int) -> tuple[int, int]:
    """Return the next generator state and a number from 0 to n - 1."""
    state, z = advance(state)
    return state, (z * n) >> 64


def shuffled(state: int, items: list[int]) -> tuple[int, list[int]]:
    """Return the next generator state and the items in a random order."""
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        state, z = advance(state)
        at = z * (last + 1) >> 64
        items[last], items[at] = items[at], items[last]
    return state, items
