"""The sentences for what comes, goes and changes places: markers, items, events, combos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.model.game import Event
from talesmith.model.layout import NONE
from talesmith.ruleset.ops import walk
from talesmith.show.events import IN_FORCE, current_text
from talesmith.show.position import Position

if TYPE_CHECKING:
    from talesmith.show.happened import Report

BETTER = ("lay", "mark")
"""events that may tell of one before them, too"""
COMBO = "combo."
LYING_ON = ("region", "player")
"""items on a race name the race among what they are about, or are about nothing else"""
FIRST = "first_player"


def moved(report: Report, event: Sequence[Any]) -> str:
    """Tokens that a card moves on the map where somebody has chosen; actions tell of their own."""
    race, n, *cells = event
    on_map = any(map(report.rules.tokens.is_region, cells))
    if not report.tells_moves or not on_map:
        return ""
    source, target = (_pool(report.after, cell) for cell in cells)
    return f"{n} of {report.race(race)} go from {source} to {target}."


def _pool(position: Position, cell: int) -> str:
    tokens = position.rules.tokens
    if tokens.is_region(cell):
        return position.title("region", cell - tokens.tokens)
    return f"the {position.word('pool', cell)}"


def marked(report: Report, event: Sequence[Any]) -> str:
    """Markers are laid; those that only repeat the terrain are not worth a sentence."""
    marker, region, n = event
    if marker in report.placed:
        return ""
    name = report.after.title("marker", marker)
    if name == report.after.terrain(region):
        return ""
    return f"{pieces(name, n)} in {report.after.title('region', region)}."


def pieces(name: str, n: int) -> str:
    """So many markers of that name."""
    return name if n == 1 else f"{name} x{n}"


def unmarked(report: Report, event: Sequence[Any]) -> str:
    """Markers go; of those that their owner only moves, it is told where they come."""
    marker, regions = event
    seen = report.after
    name = seen.title("marker", marker)
    where = [seen.title("region", r) for r in members(regions) if seen.terrain(r) != name]
    if not where or marker in stationed(seen):
        return ""
    return f"{name} leaves {', '.join(where)}."


def laid(report: Report, event: Sequence[Any]) -> str:
    """A card comes to lie in a region, with its text if it is new there, or leaves the board."""
    kind, card, region = event
    name = report.after.title(kind, card)
    if region is None:
        return f"{name} leaves the board."
    where = report.after.title("region", region)
    text = report.rules.cards_of(kind)[card].text if is_new(report, event) else ""
    return f"{name} now lies in {where}: {text}" if text else f"{name} now lies in {where}."


def is_new(report: Report, event: Sequence[Any]) -> bool:
    """Whether a card that comes to lie in a region lay in none before."""
    kind, card, region = event
    return region is not None and report.before.read(f"{kind}.region", card) == NONE


def is_told(report: Report, event: Sequence[Any], later: Sequence[Any]) -> bool:
    """Whether a later event tells of an event better.

    A card that is turned up tells of the marker that lay over it, a marker of the spare token beside
    it, which it stands for, and of the card of its own name.
    """
    if later[0] == "lay":
        is_over = event[0] == "unmark" and event[2:] == (1 << (later[3] or 0),)
        return is_over and is_new(report, later[1:])
    if event[0] == "lay" and event[3] in (None, later[2]):
        return report.after.title(*event[1:3]) == report.after.title("marker", later[1])
    if event[0] != "tokens" or event[4] != report.rules.tokens.tokens + later[2]:
        return False
    return report.after.word("pool", event[3]) == "box"


def parts(exchange: Sequence[Any], later: Sequence[Event]) -> Iterator[int]:
    """The numbers of those of the events behind an exchange of two regions that are part of it."""
    pair = 1 << exchange[1] | 1 << exchange[2]
    for at, event in enumerate(later):
        if event[0] in ("do", "answer", "exchange"):
            return
        if event[0] in ("mark", "unmark"):
            regions = event[2] if event[0] == "unmark" else 1 << event[2]
            if not regions & ~pair:
                yield at


def stationed(position: Position) -> set[str]:
    """The markers that players move about."""
    return {
        node[3]
        for handler in position.rules.ruleset.handlers
        for node in walk(handler.body)
        if node[0] == "station"
    }


def attached(report: Report, event: Sequence[Any]) -> str:
    """An item or an event comes into force."""
    kind, name, bearer, values = event
    if kind in ("mark", "badge"):
        return ""
    if kind == IN_FORCE:
        report.in_force.append(name)
    item = report.rules.lasting.items.get(name)
    card = next((card for card in report.rules.ruleset.cards if card.id == name), None)
    title = "" if card is None else card.name
    if kind == "waiting":
        waiting = title if item is None else item.name
        return f"{waiting} waits for the next race of {report.after.player(bearer)}."
    if item is not None:
        about = [report.thing(p.type, v) for p, v in zip(item.params, values, strict=True)]
        where = report.thing(item.bearer, bearer)
        name = f"{item.name} on {where}" if about and item.bearer in LYING_ON else item.name
        return f"{name}: {', '.join(about or [where])}."
    return f"{title} is in force." if card is None else current_text(card)


def lasting(events: Sequence[Event]) -> list[Event]:
    """The events without the ends of items that are given anew at once: nothing ends there."""
    kept: list[Event] = []
    again = set()
    for event in reversed(events):
        if event[0] == "attach":
            again.add(event[1:4])
        if event[0] != "detach" or event[1:4] not in again:
            kept.append(event)
    return kept[::-1]


def detached(report: Report, event: Sequence[Any]) -> str:
    """An item ends; events end with their round, which is told by the next one."""
    kind, name, bearer = event
    if kind == IN_FORCE and name in report.in_force:
        report.in_force.remove(name)
    item = report.rules.lasting.items.get(name)
    if kind != "item" or item is None:
        return ""
    return f"{item.name} ends: {report.thing(item.bearer, bearer)}."


def lent(report: Report, event: Sequence[Any]) -> str:
    """A race gets one more power; that powers go with a decline is in the rules."""
    race, badge, has = event
    return f"{report.race(race)} have {report.after.title('badge', badge)} too." if has else ""


def swapped(report: Report, event: Sequence[Any]) -> str:
    """Two things of one kind change places."""
    name, one, two = event
    if one == two:
        return ""
    short = name.rpartition(".")[2].replace("_", " ")
    if name.startswith(COMBO):
        report.swap_cards(name, one, two)
        return f"{short.capitalize()}s change places: {report.combo(one)}, {report.combo(two)}."
    index = report.rules.layout.by_name[name].index
    sides = " and ".join(report.thing(index, thing) for thing in (one, two))
    return f"{short.capitalize()} of {sides} change places."


def paired(report: Report, event: Sequence[Any]) -> str:
    """A new combo; it is seen on offer."""
    combo, banner, badge = event
    report.cards[combo] = [banner, badge]
    return ""


def parted(report: Report, event: Sequence[Any]) -> str:
    """A combo is taken apart."""
    _, banner, badge = event
    title = report.after.title
    return f"{title('badge', badge)} {title('banner', banner)} are taken apart."


def kept(report: Report, event: Sequence[Any]) -> str:
    """A combo is laid aside for somebody."""
    combo, player = event
    return f"{report.after.player(player)} puts {report.combo(combo)} aside."


def exchanged(report: Report, event: Sequence[Any]) -> str:
    """All contents of two regions change places."""
    one, two = (report.after.title("region", region) for region in event)
    return f"{one} and {two} change their contents."


def was_set(report: Report, event: Sequence[Any]) -> str:
    """Who goes first from now on; other settings are of no interest by themselves."""
    name, _, value = event
    return f"{report.after.player(value)} goes first from now on." if name == FIRST else ""
