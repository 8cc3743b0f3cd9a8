"""Lines of pure bodies, in the order of the grammar."""

from __future__ import annotations

from typing import cast

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Add,
    Become,
    Cap,
    Drop,
    Each,
    Earn,
    Floor,
    Forbid,
    Times,
    Waive,
    Where,
)


def become(p: Parts) -> Become:
    """`become value over card when`."""
    p.skip()
    value = p.expr()
    over = p.full() if p.takes("K_OVER") else None
    return Become(value, over, p.guard(), span=p.span)


def times(p: Parts) -> Times:
    """`times a/b lines where when`."""
    p.skip()
    numerator, denominator = p.number(), p.maybe_number()
    lines = p.where(named=False) if p.takes("K_LINES") else None
    return Times(numerator, denominator, lines, p.guard(), span=p.span)


def add(p: Parts) -> Add:
    """`add value when`."""
    p.skip()
    return Add(p.expr(), p.guard(), span=p.span)


def cap(p: Parts) -> Cap:
    """`cap value when`."""
    p.skip()
    return Cap(p.expr(), p.guard(), span=p.span)


def floor(p: Parts) -> Floor:
    """`floor value when`."""
    p.skip()
    return Floor(p.expr(), p.guard(), span=p.span)


def earn(p: Parts) -> Earn:
    """`earn amount each x in S where at region of race to payee when`."""
    p.skip()
    amount, each = p.expr(), _each(p)
    at, of, to = p.expr_after("K_AT"), p.expr_after("K_OF"), p.expr_after("K_TO")
    return Earn(amount, each, at, of, to, p.guard(), span=p.span)


def _each(p: Parts) -> Each | None:
    if not p.next_is("K_EACH"):
        return None
    start = p.token_span(p.token())
    name = p.word()
    p.skip()
    source, where = p.expr(), p.where(named=True)
    return Each(name, source, where, span=start.to((where or source).span))


def drop(p: Parts) -> Drop:
    """`drop lines where`."""
    p.skip(2)
    return Drop(cast("Where", p.where(named=False)), span=p.span)


def forbid(p: Parts) -> Forbid:
    """`forbid part "reason" when`."""
    p.skip()
    return Forbid(p.word(), p.maybe_text(), p.guard(), span=p.span)


def waive(p: Parts) -> Waive:
    """`waive part when`."""
    p.skip()
    return Waive(p.word(), p.guard(), span=p.span)


RULES = {
    "become": become,
    "times": times,
    "add": add,
    "cap": cap,
    "floor": floor,
    "earn": earn,
    "drop": drop,
    "forbid": forbid,
    "waive": waive,
}
