"""One region in full: what it is, what it touches, who is there, and why it costs what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from talesmith.model.board import members
from talesmith.play.hooks.attempts import COST, LEGALITY
from talesmith.play.telling.explain import why_allowed, why_value
from talesmith.show import land
from talesmith.show.lines import listed, wrapped
from talesmith.show.position import Position

SHELVES = ("/rules/", "/cards/")


def in_full(position: Position, region: int, race: int | None, *, fully: bool = True) -> list[str]:
    """All about a region; with a race also whether that race may conquer it, and the cost.

    Not `fully` leaves out who had a say in that.
    """
    board = position.rules.board
    facts = [position.terrain(region), *land.all_symbols(position, region)]
    lines = wrapped(f"{position.title('region', region)} ({', '.join(facts)})")
    near = members(board.neighbours[region])
    lines += listed([position.word("region", at) for at in near], "  touches ", "    ")
    lines += wrapped(land.held_by(position, region) or "nobody is there", "  ")
    for card in position.cards_in(region):
        lines += wrapped(f"{card.name}: {card.text}", "  ", "    ")
    for name, card in position.pieces_of_cards(region):
        whose = name if name == card.name else f"{name} ({card.name})"
        lines += wrapped(f"{whose}: {card.text}", "  ", "    ")
    if race is not None and LEGALITY in position.rules.permissions:
        lines += conquest(position, region, race, fully=fully)
    return lines


def conquest(position: Position, region: int, race: int, *, fully: bool = True) -> list[str]:
    """Whether a race may conquer a region and what it costs; `fully`: who had a say in it."""
    who, rules = land.people(position, race), position.rules
    allowed = why_allowed(rules, position.m, LEGALITY, [race, region])
    lines = wrapped(f"May {who} conquer it? {allowed.text()}.", "  ")
    lines += _places(allowed.lines(rules)[1:]) if fully else []
    if COST in rules.values and position.occupant(region) != race:
        cost = why_value(rules, position.m, COST, [race, region])
        hand = position.hand(race)
        lines += wrapped(f"Cost: {cost.text(rules)}; in hand: {hand}.", "  ")
        lines += _places(cost.lines(rules)[:-1]) if fully else []
    return lines


def _places(lines: Sequence[str]) -> list[str]:
    """Lines that name files, with short paths."""
    return [part for line in lines for part in wrapped(near_path(line), "    ")]


def near_path(line: str) -> str:
    """A line in which paths begin at `rules/` or `cards/`."""
    words = []
    for word in line.split(" "):
        at = max(word.rfind(shelf) for shelf in SHELVES)
        bracket = "(" if word.startswith("(") else ""
        words.append(word if at < 0 else bracket + word[at + 1 :])
    return " ".join(words)


def actor(position: Position, request: Any) -> int | None:
    """The race that acts in a question: that of its attempts, else the active one."""
    if request is None or request[0] == "group":
        return None
    site = position.rules.sites[request[2]]
    for entry in request[3]:
        if request[0] == "option" and entry[0] < len(site.things):
            if site.things[entry[0]] == "attempt":
                return int(entry[1]) >> 8 & 255
        elif site.thing == "attempt":
            return int(entry) >> 8 & 255
    return position.active(request[1])
