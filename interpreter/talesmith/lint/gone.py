"""Handlers of a marker that come too late: it has left its region before they could speak.

A marker leaves when another race enters its region, when the region is given up, or when the race
there declines, unless its head says that it stays.  Which actions do so is read from their bodies:
tokens move into the region, all of its tokens move out, the race is set to have declined.  What
follows such an action speaks only for the markers that are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from talesmith.lint.whole import Whole
from talesmith.ruleset.ops import Body, Expr, Stmt
from talesmith.ruleset.parts import Handler, Hook, Piece


@frozen
class Loss:
    """What an action always does to the thing that one of its parameters is."""

    fate: str
    """conquered, abandoned or declined"""
    slot: int
    earlier: tuple[str, ...]
    """actions that it does before, about the same thing"""


OUTLIVES = {
    "conquered": ("conquered", "abandoned"),
    "abandoned": ("abandoned",),
    "declined": ("declined",),
}
"""what a marker has to outlive to lie in such a region; an empty one may be entered at no loss"""


def check(whole: Whole) -> None:
    """Report the handlers of markers that have always left before."""
    actions = {f"after_{hook.name}": hook for hook in whole.hooks if hook.kind == "action"}
    markers = {piece.id: piece for piece in whole.markers}
    for handler in whole.handlers:
        action, marker = actions.get(handler.hook), markers.get(handler.piece or "")
        if marker is None or action is None or not whole.is_wanted(handler.where.path):
            continue
        for loss in _losses(action, actions, frozenset()):
            if _leaves(marker, loss.fate) and _is_about(handler, loss):
                _say(whole, handler, marker, loss)


def _leaves(marker: Piece, fate: str) -> bool:
    kept = {one.kind for one in marker.fates}
    return kept.isdisjoint((*OUTLIVES[fate], "always"))


def _losses(hook: Hook, actions: dict[str, Hook], seen: frozenset[str]) -> Iterator[Loss]:
    """Yield what every run of an action loses, by itself or by an action that it does."""
    for at, statement in enumerate(hook.body):
        if statement[0] == "do":
            done = actions.get(f"after_{statement[2]}")
            if done is None or done.name in seen:
                continue
            for inner in _losses(done, actions, seen | {hook.name}):
                given = statement[3][inner.slot]
                if given is not None and given[0] == "local":
                    yield Loss(inner.fate, given[3], _earlier(hook.body[:at], given[3]))
        elif (found := _loss(statement)) is not None:
            yield Loss(*found, _earlier(hook.body[:at], found[1]))


def _earlier(body: Body, slot: int) -> tuple[str, ...]:
    return tuple(s[2] for s in body if s[0] == "do" and slot in map(_slot, s[3]))


def _loss(statement: Stmt) -> tuple[str, int] | None:
    if statement[0] == "set" and statement[2][0] == "get" and statement[2][3] == "race.declined":
        slot = _slot(statement[2][4])
        return (
            ("declined", slot) if slot is not None and statement[3][2:] == ("flag", True) else None
        )
    if statement[0] != "move_n" or statement[2] != "tokens":
        return None
    amount, source, target = statement[3:6]
    if (entered := _region(target)) is not None:
        return "conquered", entered
    left = _region(source)
    is_all = amount[0] == "get" and amount[3] == "region.tokens" and _slot(amount[4]) == left
    return ("abandoned", left) if left is not None and is_all else None


def _region(pool: Expr) -> int | None:
    return _slot(pool[3]) if pool[0] == "pool_of" else None


def _slot(expr: Expr | None) -> int | None:
    return expr[3] if expr is not None and expr[0] == "local" else None


def _is_about(handler: Handler, loss: Loss) -> bool:
    """Whether a handler speaks only for a region that the action is about."""
    here = dict(handler.slots).get("here")
    if loss.fate != "declined":
        return here == loss.slot
    return any(
        _reads(side, "region.race", here) and _slot(other) == loss.slot
        for part in _needed(handler.guard) if part[0] == "eq"
        for side, other in (part[3:5], part[4:2:-1])
    )  # fmt: skip


def _needed(guard: Expr | None) -> Sequence[Expr]:
    """Give the conditions all of which a guard asks for."""
    if guard is None:
        return ()
    return guard[3:] if guard[0] == "and" else (guard,)


def _reads(expr: Expr, name: str, slot: int | None) -> bool:
    return bool(expr[0] == "get" and expr[3] == name and _slot(expr[4]) == slot)


def _say(whole: Whole, handler: Handler, marker: Piece, loss: Loss) -> None:
    short = marker.id.rpartition(".")[2]
    hint = f"let its head say `stays {loss.fate}`"
    if loss.earlier:
        hint += f", or answer `after_{loss.earlier[0]}`: that speaks while it still lies there"
    whole.findings.add("T313", whole.spans[handler.id], marker=short, hint=hint)
