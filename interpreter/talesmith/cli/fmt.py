"""`talesmith fmt`: the one layout of the language, for files or for a text from an editor.

A file is written whole or not at all: beside it first, then put in its place.  One with mistakes is
left as it is, because nobody can tell what it says.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from attrs import frozen

from talesmith.cli.common import FINDINGS, Failure, from_here
from talesmith.cli.mending import BREAK, put
from talesmith.compile.shelves import files_at
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.layout.layout import laid_out
from talesmith.show.lines import counted
from talesmith.syntax.parse import parse

STDIN = "-"


@frozen
class Outcome:
    """What `fmt` found: the text as it was, and laid out; None if it has mistakes."""

    source: SourceText
    text: str | None
    changed: bool = False


@click.command()
@click.argument(
    "targets", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True, allow_dash=True)
)
@click.option("--check", "ask", is_flag=True, help="Change nothing; name what would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@click.option("--stdin-filename", "name", metavar="FILE", help="How messages name the text of `-`.")
def fmt(targets: tuple[str, ...], name: str | None, *, ask: bool, diff: bool) -> int:
    """Lay out .tale files in the one way of the language.

    PATH is a file, a folder for all in it (the current one if there is no PATH), or `-` for a text
    from stdin, which goes to stdout. What a text says, its comments and its single empty lines
    stay. The exit code is 1 if a text has mistakes, which is left as it is, and with --check or
    --diff if one would change.
    """
    if STDIN in targets and len(targets) > 1:
        raise Failure("`-` stands alone: stdin is one text")
    if name and STDIN not in targets:
        raise Failure("--stdin-filename is for a text from stdin: give `-` as PATH")
    if STDIN in targets:
        text = sys.stdin.read()
        outcomes = [outcome_of(SourceText(name or "stdin", text))]
        if not (ask or diff):
            click.echo(outcomes[0].text or "", nl=False)
    else:
        outcomes = list(outcomes_of(found(targets or (".",)), keep=ask or diff))
    return told(outcomes, ask=ask, diff=diff, quiet=STDIN in targets)


# ---- texts ---------------------------------------------------------------------------------------


def found(targets: Sequence[str]) -> list[Path]:
    """The files that are meant; folders whose name begins with a dot are not looked into."""
    files: list[Path] = []
    for target in map(Path, targets):
        inside = [f for f in files_at(target) if not _is_hidden(f, target)]
        if not inside:
            raise Failure(f"there is no .tale file in {target}")
        files += inside
    return list(dict.fromkeys(files))


def _is_hidden(file: Path, target: Path) -> bool:
    return file != target and any(p.startswith(".") for p in file.relative_to(target).parts)


def outcome_of(source: SourceText) -> Outcome:
    """Lay out a text."""
    parsed = parse(source)
    if parsed.findings:
        click.echo(render(list(parsed.findings), {source.path: source}, "full"), nl=False, err=True)
        return Outcome(source, None)
    text = laid_out(parsed)
    return Outcome(source, text, changed=text != source.text)


def outcomes_of(files: Sequence[Path], *, keep: bool) -> Iterator[Outcome]:
    """Lay out files, each in its place unless they are to be kept."""
    for file in files:
        source = read(file, str(file))
        outcome = outcome_of(source)
        if outcome.changed and outcome.text is not None and not keep:
            write(file, outcome.text)
        yield outcome


def read(file: Path, said: str) -> SourceText:
    """The text of a file, named as seen from here; a failure calls it as it is `said`."""
    try:
        return SourceText.read(file, from_here(str(file)))
    except UnicodeDecodeError:
        raise Failure(f"{said} is not UTF-8") from None
    except ValueError as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(f"{said} cannot be read: {error.strerror or error}") from None


def write(file: Path, text: str) -> None:
    """Put a text in the place of a file, with the line ends that the file has."""
    data = text.encode("utf-8")
    put(file, data.replace(b"\n", BREAK) if BREAK in file.read_bytes() else data)


# ---- what is said --------------------------------------------------------------------------------


def told(outcomes: Sequence[Outcome], *, ask: bool, diff: bool, quiet: bool) -> int:
    """Say what became of the texts; gives the exit code."""
    changed = [outcome for outcome in outcomes if outcome.changed]
    broken = sum(outcome.text is None for outcome in outcomes)
    for outcome in changed:
        if diff:
            click.echo(difference(outcome), nl=False)
        elif ask or not quiet:
            click.echo(outcome.source.path)
    if not quiet:
        click.echo(summary(len(outcomes), len(changed), broken, kept=ask or diff), err=True)
    return FINDINGS if broken or (changed and (ask or diff)) else 0


def difference(outcome: Outcome) -> str:
    """What would change, as a unified diff."""
    before = outcome.source.text.splitlines(keepends=True)
    after = (outcome.text or "").splitlines(keepends=True)
    path = outcome.source.path
    lines = difflib.unified_diff(before, after, path, f"{path} (laid out)")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def summary(files: int, changed: int, broken: int, *, kept: bool) -> str:
    """How many files were or would be changed, in a sentence."""
    parts = [f"{counted(changed, 'file')} {'would change' if kept else 'changed'}"]
    if files - changed - broken:
        parts.append(f"{files - changed - broken} had this layout already")
    if broken:
        parts.append(f"{counted(broken, 'file')} with mistakes left alone")
    return f"{', '.join(parts)}."
