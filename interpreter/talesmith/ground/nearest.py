"""The known word that the author most likely meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word closest to `word`, or None when none is close.

    Close means: at most a third of its letters differ (one letter for short words).
    Of equally close words the first in the alphabet is taken, so that messages are stable.
    """
    return next(iter(all_nearest(word, known)), None)


def all_nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that are as few steps from `word` as any, the likeliest first."""
    allowed = max(1, len(word) // 3)
    found: list[tuple[int, float, str]] = []
    for candidate in known:
        if abs(len(candidate) - len(word)) > allowed or candidate == word:
            continue
        steps = distance(word, candidate)
        if steps <= allowed:
            found.append((steps, -SequenceMatcher(None, word, candidate).ratio(), candidate))
    found.sort()
    return [candidate for steps, _, candidate in found if steps == found[0][0]]


def distance(left: str, right: str) -> int:
    """Count insertions, deletions, replacements and swaps of neighbours between two words."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        after = [i]
        for j, b in enumerate(right, 1):
            best = min(row[j] + 1, after[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            after.append(best)
        before, row = row, after
    return row[-1]
