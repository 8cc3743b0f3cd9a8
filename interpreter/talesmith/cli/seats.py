"""Who plays: the seats of a game from what the command line says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from attrs import frozen

from talesmith.bots import BOTS
from talesmith.record.names import refused_name
from talesmith.record.words import word_of

HUMAN = "human"
KINDS = (HUMAN, *sorted(BOTS))
USUAL = 3
"""players of a game for which no number is given"""
FILLER = "greedy"


@frozen
class Seat:
    """A player: name, and `human` or the name of a bot."""

    name: str
    kind: str

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.kind == HUMAN


def usual(counts: Iterable[int]) -> int:
    """The number of players of a game with boards for so many if nobody says one."""
    return min(counts, key=lambda n: abs(n - USUAL), default=USUAL)


def seats_for(given: Sequence[str], players: int | None, unsaid: int = USUAL) -> list[Seat]:
    """The seats in their order: those that are given, then greedy bots.

    Nothing given stands for one person; one seat without a number of players for `unsaid` of them,
    and several for just those.  Raises click.UsageError for a seat that makes no sense.
    """
    seats = [seat_from(text) for text in given] or [Seat("Player", HUMAN)]
    if players is None:
        players = len(seats) if len(seats) > 1 else unsaid
    if len(seats) > players:
        raise click.UsageError(f"{len(seats)} seats are given for {players} players")
    names = {word_of(seat.name) for seat in seats}
    bots = (f"Bot {n}" for n in range(1, players + len(seats) + 1))
    free = [name for name in bots if word_of(name) not in names]
    return [*seats, *(Seat(name, FILLER) for name in free[: players - len(seats)])]


def seat_from(text: str) -> Seat:
    """A seat from `name=kind`; blanks around the name, or more than one inside, do not count.

    Raises click.UsageError.
    """
    name, sign, kind = text.rpartition("=")
    name, shown = " ".join(part for part in name.split(" ") if part), _shown(text)
    if not sign or not name:
        raise click.UsageError(f"--seat {shown}: write name=kind, such as ana=human")
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise click.UsageError(
            f"--seat {shown}: no player is of kind {_shown(kind)}; known: {known}"
        )
    refusal = refused_name(name)
    if refusal:
        raise click.UsageError(f"--seat {shown}: {refusal}")
    return Seat(name, kind)


def _shown(text: str) -> str:
    return text if text.isprintable() else repr(text)


def seats_again(players: Sequence[str], kinds: Sequence[str], given: Sequence[str]) -> list[Seat]:
    """The seats of a game that goes on: as they were, with others where `--seat` says so.

    Raises click.UsageError for a seat that is not in the game.
    """
    changed = {seat.name.lower(): seat.kind for seat in map(seat_from, given)}
    strangers = sorted(changed.keys() - {name.lower() for name in players})
    if strangers:
        raise click.UsageError(
            f"{strangers[0]} does not play in this game: {', '.join(players)} do"
        )
    known = dict(zip(players, kinds, strict=False))
    return [Seat(name, changed.get(name.lower(), known.get(name, HUMAN))) for name in players]


def introduced(seats: Sequence[Seat]) -> str:
    """All players in a sentence."""
    return ", ".join(
        seat.name if seat.is_human else f"{seat.name} ({seat.kind} bot)" for seat in seats
    )
