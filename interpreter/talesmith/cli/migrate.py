"""`talesmith migrate`: texts of an older language become texts of the newest, all or none."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import click
from attrs import frozen

from talesmith.cli.common import FINDINGS, Failure, from_here
from talesmith.cli.fmt import found, read
from talesmith.cli.mending import write
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.show.lines import counted
from talesmith.syntax.parse import parse
from talesmith.syntax.rewrites import RewriteError, language_of, newest, rewritten


@frozen
class Step:
    """A file before and after; what is wrong with it, if it cannot be migrated."""

    file: Path
    before: SourceText
    after: SourceText
    wrong: str = ""
    findings: tuple[Diagnostic, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether the file is, or can be put, in the newest language."""
        return not self.wrong and not self.findings

    @property
    def changes(self) -> bool:
        """Whether the file would be written."""
        return self.before.text != self.after.text


@click.command()
@click.argument("targets", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True))
@click.option("--check", "ask", is_flag=True, help="Change nothing; name what would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
def migrate(targets: tuple[str, ...], *, ask: bool, diff: bool) -> int:
    """Put .tale files into the newest language, each from the number in its first line.

    PATH is a file, or a folder for all in it; the current folder if there is none. Either all files
    that need it are rewritten, or none: if one cannot be read afterwards, it is shown, nothing is
    changed and the exit code is 1. So it is with --check or --diff if a file would change.
    """
    steps = [step(file) for file in found(targets or (".",))]
    broken = [one for one in steps if not one.is_sound]
    changing = [one for one in steps if one.changes]
    if broken:
        show_broken(broken)
        return FINDINGS
    if ask or diff:
        show_changes(changing, diff=diff)
    else:
        put_all(changing)
    click.echo(summary(steps, changing, kept=ask or diff), err=True)
    return FINDINGS if changing and (ask or diff) else 0


def step(file: Path) -> Step:
    """Rewrite a file, in memory alone, and read what comes out."""
    source = read(file, from_here(str(file)))
    try:
        after = SourceText(source.path, rewritten(source.text))
    except RewriteError as error:
        return Step(file, source, source, wrong=str(error))
    changed = after.text != source.text
    return Step(file, source, after, findings=parse(after).findings if changed else ())


def put_all(steps: Sequence[Step]) -> None:
    """Write all files; if one cannot be written, those before it get their old text again."""
    done: list[tuple[Path, bytes]] = []
    try:
        for one in steps:
            old = one.file.read_bytes()
            write(one.file, one.after.text)
            done.append((one.file, old))
    except OSError as error:
        for file, old in done:
            file.write_bytes(old)
        raise Failure(f"{error.filename}: {error.strerror}; nothing was changed") from error
    for one in steps:
        click.echo(one.before.path)


def show_broken(broken: Sequence[Step]) -> None:
    """Tell why nothing is changed."""
    for one in broken:
        if one.wrong:
            click.echo(f"{one.before.path}: {one.wrong}", err=True)
        click.echo(render(one.findings, {one.after.path: one.after}), nl=False, err=True)
    click.echo(f"{counted(len(broken), 'file')} cannot be migrated; nothing was changed.", err=True)


def show_changes(changing: Sequence[Step], *, diff: bool) -> None:
    """Name the files that would change, or show how."""
    for one in changing:
        path = one.before.path
        if not diff:
            click.echo(path)
            continue
        texts = [text.text.splitlines(keepends=True) for text in (one.before, one.after)]
        lines = difflib.unified_diff(texts[0], texts[1], path, f"{path} (language {newest()})")
        click.echo("".join(lines), nl=False)


def summary(steps: Sequence[Step], changing: Sequence[Step], *, kept: bool) -> str:
    """What became of the files, in a sentence."""
    if not changing:
        what = "It speaks" if len(steps) == 1 else f"All {len(steps)} files speak"
        return f"{what} language {newest()}, the newest: there is nothing to do."
    old = sorted({language_of(one.before.text) for one in changing})
    which = " and ".join(map(str, old))
    done = "would be" if kept else "was" if len(changing) == 1 else "were"
    return f"{counted(len(changing), 'file')} {done} put from language {which} into {newest()}."
