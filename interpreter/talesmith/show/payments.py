"""The sentences for coins that move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.game import Event
from talesmith.ruleset.ops import walk
from talesmith.ruleset.parts import Card, Ruleset
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
    """The card for which coins go to or from a player, if only one in play moves any that way."""
    if not {source[0], target[0]} <= {"player", "bank"}:
        return ""
    way = (source[0], target[0])
    seats = {place[1] for place in (source, target) if place[0] == "player"}
    is_between = way == ("player", "player")
    known = dict.fromkeys(
        (card.id, card.name)
        for card, owner in _in_play(report)
        if owner in seats or owner is None or not is_between
    )
    names = [name for card, name in known if _moves(report.rules.ruleset, card, way)]
    return f" ({names[0]})" if len(names) == 1 else ""


def _in_play(report: Report) -> Iterator[tuple[Card, int | None]]:
    """The cards that may speak, with whoever they speak for; None: for everybody."""
    seen = report.before
    yield from ((c, None) for c in seen.rules.ruleset.cards if c.id in report.in_force)
    for position in (seen, report.after):
        for seat in position.seats:
            for race in position.races(seat):
                yield from ((card, seat) for card in position.cards_of(race))
                for region in position.regions(race):
                    yield from ((card, seat) for card in position.cards_in(region))


def _moves(ruleset: Ruleset, card: str, way: tuple[str, str]) -> bool:
    """Whether a card moves coins between two such purses."""
    bodies = [handler.body for handler in ruleset.handlers if handler.card == card]
    bodies += [step.body for step in ruleset.steps if step.card == card]
    return any(
        node[:1] == ("move_n",) and node[2] == "coins" and way == tuple(map(_purse, node[4:6]))
        for body in bodies
        for node in walk(body)
    )


def _purse(place: Any) -> str:
    return "bank" if place[0] == "game" and place[-1] == "bank" else "player"


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
