"""`talesmith debug`: through a game or scenario, statement by statement, both ways."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import other_ruleset_option, path_option
from talesmith.cli.debugger import Debugger
from talesmith.cli.filming import ended, reel_of
from talesmith.cli.keyboard import Keyboard
from talesmith.show.lines import counted, wrapped

PROMPT = "debug> "


@click.command()
@click.argument("file")
@click.option(
    "--break",
    "breaks",
    metavar="TARGET",
    multiple=True,
    help="Where `continue` stops: FILE:LINE, or a card, step or action. May be given several times.",
)
@other_ruleset_option
@path_option
def debug(
    file: str, breaks: tuple[str, ...], ruleset_name: str | None, paths: tuple[Path, ...]
) -> int:
    """Step through FILE: a save, a transcript, or a scenario as FILE.tale::TITLE.

    Commands are read from the keyboard or a pipe: step, next, out, back, until, break, continue,
    list, names, where, board, why, quit; `help` tells what each does. Nothing typed repeats the
    newest move.
    """
    reel = reel_of(file, ruleset_name, paths)
    debugger = Debugger(reel, lambda lines: click.echo("\n".join(lines)))
    answers = counted(len(reel.takes) - 1, "answer")
    debugger.say(wrapped(f"{answers}, before the first statement; `help` tells the commands."))
    for target in breaks:
        debugger.do(f"break {target}")
    keyboard = Keyboard()
    while (typed := keyboard.read(PROMPT)) is not None and debugger.do(typed):
        pass
    return ended(reel)
