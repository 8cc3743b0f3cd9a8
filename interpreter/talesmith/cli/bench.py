"""`talesmith bench`: how fast the machine is, with a checksum of the games behind each figure."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from talesmith.ruleset.parts import Ruleset
from talesmith.run.bench import RUNS
from talesmith.run.bench import bench as measure
from talesmith.run.crowd import crowded

WORSE = 1.15
"""so many times the draws of a decision are taken for slower; the clock wanders by a tenth"""
CROWD = 400
"""cards more that are in the game and not in play"""

LOADING = """
import sys, time
from pathlib import Path
from talesmith.compile.load import load_ruleset
since = time.perf_counter()
ruleset, _ = load_ruleset(sys.argv[1], [Path(root) for root in sys.argv[2:]])
print(time.perf_counter() - since if ruleset else "nan")
"""


@click.command()
@options(
    click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON."),
    click.option(
        "--games", default=40, show_default=True, type=click.IntRange(5), help="Games of a run."
    ),
    click.option(
        "--players",
        type=click.IntRange(1),
        help="Measure games for so many alone, and no cards more; without it, all numbers in turn.",
    ),
    click.option(
        "--check",
        "stored",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Compare with figures that --json gave: 1 if a decision takes 15 % more draws of the "
        "calibration loop, or if other games were played.",
    ),
    ruleset_option,
    path_option,
)
def bench(
    ruleset_name: str,
    paths: tuple[Path, ...],
    games: int,
    players: int | None,
    stored: Path | None,
    *,
    as_json: bool,
) -> None:
    """Measure the speed of the machine: random games on one core, the median of five runs.

    Times are processor time; those of loading and of the command itself are what a clock shows.
    """
    ruleset, places = load_game(ruleset_name, paths), roots(paths)
    counts = sorted({n for n, _ in ruleset.boards})
    if players is not None and players not in counts:
        raise Failure(f"{ruleset.name} has no board for {players} players")
    wanted = counts if players is None else [players]
    before = None if stored is None else figures_in(stored, ruleset.id, games, wanted)
    crowd = None if players is not None else _crowd(ruleset, places)
    figures = measure(ruleset, crowd, games, time.process_time, _tell, players)
    _tell("loading")
    found = {
        "python": platform.python_version(),
        "ruleset": ruleset.id,
        "runs": RUNS,
        "games_per_run": games,
        **figures,
        "seconds": loading(ruleset_name, places),
    }
    click.echo(json.dumps(found, indent=2) if as_json else "\n".join(lines(found)))
    if before is not None:
        worse = list(differences(before, found["players"]))
        told = worse or ["No slower, and the same games, as in the figures that were kept."]
        click.echo("\n".join(told), err=True)
        if worse:
            raise click.exceptions.Exit(FINDINGS)


def _crowd(ruleset: Ruleset, places: list[Path]) -> Ruleset:
    with tempfile.TemporaryDirectory() as folder:
        return crowded(ruleset, CROWD, Path(folder), places)


def _tell(text: str) -> None:
    if sys.stderr.isatty():
        click.echo(text, err=True)


# ---- figures that were kept ----------------------------------------------------------------------


def figures_in(
    file: Path, ruleset: str, games: int, counts: list[int]
) -> dict[str, dict[str, Any]]:
    """The rows by number of players of what --json gave for the same games.

    Raises Failure for a file that holds anything else.
    """
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        rows = kept["players"]
        for row in rows.values():
            float(row["draws_per_decision"]), str(row["checksum"])
        played = kept["ruleset"], kept["games_per_run"]
    except OSError as error:
        raise Failure(f"{file} cannot be read: {error.strerror or error}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Failure(f"{file} holds no figures; `talesmith bench --json` prints some") from None
    if played != (ruleset, games):
        raise Failure(
            f"{file} is about {played[1]} games a run of {played[0]}, not {games} of {ruleset}; "
            f"try --ruleset and --games as they were"
        )
    missing = [str(n) for n in counts if str(n) not in rows]
    if missing:
        raise Failure(f"{file} has no figures for {', '.join(missing)} players; try --players")
    return {str(n): rows[str(n)] for n in counts}


def differences(before: dict[str, dict[str, Any]], now: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What is worse than before, or not the same, in a sentence each."""
    for players, row in before.items():
        new = now[players]
        if new["checksum"] != row["checksum"]:
            yield f"{players} players: other games were played than before"
            continue
        old, here = row["draws_per_decision"], new["draws_per_decision"]
        if here > old * WORSE:
            yield f"{players} players: a decision takes {here} draws, {here / old - 1:.0%} more"


# ---- processes of our own ------------------------------------------------------------------------


def loading(name: str, places: list[Path]) -> dict[str, float]:
    """Seconds to load all rules without and with the kept form, and to start the command."""
    words = [sys.executable, "-c", LOADING, name, *map(str, places)]
    with tempfile.TemporaryDirectory() as folder:
        kept = {"XDG_CACHE_HOME": folder}
        cold = float(_output(words, kept))
        cached = statistics.median(float(_output(words, kept)) for _ in range(RUNS))
    command = [sys.executable, "-m", "talesmith", "--version"]
    return {
        "load_cold": round(cold, 3),
        "load_cached": round(cached, 3),
        "command": round(statistics.median(_wall(command) for _ in range(RUNS)), 3),
    }


def _output(words: list[str], more: dict[str, str]) -> str:
    done = subprocess.run(  # noqa: S603 - our own interpreter
        words, env={**os.environ, **more}, check=True, capture_output=True, text=True
    )
    return done.stdout


def _wall(words: list[str]) -> float:
    since = time.perf_counter()
    _output(words, {})
    return time.perf_counter() - since


# ---- for people ----------------------------------------------------------------------------------


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The figures in lines."""
    yield (
        f"{found['ruleset']} on Python {found['python']}, uniform bots, one core: "
        f"median of {found['runs']} runs of {found['games_per_run']} games"
    )
    yield "players regions  decisions/s  games/s  decisions/game  draws/decision  checksum"
    for players, row in found["players"].items():
        yield (
            f"{players:>7}{row['regions']:>8}{row['decisions_per_second']:>13,}"
            f"{row['games_per_second']:>9.1f}{row['decisions_per_game']:>16.1f}"
            f"{row['draws_per_decision']:>16.1f}  {row['checksum']}"
            + ("" if row["replays"] else "  THE REPLAY ENDS ELSEWHERE")
        )
    yield f"first games of a fresh engine: {found['cold_decisions_per_second']:,} decisions/s"
    if "cards" in found:
        cards = found["cards"]
        yield f"{cards['inactive']} inactive cards more: time x {cards['inactive_time_ratio']}"
        yield f"{cards['active']} active cards more: time x {cards['active_time_ratio']}"
    for name, n in found["microseconds"].items():
        yield f"{n:>10.2f} us per {name.replace('_', ' ')}"
    for body, n in found["microseconds_by_question"].items():
        yield f"{n:>10.1f} us per step behind a question of {body}"
    yield f"{found['bytes_per_state']:,} bytes per kept state, its history included"
    for name, n in found["seconds"].items():
        yield f"{n:>10.3f} s {name.replace('_', ' ')}"
