"""In which order the handlers of one moment run, and whose they are.

No handler has a number that says how important it is.  What carries a handler puts it in its
place: rules before cards, then seat by seat from the player on turn, then by age, then as the text
is written.  Only an author who says `after` or `before` another card moves one, and no further
than needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from talesmith.play.changes.lasting import NUMBER, SINCE
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.sources import Entry


def place(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> tuple[int, ...]:
    """Where a handler stands among those of its moment: tier, seat, age, place in the file."""
    bound = entry[0]
    return (bound.tier, seat(b, m, entry, args), *_age(b, m, entry, args), bound.number)


def seat(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> int:
    """How many seats the owner of a source sits from the player on turn; -1 for nobody."""
    whose = owner(b, m, entry, args)
    if whose is None or whose >= b.players:
        return -1
    return (whose - b.on_turn(m)) % b.players


def owner(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> int | None:
    """The player who owns the source of a handler, None for a source without owner."""
    h = entry[0].handler
    if h.phase == "offered":
        return None
    race = _told(entry, "self", args)
    if race is not None:
        return int(m.cells[b.at_owner + race])
    if h.holder == "item" and b.lasting.items[str(h.piece)].bearer == "player":
        return int(_told(entry, "bearer", args))
    if h.holder == "marker":
        return b.pieces.owner(m, str(h.piece), _told(entry, "here", args))
    return None


def _age(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> tuple[int, int, int]:
    """When a source came into play, among those of its tier: the oldest first.

    A race or power came when its race was picked, a badge that was attached when it was attached.
    """
    h = entry[0].handler
    item = _told(entry, "item", args)
    if item is not None:
        return (int(item), 0, 0)
    if h.holder in LYING:
        return (0, 0, 0)
    if h.holder == "event":
        return (b.lasting.age(m, h.card), 0, 0)
    race = _told(entry, "self", args)
    if race is None or h.phase == "offered":
        return (0, 0, 0)
    lent = b.lasting.lent(m, h.card, race) if m.lasting else None
    if lent is not None:
        return (lent[SINCE], race, lent[NUMBER])
    return (m.nums[b.layout["race.since"] + race], race, 0)


def _told(entry: Entry, name: str, args: Sequence[Any]) -> Any:
    """What a handler knows under a name: something filled in, or a parameter of its hook."""
    bound, fill, _ = entry
    wanted = bound.slots.get(name)
    if wanted is None:
        return None
    for slot, value in fill:
        if slot == wanted:
            return value
    return args[wanted] if wanted < len(args) else None


def settle(entries: list[Entry]) -> list[Entry]:
    """Move entries so that every `after` and `before` between two of them holds."""
    for at in range(len(entries)):
        for first in range(at):
            earlier, later = entries[first][0], entries[at][0]
            if earlier.must_follow(later):
                moved = entries[:first] + entries[first + 1 : at + 1]
                return settle([*moved, entries[first], *entries[at + 1 :]])
    return entries
