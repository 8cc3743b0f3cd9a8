"""Parts of heads: sides, phases, guards, limits, order, durations, parameters."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Duration,
    Fate,
    Guard,
    Limit,
    Parameter,
    Phase,
    Range,
    Sequence,
    Side,
    Text,
    UntilDeclines,
    UntilEdge,
    UntilLeaves,
    UntilWord,
)


def side(p: Parts) -> Side:
    """`as role`."""
    p.skip()
    return Side(p.word(), span=p.span)


def phase(p: Parts) -> Phase:
    """`also declined`, `only declined`, `only offered`."""
    return Phase(p.word(), p.word(), span=p.span)


def guard(p: Parts) -> Guard:
    """`when condition`."""
    p.skip()
    return Guard(p.expr(), span=p.span)


def limit(p: Parts) -> Limit:
    """`limit n per window per key shared word`."""
    p.skip()
    count = p.expr()
    p.skip()
    window, key = p.word(), p.expr_after("K_PER")
    shared = p.word() if p.takes("K_SHARED") else None
    return Limit(count, window, key, shared, span=p.span)


def sequence(p: Parts) -> Sequence:
    """`after card`, `before card`."""
    return Sequence(p.word(), p.full(), span=p.span)


def until(p: Parts) -> tuple[Duration, ...]:
    """`until a or b`."""
    durations = []
    while p.takes("K_UNTIL") or p.takes("K_OR"):
        durations.append(p.any())
    return tuple(durations)


def until_word(p: Parts) -> UntilWord:
    """`turn`, `round`, `used`, `game`."""
    return UntilWord(p.word(), span=p.span)


def until_edge(p: Parts) -> UntilEdge:
    """`start of p.turn`, `end of p.turn`."""
    edge = p.word()
    p.skip()
    return UntilEdge(edge, p.expr(), span=p.span)


def until_leaves(p: Parts) -> UntilLeaves:
    """`who leaves`."""
    return UntilLeaves(p.expr(), span=p.span)


def until_declines(p: Parts) -> UntilDeclines:
    """`who declines`."""
    return UntilDeclines(p.expr(), span=p.span)


def params(p: Parts) -> tuple[Parameter, ...]:
    """`(name: type = default, ...)`."""
    return p.rest()


def param(p: Parts) -> Parameter:
    """`name: type = default`."""
    name, kind = p.word(), p.type_()
    return Parameter(name, kind, p.expr() if p.left() else None, span=p.span)


def range_(p: Parts) -> Range:
    """`at_least a at_most b`."""
    return Range(p.expr_after("K_AT_LEAST"), p.expr_after("K_AT_MOST"), span=p.span)


def fate(p: Parts) -> Fate:
    """`stays fate when`."""
    p.skip()
    return Fate(p.word(), p.guard(), span=p.span)


def may(p: Parts) -> Text:
    """`may "title"`."""
    p.skip()
    return p.text()


RULES = {
    "side": side,
    "phase": phase,
    "guard": guard,
    "limit": limit,
    "sequence": sequence,
    "until": until,
    "until_word": until_word,
    "until_edge": until_edge,
    "until_leaves": until_leaves,
    "until_declines": until_declines,
    "params": params,
    "param": param,
    "range": range_,
    "fate": fate,
    "may": may,
}
