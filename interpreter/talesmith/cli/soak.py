"""`talesmith soak`: many random games in which everything that must always hold is looked at."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from talesmith.cli.common import (
    DEFAULT_RULESET,
    FINDINGS,
    Failure,
    load_game,
    options,
    path_option,
    ruleset_option,
)
from talesmith.run.coverage import GROUPS, Coverage
from talesmith.run.soak import Failed, Plan, Report, soak_in_parallel
from talesmith.show.lines import listed

SHOWN = 10
"""so many failures are told"""


@click.command()
@options(
    click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Games."),
    click.option("--players", type=click.IntRange(1), help="Players; without it, mixed by seed."),
    click.option("--seed", default=0, show_default=True, type=int, help="Seed of the first game."),
    ruleset_option,
    path_option,
    click.option(
        "--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes."
    ),
    click.option(
        "--reference",
        is_flag=True,
        help="Compare with the evaluator that tries region by region instead.",
    ),
)
def soak(
    games: int,
    players: int | None,
    seed: int,
    ruleset_name: str,
    paths: tuple[Path, ...],
    workers: int,
    *,
    reference: bool,
) -> int:
    """Play many random games with every invariant on.

    Ends with 1 if a game broke something, and prints the command that plays that game again.
    """
    plan = Plan(load_game(ruleset_name, paths), players, reference)
    if players is not None and players not in plan.counts:
        raise Failure(f"{ruleset_name} has boards for {counts(plan)} players, not for {players}")
    done = [0]

    def progress(more: int) -> None:
        done[0] += more
        if sys.stderr.isatty():
            click.echo(f"\r{done[0]} of {games} games", nl=done[0] == games, err=True)

    report = soak_in_parallel(plan, range(seed, seed + games), workers, progress)
    click.echo("\n".join(summary(report, plan)))
    command = repetition(ruleset_name, paths, plan)
    for failure in report.failures[:SHOWN]:
        click.echo(told(failure, command), err=True)
    return FINDINGS if report.failures else 0


def counts(plan: Plan) -> str:
    """The numbers of players that there are boards for."""
    *most, last = map(str, plan.counts)
    return f"{', '.join(most)} and {last}" if most else last


def summary(report: Report, plan: Plan) -> Iterator[str]:
    """What was played and seen, in lines."""
    games = sum(report.games.values())
    by_players = ", ".join(f"{n} with {players}" for players, n in sorted(report.games.items()))
    yield f"{games} games ({by_players} players), {report.decisions} decisions"
    if plan.reference:
        yield "compared with the region-by-region evaluator: state, questions, targets and costs"
    else:
        yield from covered(report.coverage)
    broken = len(report.failures)
    yield "no violation" if not broken else f"{broken} games broke something"


def covered(coverage: Coverage) -> Iterator[str]:
    """How often everything was used, by group."""
    for group in GROUPS:
        things = coverage.group(group)
        if things:
            title = "saves inside frames" if group == "frame" else f"{group}s"
            used = [f"{short(name)} {n}" for name, n in things.items()]
            yield from listed(used, f"{title}: ", "  ")
    yield from listed(coverage.unused() or ["nothing"], "unused: ", "  ")


def short(name: str) -> str:
    """The last part of a full name; of a handler, its card."""
    return name.split("/", maxsplit=1)[0].rpartition(".")[2]


def repetition(ruleset_name: str, paths: tuple[Path, ...], plan: Plan) -> str:
    """The command that plays one game again, without its players and seed."""
    words = ["talesmith", "soak", "--games", "1"]
    if ruleset_name != DEFAULT_RULESET:
        words += ["--ruleset", ruleset_name]
    for path in paths:
        words += ["--path", str(path)]
    return shlex.join([*words, "--reference"] if plan.reference else words)


def told(failure: Failed, command: str) -> str:
    """A failure and the command that repeats it."""
    return (
        f"seed {failure.seed}, {failure.players} players, answer {failure.number}: {failure.text}\n"
        f"  again: {command} --players {failure.players} --seed {failure.seed}"
    )
