"""What an `at_once` block does: all of it is read first, then all of it happens.

While the block runs its changes are only noted, in a list in a slot: moves of tokens and coins, and
settings.  At its end moves are summed by place, so what comes in may pay for what goes out; a place
that is set twice is a defect of the rules.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from talesmith.model.layout import NONE
from talesmith.play.changes.purses import Place, change, held, tell
from talesmith.play.changes.tokens import BOX
from talesmith.play.machine import Defect, Machine, Slots

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

Note = tuple[Any, ...]
"""("tokens", n, pool, pool), ("coins", n, purse, purse) or ("set", what, thing, writing)"""

_RACE = 32
"""where the number of a race begins when it stands in front of a pool"""


def carry_out(b: Binder, m: Machine, s: Slots, notes: list[Note]) -> None:
    """Do all that was noted: moves first, then settings.

    Raises Defect when one place is set twice or a sum cannot be paid.
    """
    if _shift_tokens_of_one(b, m, notes):
        return
    moves = [note for note in notes if note[0] == "tokens"]
    if moves:
        _shift_tokens(b, m, moves)
    payments = [note[1:] for note in notes if note[0] == "coins"]
    if payments:
        _pay(b, m, s, payments)
    settings: dict[Any, Any] = {}
    for note in notes:
        if note[0] == "set":
            if note[1:3] in settings:
                raise Defect(f"one thing is set twice at once: {m.backtrace()}")
            settings[note[1:3]] = note[3]
    for write in settings.values():
        write(m)


def _shift_tokens_of_one(b: Binder, m: Machine, notes: list[Note]) -> bool:
    """Move what was noted if it is nothing but tokens of one race; whether it was."""
    tokens, cells, sums, one = b.tokens, m.cells, dict[int, int](), NONE
    end, stands = tokens.end, tokens.stands
    for kind, n, source, target in notes:
        if kind != "tokens" or n < 0:
            return False
        if n:
            if source >= end:
                race = (source >> 16) - 1
            else:
                race = cells[stands + source] if source >= 0 else NONE
            if race != one or race == NONE:
                if one != NONE or not 0 <= race < NONE:
                    return False
                one = race
            sums[source] = sums.get(source, 0) - n
            sums[target] = sums.get(target, 0) + n
    shift = tokens.shift
    for pool, n in sorted(sums.items(), key=itemgetter(1)):
        if n:
            shift(m, n, pool, one)
    return True


def _shift_tokens(b: Binder, m: Machine, moves: list[Note]) -> None:
    tokens, cells, sums = b.tokens, m.cells, dict[int, int]()
    first, end, stands = tokens.tokens, tokens.end, tokens.stands
    for _, n, source, target in moves:
        if n <= 0:
            if n:
                raise Defect(f"{n} tokens cannot be moved: {m.backtrace()}")
            continue
        ends = source, target
        start, goal = tokens.beyond(m, *ends) if BOX in ends else ends
        race = cells[stands + start] if first <= start < end else (start >> 16) - 1
        if race < 0 or race == NONE:
            raise Defect(f"tokens of nobody: {m.backtrace()}")
        race <<= _RACE
        out, into = race + start, race + goal
        sums[out] = sums.get(out, 0) - n
        sums[into] = sums.get(into, 0) + n
    shift, beneath = tokens.shift, (1 << _RACE) - 1
    for place, n in sorted(sums.items(), key=itemgetter(1)):
        if n:
            shift(m, n, place & beneath, place >> _RACE)


def _pay(b: Binder, m: Machine, s: Slots, payments: list[tuple[Any, ...]]) -> None:
    sums = Counter[Place]()
    for n, source, target in payments:
        sums[source] -= n
        sums[target] += n
    for place, n in sums.items():
        there = held(b.layout, m, s, place)
        if there + n < 0:
            raise Defect(f"{-n} coins moved where {there} are: {m.backtrace()}")
    for place, n in sums.items():
        change(b.layout, m, s, place, n)
    for n, source, target in payments:
        if n:
            tell(m, n, source, target)
    m.memo.clear()
