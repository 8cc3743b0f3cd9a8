"""How long it takes until the findings follow a keystroke, among all cards of a folder."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from talesmith.lsp.workspace import Workspace

Clock = Callable[[], float]
KEYS = 3
"""keystrokes in each text"""


@frozen
class Measured:
    """Milliseconds of processor time after a keystroke; `opening` those until the first answer."""

    cards: int
    keys: int
    opening: float
    median: float
    late: float
    """one keystroke in twenty takes longer"""
    worst: float
    worst_at: str


def measure(workspace: Workspace, files: Sequence[Path], clock: Clock) -> Measured:
    """Type into one text after the other and check it after each keystroke."""
    since = clock()
    workspace.findings(files[0])
    opening = 1000 * (clock() - since)
    workspace.keep()
    times = [timed for file in files for timed in _typed(workspace, file, clock)]
    taken = sorted(times)
    return Measured(
        len(files),
        len(taken),
        opening,
        statistics.median(time for time, _ in taken),
        taken[int(len(taken) * 0.95)][0],
        *taken[-1],
    )


def _typed(workspace: Workspace, file: Path, clock: Clock) -> Iterator[tuple[float, str]]:
    """Type a word into the middle of a text, letter by letter."""
    text = workspace.source(file).text
    middle = text.index("\n", len(text) // 2)
    for end in range(1, KEYS + 1):
        since = clock()
        workspace.put(file, f"{text[:middle]} {'let'[:end]}{text[middle:]}")
        workspace.findings(file)
        yield 1000 * (clock() - since), file.name
    workspace.put(file, text)


def told(measured: Measured, load: float) -> str:
    """Say it in a few lines."""
    return (
        f"{measured.cards} cards, {measured.keys} keystrokes, one core, load {load:.1f}\n"
        f"findings after a keystroke: median {measured.median:.0f} ms, 95 of 100 within "
        f"{measured.late:.0f} ms, at most {measured.worst:.0f} ms ({measured.worst_at})\n"
        f"findings of the first text that is opened: {measured.opening:.0f} ms"
    )
