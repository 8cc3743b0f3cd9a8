"""The list of commands.  Each lives in a module of its own that is imported when it is called."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import traceback
from importlib import import_module
from importlib.metadata import version
from typing import Any, NoReturn

import click

COMMANDS = {
    "play": "Play a game: you against bots, several people, or bots alone.",
    "check": "Check texts and print everything that is wrong with them.",
    "fmt": "Lay out texts in the one way of the language.",
    "lint": "Judge texts, and mend what can be mended safely.",
    "migrate": "Put texts into the newest language.",
    "explain": "Print the page of a code.",
    "test": "Run scenarios.",
    "cover": "Tell which parts of rules and cards the scenarios have seen at work.",
    "mutate": "Make slips in rules and cards and tell which of them no scenario notices.",
    "replay": "Play a saved game again from its answers and print it.",
    "debug": "Step through a game or scenario, forwards and backwards.",
    "why": "Explain a value or a permission in a saved game or a scenario.",
    "why-not": "Tell what stands against an answer in a saved game or a scenario.",
    "trace": "Tell which handlers fired in a game or scenario, and what they saw.",
    "cards": "List the cards, or show one.",
    "describe": "Tell the rule of a card in English.",
    "new": "Write a card or house rule to begin with.",
    "hooks": "List the hooks that cards may answer, or tell one in full.",
    "graph": "Show the course of a game: steps, moments and who acts there.",
    "rules": "Show what a game is made of, and what its house rules touch.",
    "fuzz": "Take damaged texts through all that reads a text.",
    "golden": "Keep recorded games of your rules, and tell what plays otherwise.",
    "diff": "Tell how two versions of rules and cards play differently.",
    "soak": "Play many random games with every invariant on.",
    "pairs": "Take every two events through random turns together.",
    "lsp": "Serve an editor: findings while typing, completion, hover, rename.",
    "editors": "Give an editor the colours and snippets of the language.",
    "bench": "Measure the speed of the machine.",
}
"""Each command is the object of its own name in the module of that name."""

FINDINGS = 1
FAILURE = 2
"""exit code of wrong use and of our own failures; 1 stands for findings"""

YOUNG = 20_000
"""so many new objects before Python looks for rings of objects among them: a game makes thousands
that are in no ring and die with it, and each look goes through all that are still there"""


class Lazy(click.Group):
    """A group that imports a command when it is called, not when it is listed."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """All commands in the order of the list."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"talesmith.cli.{name}")
        command: click.Command = getattr(module, name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click would end it with 1 when nobody reads what it prints."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            leave_quietly()

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("talesmith"), prog_name="talesmith")
def cli() -> None:
    """Board games whose rules and cards are text in the language Tale."""


@cli.result_callback()
def ended(code: int | None) -> int | None:
    """What a command returns is its exit code."""
    if code:
        raise click.exceptions.Exit(code)
    return code


def main(args: list[str] | None = None) -> None:
    """Run the command; ends the process with 0 clean, 1 findings, 2 wrong use or own failure."""
    speak_utf8()
    gc.set_threshold(YOUNG)
    try:
        code = cli.main(args, prog_name="talesmith", standalone_mode=False)
    except click.ClickException as error:
        with contextlib.suppress(OSError):  # when the terminal is gone, nobody can be told
            error.show()
        sys.exit(FAILURE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(FAILURE)
    except BrokenPipeError:
        leave_quietly()
    except OSError as error:
        leave_without_output(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours to report
        sys.exit(reported(error))
    sys.exit(code if isinstance(code, int) else 0)


def reported(error: Exception) -> int:
    """Say whose fault an error is; gives the exit code."""
    from talesmith.play.machine import Defect  # noqa: PLC0415 - most runs have no need of it

    if isinstance(error, Defect):
        click.echo(f"Error: a card or rule did what none may do: {error}", err=True)
        place = f": {error.where.path}:{error.where.line}" if error.where else ""
        click.echo(f"The fault lies in the text of the body that is named last{place}", err=True)
        return FINDINGS
    traceback.print_exception(error)
    click.echo("This is a failure of talesmith itself, not of your texts.", err=True)
    return FAILURE


def speak_utf8() -> None:
    """Read and write UTF-8 whatever the locale says."""
    streams: tuple[Any, ...] = (sys.stdin, sys.stdout, sys.stderr)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def leave_quietly() -> NoReturn:
    """Nobody reads our output any more: that is no failure of anybody."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def leave_without_output(error: OSError) -> NoReturn:
    """The system refuses to read or write, such as output to a full disk: one line about it."""
    where = f"{error.filename}" if error.filename else "input or output failed"
    with contextlib.suppress(OSError):
        click.echo(f"Error: {where}: {error.strerror or error}", err=True)
    with contextlib.suppress(OSError, ValueError):
        # what is left in the buffer would fail once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(FAILURE)
