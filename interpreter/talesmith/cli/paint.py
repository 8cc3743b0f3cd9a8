"""Colour on lines that are complete without it; nobody needs to see it to understand a screen."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from talesmith.ruleset.parts import Ruleset

SEATS = ("bold cyan", "bold yellow", "bold magenta", "bold green", "bold red")
NUMBER = r"^ {0,5}\d+ "
"""the number of an option; what is folded stands further to the right"""
F = TypeVar("F", bound=Callable[..., Any])

color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour; auto: on a terminal, unless NO_COLOR is set.",
)


def wants_colour(choice: str) -> bool:
    """Whether lines are coloured."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and sys.stdout is not None and sys.stdout.isatty()


class Paint:
    """Prints lines, with colours on the names of players and on words that the rules colour."""

    def __init__(self, *, colour: bool) -> None:
        """Prepare; colours are loaded only if there are any."""
        self.console: Any = None
        self.styles: list[tuple[str, str]] = []
        if colour:
            from rich.console import Console  # noqa: PLC0415 - most runs need no colours

            self.console = Console(
                force_terminal=True, color_system="standard", highlight=False, soft_wrap=True
            )

    def learn(self, ruleset: Ruleset, players: Iterable[str]) -> None:
        """Take colours of words from a ruleset and give each player one."""
        self.styles = [(r"^(Round|The game) .*", "bold"), (r"^-+$", "dim"), (NUMBER, "bold")]
        for _, words in ruleset.words:
            for word in words:
                if word.colour:
                    name = f"{re.escape(word.name)}|{re.escape(word.id)}"
                    self.styles.append((rf"\b({name})( ?\d+)?\b", word.colour))
        for at, player in enumerate(players):
            self.styles.append((rf"\b{re.escape(player)}\b", SEATS[at % len(SEATS)]))

    def say(self, lines: Iterable[str] | str) -> None:
        """Print lines."""
        for line in [lines] if isinstance(lines, str) else lines:
            self._one(line)

    def _one(self, line: str) -> None:
        if self.console is None:
            click.echo(line)
            return
        from rich.text import Text  # noqa: PLC0415 - as above

        text = Text(line)
        for pattern, style in self.styles:
            text.highlight_regex(pattern, style)
        self.console.print(text)
