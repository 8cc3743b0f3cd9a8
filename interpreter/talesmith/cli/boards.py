"""Which board a game is played on: one that was named, or one that its seed draws."""

from __future__ import annotations

import click

from talesmith.cli.common import Failure
from talesmith.play.step import boards_for
from talesmith.record.words import short_id
from talesmith.ruleset.parts import Map, Ruleset

boards_option = click.option(
    "--boards",
    metavar="MAP,MAP",
    help="Maps of the board, such as l1a,s2b; others are drawn by the seed. `talesmith rules` with the "
    "name of the ruleset lists them.",
)


def boards_of(ruleset: Ruleset, players: int) -> list[tuple[Map, ...]]:
    """The boards for so many players; ends the command when there is none."""
    try:
        return boards_for(ruleset, players)
    except ValueError as error:
        raise Failure(str(error)) from error


def drawn(ruleset: Ruleset, players: int, seed: int, said: str | None = None) -> tuple[Map, ...]:
    """The maps of a game: all that were named are among them; ends the command if that cannot be."""
    boards = boards_of(ruleset, players)
    if said is not None:
        wanted = [_meant(ruleset, name.strip()) for name in said.split(",")]
        boards = [maps for maps in boards if set(wanted) <= {part.id for part in maps}]
        if not boards or len(set(wanted)) < len(wanted):
            raise Failure(
                f"{ruleset.name} has no board of {said} for {players} players; "
                "`talesmith rules` with the name of the ruleset lists its boards"
            )
    return boards[seed % len(boards)]


def _meant(ruleset: Ruleset, name: str) -> str:
    """The full name of a map, which may be given without its package."""
    used = dict.fromkeys(full for _, names in ruleset.boards for full in names)
    found = next((full for full in used if name in (full, short_id(full))), None)
    if found is None:
        known = ", ".join(map(short_id, used))
        raise Failure(f"{ruleset.name} has no map {name}; there are {known}")
    return found
