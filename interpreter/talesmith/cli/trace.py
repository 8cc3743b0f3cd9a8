"""`talesmith trace`: which handlers fired in a game or scenario, and what they saw and did."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import Failure, options, other_ruleset_option, path_option
from talesmith.cli.filming import ended, reel_of
from talesmith.cli.traced import head_of, traced
from talesmith.show.lines import wrapped
from talesmith.trace.reel import chosen
from talesmith.trace.tape import HANDLERS, STATEMENTS


@click.command()
@options(
    click.argument("file"),
    click.option("--decision", type=click.IntRange(min=0),
                 help="Only this answer, by its number; 0 is what happens before the first."),
    click.option("--round", "of_round", type=click.IntRange(min=1), help="Only this round."),
    click.option("--depth", type=click.IntRange(HANDLERS, STATEMENTS), default=HANDLERS,
                 show_default=True,
                 help="1: a line for each handler; 2: what it saw, and the values and permissions "
                 "in which a card had a say; 3: every statement as well."),
    other_ruleset_option,
    path_option,
)  # fmt: skip
def trace(
    file: str,
    decision: int | None,
    of_round: int | None,
    depth: int,
    ruleset_name: str | None,
    paths: tuple[Path, ...],
) -> int:
    """Tell which handlers fired in the game or scenario FILE, in order, with card and line.

    FILE is a save, a transcript, or a scenario: FILE.tale::TITLE. Answers in which no card had a
    say are left out.
    """
    if decision is not None and of_round is not None:
        raise Failure("--decision and --round ask for different things; give one of them")
    reel = reel_of(file, ruleset_name, paths)
    last = len(reel.takes) - 1
    if decision is not None and decision > last:
        raise Failure(f"there is no decision {decision}; the last one is {last}")
    numbers = chosen(reel, decision, of_round)
    if not numbers:
        raise Failure(f"nothing is decided in round {of_round}; the last one is {reel.round(last)}")
    for number in numbers:
        lines = traced(reel.film(number, depth), depth)
        if lines or decision is not None:
            click.echo(
                "\n".join([*wrapped(head_of(reel, number), rest="    "), *(lines or ["  nothing"])])
            )
    return ended(reel)
