"""Reading what people type, at a terminal or from a pipe."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click


class Keyboard:
    """Lines from standard input; from a pipe they are echoed, so that the output reads whole."""

    def __init__(self) -> None:
        """Prepare; at a terminal lines can be edited and called back."""
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()
        self._next: str | None = None
        self._editor: Any = None
        if self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: PLC0415 - not every system has it

                self._editor = readline

    def read(self, prompt: str) -> str | None:
        """The next line without its end; None when there will be none."""
        if self._next is not None:
            line, self._next = self._next, None
            click.echo(f"{prompt}{line}")
            return line
        try:
            return self._typed(prompt) if self.is_terminal else self._piped(prompt)
        except EOFError:
            click.echo()
            return None

    def _typed(self, prompt: str) -> str:
        sys.stdout.flush()
        return input(prompt)

    def _piped(self, prompt: str) -> str:
        click.echo(prompt, nl=False)
        # without any input at all there is no stream
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        click.echo(line)
        return line

    def put_back(self, line: str) -> None:
        """Let a line that says something be the next one once more."""
        if line:
            self._next = line

    def clear(self) -> None:
        """Take everything off the screen, what was scrolled away too: others shall not read it.

        Nor shall they call back the lines that were typed.
        """
        if self._editor is not None:
            self._editor.clear_history()
        if self.is_terminal and sys.stdout.isatty():
            click.echo("\033[H\033[2J\033[3J", nl=False)
