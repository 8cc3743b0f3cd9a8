"""The order of effects as the language reference has it, read from the position once more.

Tier; then the seat of the owner, from the player whose turn it is (outside turns: from the first
player), sources without owner first; then the number under which the source came into play; then
the place in the file.  This is the oracle against which the machine's own order is held: it looks
everything up by itself, in the list of what lasts and in the cells of the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import BEARER, KIND, NAME, NUMBER, SINCE
from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.sources import Entry
from talesmith.play.machine import Machine
from talesmith.run.violation import demand

TIERS: tuple[tuple[str, ...], ...] = (
    ("rules",),
    ("marker", "unit"),
    ("race",),
    ("power",),
    ("artifact", "place"),
    ("item",),
    ("event",),
    ("house_rule",),
)
"""kinds of sources, those that come first in front"""
NOBODY = -1


def check_order(b: Binder, m: Machine, entries: Sequence[Entry], args: Sequence[Any]) -> None:
    """Raise Violation unless these handlers of a moment stand in the order of the language."""
    keys = [lawful_place(b, m, entry, args) for entry in entries]
    for (at, one), (later, other) in combinations(enumerate(entries), 2):
        if settled(one[0], other[0]):
            demand(not one[0].must_follow(other[0]), "an author's order", *names((one, other)))
        elif keys[at] > keys[later] and not any(_moved(entry[0]) for entry in entries):
            demand(False, "effects out of order", *names((one, other)), keys[at], keys[later])


def names(entries: Iterable[Entry]) -> list[str]:
    """The handlers of entries by their ids."""
    return [bound.handler.id for bound, _, _ in entries]


def settled(one: Bound, other: Bound) -> bool:
    """Whether `after` or `before` says which of two handlers runs first."""
    return one.must_follow(other) or other.must_follow(one)


def _moved(bound: Bound) -> bool:
    return bool(bound.handler.after or bound.handler.before)


def lawful_place(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> tuple[Any, ...]:
    """Tier, seat, age and place in the file of a handler."""
    bound = entry[0]
    tier = next(at for at, kinds in enumerate(TIERS) if bound.source in kinds)
    whose = _owner(b, m, entry, args)
    start = m.cells[b.at_first if m.nums[b.at_between] else b.at_current]
    seat = NOBODY if whose in (NOBODY, b.players) else (whose - start) % b.players
    return (tier, seat, _came(b, m, entry, args), b.ruleset.handlers.index(bound.handler))


def _owner(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> int:
    handler = entry[0].handler
    if handler.phase == "offered" or handler.holder in ("rules", "event", "house_rule"):
        return NOBODY
    if handler.holder in ("race", "power"):
        return int(m.cells[b.at_owner + _told(entry, "self", args)])
    if handler.holder == "item":
        kind = next(item.bearer for item in b.ruleset.items if item.id == handler.piece)
        bearer = int(_told(entry, "bearer", args))
        if kind == "race":
            return m.cells[b.at_owner + bearer]
        return bearer if kind == "player" else NOBODY
    laid_by = b.pieces.owner(m, str(handler.piece), _told(entry, "here", args))
    return NOBODY if laid_by is None else laid_by


def _came(b: Binder, m: Machine, entry: Entry, args: Sequence[Any]) -> tuple[int, ...]:
    handler = entry[0].handler
    if handler.holder in ("race", "power") and handler.phase != "offered":
        return _came_to_race(b, m, handler.card, int(_told(entry, "self", args)))
    if handler.holder == "event":
        number = _told(entry, "item", args)
        found = (
            r[NUMBER] for r in m.lasting
            if (r[KIND], r[NAME]) == ("event", handler.card) and number in (None, r[NUMBER])
        )  # fmt: skip
        return (int(next(found)),)
    if handler.holder == "item":
        bearer = _told(entry, "bearer", args)
        number = _told(entry, "item", args)
        found = (
            r[NUMBER] for r in m.lasting
            if (r[KIND], r[NAME], r[BEARER]) == ("item", handler.piece, bearer)
            and number in (None, r[NUMBER])
        )  # fmt: skip
        return (int(next(found)),)
    return (0,)


def _came_to_race(b: Binder, m: Machine, card: str, race: int) -> tuple[int, ...]:
    """What came with the race first; a badge that was attached when it was attached."""
    for record in m.lasting:
        if (record[KIND], record[NAME], record[BEARER]) == ("badge", card, race):
            return (record[SINCE], race, record[NUMBER])
    return (m.nums[b.layout["race.since"] + race], race, -1)


def _told(entry: Entry, name: str, args: Sequence[Any]) -> Any:
    bound, fill, _ = entry
    slot = dict(bound.handler.slots).get(name)
    if slot is None:
        return None
    return dict(fill).get(slot, args[slot] if slot < len(args) else None)
