"""`talesmith graph`: the course of a game, from the rules."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import Failure, load, path_option, ruleset_option
from talesmith.ground.nearest import nearest
from talesmith.play.statements.steps import MAIN_STEP
from talesmith.show.course import course
from talesmith.show.course_forms import FORMATS


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="A tree of lines, or a graph for Graphviz or Mermaid.",
)
@click.option(
    "--from",
    "first",
    metavar="STEP",
    default=MAIN_STEP,
    show_default=True,
    help="The step of the rules to begin at, such as turn.",
)
@ruleset_option
@path_option
def graph(form: str, first: str, ruleset_name: str, paths: tuple[Path, ...]) -> None:
    """Show the course of a game: its steps in order, the moments, points and actions in them.

    Behind each moment, point and action stand the cards that act there.
    """
    ruleset = load(ruleset_name, paths)
    try:
        root = course(ruleset, first)
    except KeyError as error:
        steps = [step.name for step in ruleset.steps if step.card is None]
        near = nearest(first, steps)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(sorted(steps))}"
        raise Failure(f"the rules of {ruleset.id} have no step {first}; {hint}") from error
    click.echo("\n".join(FORMATS[form](root)))
