"""Proposing an action that has a frame of its own, as text of Python.

What the printed line puts into the slots of the new frame is what `Action.start` puts there:
the parameters, those left out with their defaults, then the blank slots of the action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.scalars import is_optional
from talesmith.play.statements.flow import Flow
from talesmith.play.statements.inline import replace_locals
from talesmith.ruleset.ops import Expr, walk

if TYPE_CHECKING:
    from talesmith.play.statements.actions import Action

FLAT = frozenset({"local", "get", "num", "flag", "word", "natives", "game"})
"""what may be written more than once, and in another body"""


def proposal(flow: Flow, action: Action, args: Sequence[Expr | None]) -> str:
    """The code and the first slots of a proposed action; empty without printed code."""
    if not flow.b.fusing:
        return ""
    given = [*args, *[None] * (action.n - len(args))]
    texts, plain = flow.printed(given), True
    for at, param in enumerate(action.hook.params):
        if param.default is None:
            continue
        arg = given[at]
        if arg is None:
            default = _default(flow, param.default, given)
            texts[at], plain = default or texts[at], plain and default is not None
        else:
            plain = plain and (not is_optional(arg) or param.default[0] == "none")
    slots = f"[{', '.join(texts)}]"
    if not plain:
        slots = f"{flow.named(action.complete)}(m, {slots})"
    return f"{flow.named(action.code)}, {slots}"


def _default(flow: Flow, default: Expr, given: Sequence[Expr | None]) -> str | None:
    """A default about parameters that are given, as text; None if only a closure will do."""
    known = {at: arg for at, arg in enumerate(given) if arg is not None and _is_flat(arg)}
    if not _is_flat(default):
        return None
    if any(mentions(default, at) for at in range(len(given)) if at not in known):
        return None
    return flow.text(replace_locals(default, known))


def _is_flat(e: Expr) -> bool:
    return e[0] in FLAT and all(node[0] in FLAT for node in walk(e))
