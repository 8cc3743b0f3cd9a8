"""What the greedy bot thinks a thing is worth, from the open position alone."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from talesmith.play.telling.view import SeatView

FORCE = "starting_tokens"
"""the value (player, combo): tokens of a new race"""
TOKENS_PER_REGION = 2.4
"""what a conquest costs a new race on average"""
HARM = 0.35
"""what a region taken from a rival is worth besides"""


def ranking(view: SeatView, request: Any) -> list[tuple[float, int]]:
    """The options that are conquests, the best in front: (gain per token, number of option).

    What can be had for certain comes before what needs a die.
    """
    gains, things = Gains.of(view), {}
    found = []
    for at, option in enumerate(request[3]):
        if option[0] not in things:
            things[option[0]] = view.thing(request, at)
        if things[option[0]] == "attempt":
            found.append((gains.of_attempt(view, option[1]), at))
        elif things[option[0]] == "region":
            found.append((gains.of_region(option[1]), at))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return found


@frozen
class Gains:
    """What holding one more region is worth, before bonuses."""

    own: int
    """regions of the seat"""
    rivals: int
    """regions of the others"""

    @classmethod
    def of(cls, view: SeatView) -> Gains:
        """The gains of the view's seat."""
        rivals = 0
        for seat in view.rivals:
            rivals |= view.held(seat)
        return cls(view.held(), rivals)

    def of_region(self, region: int) -> float:
        """Nothing for a region of one's own, more for one that a rival loses."""
        if self.own >> region & 1:
            return 0.0
        return 1.0 + HARM if self.rivals >> region & 1 else 1.0

    def of_attempt(self, view: SeatView, attempt: int) -> float:
        """The gain per token; little if it needs a die, the less the more the die must show."""
        gain, short = self.of_region(attempt & 255), view.short(attempt)
        return gain / view.cost(attempt) if not short else gain / 100 - short / 1000


def worth(view: SeatView, thing: str, value: int) -> float:
    """How good a thing is to have, roughly; comparable among things of one type."""
    if thing == "attempt":
        return Gains.of(view).of_attempt(view, value)
    if thing == "region":
        return Gains.of(view).of_region(value)
    if thing == "combo":
        return combo_worth(view, value)
    if thing == "player":
        return float(view.held(value).bit_count())
    return 0.0


def combo_worth(view: SeatView, combo: int) -> float:
    """Tokens as regions, and the coins that change hands."""
    tokens = view.ask(FORCE, view.seat, combo)
    coins = view.field("combo.coins", combo) - view.ask("pick_price", view.seat, combo)
    return float(tokens / TOKENS_PER_REGION * 2 + coins)
