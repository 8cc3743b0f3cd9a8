"""Why a value is what it is, and why something is allowed or not.

An explanation is asked from the same handlers that give the value, so it cannot disagree with it.
It names every source that had something to say: those that counted, those that a stronger one
outdid (`blocked`) and those whose card is suppressed.  As text it keeps to what counted:

    3 base + 1 ditch - 1 ladder = 3
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.hooks.earning import Line
from talesmith.play.hooks.layers import Spoken, overriding
from talesmith.play.hooks.permissions import Objection, PermissionHook
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.hooks.values import ValueHook
from talesmith.play.machine import Machine, Slots
from talesmith.play.telling.breakdown import ScoreLine, summed
from talesmith.play.telling.explained import (
    APPLIED,
    BLOCKED,
    SUPPRESSED,
    Contribution,
    Explanation,
    Plain,
    Verdict,
    Why,
)
from talesmith.ruleset.ops import Expr, walk

DEPTH = 3
"""so many permissions inside each other are explained"""


def why(rules: Binder, game: Game | Machine, e: Expr, slots: Sequence[Any] = ()) -> Why:
    """Explain an expression of the typed form; `slots` are the values of its local names."""
    m = draft(rules, game)
    if e[0] == "value":
        return why_value(rules, m, e[3], _arguments(rules, m, e[4], slots))
    if e[0] == "permit":
        return why_allowed(rules, m, e[3], _arguments(rules, m, e[4], slots), e[5])
    return Plain(e[2], evaluated(rules, m, e, slots))


def evaluated(rules: Binder, m: Machine, e: Expr, slots: Sequence[Any]) -> Any:
    """The value of an expression with these local names."""
    with rules.scope(len(slots), {}, "why"):
        f = rules.expr(rules.fold(e))
        room = rules.slot_count()
    return f(m, [*slots, *[None] * (room - len(slots))])


def _arguments(
    rules: Binder, m: Machine, args: Sequence[Expr | None], slots: Sequence[Any]
) -> list[Any]:
    return [None if arg is None else evaluated(rules, m, arg, slots) for arg in args]


def draft(rules: Binder, game: Game | Machine) -> Machine:
    """A draft of a game for asking; a draft that is given is used."""
    return game if isinstance(game, Machine) else Machine(game, rules.codes)


# ---- values --------------------------------------------------------------------------------------


def why_value(rules: Binder, game: Game | Machine, name: str, args: Sequence[Any]) -> Explanation:
    """Explain a value of the rules for these arguments.  Raises KeyError for an unknown one."""
    m, hook = draft(rules, game), rules.values[name]
    s = hook.slots(m, args)
    base, line, made = _base(rules, m, hook, s)
    alive = hook.sources.in_order(m, hook.sources.live(m, s), s)
    parts = _judged(hook.spoken(m, s, alive))
    silent = [e for e in _without_suppression(rules, hook.sources, m, s) if e not in alive]
    parts += [_part(spoken, SUPPRESSED) for spoken in hook.spoken(m, s, silent)]
    result, free = hook(m, args), hook.unranged(m, args)
    limit = None
    if hook.is_number and result != free:
        limit = f"at least {result}" if result > free else f"at most {result}"
    where = hook.hook.where
    return Explanation(
        name, hook.hook.type, base, where.path, line, tuple(parts), limit, result, made
    )


def _base(
    rules: Binder, m: Machine, hook: ValueHook, s: Slots
) -> tuple[Any, int, tuple[ScoreLine, ...]]:
    """The base, the line in which it stands, and the lines of ledgers of which it is made."""
    for line in hook.hook.body:
        _, at, value, guard = rules.fold_line(line)[:4]
        if guard is None or evaluated(rules, m, guard, s):
            made = tuple(summed(rules, list(_ledgers(rules, m, hook, value, s))))
            return evaluated(rules, m, value, s), at >> 12, made
    return (0 if hook.is_number else None), hook.hook.where.line, ()


def _ledgers(rules: Binder, m: Machine, hook: ValueHook, e: Expr, s: Slots) -> Iterator[Line]:
    """The lines of each ledger that is asked for all that the value is asked for, and no more.

    A value with another parameter takes some of the lines: they would not add up to it.
    """
    own = tuple(range(len(hook.hook.params)))
    asked = {part[3] for part in walk(e) if part[0] == "ledger" and _locals(part[4]) == own}
    for name in sorted(asked):
        yield from rules.ledgers[name](m, s[: len(own)])


def _locals(args: Sequence[Expr | None]) -> tuple[int | None, ...]:
    """The slots of the names that are given; None for anything else."""
    return tuple(arg[3] if arg is not None and arg[0] == "local" else None for arg in args)


def _part(spoken: Spoken, state: str) -> Contribution:
    (bound, _, _), line, amount = spoken
    h = bound.handler
    name = (h.piece or h.card).rpartition(".")[2]
    return Contribution(name, h.card, h.where.path, line[1] >> 12, line[0], amount, state)


def _judged(spoken: Sequence[Spoken]) -> list[Contribution]:
    """Parts in their order: of `become`, `cap` and `floor` only the strongest counts."""
    strongest = {
        layer: choose(rows)
        for layer, choose in _STRONGEST.items()
        if (rows := [one for one in spoken if one[1][0] == layer])
    }
    return [
        _part(one, BLOCKED if strongest.get(one[1][0], one) is not one else APPLIED)
        for one in spoken
    ]


_STRONGEST: dict[str, Callable[[Sequence[Spoken]], Spoken]] = {
    "become": overriding,
    "cap": lambda rows: min(rows, key=lambda one: int(one[2])),
    "floor": lambda rows: max(rows, key=lambda one: int(one[2])),
}


def _without_suppression(rules: Binder, sources: Sources, m: Machine, s: Slots) -> list[Entry]:
    with _nothing_suppressed(rules, m):
        return sources.in_order(m, sources.live(m, s), s)


@contextmanager
def _nothing_suppressed(rules: Binder, m: Machine) -> Iterator[None]:
    """Ask as if no card slept; what is worked out meanwhile is not kept.

    Suppression stays where it is: what is printed or made for the first time meanwhile must go on
    asking for it afterwards.
    """
    sleep = rules.suppression
    if sleep is None:
        yield
        return
    before = m.memo, sleep.is_ignored
    m.memo, sleep.is_ignored = {}, True
    try:
        yield
    finally:
        m.memo, sleep.is_ignored = before


# ---- permissions ---------------------------------------------------------------------------------


def why_allowed(
    rules: Binder,
    game: Game | Machine,
    name: str,
    args: Sequence[Any],
    despite: Sequence[str] = (),
    depth: int = DEPTH,
) -> Verdict:
    """Explain a permission of the rules for these arguments.  Raises KeyError for an unknown one."""
    m, hook = draft(rules, game), rules.permissions[name]
    s = hook.slots(m, args)
    objections = hook.objections(m, args, despite)
    found = tuple(
        (objection, tuple(_asked(rules, m, hook, s, objection, depth)) if depth else ())
        for objection in objections
    )
    if rules.suppression is None:
        return Verdict(name, found)
    with _nothing_suppressed(rules, m):
        awake = hook.objections(m, args, despite)
    return Verdict(name, found, tuple(o for o in awake if o not in objections))


def _asked(
    rules: Binder, m: Machine, hook: PermissionHook, s: Slots, objection: Objection, depth: int
) -> Iterator[Verdict]:
    """The permission behind an objection of the rules whose guard only asks for that one."""
    for line in hook.hook.body:
        here = objection.path == hook.hook.where.path and line[1] >> 12 == objection.line
        guard = rules.fold_line(line)[4]
        if here and line[2] == objection.name and guard is not None and guard[0] == "not":
            asked = guard[3]
            if asked[0] == "permit":
                args = _arguments(rules, m, asked[4], s)
                yield why_allowed(rules, m, asked[3], args, asked[5], depth - 1)
