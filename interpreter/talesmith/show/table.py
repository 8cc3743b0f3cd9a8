"""The whole screen at a question: round, players, combos, and the question itself."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from talesmith.show import combos, events, players
from talesmith.show.lines import heading, wrapped
from talesmith.show.menu import Menu
from talesmith.show.position import Position
from talesmith.show.question import asking, screen


def at_question(position: Position, request: Any, *, in_full: bool = True) -> Menu:
    """Everything a seat needs for an answer; in short, combos take two lines."""
    seat = request[1]
    menu = screen(position, request)
    has_own_table = request[0] == "allocate"
    lines = [*clock(position), *current(position, request, in_full=in_full)]
    lines += players.players(position, in_full=not has_own_table)
    if not is_about_combos(position, request):
        short = combos.in_short(position, seat)
        lines += ["", *(combos.column(position, seat) if in_full else short)]
    return evolve(menu, lines=(*lines, "", *secrecy(position), *menu.lines))


def current(position: Position, request: Any, *, in_full: bool) -> list[str]:
    """The events, with their texts when a turn begins and when one of them asks."""
    if not events.has_events(position):
        return []
    asks = asking(position, position.rules.sites[request[2]]) in events.in_force(position)
    return events.in_full(position) if in_full or asks else events.in_short(position)


def secrecy(position: Position) -> list[str]:
    """For a question to several seats at once: what becomes of the answers."""
    request = position.game.request
    if request is None or request[0] != "group":
        return []
    names = [position.player(seat) for seat, part in request[3] if part is not None]
    return wrapped(f"A secret answer of {', '.join(names)}: all are opened together.")


def is_about_combos(position: Position, request: Any) -> bool:
    """Whether the question itself lists the combos."""
    site = position.rules.sites[request[2]]
    return "combo" in (site.thing, *site.things)


def clock(position: Position) -> list[str]:
    """The round, and whose turn it is."""
    left = f"Round {position.round} of {position.rounds}"
    if position.read("between turns"):
        return heading(left, "between turns")
    return heading(left, f"{position.player(position.read('current_player'))}'s turn")
