"""`talesmith cover`: which units of rules and cards the scenarios have seen, and which never."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from talesmith.cli.common import (
    FINDINGS,
    Failure,
    is_shelved,
    load,
    options,
    other_ruleset_option,
    path_option,
    rendered,
    roots,
)
from talesmith.cli.covered import annotated, as_json, in_full, matrix, percent, table
from talesmith.cli.progress import Progress
from talesmith.cli.stopping import stops_in_order
from talesmith.cli.test import collect, summary
from talesmith.compile.shelves import files_at
from talesmith.cover.listed import Listed, ListError, listed_in
from talesmith.cover.meetings import Cells, cells_of
from talesmith.cover.units import KINDS, Cell
from talesmith.cover.watching import Record
from talesmith.prove.covering import Covered, WatchedRulebook
from talesmith.prove.covering import cover as run
from talesmith.prove.run import Outcome
from talesmith.ruleset.parts import Ruleset

SHELVES = ("cards", "rules", "tests/scenarios")
"""what is run if nothing is named, as far as it is there"""
ALL, PAIRS = "all", "pair"
Own = Sequence[tuple[Ruleset, Cells]]
"""rulesets, each with its cells"""
FORMS = {"table": table, "full": in_full, "json": as_json}


@click.command()
@options(
    click.argument("targets", metavar="[PATH...]", nargs=-1, type=click.Path(exists=True)),
    other_ruleset_option,
    click.option(
        "--fail-under",
        "bars",
        metavar="KIND=N",
        multiple=True,
        help=f"End with 1 if fewer than N percent of a kind are seen: {ALL}, {', '.join(KINDS)} or "
        f"{PAIRS}. Percentages are rounded down. May be given several times.",
    ),
    click.option("--annotate", is_flag=True, help="Print the texts with what was not seen."),
    click.option(
        "--pairs", "with_pairs", is_flag=True, help="Print which sources have met in each hook."
    ),
    click.option(
        "--play",
        "games",
        metavar="N",
        default=0,
        type=click.IntRange(0),
        help="Play N random games of each ruleset as well, laid out for pairs that have not met.",
    ),
    click.option(
        "--listed",
        "list_path",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Units and cells that need not be seen, each with its reason. "
        "Default: tests/unseen.txt.",
    ),
    path_option,
    click.option(
        "--output-format",
        "form",
        type=click.Choice(list(FORMS)),
        default="table",
        show_default=True,
        help="A line per card and some unseen units, all unseen and listed ones, or all units with "
        "their scenarios.",
    ),
)
def cover(
    targets: tuple[str, ...],
    ruleset_name: str | None,
    bars: tuple[str, ...],
    paths: tuple[Path, ...],
    form: str,
    **also: Any,
) -> int:
    """Run the scenarios at each PATH and tell which units of rules and cards they have seen.

    A unit is a hook, a guard that holds and fails, a branch, an option chosen and left, the rounds
    of a loop, an end of a duration, a reason that is told, or a line that is felt: without it a
    value would be another one. Without a PATH the folders cards, rules and tests/scenarios are run.
    Told are the cards and rules at each PATH; if only scenarios stand there, those of all folders.
    Cards that stand among the scenarios of a folder, to help them, are not told.
    """
    wanted = dict(map(_bar, bars))
    ruleset = None if ruleset_name is None else load(ruleset_name, paths)
    folders = targets or tuple(shelf for shelf in SHELVES if Path(shelf).is_dir())
    found = _run(folders, paths)
    found = evolve(found, parts=_parts(found, ruleset, folders, roots(paths)))
    rulesets = found.rulesets if ruleset is None else [ruleset]
    own = [(one, cells_of(one, found.parts)) for one in rulesets]
    listed = _listed(also["list_path"])
    click.echo(FORMS[form](found, listed), nl=False)
    cells = _cells(own)
    if also["annotate"]:
        click.echo(annotated(found, listed), nl=False)
    played = _played(own, cells, also["games"], listed)
    if also["with_pairs"] or also["games"]:
        told = played if also["games"] else None
        click.echo(matrix(set(found.met), told, cells, listed), nl=False)
    low = [f"{kind} {n} %, not {wanted[kind]} %" for kind, n in _reached(found, listed, cells, played)
           if n < wanted.get(kind, 0)]  # fmt: skip
    for line in low:
        click.echo(f"too little is seen: {line}", err=True)
    broken = [outcome for outcome in found.outcomes if not outcome.is_fine]
    for outcome in broken:
        click.echo(f"{outcome.verdict}: {outcome.case.path.name}: {outcome.case.name}", err=True)
    return FINDINGS if low or broken or not found.outcomes else 0


def _bar(text: str) -> tuple[str, int]:
    kind, _, number = text.partition("=")
    if kind not in (ALL, *KINDS, PAIRS) or not number.isdigit():
        known = ", ".join((ALL, *KINDS, PAIRS))
        raise Failure(f"--fail-under wants KIND=N with a kind of {known}, not {text}")
    return kind, int(number)


def _run(folders: Sequence[str], paths: Sequence[Path]) -> Covered:
    """Run the scenarios of these folders; the summary goes to stderr."""
    if not folders:
        raise Failure("there is no folder cards, rules or tests/scenarios here; name a PATH")
    book = WatchedRulebook(roots(paths), Record())
    cases, findings = collect([Path(folder).resolve() for folder in folders], book)
    if findings:
        click.echo(rendered(findings, "full"), nl=False, err=True)
        raise click.exceptions.Exit(FINDINGS)
    started, progress = time.perf_counter(), Progress(len(cases), "scenarios")

    def one_more(_outcome: Outcome) -> None:
        progress.more(1, "")

    found = run(cases, book, one_more)
    click.echo(summary(found.outcomes, time.perf_counter() - started), err=True)
    return found


def _parts(
    found: Covered, ruleset: Ruleset | None, folders: Sequence[str], places: Sequence[Path]
) -> frozenset[str]:
    """The files that the report is about: those of a ruleset, or those that were named.

    Where only scenarios are named, it is about all of cards/ and rules/.  A card that stands beside
    the scenarios of a folder is there to help them, and is not told of.
    """
    if ruleset is not None:
        parts = (ruleset.handlers, ruleset.hooks, ruleset.steps, ruleset.ways, ruleset.cards,
                 ruleset.items, ruleset.markers, ruleset.suppressions)  # fmt: skip
        return frozenset(part.where.path for group in parts for part in group)
    files = {unit.path for unit in found.units.all}
    aside = [place / SHELVES[-1] for place in places]
    named = {str(file) for one in map(Path, folders) for file in files_at(one.resolve())
             if one.is_file() or not any(file.is_relative_to(folder) for folder in aside)}  # fmt: skip
    return frozenset(files & named or (file for file in files if is_shelved(file, places)))


def _listed(path: Path | None) -> Listed:
    default = Path("tests/unseen.txt")
    chosen = path or (default if default.is_file() else None)
    try:
        return Listed() if chosen is None else listed_in(chosen)
    except ListError as error:
        raise Failure(str(error)) from None


def _cells(own: Own) -> Cells:
    cells = Cells()
    for _, each in own:
        cells.add(each)
    return cells


def _played(own: Own, cells: Cells, games: int, listed: Listed) -> frozenset[Cell]:
    """The cells that games see; rulesets with most cells first, one that has none left not at all.

    For those that are listed no game is laid out.
    """
    if not games:
        return frozenset()
    from talesmith.run.meetings import Meetings  # noqa: PLC0415 - only if games are played

    by_id = {one.id: (one, each) for one, each in own}
    by_size = sorted(by_id.values(), key=lambda one: -len(one[1].possible))
    played, progress = set[Cell](), Progress(games * len(by_size), "games")
    with stops_in_order():
        try:
            for one, each in by_size:
                table = Meetings(one, each, played, given_up=listed.pairs)
                for met in table.play(range(games)):
                    played |= met
                    progress.more(
                        1, f"{len(played & cells.possible)} of {len(cells.possible)} cells"
                    )
        except KeyboardInterrupt:
            pass  # what was seen until then is told
    return frozenset(played)


def _reached(
    found: Covered, listed: Listed, cells: Cells, played: frozenset[Cell]
) -> list[tuple[str, int]]:
    """What is seen of each kind, in percent."""
    counts = found.by_kind(listed)
    seen, of = (sum(pair[at] for pair in counts.values()) for at in (0, 1))
    wanted = cells.possible - listed.pairs.keys()
    met = len(wanted & (set(found.met) | played))
    reached = [(kind, percent(*pair)) for kind, pair in counts.items()]
    return [(ALL, percent(seen, of)), *reached, (PAIRS, percent(met, len(wanted)))]
