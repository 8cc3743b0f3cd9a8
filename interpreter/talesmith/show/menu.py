"""What a person is offered: lines with numbers, and which option each number stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, field, frozen

from talesmith.model.board import members
from talesmith.show import combos, land
from talesmith.show.lines import counted, in_pairs, wrapped
from talesmith.show.position import Position


@frozen
class Menu:
    """Lines to show; number n on them stands for option `order[n - 1]` of the question."""

    lines: tuple[str, ...]
    order: tuple[int, ...] = ()


@define
class Numbered:
    """Lines with numbers under construction."""

    position: Position
    seat: int
    lines: list[str] = field(factory=list)
    order: list[int] = field(factory=list)
    is_paid_by_hand: bool = True
    """whether attempts take their force from the hand, so that it can be said what is left"""

    def say(self, text: str, first: str = "") -> None:
        """Write a text without a number."""
        self.lines += wrapped(text, first)

    def number(self, option: int) -> str:
        """The next number, for this option."""
        self.order.append(option)
        return f"{len(self.order):3} "

    def put(self, option: int, text: str) -> None:
        """Write one option on lines of its own."""
        self.lines += wrapped(text, self.number(option))

    def put_all(self, options: Iterable[tuple[int, str]], indent: str = " ") -> None:
        """Write short options two to a line."""
        self.lines += in_pairs([self.number(at) + text for at, text in options], indent)

    def things(self, kind: str, things: Iterable[tuple[int, int]]) -> None:
        """Write options by their things: (option, thing) of a type of the language."""
        write = _WRITERS.get(kind)
        if write is not None:
            write(self, list(things))
        else:
            self.put_all((at, self.position.title(kind, thing)) for at, thing in things)

    def done(self) -> Menu:
        """The finished menu."""
        return Menu(tuple(self.lines), tuple(self.order))


Options = list[tuple[int, int]]


def _regions(menu: Numbered, options: Options) -> None:
    menu.put_all((at, land.described(menu.position, region)) for at, region in options)


def _combos(menu: Numbered, options: Options) -> None:
    for at, combo in options:
        menu.lines += combos.described(menu.position, menu.seat, combo, menu.number(at))


def _attempts(menu: Numbered, options: Options) -> None:
    """Attempts in groups by what they cost, the cheapest first."""
    by_cost: dict[int, Options] = {}
    for at, attempt in options:
        by_cost.setdefault(menu.position.cost(attempt), []).append((at, attempt))
    for cost in sorted(by_cost):
        group = by_cost[cost]
        hand = menu.position.hand(group[0][1] >> 8 & 255)
        menu.say(_price(cost, hand) if menu.is_paid_by_hand else f"cost {cost}", "  ")
        menu.put_all(((at, _attempt(menu.position, attempt)) for at, attempt in group), "   ")


def _price(cost: int, hand: int) -> str:
    if cost > hand:
        return f"cost {cost}, {cost - hand} short: the die must give {cost - hand}"
    return f"cost {cost}, then {hand - cost} left in hand"


def _attempt(position: Position, attempt: int) -> str:
    """A region, with what the rules add to its cost and the ways that one can choose."""
    words, known = position.word("attempt", attempt).split()[1:], position.rules.ways.ways
    ways = [f"{word}: {known[at].text}" for word, at in zip(words, members(attempt >> 16), strict=True)
            if known[at].text]  # fmt: skip
    notes = [*position.surcharges(attempt), *ways]
    text = land.described(position, attempt & 255)
    return f"{text} ({', '.join(notes)})" if notes else text


def _players(menu: Numbered, options: Options) -> None:
    position = menu.position
    for at, seat in options:
        races = ", ".join(land.in_state(position, race) for race in position.races(seat))
        menu.put(at, f"{position.player(seat)}: {races or 'no race'}")


def _races(menu: Numbered, options: Options) -> None:
    position = menu.position
    for at, race in options:
        held = counted(len(position.regions(race)), "region")
        menu.put(at, f"{land.people(position, race)}: {held}")


_WRITERS: dict[str, Callable[[Numbered, Options], None]] = {
    "region": _regions,
    "combo": _combos,
    "attempt": _attempts,
    "player": _players,
    "race": _races,
}
