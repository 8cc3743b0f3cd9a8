"""What players have earned and for what, from the ledger lines in the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from talesmith.model.game import Event
from talesmith.play.telling.breakdown import summed
from talesmith.show.lines import counted, table
from talesmith.show.position import Position

RULES = "rules"
REGIONS = "regions"
OTHER = "other rules"
Sums = dict[str, int]


def breakdown(position: Position, lines: Sequence[Any], amount: int) -> str:
    """What one score is made of: `7 coins: 5 for regions, 2 for ...`."""
    parts = [f"{n} for {label}" for label, n in by_label(position, lines, amount).items()]
    total = counted(amount, "coin")
    return f"{total}: {', '.join(parts)}" if parts else total


def by_label(position: Position, lines: Sequence[Any], amount: int) -> Sums:
    """The sums of a score under what they were earned for; what no line tells under OTHER."""
    found: Sums = {}
    for line in summed(position.rules, lines):
        label = REGIONS if line.source == RULES and line.regions else line.name
        found[label] = found.get(label, 0) + line.amount
    rest = amount - sum(found.values())
    if rest:
        found[OTHER] = found.get(OTHER, 0) + rest
    return {label: n for label, n in found.items() if n}


def scores(events: Iterable[Event]) -> Iterable[tuple[int, int, Any]]:
    """Every score in some events: seat, amount, ledger lines."""
    lines: Any = ()
    for event in events:
        if event[0] == "lines":
            lines = event[3]
        elif event[0] == "do" and lines != () and len(event) == 4:
            yield event[2], event[3], lines
            lines = ()


def sheet(position: Position) -> list[str]:
    """Everybody's coins of the whole game by what they were earned for."""
    sums: list[Sums] = [{} for _ in position.seats]
    for batch in position.game.log:
        for seat, amount, lines in scores(batch):
            for label, n in by_label(position, lines, amount).items():
                sums[seat][label] = sums[seat].get(label, 0) + n
    labels = sorted({label for own in sums for label in own}, key=lambda x: (x != REGIONS, x))
    rows = [["earned for", *map(position.player, position.seats)]]
    rows += [[label, *(str(own.get(label, 0)) for own in sums)] for label in labels]
    totals = [position.read("player.coins", seat) for seat in position.seats]
    rest = [total - sum(own.values()) for total, own in zip(totals, sums, strict=True)]
    rows += [["start and trade", *map(str, rest)], ["coins", *map(str, totals)]]
    return table(rows, gap=3, indent="  ")
