"""`talesmith golden`: recorded games of an author's rules, and what plays otherwise since."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from attrs import evolve

from talesmith.cli.common import (
    FINDINGS,
    Failure,
    from_here,
    load_game,
    options,
    path_option,
    ruleset_option,
)
from talesmith.cli.progress import Progress
from talesmith.play.step import bind
from talesmith.record.identity import identity_of
from talesmith.record.session import ReplayStopped, Session
from talesmith.ruleset.parts import Ruleset
from talesmith.run.causes import causes, in_a_line
from talesmith.run.golden import (
    BadGolden,
    Golden,
    Recorded,
    golden_in,
    is_golden,
    put_new,
    put_over,
    texts,
)
from talesmith.run.parting import Parting, played_again
from talesmith.run.recording import SEATS, Games, played
from talesmith.show.lines import counted

folder_argument = click.argument(
    "folder", metavar="[DIR]", default="golden", type=click.Path(path_type=Path)
)
other_option = click.option(
    "--ruleset",
    "ruleset_name",
    metavar="NAME|FILE",
    help="Other rules than those that were recorded, or the same ones from another folder.",
)


@click.group()
def golden() -> None:
    """Keep recorded games of your rules and cards, and see what plays otherwise after a change.

    The games lie as text files in DIR (golden, if none is named). Begin with `golden record`; after
    a change `golden check` tells what is different and why; `golden accept --yes` keeps that.
    """


@golden.command()
@folder_argument
@options(
    ruleset_option,
    path_option,
    click.option("--games", default=3, show_default=True, type=click.IntRange(1, 1000)),
    click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 10**8)),
    click.option(
        "--players",
        type=click.IntRange(1, len(SEATS)),
        help="Players; without it, all numbers that there is a board for in turn.",
    ),
)
def record(
    folder: Path,
    ruleset_name: str,
    paths: tuple[Path, ...],
    games: int,
    seed: int,
    players: int | None,
) -> None:
    """Record games into DIR, a new folder.

    Bots play from seeds, so the same games come about on every machine. A folder that has anything
    in it is left as it is.
    """
    refuse_taken(folder)
    wanted = Games(games, seed, players)
    files = recorded(ruleset_name, load_game(ruleset_name, paths), wanted)
    try:
        put_new(folder, files)
    except OSError as error:
        raise Failure(f"{folder} cannot be written: {error.strerror or error}") from error
    click.echo(f"{counted(games, 'game')} of {ruleset_name} recorded in {folder}.")


@golden.command()
@folder_argument
@options(other_option, path_option)
def check(folder: Path, ruleset_name: str | None, paths: tuple[Path, ...]) -> int:
    """Play the games in DIR again and tell what is different, and why.

    The recorded answers are given again. Told are the first difference of each game, and all of them
    by cause: which value or permission is another one, by which line of which card. Differences are
    followed until a game is in another position; what comes later follows from that.

    Ends with 1 if something is different, with 2 if DIR cannot be read.
    """
    return told(kept(folder), ruleset_name, paths)


@golden.command()
@folder_argument
@options(
    click.option("--yes", "is_meant", is_flag=True, help="Really keep it."),
    other_option,
    path_option,
)
def accept(folder: Path, is_meant: bool, ruleset_name: str | None, paths: tuple[Path, ...]) -> int:
    """Record the games in DIR anew, under the rules of today.

    Without --yes nothing is written: what would change is told, as `golden check` does.
    """
    known = kept(folder)
    found = told(known, ruleset_name, paths)
    if not is_meant:
        click.echo("Nothing is written without --yes.", err=True)
        return found
    name = ruleset_name or known.ruleset
    files = recorded(name, load_game(name, paths), known.games)
    try:
        put_over(folder, files)
    except OSError as error:
        raise Failure(f"{folder} cannot be written: {error.strerror or error}") from error
    click.echo(f"{counted(known.games.games, 'game')} of {name} recorded anew in {folder}.")
    return 0


def refuse_taken(folder: Path) -> None:
    """End the command if there is something in the folder already."""
    if is_golden(folder):
        raise Failure(
            f"{folder} holds recorded games already: `talesmith golden accept {folder} --yes` "
            f"records them anew, another name for the folder records others"
        )
    if folder.exists() and not folder.is_dir():
        raise Failure(f"{folder} is a file, not a folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise Failure(f"{folder} has other files in it: name a new folder")


def kept(folder: Path) -> Golden:
    """What a folder holds; ends the command when that is nothing of ours."""
    if not folder.is_dir():
        raise Failure(f"there is no folder {folder}; `talesmith golden record {folder}` makes it")
    if not is_golden(folder):
        raise Failure(f"{folder} is no folder of recorded games")
    try:
        return golden_in(folder)
    except BadGolden as error:
        raise Failure(str(error)) from error


def recorded(name: str, ruleset: Ruleset, games: Games) -> dict[str, str]:
    """The files for these games."""
    progress, sessions = Progress(games.games, "games"), []
    try:
        for session in played(ruleset, games):
            sessions.append(session)
            progress.more(1)
    except ValueError as error:
        raise Failure(str(error)) from error
    return texts(name, games, sessions)


# ---- checking ------------------------------------------------------------------------------------


def told(known: Golden, ruleset_name: str | None, paths: Sequence[Path]) -> int:
    """Play the games again and tell what is different; gives the exit code."""
    ruleset = load_game(ruleset_name or known.ruleset, paths)
    progress, found = Progress(len(known.recorded), "games"), []
    cards = known.identity.cards
    touched = {c.where.path for c in ruleset.cards if cards.get(c.id) != c.digest}
    changed: list[str] = []
    for game in known.recorded:
        session, stopped = again(game, ruleset)
        now = evolve(identity_of(session.rules, 0), maps={})
        changed = known.identity.differences(now)
        parting = Parting(game.told, session, lambda line: line.path in touched)
        found.append(parting.differences(stopped))
        progress.more(1)
    if changed:
        click.echo(f"The rules have changed: {'; '.join(changed)}.")
    if not any(found):
        click.echo(f"{counted(len(found), 'game')}: as recorded.")
        return 0
    for game, parts in zip(known.recorded, found, strict=True):
        click.echo(f"game {game.seed}: {in_a_line(parts[0]) if parts else 'as recorded'}")
    for cause in causes((one for parts in found for one in parts), from_here):
        click.echo("\n" + "\n".join(cause.told()))
    return FINDINGS


def again(game: Recorded, ruleset: Ruleset) -> tuple[Session, ReplayStopped | None]:
    """A recorded game under these rules; ends the command when they have no such board."""
    boards = {board.id: board for board in ruleset.maps}
    missing = [name for name in game.maps if name not in boards]
    if missing:
        raise Failure(f"game {game.seed} was played on {missing[0]}, which {ruleset.name} lacks")
    try:
        rules = bind(ruleset, len(game.players), maps=tuple(boards[name] for name in game.maps))
        return played_again(rules, game.players, game.seed, game.answers)
    except ValueError as error:
        raise Failure(str(error)) from error
