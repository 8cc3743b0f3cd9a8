"""`talesmith mutate`: slips in cards and rules, and whether the scenarios would notice them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
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
from talesmith.cli.cover import SHELVES
from talesmith.cli.covered import percent
from talesmith.cli.mutated import FORMS, Result
from talesmith.cli.progress import Progress
from talesmith.cli.stopping import stops_in_order
from talesmith.cli.test import collect
from talesmith.compile.shelves import files_at
from talesmith.cover.watching import Record
from talesmith.mutate.choosing import Choosing
from talesmith.mutate.equivalent import ListError, listed_in
from talesmith.mutate.mutants import Mutant, mutants_in
from talesmith.mutate.pool import Plan, ResumeError, keep, resumed, tried_all
from talesmith.mutate.trying import ALIVE, KILLED, Verdict
from talesmith.prove.covering import Covered, WatchedRulebook, cover
from talesmith.prove.rulebook import Key
from talesmith.prove.run import Outcome
from talesmith.ruleset.parts import Ruleset

LIST = Path("tests/equivalent_mutants.txt")
PAUSE = 10.0
"""seconds between two writings of the file to go on from"""


@click.command()
@options(
    click.argument("targets", metavar="[PATH...]", nargs=-1, type=click.Path(exists=True)),
    other_ruleset_option,
    click.option(
        "--scenarios",
        "folders",
        metavar="PATH",
        multiple=True,
        type=click.Path(exists=True),
        help="Scenarios that are to notice. May be given several times. "
        "Default: cards, rules and tests/scenarios.",
    ),
    click.option(
        "--every", metavar="N", default=1, show_default=True, type=click.IntRange(1),
        help="A sample: every N-th mutant.",
    ),
    click.option(
        "--workers", metavar="N", default=None, type=click.IntRange(1),
        help="Processes at work. Default: one for each core.",
    ),
    click.option(
        "--resume", "kept", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
        help="Keep in FILE what is known, and go on from there if it is there.",
    ),
    click.option(
        "--equivalent", "list_path", metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help=f"Mutants that nothing can tell apart, each with its reason. Default: {LIST}.",
    ),
    click.option(
        "--search", "seconds", metavar="SECONDS", default=2.0, show_default=True,
        type=click.FloatRange(0),
        help="Processor time for each slip that is not noticed, to find a situation that tells it "
        "apart; 0 looks for none.",
    ),
    click.option(
        "--fail-under", "bar", metavar="N", default=95, show_default=True,
        type=click.IntRange(0, 100),
        help="End with 1 if fewer than N percent are noticed, rounded down.",
    ),
    path_option,
    click.option(
        "--output-format", "form", type=click.Choice(list(FORMS)), default="full",
        show_default=True, help="How survivors are printed.",
    ),
)  # fmt: skip
def mutate(
    targets: tuple[str, ...],
    ruleset_name: str | None,
    folders: tuple[str, ...],
    paths: tuple[Path, ...],
    form: str,
    **also: Any,
) -> None:
    """Make slips in the cards and rules at each PATH, and tell which no scenario notices.

    A slip is one change of one rule: a number off by one, a line or a condition left out, a word
    taken for another one. Without PATH they are made everywhere in cards/ and rules/, with
    --ruleset in those that it plays with. Only scenarios that come to the place are run, until one
    fails.
    """
    listed = _listed(also["list_path"])
    found, known = _covered(folders or [s for s in SHELVES if Path(s).exists()], paths)
    chosen = _chosen(found, targets, ruleset_name, paths)
    mutants = chosen[:: also["every"]]
    if not mutants:
        raise Failure("there is no rule in which a slip could be made")
    plan = evolve(_plan(found, known, mutants, paths), seconds=also["seconds"],
                  equivalent=frozenset(listed))  # fmt: skip
    verdicts = _verdicts(plan, also["workers"] or os.cpu_count() or 1, also["kept"])
    result = Result(mutants, verdicts, listed, found.rulesets)
    is_all = not (targets or folders or ruleset_name)
    result.stale.extend(_stale(listed, chosen, result, is_all=is_all))
    click.echo(FORMS[form](result), nl=False)
    if percent(result.killed, result.counted) < also["bar"] or result.stale or result.is_partial:
        raise click.exceptions.Exit(FINDINGS)


def _plan(
    found: Covered, known: Mapping[Key, Ruleset], mutants: Sequence[Mutant], paths: Sequence[Path]
) -> Plan:
    choosing = Choosing(found)
    chosen = [choosing.for_mutant(one) for one in mutants]
    return Plan(tuple(roots(paths)), known, mutants, choosing.cases, chosen)


def _listed(path: Path | None) -> dict[str, str]:
    chosen = path or (LIST if LIST.is_file() else None)
    try:
        return {} if chosen is None else listed_in(chosen)
    except ListError as error:
        raise Failure(str(error)) from None


def _covered(
    folders: Sequence[str], paths: Sequence[Path]
) -> tuple[Covered, Mapping[Key, Ruleset]]:
    """Run the scenarios as they are; gives the rulesets, too, but not the games that were watched.

    A scenario that fails notices every slip, so nothing is told then.
    """
    if not folders:
        raise Failure("there is no folder cards, rules or tests/scenarios here; name --scenarios")
    book = WatchedRulebook(roots(paths), Record())
    cases, findings = collect([Path(folder).resolve() for folder in folders], book)
    if findings:
        click.echo(rendered(findings, "full"), nl=False, err=True)
        raise click.exceptions.Exit(FINDINGS)
    progress = Progress(len(cases), "scenarios without a slip")

    def one_more(_outcome: Outcome) -> None:
        progress.more(1)

    found = cover(cases, book, one_more)
    failing = [one.case.name for one in found.outcomes if not one.is_fine]
    if failing:
        names = ", ".join(failing[:3])
        click.echo(f"{len(failing)} of the scenarios fail without any slip: {names}", err=True)
        raise click.exceptions.Exit(FINDINGS)
    return found, book.known


def _chosen(
    found: Covered, targets: Sequence[str], name: str | None, paths: Sequence[Path]
) -> list[Mutant]:
    """All mutants of the texts that are asked about."""
    rulesets = found.rulesets if name is None else [load(name, paths)]
    files = {str(file) for target in targets for file in files_at(Path(target).resolve())}
    places = roots(paths)

    def is_wanted(path: str) -> bool:
        return path in files if targets else is_shelved(path, places)

    return mutants_in(rulesets, is_wanted)


def _verdicts(plan: Plan, workers: int, kept: Path | None) -> list[Verdict]:
    """The verdicts on all mutants, as far as nobody breaks the run off."""
    fingerprint = plan.fingerprint
    try:
        verdicts = [] if kept is None else resumed(kept, fingerprint, len(plan.mutants))
    except ResumeError as error:
        raise Failure(str(error)) from None
    known, alive = tuple(verdicts), sum(one.verdict in ALIVE for one in verdicts)
    progress = Progress(len(plan.mutants), "mutants")
    progress.more(len(known))
    written = time.monotonic()
    with stops_in_order():
        try:
            for one in tried_all(plan, known, workers):
                verdicts.append(one)
                alive += one.verdict in ALIVE
                progress.more(1, f"{alive} not noticed")
                if kept is not None and time.monotonic() - written >= PAUSE:
                    keep(kept, fingerprint, verdicts)
                    written = time.monotonic()
        except KeyboardInterrupt:
            pass  # what is known until then is told, and kept
        finally:
            if kept is not None:
                keep(kept, fingerprint, verdicts)
    return verdicts


def _stale(
    listed: dict[str, str], chosen: Sequence[Mutant], result: Result, *, is_all: bool
) -> list[str]:
    """What is wrong with entries of the list, as far as this run can tell."""
    names, owners = {one.name for one in chosen}, {one.owner for one in chosen}
    noticed = {result.mutants[v.index].name: v.by for v in result.verdicts if v.verdict == KILLED}
    found = []
    for name in listed:
        if name in noticed:
            found.append(f"{name}: the scenario {noticed[name]} tells it from the original")
        elif name not in names and (is_all or name.split(" | ")[0] in owners):
            found.append(f"{name}: there is no such mutant")
    return found
