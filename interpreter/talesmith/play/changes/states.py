"""Declared states: where each is stored, and how it is read and written.

What a byte can number lies in a cell: flags, words, players, races, cards, regions, combos; 255
there means missing.  Numbers lie among the whole numbers; a missing one is below every number of
the language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.model.layout import NONE, Field
from talesmith.play.expressions.facts import KINDS
from talesmith.play.expressions.fold import Folder
from talesmith.play.expressions.scalars import LIMIT, Fn, builds
from talesmith.play.machine import Machine, Slots
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Ruleset, State

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

MISSING = -LIMIT - 1
"""stands for no number"""


def field_of(ruleset: Ruleset, state: State) -> Field:
    """The column of a state.  Raises ValueError for an initial value that is not constant."""
    kind = state.type.removesuffix("?")
    is_cell, initial = kind != "number", _initial(ruleset, state)
    if initial is None:
        initial = NONE if is_cell else MISSING
    return Field(f"state {state.id}", state.holder, is_cell, initial, state.reset, meaning=kind)


def _initial(ruleset: Ruleset, state: State) -> int | None:
    e = Folder(dict(ruleset.settings), lambda _e: None).fold(state.initial)
    if e[0] == "none":
        return None
    if e[0] in ("num", "flag"):
        return int(e[3])
    if e[0] == "word":
        words = dict(ruleset.words)[e[3]]
        return next(at for at, word in enumerate(words) if word.id == e[4])
    if e[0] == "constant":
        cards = list(dict.fromkeys(dict(ruleset.pools)[KINDS.get(str(e[2]), str(e[2]))]))
        return cards.index(e[3]) if e[3] in cards else NONE
    raise ValueError(f"{state.id} begins with something that is worked out in play")


@builds("state")
def _state(b: Binder, e: Expr) -> Fn:
    read = reader(b, f"state {e[3]}", may_miss=e[2].endswith("?"))
    if e[4] is None:
        return lambda m, _s: read(m, 0)
    f = b.expr(e[4])
    if not e[4][2].endswith("?"):
        return lambda m, s: read(m, f(m, s))

    def careful(m: Machine, s: Slots) -> Any:
        x = f(m, s)
        return None if x is None else read(m, x)

    return careful


def reader(b: Binder, name: str, *, may_miss: bool) -> Callable[[Machine, int], Any]:
    """How a state of a thing is read."""
    at, field = b.layout[name], b.layout.by_name[name]
    if not field.cell:
        return _number_reader(at, may_miss)
    if may_miss:
        is_flag = field.meaning == "flag"

        def read(m: Machine, x: int) -> Any:
            value = m.cells[at + x]
            return None if value == NONE else bool(value) if is_flag else value

        return read
    if field.meaning == "flag":
        return lambda m, x: bool(m.cells[at + x])
    return lambda m, x: m.cells[at + x]


def _number_reader(at: int, may_miss: bool) -> Callable[[Machine, int], Any]:
    if not may_miss:
        return lambda m, x: m.nums[at + x]
    return lambda m, x: None if (n := m.nums[at + x]) == MISSING else n


def writer(b: Binder, name: str) -> Callable[[Machine, Any, Any], None]:
    """How a state of a thing is written."""
    at, is_cell = b.layout[name], b.layout.by_name[name].cell

    def write(m: Machine, thing: int, value: Any) -> None:
        if is_cell:
            m.cells[at + thing] = NONE if value is None else int(value)
        else:
            m.nums[at + thing] = MISSING if value is None else value
        m.memo.clear()
        m.log.append(("set", name, thing, value))

    return write
