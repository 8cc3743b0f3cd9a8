"""Where the greedy bot puts tokens and markers, and from where it takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from talesmith.play.telling.view import SeatView

SAFE = 1000
"""price of a region that no rival can attack"""


def place(
    view: SeatView, places: Sequence[Any], low: Sequence[int], high: Sequence[int], total: int
) -> tuple[int, ...]:
    """Share a total over regions: each next one goes where a rival would have it cheapest."""
    plan = list(low)
    prices = [price + n for price, n in zip(bare_prices(view, places), plan, strict=True)]
    for _ in range(total - sum(plan)):
        at = min((at for at, n in enumerate(plan) if n < high[at]), key=lambda at: prices[at])
        plan[at] += 1
        prices[at] += 1
    return tuple(plan)


def bare_prices(view: SeatView, regions: Sequence[int]) -> list[int]:
    """What each region would cost the rivals, without the tokens in it that may move."""
    prices = dict.fromkeys(regions, SAFE)
    for rival in view.rivals:
        race = view.active(rival)
        if race is None:
            continue
        costs = view.attempts.costs(view.machine, race)
        for region in regions:
            if region in costs:
                prices[region] = min(prices[region], costs[region] - view.tokens(region))
    return [prices[region] for region in regions]


def take_away(
    _view: SeatView, places: Sequence[Any], low: Sequence[int], high: Sequence[int], total: int
) -> tuple[int, ...]:
    """Take a total out of pools, always from the one with most left to give."""
    plan = list(low)
    for _ in range(total - sum(plan)):
        at = max(range(len(places)), key=lambda at: high[at] - plan[at])
        plan[at] += 1
    return tuple(plan)
