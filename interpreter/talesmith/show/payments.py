"""The sentences for coins that move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.game import Event
from talesmith.ruleset.ops import walk
from talesmith.show.lines import counted

if TYPE_CHECKING:
    from talesmith.show.happened import Report


def paid(report: Report, event: Sequence[Any]) -> str:
    """Coins that move, unless the score before has told of them."""
    n, source, target = event
    if source[0] == "bank" and target[0] == "player" and report.earned == (target[1], n):
        report.earned = None
        return ""
    money, why = counted(n, "coin"), _cause(report, source, target)
    if target[0] == "player":
        return (
            f"{report.after.player(target[1])} gets {money} {_place(report, 'from', source)}{why}."
        )
    if source[0] == "player":
        return f"{report.after.player(source[1])} pays {money} {_place(report, 'to', target)}{why}."
    return f"{money} go {_place(report, 'from', source)} {_place(report, 'to', target)}."


def _cause(report: Report, source: Sequence[Any], target: Sequence[Any]) -> str:
    """The event for which coins go to or from a player, if only one in force moves any."""
    if not {source[0], target[0]} <= {"player", "bank"}:
        return ""
    handlers = [h for h in report.rules.ruleset.handlers if h.card in report.in_force]
    found = {handler.card for handler in handlers if _moves_coins(handler.body)}
    names = [card.name for card in report.rules.ruleset.cards if card.id in found]
    return f" ({names[0]})" if len(names) == 1 else ""


def _moves_coins(body: Any) -> bool:
    return any(node[:1] == ("move_n",) and node[2] == "coins" for node in walk(body))


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
