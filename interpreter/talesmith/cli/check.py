"""`talesmith check`: everything that is wrong with some texts."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.common import FINDINGS, Failure, format_option, path_option, rendered, roots
from talesmith.compile.check import check_paths
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.show.lines import counted


@click.command()
@click.argument("targets", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True))
@path_option
@format_option
def check(targets: tuple[str, ...], paths: tuple[Path, ...], form: str) -> None:
    """Check the .tale files at each PATH (a folder stands for all in it).

    Findings go to stdout; the exit code is 1 if there is any.
    """
    for target in map(Path, targets):
        if target.is_dir() and not any(target.rglob("*.tale")):
            raise Failure(f"there is no .tale file in {target}")
    found = check_paths([Path(target).resolve() for target in targets], roots(paths))
    click.echo(rendered(found, form), nl=False)
    if form in {"full", "concise"}:
        click.echo(summary(found), err=True)
    if found:
        raise click.exceptions.Exit(FINDINGS)


def summary(found: list[Diagnostic]) -> str:
    """How much was found, in a sentence."""
    if not found:
        return "No findings."
    files = len({finding.span.path for finding in found})
    return f"{counted(len(found), 'finding')} in {counted(files, 'file')}."
