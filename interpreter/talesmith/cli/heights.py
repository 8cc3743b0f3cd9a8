"""`--height NAME=NUMBER`: what a player would say when the rules ask for it as the game begins.

A tied auction may go to the shorter player (AU-3).  The rules ask for heights as they ask for
everything, so saves and replays hold them as answers; the option only spares the typing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from talesmith.cli.common import Failure
from talesmith.cli.seats import Seat
from talesmith.play.bind import Binder
from talesmith.play.telling.prompts import step_of
from talesmith.record.lines import DIGITS
from talesmith.record.words import word_of

STEP = "measure"
"""the step of the rules that asks"""
LONGEST = 60
"""so much is repeated of what makes no sense"""

height_option = click.option(
    "--height",
    "heights",
    metavar="NAME=NUMBER",
    multiple=True,
    help="How tall a player is, in any measure: tied auctions may go to the shorter one "
    "(`--set auction_tie=height`). Whoever is left out is asked.",
)


def heights_of(given: Sequence[str], seats: Sequence[Seat]) -> dict[int, int]:
    """The heights by seat.  Raises click.UsageError for what makes no sense."""
    known = {word_of(seat.name): at for at, seat in enumerate(seats)}
    found: dict[int, int] = {}
    for text in given:
        name, sign, number = text.rpartition("=")
        short = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
        if not sign or not number.isdecimal() or len(number) > DIGITS:
            raise click.UsageError(f"--height {short!r}: write name=number, such as ana=170")
        seat = known.get(word_of(name))
        if seat is None:
            names = ", ".join(one.name for one in seats)
            raise click.UsageError(f"--height: {name!r} does not play: {names} do")
        if seat in found:
            raise click.UsageError(f"--height: {name!r} is named twice")
        found[seat] = int(number)
    return found


def asks_height(rules: Binder, request: Any) -> bool:
    """Whether a question is for somebody's height."""
    return bool(request) and request[0] == "number" and step_of(rules.sites[request[2]]) == STEP


def check_heights(rules: Binder, request: Any, heights: dict[int, int]) -> None:
    """Raise Failure when nobody is asked for heights, or not for such ones."""
    if not heights:
        return
    if not asks_height(rules, request):
        raise Failure(
            "--height: no rule of this game asks for heights; auctions do with "
            "--set auction_tie=height"
        )
    low, high = request[4], request[5]
    for number in heights.values():
        if not low <= number <= high:
            raise Failure(f"--height: a height is a number from {low} to {high}, not {number}")
