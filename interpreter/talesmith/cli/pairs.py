"""`talesmith pairs`: every two events in force together, and whether their order matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from talesmith.cli.common import (
    FINDINGS,
    Failure,
    load_game,
    options,
    path_option,
    roots,
    ruleset_option,
)
from talesmith.cli.progress import Progress
from talesmith.cli.stopping import stops_in_order
from talesmith.compile.load import load_ruleset
from talesmith.record.words import short_id
from talesmith.run.pairs import Met, Pairs, reported
from talesmith.run.reordering import Pair


@click.command()
@options(
    click.option(
        "--turns", default=200, show_default=True, type=click.IntRange(1), help="Turns of a pair."
    ),
    click.option(
        "--pairs",
        "sample",
        type=click.IntRange(1),
        help="So many pairs, drawn by the seed; without it, all.",
    ),
    click.option("--seed", default=0, show_default=True, type=int, help="Seed of the sample."),
    click.option(
        "--skip",
        default=0,
        type=click.IntRange(0),
        help="Leave out so many pairs at the beginning, which an earlier run has seen.",
    ),
    click.option(
        "--only",
        nargs=2,
        metavar="EVENT EVENT",
        help="This pair alone.",
    ),
    ruleset_option,
    path_option,
)
def pairs(
    turns: int,
    sample: int | None,
    seed: int,
    skip: int,
    only: tuple[str, str] | None,
    ruleset_name: str,
    paths: tuple[Path, ...],
) -> int:
    """Take every two events through random turns in which both are in force.

    Ends with 1 if something broke, or if the end of a turn depends on the order of two events and
    `check` does not say so. A run that is stopped tells what it has seen.
    """
    ruleset = load_game(ruleset_name, paths)
    known = reported(load_ruleset(ruleset_name, roots(paths), order=True)[1])
    every = Pairs(ruleset)
    wanted = _wanted(every, sample, seed, only)[skip:]
    found = run(every, wanted, turns)
    click.echo("\n".join(summary(found, len(wanted), known)))
    if len(found) < len(wanted):
        click.echo(f"go on with --skip {skip + len(found)}", err=True)
    return FINDINGS if is_broken(found, known) or len(found) < len(wanted) else 0


def _wanted(
    every: Pairs, sample: int | None, seed: int, only: tuple[str, str] | None
) -> list[Pair]:
    if not every.all:
        raise Failure(f"{every.ruleset.name} has fewer than two events")
    if only is None:
        return every.all if sample is None else every.some(sample, seed)
    names = set(map(short_id, only))
    chosen = [pair for pair in every.all if names == set(map(short_id, pair))]
    if not chosen:
        raise Failure(f"{' and '.join(only)} are no two events of {every.ruleset.name}")
    return chosen


def run(every: Pairs, wanted: Sequence[Pair], turns: int) -> list[Met]:
    """Take the pairs through their turns; what was done until somebody stops it is kept."""
    found: list[Met] = []
    progress = Progress(len(wanted), "pairs")
    with stops_in_order():
        try:
            for met in every.run(wanted, turns):
                found.append(met)
                broken = sum(met.failure is not None for met in found)
                progress.more(1, f"{broken} broke something" if broken else "")
        except KeyboardInterrupt:
            pass  # the caller sees by the number of pairs that some are missing
    return found


def is_broken(found: Sequence[Met], known: set[frozenset[str]]) -> bool:
    """Whether something went wrong, or an order matters of which nobody is told."""
    return any(met.failure is not None or unknown(met, known) for met in found)


def unknown(met: Met, known: set[frozenset[str]]) -> bool:
    """Whether the order of a pair matters and `check` does not say so."""
    return bool(met.different) and frozenset(met.pair) not in known


def summary(found: Sequence[Met], wanted: int, known: set[frozenset[str]]) -> Iterator[str]:
    """What was seen, in lines."""
    yield (
        f"{len(found)} pairs of events, {sum(met.turns for met in found)} turns, "
        f"{sum(met.decisions for met in found)} decisions"
    )
    if len(found) < wanted:
        yield f"stopped before the last {wanted - len(found)} pairs"
    yield (
        f"values, permissions and ledgers asked in disorder in {sum(met.asked for met in found)} "
        f"positions; {sum(met.moments for met in found)} moments with several handlers in order"
    )
    different = [met for met in found if met.different]
    compared = sum(met.compared for met in found)
    yield f"{compared} moments of both run both ways; of {len(different)} pairs the order matters"
    yield from (told(met, known) for met in different)
    failed = [met for met in found if met.failure is not None]
    yield from (f"{named(met)}: {met.failure}" for met in failed)
    silent = sum(unknown(met, known) for met in different)
    if different:
        yield "check reports each of them" if not silent else f"check does not report {silent}"
    yield "no violation" if not failed else f"{len(failed)} pairs broke something"


def told(met: Met, known: set[frozenset[str]]) -> str:
    """A pair whose order matters: how often, and what was different."""
    n = sum(met.different.values())
    what = ", ".join(f"{text} {n}" for text, n in met.different.most_common())
    mark = "" if not unknown(met, known) else "; check does not report it"
    return f"  {named(met)}: {n} of {met.compared} ({what}){mark}"


def named(met: Met) -> str:
    """The names of a pair."""
    return " and ".join(map(short_id, met.pair))
