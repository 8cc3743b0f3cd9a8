"""The sentence for something hidden that is shown: a number with its owner, or a thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from talesmith.play.expressions.facts import KINDS
from talesmith.show.events import IN_FORCE, upcoming, upcoming_text
from talesmith.show.lines import counted
from talesmith.show.position import Position

COINS = "player.coins"


def revealed(position: Position, event: Sequence[Any]) -> str:
    """What is shown to everybody; of what only one player sees, that he sees it."""
    kind, value, to, place = event
    if to is not None:
        return f"{position.player(to)} looks at {_about(position, kind, place)}."
    coming = upcoming(position)
    if kind.removesuffix("?") == IN_FORCE and coming is not None:
        return upcoming_text(coming)
    if place is None:
        return _thing(position, kind.removesuffix("?"), value)
    if place[0] == COINS:
        return f"{position.player(place[1])} has {counted(value, 'coin')}."
    about = _about(position, kind, place)
    return f"{about[0].upper()}{about[1:]}: {value}."


def _thing(position: Position, kind: str, value: Any) -> str:
    """A thing by its name; of a card also what it can do."""
    shown = str(value) if kind == "number" else position.title(kind, value)
    known = position.rules.cards_of(KINDS.get(kind, kind))
    text = known[value].text if known else ""
    return f"{shown} is shown: {text}" if text else f"{shown} is shown."


def _about(position: Position, kind: str, place: tuple[str, int] | None) -> str:
    """What is looked at, without telling what it is."""
    if place is None:
        return f"a {kind.removesuffix('?')}"
    name, thing = place
    field = position.rules.layout.by_name[name]
    what = f"the {name.rpartition('.')[2].replace('_', ' ')}"
    return what if field.index == "game" else f"{what} of {position.title(field.index, thing)}"
