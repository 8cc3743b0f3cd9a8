"""`exchange a with b`: all contents of two regions change places; no fate, no conquest.

What is not to move is named behind `but`: `tokens`, `markers`, a single marker, `artifact`,
`place`, or `card` for both kinds of cards that lie in regions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from talesmith.model.layout import NONE
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.ruleset.ops import Stmt

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


@statement("exchange")
def _exchange(flow: Flow, stmt: Stmt) -> None:
    _, _, one, two, left_out = stmt
    first, second, b = flow.expr(one), flow.expr(two), flow.b

    def exchange(m: Machine, s: Slots) -> None:
        here, there = first(m, s), second(m, s)
        if here == there:
            return
        m.log.append(("exchange", here, there))
        if "tokens" not in left_out:
            _trade_tokens(b, m, here, there)
        _trade_markers(b, m, here, there, left_out)
        for kind in LYING if "card" not in left_out else ():
            if kind not in left_out:
                b.lying.trade(m, kind, here, there)

    flow.change(exchange)


def _trade_tokens(b: Binder, m: Machine, one: int, two: int) -> None:
    """Tokens of both go at once, then come; nobody has been beaten or driven out."""
    tokens, former = b.tokens, b.tokens.former
    held = m.nums[tokens.emptied], m.cells[former + one], m.cells[former + two]
    moves = [
        (m.cells[b.at_race + here], m.cells[b.at_tokens + here], here, there)
        for here, there in ((one, two), (two, one))
        if m.cells[b.at_tokens + here]
    ]
    for race, n, here, _ in moves:
        tokens.shift(m, -n, tokens.pool_of(here), race)
    m.cells[former + one] = m.cells[former + two] = NONE
    for race, n, _, there in moves:
        tokens.shift(m, n, tokens.pool_of(there), race)
    m.nums[tokens.emptied], m.cells[former + one], m.cells[former + two] = held


def _trade_markers(b: Binder, m: Machine, one: int, two: int, left_out: Sequence[str]) -> None:
    for marker in b.pieces.kinds:
        if marker not in left_out and "markers" not in left_out:
            b.pieces.trade(m, marker, one, two)
