"""The sentences for coins that move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.game import Event
from talesmith.show.lines import counted

if TYPE_CHECKING:
    from talesmith.show.happened import Report


def paid(report: Report, event: Sequence[Any]) -> str:
    """Coins that move, unless the score before has told of them."""
    n, source, target = event
    if source[0] == "bank" and target[0] == "player" and report.earned == (target[1], n):
        report.earned = None
        return ""
    money = counted(n, "coin")
    if target[0] == "player":
        return f"{report.after.player(target[1])} gets {money} {_place(report, 'from', source)}."
    if source[0] == "player":
        return f"{report.after.player(source[1])} pays {money} {_place(report, 'to', target)}."
    return f"{money} go {_place(report, 'from', source)} {_place(report, 'to', target)}."


def _place(report: Report, word: str, place: Sequence[Any]) -> str:
    if place[0] == "player":
        return f"{word} {report.after.player(place[1])}"
    if place[0] == "combo":
        return f"{word} {report.combo(place[1])}"
    if place[0] == "combos":
        return f"{word} combos"
    return f"{word} the {place[0]}"


def together(events: Iterable[Event]) -> list[Event]:
    """The events; payments of one player to several combos in a row as one."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else ("",)
        if (
            event[0] == last[0] == "coins"
            and event[2] == last[2]
            and event[3][0] == "combo"
            and last[3][0] in ("combo", "combos")
        ):
            found[-1] = ("coins", last[1] + event[1], event[2], ("combos",))
        else:
            found.append(event)
    return found
