"""What `trace` and `debug` look at: a save, a transcript, or a scenario of a file, as a reel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from talesmith.cli.common import FINDINGS, Failure, rendered, roots
from talesmith.cli.loading import played_again
from talesmith.play.machine import Defect
from talesmith.prove.cases import Case, cases_in
from talesmith.prove.filming import FilmedRulebook, cases_called, is_text, reel_of_case
from talesmith.prove.rulebook import UnsoundError
from talesmith.show.lines import wrapped
from talesmith.trace.reel import Reel, reel_of_session

SIGN = "::"


def reel_of(target: str, ruleset_name: str | None, paths: Sequence[Path]) -> Reel:
    """The game or scenario that is named; ends the command when it cannot be played."""
    name, sign, title = target.partition(SIGN)
    file = Path(name)
    if not file.is_file():
        raise Failure(f"there is no file {name}")
    if is_text(file):
        if ruleset_name is not None:
            raise Failure("--ruleset is for saves and transcripts; a scenario names its ruleset")
        return _of_scenario(file.resolve(), title, paths)
    if sign:
        raise Failure(f"{name} is no text of Tale: scenarios stand in .tale files")
    session, difference = played_again(file, ruleset_name, paths)
    return reel_of_session(session, f"not the same game: {difference}" if difference else "")


def ended(reel: Reel) -> int:
    """Say why a reel ends before what is written, if it does; gives the exit code."""
    if reel.stopped:
        click.echo("\n".join(wrapped(f"It ends here: {reel.stopped.rstrip('.')}.")), err=True)
    return FINDINGS if reel.stopped else 0


def _of_scenario(file: Path, title: str, paths: Sequence[Path]) -> Reel:
    book = FilmedRulebook(roots(paths))
    try:
        return reel_of_case(_case(file, title, cases_in(file, book)), book)
    except UnsoundError as error:
        click.echo(rendered(error.findings, "full"), nl=False, err=True)
    except Defect as error:
        click.echo(f"A card or rule did what none may do: {error}", err=True)
    raise click.exceptions.Exit(FINDINGS)


def _case(file: Path, title: str, cases: list[Case]) -> Case:
    if not cases:
        raise Failure(f"{file.name} has no scenario")
    found = cases_called(cases, title)
    if len(found) == 1:
        return found[0]
    names = "".join(f"\n  {case.name}" for case in found or cases)
    asked = f"say which scenario: {file.name}{SIGN}TITLE"
    if title:
        problem = "several scenarios are called" if found else "no scenario is called"
        asked = f"{problem} `{title}` in {file.name}"
    raise Failure(f"{asked}; there are:{names}")
