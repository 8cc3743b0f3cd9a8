"""`talesmith play`: a game in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from talesmith.cli.boards import boards_of, boards_option, drawn
from talesmith.cli.common import (
    DEFAULT_RULESET,
    RULESET_HELP,
    Failure,
    load_game,
    options,
    path_option,
)
from talesmith.cli.events import (
    check_deck,
    events_option,
    keys_option,
    upcoming_option,
    with_events,
    with_keys,
)
from talesmith.cli.heights import check_heights, height_option, heights_of
from talesmith.cli.keeper import Keeper
from talesmith.cli.keyboard import Keyboard
from talesmith.cli.loading import read, resumed
from talesmith.cli.paint import Paint, color_option, wants_colour
from talesmith.cli.person import Closed, Left
from talesmith.cli.seats import Seat, introduced, seats_again, seats_for, usual
from talesmith.cli.sitting import Sitting
from talesmith.cli.stopping import stops_in_order
from talesmith.play.bind import Binder
from talesmith.play.length import rounds_of
from talesmith.play.step import bind
from talesmith.record.session import Session
from talesmith.ruleset.parts import Ruleset
from talesmith.show.lines import wrapped

SEEDS = 1_000_000_000


@frozen
class Wishes:
    """What the command line says."""

    players: int | None
    given: tuple[str, ...]
    seed: int | None
    ruleset_name: str | None
    events: tuple[str, ...]
    upcoming: str | None
    keys: tuple[str, ...]
    heights: tuple[str, ...]
    boards: str | None
    may_be_short: bool
    paths: tuple[Path, ...]
    save: Path | None
    loaded: Path | None
    transcript: Path | None
    color: str


@click.command()
@options(
    click.option("--players", type=click.IntRange(min=1), help="How many play.  [default: 3, or what comes next to it]"),
    click.option(
        "--seat",
        "given",
        metavar="NAME=KIND",
        multiple=True,
        help="A player: human, uniform or greedy. May be given several times, in the order of the "
        "seats; seats that are left are greedy bots.",
    ),
    click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same game."),
    click.option(
        "--ruleset",
        "ruleset_name",
        metavar="NAME|FILE",
        help=f"{RULESET_HELP}  [default: {DEFAULT_RULESET}]",
    ),
    events_option,
    upcoming_option,
    keys_option,
    height_option,
    boards_option,
    click.option("--short-deck", "may_be_short", is_flag=True,
                 help="Play with fewer events than rounds: the last rounds have none."),
    path_option,
    click.option("--save", "save", type=click.Path(dir_okay=False, path_type=Path),
                 help="Keep the game in this file when it ends or is left."),
    click.option("--load", "loaded", type=click.Path(exists=True, dir_okay=False, path_type=Path),
                 help="Go on with the game in this file."),
    click.option("--transcript", type=click.Path(dir_okay=False, path_type=Path),
                 help="Write every answer and what came of it into this file."),
    color_option,
)  # fmt: skip
def play(**said: Any) -> None:
    """Play a game: you against two greedy bots, or whoever sits at the table.

    At every prompt `?` tells what can be said. With bots alone the game is printed as a report.
    """
    wishes = Wishes(**said)
    keeper = Keeper(wishes.save, wishes.transcript)
    if wishes.loaded is None:
        session, seats = begun(wishes, keeper)
    else:
        session, seats = gone_on_with(wishes.loaded, wishes, keeper)
    heights = heights_of(wishes.heights, seats)
    check_heights(session.rules, session.game.request, heights)
    sit_down(session, seats, keeper, Paint(colour=wants_colour(wishes.color)), heights)


def begun(wishes: Wishes, keeper: Keeper) -> tuple[Session, list[Seat]]:
    """A new game."""
    keeper.ask_before_replacing()
    name = with_events(
        wishes.ruleset_name or DEFAULT_RULESET, wishes.events, wishes.upcoming, wishes.paths
    )
    ruleset = load_game(name + with_keys(wishes.keys), wishes.paths)
    if wishes.players is not None:
        boards_of(ruleset, wishes.players)  # first of all: seats are made for any number
    seats = seats_for(wishes.given, wishes.players, usual(n for n, _ in ruleset.boards))
    session = fresh(ruleset, seats, wishes.seed, wishes.boards)
    if name != (wishes.ruleset_name or DEFAULT_RULESET):
        rounds = rounds_of(session.rules, session.game)
        check_deck(ruleset, rounds, may_be_short=wishes.may_be_short)
    return session, seats


def gone_on_with(path: Path, wishes: Wishes, keeper: Keeper) -> tuple[Session, list[Seat]]:
    """The game of a save; `--seat` may put others in the seats of its players."""
    new = {"--players": wishes.players, "--seed": wishes.seed, "--events": wishes.events or None,
           "--upcoming": wishes.upcoming, "--short-deck": wishes.may_be_short or None,
           "--set": wishes.keys or None, "--boards": wishes.boards, "--height": wishes.heights or None}  # fmt: skip
    for option, value in new.items():
        if value is not None:
            raise click.UsageError(f"{option} belongs to a new game, not to a saved one")
    saved = read(path)
    seats = seats_again(saved.players, saved.kinds, wishes.given)
    found = resumed(saved, wishes.ruleset_name, wishes.paths)
    keeper.goes_on(path)
    for note in found.notes():
        click.echo(note, err=True)
    return found.session, seats


def fresh(
    ruleset: Ruleset, seats: list[Seat], seed: int | None, named: str | None = None
) -> Session:
    """A new game; of several boards for so many players, with the maps named, the seed draws one."""
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    maps = drawn(ruleset, len(seats), seed, named)
    try:
        rules = bind(ruleset, len(seats), maps=maps)
        return Session(rules, [seat.name for seat in seats], seed)
    except ValueError as error:
        raise Failure(str(error)) from error


def sit_down(
    session: Session, seats: list[Seat], keeper: Keeper, paint: Paint, heights: dict[int, int]
) -> None:
    """Play; whatever ends it, what was asked to be kept is kept."""
    session.kinds = tuple(seat.kind for seat in seats)
    paint.learn(session.rules.ruleset, session.names.seats)
    title = f"{session.rules.ruleset.name}: {introduced(seats)}. Seed {session.seed}."
    paint.say(wrapped(title, "", "  "))
    if told := about(session.rules):
        paint.say(told)
    if any(seat.is_human for seat in seats):
        paint.say("At every prompt, ? tells what you can say.")
    with stops_in_order():
        _play_and_keep(Sitting(session, seats, Keyboard(), paint, keeper, heights))


def about(rules: Binder) -> list[str]:
    """Of a board of several maps: what the ruleset says of itself, and which maps were drawn."""
    if len(rules.board.maps) == 1:
        return []
    names = ", ".join(part.name for part in rules.board.maps)
    return [*wrapped(rules.ruleset.text), *wrapped(f"Boards: {names}.", "", "  ")]


def _play_and_keep(sitting: Sitting) -> None:
    session, keeper = sitting.session, sitting.keeper
    try:
        sitting.play()
    except Left:
        keeper.close(session, is_left=True)
        click.echo("Goodbye.")
        return
    except Closed as error:
        keeper.close(session)
        raise Failure("the input ended before the game did") from error
    except KeyboardInterrupt as error:
        keeper.close(session)
        raise Failure("the game was stopped before its end") from error
    except Exception:
        try:
            keeper.close(session)
        except Failure as lost:
            lost.show()
        raise
    keeper.close(session)
