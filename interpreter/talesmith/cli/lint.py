"""`talesmith lint`: what is judged about some texts, and fixes for what can be mended safely."""

from __future__ import annotations

from collections.abc import Sequence
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
from talesmith.cli.mending import Mended, mend, write
from talesmith.compile.check import Checks
from talesmith.compile.shelves import files_at
from talesmith.diagnose.diagnostic import Diagnostic, Safety, in_reading_order, without_order
from talesmith.ground.source import SourceText
from talesmith.show.lines import counted


@click.command()
@click.argument("targets", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--fix", is_flag=True, help="Apply the fixes that are safe.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@path_option
@format_option
def lint(
    targets: tuple[str, ...], paths: tuple[Path, ...], form: str, *, fix: bool, diff: bool
) -> None:
    """Judge the .tale files at each PATH: what is needless, unclear, forgotten or hard to play.

    A text with errors shows these as well. `// lint: CODE because REASON` silences a finding on its
    line, or on the next one if the comment stands alone; `allow CODE "REASON"` does so in a card.
    With --fix all safe fixes of a file are made, or none if an error would come of them.
    """
    files = list(dict.fromkeys(f.resolve() for t in targets for f in files_at(Path(t))))
    if not files:
        raise Failure(f"there is no .tale file in {', '.join(targets)}")
    checks = Checks(roots(paths))
    checks.mentioned = checks.mentioned_in(files)
    if diff:
        _show(files, checks)
    found, mended = _linted(files, checks, fix=fix)
    click.echo(rendered(found, form), nl=False)
    if form in {"full", "concise"}:
        click.echo(told(found, mended), err=True)
    if found:
        raise click.exceptions.Exit(FINDINGS)


def _linted(
    files: Sequence[Path], checks: Checks, *, fix: bool
) -> tuple[list[Diagnostic], list[Mended]]:
    """What is found in some files, after they are mended if that is asked for."""
    found: list[Diagnostic] = []
    mended: list[Mended] = []
    for file in files:
        done = _mended(file, checks) if fix else None
        if done is None:
            found += without_order(checks.file(file))
            continue
        write(file, done.after.text)
        mended.append(done)
        found += done.found
    return list(in_reading_order(tuple(found))), mended


def _mended(file: Path, checks: Checks) -> Mended | None:
    """A file with its safe fixes; None if there are none, or if it cannot be read."""
    source = checks.library.text(file)
    if source is None:
        return None

    def look(text: SourceText) -> list[Diagnostic]:
        checks.library.put(text)
        checks.forget(file)
        return without_order(checks.file(file))

    done = mend(source, look)
    checks.library.put(done.after)
    checks.forget(file)
    return done if done.count else None


def _show(files: Sequence[Path], checks: Checks) -> None:
    """Print what would change, and end the command."""
    shown = [done for file in files if (done := _mended(file, checks)) is not None]
    for done in shown:
        click.echo(done.difference(from_here(done.before.path)), nl=False)
    click.echo(f"{_fixes(shown)} would be made.", err=True)
    raise click.exceptions.Exit(FINDINGS if shown else 0)


def _fixes(mended: Sequence[Mended]) -> str:
    return f"{_fix(sum(done.count for done in mended))} in {counted(len(mended), 'file')}"


def _fix(n: int) -> str:
    return f"{n} fix" if n == 1 else f"{n} fixes"


def told(found: Sequence[Diagnostic], mended: Sequence[Mended]) -> str:
    """How much was found and fixed, in a sentence or two."""
    lines = [f"{_fixes(mended)} made."] if mended else []
    lines.append(summary(found))
    safe = sum(one.fix is not None and one.fix.safety is Safety.SAFE for one in found)
    if safe:
        lines.append(f"{_fix(safe)} safe to make: --fix.")
    return " ".join(lines)
