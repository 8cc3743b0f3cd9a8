"""How far a long run has come: in place on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time

import click

PAUSE = 60.0
"""seconds between two lines where nobody watches"""


class Progress:
    """Tells on stderr how many of the things to do are done."""

    def __init__(self, total: int, things: str) -> None:
        """Begin with nothing done."""
        self.total, self.things, self.done = total, things, 0
        self._since = self._told = time.monotonic()

    def more(self, n: int, note: str = "") -> None:
        """So many are done; the note says what has been found so far."""
        self.done += n
        text = f"{self.done} of {self.total} {self.things}{note and f', {note}'}"
        now = time.monotonic()
        if sys.stderr.isatty():
            click.echo(f"\r{text}", nl=self.done >= self.total, err=True)
        elif now - self._told >= PAUSE:
            self._told = now
            click.echo(f"{text}, {round(now - self._since)} s", err=True)
