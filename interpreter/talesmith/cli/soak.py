"""`talesmith soak`: many random games in which everything that must always hold is looked at."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from attrs import evolve, frozen

from talesmith.cli.common import (
    DEFAULT_RULESET,
    FINDINGS,
    Failure,
    load_game,
    options,
    path_option,
    ruleset_option,
)
from talesmith.cli.events import events_option, with_events
from talesmith.cli.progress import Progress
from talesmith.cli.soaked import summary
from talesmith.cli.stopping import stops_in_order
from talesmith.run.drawn import EVENT, Deck, with_keys
from talesmith.run.soak import Failed, Plan, Report, soak_in_parallel
from talesmith.show.lines import counted

SHOWN = 10
"""so many failures are told again at the end"""
ALL = "all"


@frozen
class Wishes:
    """What was asked for on the command line."""

    games: int
    players: int | None
    seed: int
    ruleset_name: str
    events: tuple[str, ...]
    paths: tuple[Path, ...]
    keys: tuple[str, ...]
    as_written: bool
    alone: str | None
    workers: int
    reference: bool
    steer: bool


@click.command()
@options(
    click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Games."),
    click.option("--players", type=click.IntRange(1), help="Players; without it, mixed by seed."),
    click.option("--seed", default=0, show_default=True, type=int, help="Seed of the first game."),
    ruleset_option,
    events_option,
    path_option,
    click.option(
        "--set",
        "keys",
        metavar="KEY=VALUE",
        multiple=True,
        help="A key for every game. May be given several times.",
    ),
    click.option(
        "--as-written",
        is_flag=True,
        help="Leave the other keys, and the decks of events, as the ruleset has them; else games draw "
        "keys by their seeds, and half of them decks of one to three events.",
    ),
    click.option(
        "--alone",
        metavar="EVENT,EVENT",
        help="Decks that are made of this event or these; `all`: of each event in turn, as many games "
        "with each.",
    ),
    click.option(
        "--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes."
    ),
    click.option(
        "--reference",
        is_flag=True,
        help="Compare with the evaluator that tries region by region instead.",
    ),
    click.option(
        "--steer",
        is_flag=True,
        help="Prefer answers that come to a branch of a card which no game has come to; a game that "
        "breaks something is made short and told as a transcript and, if it can be, as a scenario.",
    ),
)
def soak(**said: Any) -> int:
    """Play many random games with every invariant on.

    In every second game the bots prefer one end of the answers, another one at each question.

    Ends with 1 if a game broke something, and prints the command that plays that game again. A run
    that is stopped tells what it has seen.
    """
    wishes = Wishes(**said)
    name = with_events(wishes.ruleset_name, wishes.events, None, wishes.paths)
    wishes = evolve(wishes, ruleset_name=name)
    plan = planned(wishes)
    decks = _decks(plan, wishes.alone)
    seeds = range(wishes.seed, wishes.seed + wishes.games)
    report = run(plan, decks, seeds, wishes.workers)
    missing = wishes.games * len(decks) - report.played
    click.echo("\n".join(summary(report, plan, missing)))
    for failure in report.failures[:SHOWN]:
        click.echo(told(failure, repetition(wishes, failure)), err=True)
    return FINDINGS if report.failures or missing else 0


def planned(wishes: Wishes) -> Plan:
    """What is to be run; ends the command when the ruleset has no such keys or board."""
    if wishes.steer and wishes.reference:
        raise Failure("--steer counts branches, --reference does not: take one of them")
    ruleset = load_game(wishes.ruleset_name, wishes.paths)
    keys = tuple(_key(text) for text in wishes.keys)
    try:
        with_keys(ruleset, dict(keys))
    except ValueError as error:
        raise Failure(str(error)) from error
    plan = Plan(
        ruleset,
        wishes.players,
        wishes.reference,
        keys,
        draws=not wishes.as_written,
        branches=not wishes.reference,
        steer=wishes.steer,
    )
    if wishes.players is not None and wishes.players not in plan.counts:
        raise Failure(
            f"{wishes.ruleset_name} has boards for {counts(plan)} players, not for {wishes.players}"
        )
    return plan


def run(plan: Plan, decks: Sequence[Deck], seeds: range, workers: int) -> Report:
    """Play the games with each of the decks, with seeds of its own for each.

    What was done until somebody stops it is kept.
    """
    whole, progress = Report(), Progress(len(seeds) * len(decks), "games")
    broken = 0

    def hear(part: Report) -> None:
        nonlocal broken
        broken += len(part.failures)
        progress.more(part.played, f"{broken} broke something" if broken else "")

    with stops_in_order():
        for at, deck in enumerate(decks):
            own = range(seeds.start + at * len(seeds), seeds.stop + at * len(seeds))
            one = soak_in_parallel(evolve(plan, deck=deck), own, workers, hear)
            whole.add(one)
            if one.played < len(seeds):
                break
    return whole


def _key(text: str) -> tuple[str, str]:
    name, joined, value = text.partition("=")
    if not joined:
        raise Failure(f"--set wants KEY=VALUE, not {text}")
    return name, value


def _decks(plan: Plan, said: str | None) -> list[Deck]:
    """The decks to play with in turn; the empty one is that of the ruleset or drawn."""
    if said is None:
        return [()]
    known = dict(plan.ruleset.pools)[EVENT]
    if not known:
        raise Failure(f"{plan.ruleset.name} has no events")
    if said == ALL:
        return [(card,) for card in known]
    return [tuple(_event(plan, known, name) for name in said.split(","))]


def _event(plan: Plan, known: Sequence[str], name: str) -> str:
    for card in known:
        if name in (card, card.partition(".")[2]):
            return card
    raise Failure(f"there is no event {name} in {plan.ruleset.name}")


def counts(plan: Plan) -> str:
    """The numbers of players that there are boards for."""
    *most, last = map(str, plan.counts)
    return f"{', '.join(most)} and {last}" if most else last


def repetition(wishes: Wishes, failed: Failed) -> str:
    """The command that plays a game again, with everything that its seed has drawn."""
    words = ["talesmith", "soak", "--games", "1"]
    if wishes.ruleset_name != DEFAULT_RULESET:
        words += ["--ruleset", wishes.ruleset_name]
    for path in wishes.paths:
        words += ["--path", str(path)]
    words += ["--reference"] if wishes.reference else []
    words += ["--alone", ",".join(failed.deck)] if failed.deck else []
    words += ["--players", str(failed.players), "--seed", str(failed.seed), "--as-written"]
    for name, value in failed.keys:
        words += ["--set", f"{name}={value}"]
    return shlex.join(words)


def told(failure: Failed, command: str) -> str:
    """A failure and the command that repeats it."""
    what = (
        f"seed {failure.seed}, {failure.players} players, answer {failure.number}: {failure.text}"
    )
    if not failure.transcript:
        return f"{what}\n  again: {command}"
    answers = sum(line.startswith(">") for line in failure.transcript)
    lines = "\n".join(failure.transcript)
    return f"{what}\nmade short, {counted(answers, 'answer')}:\n\n{lines}\n"
