"""Which lines of the rules one answer of a game has come to.

The game is played again under watch (`cover`), which is many times slower, so only where nothing
that was asked of the rules explains why something else has happened.
"""

from __future__ import annotations

from attrs import frozen

from talesmith.cover.watching import Record, Watched
from talesmith.record.session import Session


@frozen(order=True)
class Ran:
    """A line that was come to."""

    card: str
    path: str
    line: int


def ran(session: Session, number: int) -> list[Ran]:
    """The lines that the answer with that number came to, in order; 0 is the start of the game."""
    known, record = session.rules, Record()
    watched = Watched(known.ruleset, known.players, known.board, record)
    if number == 0:
        record.harvest()
    again = Session(watched, session.names.seats, session.seed)
    lines = session.lines[:number]
    if number:
        again.play(lines[:-1])
        record.harvest()
        again.play(lines[-1:])
    seen, _ = record.harvest()
    units = (record.units.all[at] for at in seen)
    return sorted({Ran(unit.card, unit.path, unit.line) for unit in units if unit.path})
