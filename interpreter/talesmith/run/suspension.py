"""A game may stop at any question: dump, load, one answer further leads to the same position."""

from __future__ import annotations

import json
from typing import Any

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.step import step
from talesmith.record.plain import from_plain, to_plain
from talesmith.run.violation import demand

PARTS = ("cells", "nums", "stack", "request", "number", "sparse")
"""everything but the log"""


def check_suspension(rules: Binder, before: Game, answer: Any, after: Game) -> None:
    """Raise Violation unless a position survives as text, and the answer leads on from there.

    `after` is what the answer has led to without the text between.
    """
    loaded = from_plain(rules, json.loads(json.dumps(to_plain(rules, before))))
    same(before, loaded, "the loaded position has another")
    further, events = step(rules, loaded, answer)
    same(after, further, "one answer after loading there is another")
    demand(events == after.log[-1], "after loading something else happens", events, after.log[-1])


def same(one: Game, two: Game, what: str) -> None:
    """Raise Violation unless two positions are equal, whatever their past."""
    for part in PARTS:
        first, second = getattr(one, part), getattr(two, part)
        demand(first == second, f"{what} {part}", first, second)
