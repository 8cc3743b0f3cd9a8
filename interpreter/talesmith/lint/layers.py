"""Lines that work against each other: two that set one value, floors above caps, idle floors."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

from attrs import frozen

from talesmith.diagnose.diagnostic import Place
from talesmith.lint.formulas import Words, may_meet
from talesmith.lint.whole import Whole
from talesmith.names.narrow import key_of
from talesmith.names.types import UNKNOWN
from talesmith.ruleset.ops import Body, Expr, Stmt
from talesmith.ruleset.parts import Handler, Hook
from talesmith.ruleset.vocabulary import SOURCES

LOCAL_SLOTS = 1000
"""Slots of the second of two handlers are moved by so much, unless they are parameters."""


@frozen
class Setting:
    """One `become` of a handler."""

    handler: Handler
    line: Stmt
    tier: int


def check(whole: Whole, words: Words) -> None:
    """Run all checks of this module."""
    hooks = {hook.name: hook for hook in whole.hooks}
    settings: dict[str, list[Setting]] = defaultdict(list)
    adding = _adding(whole)
    kinds = {card.id: card.kind for card in whole.cards}
    for handler in whole.handlers:
        if handler.form == "value" and handler.hook in hooks:
            tier = _tier(handler, kinds)
            lines = [line for line in handler.body if line[0] == "become" and _is_right(line)]
            settings[handler.hook] += [Setting(handler, line, tier) for line in lines]
            _floors(whole, handler, hooks[handler.hook])
            _in_range(whole, handler.where.path, handler.body, hooks[handler.hook])
            if lines and handler.hook in adding and tier > SOURCES.index("marker"):
                _under_additions(whole, handler, lines[0])
    for name, found in settings.items():
        for one, other in combinations(found, 2):
            if one.tier == other.tier and _clash(whole, hooks[name], one, other, words):
                _report(whole, name, one, other)
    for hook in whole.hooks:
        _own_clash(whole, hook, words)
        if hook.kind == "value":
            _in_range(whole, hook.where.path, hook.body, hook)


def _in_range(whole: Whole, path: str, body: Body, hook: Hook) -> None:
    """Report a written number that the range of the value would change anyway."""
    low = hook.low[3] if hook.low is not None and hook.low[0] == "num" else None
    high = hook.high[3] if hook.high is not None and hook.high[0] == "num" else None
    for line in body:
        if line[0] != "become" or line[2][0] != "num":
            continue
        value = line[2][3]
        if (low is not None and value < low) or (high is not None and value > high):
            limits = f"`{hook.name}` is at least {low}" if high is None else f"{low} to {high}"
            whole.findings.add("T205", whole.span(path, line[2]), value=value, range=limits)


def _is_right(line: Stmt) -> bool:
    return bool(line[2][2] != UNKNOWN)


def _tier(handler: Handler, kinds: dict[str, str]) -> int:
    holder = handler.holder
    if holder == "way":
        holder = kinds[handler.card]
    holder = {"unit": "marker", "place": "artifact"}.get(holder, holder)
    return SOURCES.index(holder)


def _adding(whole: Whole) -> set[str]:
    """Give the values to which markers or rules add."""
    return {
        handler.hook
        for handler in whole.handlers
        if handler.holder in ("rules", "marker", "unit") and handler.form == "value"
        and any(line[0] == "add" for line in handler.body)
    }  # fmt: skip


def _under_additions(whole: Whole, handler: Handler, line: Stmt) -> None:
    whole.findings.add(
        "T305", whole.span(handler.where.path, line), hook=handler.hook,
        hint="for `exactly n` write `cap n`",
    )  # fmt: skip


def _clash(whole: Whole, hook: Hook, one: Setting, other: Setting, words: Words) -> bool:
    if key_of(one.line[2]) == key_of(other.line[2]) and one.line[2][0] in ("num", "word", "flag"):
        return False
    if _settled(one, other) or _settled(other, one):
        return False
    if one.handler.id != other.handler.id and _apart(whole, one.handler, other.handler):
        return False
    number = len(hook.params)
    same = one.handler.id == other.handler.id
    conditions = _guards(one, 0, number) + _guards(other, 0 if same else LOCAL_SLOTS, number)
    return may_meet(conditions, words)


def _settled(one: Setting, other: Setting) -> bool:
    return not {other.handler.card, other.handler.piece}.isdisjoint(one.line[4])


def _apart(whole: Whole, one: Handler, other: Handler) -> bool:
    """Tell whether two handlers can never speak in one evaluation."""
    same_role = one.role is not None and one.role == other.role
    holders = {one.holder, other.holder}
    if one.card != other.card and same_role and holders in ({"race"}, {"power"}):
        return True
    if same_role and {one.phase, other.phase} == {"active", "only"}:
        return True
    if holders == {"event"} and one.card != other.card:
        lasting = {card.id for card in whole.cards if card.lasts}
        return one.card not in lasting and other.card not in lasting
    return False


def _guards(setting: Setting, move: int, parameters: int) -> list[Expr]:
    guards = [setting.handler.guard, setting.line[3]]
    return [_moved(g, move, parameters) for g in guards if g is not None]


def _moved(part: Any, move: int, parameters: int) -> Any:
    """Give an expression with the slots that are no parameters moved out of the way."""
    if not isinstance(part, tuple):
        return part
    if len(part) == 4 and part[0] == "local":
        return (*part[:3], part[3] + move) if part[3] >= parameters else part
    return tuple(_moved(inner, move, parameters) for inner in part)


def _report(whole: Whole, name: str, one: Setting, other: Setting) -> None:
    span = whole.span(other.handler.where.path, other.line)
    place = Place(whole.span(one.handler.where.path, one.line), "the other one")
    first, second = (f"`{s.handler.card}`" for s in (one, other))
    hint = f"`become ... over {one.handler.card.partition('.')[2]}` says which one counts"
    whole.findings.add(
        "T302", span, first=first, second=second, hook=name, places=(place,), hint=hint
    )


def _own_clash(whole: Whole, hook: Hook, words: Words) -> None:
    """Two `become` of one base body."""
    lines = [line for line in hook.body if line[0] == "become"]
    for one, other in combinations(lines, 2):
        guards = [line[3] for line in (one, other) if line[3] is not None]
        if may_meet(guards, words):
            span = whole.span(hook.where.path, other)
            place = Place(whole.span(hook.where.path, one), "the other one")
            whole.findings.add(
                "T302", span, first="this line", second="another", hook=hook.name, places=(place,)
            )


def _floors(whole: Whole, handler: Handler, hook: Hook) -> None:
    caps = _numbers(handler.body, "cap")
    for line in handler.body:
        if line[0] != "floor" or line[2][0] != "num":
            continue
        floor = line[2][3]
        span = whole.span(handler.where.path, line)
        if caps and floor > min(caps):
            whole.findings.add("T304", span, floor=floor, cap=min(caps))
        elif hook.low is not None and hook.low[0] == "num" and floor <= hook.low[3]:
            problem = f"this floor says nothing: `{hook.name}` is at least {hook.low[3]} anyway"
            whole.findings.add("T308", span, problem=problem)


def _numbers(body: Body, op: str) -> list[int]:
    return [line[2][3] for line in body if line[0] == op and line[2][0] == "num"]
