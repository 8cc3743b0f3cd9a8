"""`talesmith replay`: a recorded game, played again from its answers."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import FINDINGS, other_ruleset_option, path_option
from talesmith.cli.loading import played_again
from talesmith.cli.paint import Paint, color_option, wants_colour
from talesmith.record.session import Session
from talesmith.show.ending import ending
from talesmith.show.position import Position
from talesmith.show.report import report


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@other_ruleset_option
@path_option
@color_option
def replay(file: Path, ruleset_name: str | None, paths: tuple[Path, ...], color: str) -> None:
    """Play the game in FILE, a save or a transcript, again from its answers, and print it.

    Ends with 1 when an answer is not legal or another position is reached than the file says.
    """
    session, difference = played_again(file, ruleset_name, paths)
    paint = Paint(colour=wants_colour(color))
    paint.learn(session.rules.ruleset, session.names.seats)
    paint.say(told(session))
    if difference is not None:
        click.echo(f"Not the same game: {difference}.", err=True)
        raise click.exceptions.Exit(FINDINGS)
    click.echo(f"{len(session.decisions)} answers: the same game.", err=True)


def told(session: Session) -> list[str]:
    """The whole game as a report."""
    rules, names = session.rules, session.names
    games = [*(decision.before for decision in session.decisions), session.game]
    seen = [Position(rules, game, names) for game in games]
    lines = report(seen[0], seen[0], session.opening)
    for decision, before, after in zip(session.decisions, seen, seen[1:], strict=False):
        lines += report(before, after, decision.events)
    return [*lines, "", *ending(seen[-1])] if session.is_over else lines
