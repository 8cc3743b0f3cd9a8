"""`talesmith check`: everything that is wrong with some texts."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import (
    FINDINGS,
    Failure,
    format_option,
    path_option,
    rendered,
    roots,
)
from talesmith.compile.check import check_paths
from talesmith.compile.shelves import files_at
from talesmith.diagnose.diagnostic import Diagnostic, in_reading_order, without_order
from talesmith.prove.laying import unplayable
from talesmith.show.lines import counted


@click.command()
@click.argument("targets", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--order", is_flag=True, help="Tell also where the order of two cards matters.")
@path_option
@format_option
def check(targets: tuple[str, ...], paths: tuple[Path, ...], form: str, *, order: bool) -> None:
    """Check the .tale files at each PATH (a folder stands for all in it).

    Findings go to stdout; the exit code is 1 if there is any. That the order of two cards at one
    moment matters is no fault: it is told with --order, and the exit code is 0 all the same.
    """
    for target in map(Path, targets):
        if not files_at(target):
            raise Failure(f"there is no .tale file in {target}")
    found = findings_about([Path(target).resolve() for target in targets], roots(paths))
    faults = without_order(found)
    click.echo(rendered(found if order else faults, form), nl=False)
    if form in {"full", "concise"}:
        click.echo(summary(faults), err=True)
        if len(found) > len(faults) and not order:
            click.echo(ORDER.format(counted(len(found) - len(faults), "place")), err=True)
    if faults:
        raise click.exceptions.Exit(FINDINGS)


def findings_about(targets: list[Path], places: list[Path]) -> list[Diagnostic]:
    """Everything about some texts; the positions of scenarios, too, in those that are sound."""
    found = check_paths(targets, places, order=True)
    broken = {finding.span.path for finding in found if finding.is_error}
    files = dict.fromkeys(file for target in targets for file in files_at(target))
    sound = [file for file in files if str(file) not in broken]
    return list(in_reading_order((*found, *unplayable(sound, places))))


ORDER = "The order of cards that act at one moment matters in {}: --order tells where."


def summary(found: list[Diagnostic]) -> str:
    """How much was found, in a sentence."""
    if not found:
        return "No findings."
    files = len({finding.span.path for finding in found})
    return f"{counted(len(found), 'finding')} in {counted(files, 'file')}."
