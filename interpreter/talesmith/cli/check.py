"""`talesmith check`: everything that is wrong with some texts."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import (
    FINDINGS,
    Failure,
    format_option,
    from_here,
    path_option,
    rendered,
    roots,
    summary,
)
from talesmith.cli.watching import again_and_again
from talesmith.cli.watching import places as watched
from talesmith.compile.check import check_paths
from talesmith.compile.shelves import files_at
from talesmith.diagnose.diagnostic import Diagnostic, in_reading_order, without_order
from talesmith.prove.laying import unplayable
from talesmith.show.lines import counted


@click.command()
@click.argument("targets", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--order", is_flag=True, help="Tell also where the order of two cards matters.")
@click.option("--watch", is_flag=True, help="Check again whenever a text changes.")
@path_option
@format_option
def check(
    targets: tuple[str, ...], paths: tuple[Path, ...], form: str, *, order: bool, watch: bool
) -> None:
    """Check the .tale files at each PATH (a folder stands for all in it).

    Findings go to stdout; the exit code is 1 if there is any. That the order of two cards at one
    moment matters is no fault: it is told with --order, and the exit code is 0 all the same. With
    --watch the texts are checked again at each change, until control-C.
    """
    places = [Path(target).resolve() for target in targets]

    def work() -> tuple[int, str]:
        return checked(places, roots(paths), form, order=order)

    if watch:
        again_and_again(watched(places, roots(paths)), lambda: work()[1])
        return
    faults, said = work()
    if form in {"full", "concise"}:
        click.echo(said, err=True)
    if faults:
        raise click.exceptions.Exit(FINDINGS)


def checked(places: list[Path], where: list[Path], form: str, *, order: bool) -> tuple[int, str]:
    """Check once and print what is found; gives the number of faults and the sum in words."""
    for place in places:
        if not files_at(place):
            raise Failure(f"there is no .tale file in {from_here(str(place))}")
    found = findings_about(places, where)
    faults = without_order(found)
    click.echo(rendered(found if order else faults, form), nl=False)
    said = summary(faults)
    if len(found) > len(faults) and not order:
        said = f"{ORDER.format(counted(len(found) - len(faults), 'place'))}\n{said}"
    return len(faults), said


def findings_about(targets: list[Path], places: list[Path]) -> list[Diagnostic]:
    """Everything about some texts; the positions of scenarios, too, in those that are sound."""
    found = check_paths(targets, places, order=True)
    broken = {finding.span.path for finding in found if finding.is_error}
    files = dict.fromkeys(file for target in targets for file in files_at(target))
    sound = [file for file in files if str(file) not in broken]
    return list(in_reading_order((*found, *unplayable(sound, places))))


ORDER = "The order of cards that act at one moment matters in {}: --order tells where."
