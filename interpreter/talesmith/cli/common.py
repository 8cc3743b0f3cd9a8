"""What several commands share: where texts are looked up, loading, options, and our own failures."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.render import FORMATS, render
from talesmith.ground.data import data_root
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span
from talesmith.ruleset.parts import Ruleset
from talesmith.show.lines import counted

SHELVES = ("cards", "rules")
DEFAULT_RULESET = "small_world"
FINDINGS = 1
UNKNOWN = "T113"
"""code of a finding about a name that is no ruleset, package or house rule"""

F = TypeVar("F", bound=Callable[..., Any])


class Failure(click.ClickException):
    """Wrong use, or something that we could not do: one sentence on stderr, exit code 2."""

    exit_code = 2


# ---- where texts are looked up -------------------------------------------------------------------


def roots(paths: Sequence[Path] = ()) -> list[Path]:
    """Folders with `cards/` and `rules/`: the given ones, the current one, then our own."""
    here = Path()
    found = [path.resolve() for path in paths]
    if any((here / shelf).is_dir() for shelf in SHELVES):
        found.append(here.resolve())
    return list(dict.fromkeys([*found, data_root()]))


def is_shelved(path: str, places: Sequence[Path]) -> bool:
    """Whether a file lies among the rules and cards of one of these folders."""
    return any(Path(path).is_relative_to(place / shelf) for place in places for shelf in SHELVES)


path_option = click.option(
    "--path",
    "paths",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Look into DIR/cards and DIR/rules first. May be given several times.",
)

RULESET_HELP = (
    "The ruleset, by its name or by its file. `+NAME` behind it adds a house rule, a package or "
    "a file of cards, such as small_world+my_card.tale; `+KIND=NAME,NAME` plays with these cards "
    "of a kind alone (race, power, event, artifact, place), such as small_world+my+power=muddy."
)
other_ruleset_option = click.option(
    "--ruleset",
    "ruleset_name",
    metavar="NAME|FILE",
    help="Other rules than the file names: a name, a file, or either with cards behind a `+`, such "
    "as small_world+my_card.tale.",
)

ruleset_option = click.option(
    "--ruleset",
    "ruleset_name",
    metavar="NAME|FILE",
    default=DEFAULT_RULESET,
    show_default=True,
    help=RULESET_HELP,
)

format_option = click.option(
    "--output-format",
    "form",
    type=click.Choice(sorted(FORMATS)),
    default="full",
    show_default=True,
    help="How findings are printed.",
)


def load(name: str, paths: Sequence[Path]) -> Ruleset:
    """The ruleset of that name or file; ends the command when it has mistakes or is not there."""
    for part in name.split("+"):
        if part.endswith(".tale") and not Path(part).is_file():
            raise Failure(f"there is no file {part}{_elsewhere(part)}")
    ruleset, findings = load_ruleset(name, roots(paths))
    if ruleset is not None:
        return ruleset
    serious = [finding for finding in findings if finding.is_error]
    told = _told(name, serious, paths)
    if told is not None:
        raise Failure(told)
    if all(not finding.span.path for finding in serious):
        raise Failure("; ".join(in_a_line(finding) for finding in serious))
    click.echo(rendered(serious, "full"), nl=False, err=True)
    raise click.exceptions.Exit(FINDINGS)


def _elsewhere(file: str) -> str:
    """Where else a file of that name lies in this folder, as the end of a sentence."""
    found = [path for shelf in SHELVES for path in sorted(Path(shelf).rglob(Path(file).name))]
    return f"; did you mean {found[0]} ?" if found else ""


def _told(name: str, serious: Sequence[Diagnostic], paths: Sequence[Path]) -> str | None:
    """What the name of a ruleset may mean; None if there is nothing to say about it."""
    if all(finding.code != UNKNOWN for finding in serious):
        return None
    from talesmith.cli.meant import meant  # noqa: PLC0415 - a game that begins needs no parser

    return meant(name, serious, roots(paths))


def load_game(name: str, paths: Sequence[Path]) -> Ruleset:
    """The same for a ruleset that is to be played: it must name boards."""
    ruleset = load(name, paths)
    if not ruleset.boards:
        raise Failure(
            f"{name} names no map, so it is a part of games and no game; try {DEFAULT_RULESET}, "
            f"or a ruleset that has a line `map NAME for N players`"
        )
    return ruleset


def in_a_line(finding: Diagnostic) -> str:
    """A finding without its place, which is the name of a game."""
    more = finding.hint or finding.label
    return f"{finding.message} ({more})" if more else finding.message


# ---- findings ------------------------------------------------------------------------------------


def rendered(findings: Iterable[Diagnostic], form: str) -> str:
    """Findings in a format, with the texts that they show read from their files.

    Files below the current folder are named as seen from there.
    """
    findings = [_from_here(finding) for finding in findings]
    paths = {finding.span.path for finding in findings}
    paths |= {place.span.path for finding in findings for place in finding.places}
    return render(findings, {path: text for path in paths if (text := _text(path))}, form)


def summary(found: Sequence[Diagnostic]) -> str:
    """How much was found, in a sentence."""
    if not found:
        return "No findings."
    files = len({finding.span.path for finding in found})
    return f"{counted(len(found), 'finding')} in {counted(files, 'file')}."


def _from_here(finding: Diagnostic) -> Diagnostic:
    places = tuple(evolve(place, span=_near(place.span)) for place in finding.places)
    fix = finding.fix and evolve(finding.fix, span=_near(finding.fix.span))
    return evolve(finding, span=_near(finding.span), places=places, fix=fix)


def _near(span: Span) -> Span:
    return evolve(span, path=from_here(span.path))


def from_here(name: str) -> str:
    """A path as seen from the current folder, if it lies below it."""
    path, here = Path(name), Path.cwd()
    below = path.is_absolute() and path.is_relative_to(here)
    return str(path.relative_to(here)) if below else name


def _text(path: str) -> SourceText | None:
    try:
        return SourceText.read(Path(path), path)
    except (OSError, ValueError):
        return None


# ---- options -------------------------------------------------------------------------------------


def options(*given: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order in which they are shown."""

    def decorate(command: F) -> F:
        return functools.reduce(lambda made, option: option(made), reversed(given), command)

    return decorate
