"""Paths through a body: whether its end can be reached without a certain statement."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from talesmith.ruleset.ops import BLOCK_AT, ENDS_AT, Body, Stmt

Test = Callable[[Stmt], bool]


@frozen
class Ways:
    """How a body can be left without meeting the statement that is looked for."""

    falls: bool
    """its end is reached"""
    nexts: bool
    """a `next` is reached"""
    stops: bool
    """a `stop` or `return` is reached"""


def without(body: Body, test: Test) -> Ways:
    """Tell how a body can be left on a path on which no statement fulfils the test."""
    nexts = stops = False
    for statement in body:
        if test(statement) or statement[0] == "end":
            return Ways(falls=False, nexts=nexts, stops=stops)
        if statement[0] == "next":
            return Ways(falls=False, nexts=True, stops=stops)
        if statement[0] in ("stop", "return"):
            return Ways(falls=False, nexts=nexts, stops=True)
        ways = _inside(statement, test)
        nexts, stops = nexts or ways.nexts, stops or ways.stops
        if not ways.falls:
            return Ways(falls=False, nexts=nexts, stops=stops)
    return Ways(falls=True, nexts=nexts, stops=stops)


def _inside(statement: Stmt, test: Test) -> Ways:
    op = statement[0]
    bodies = branches(statement)
    if not bodies:
        return Ways(falls=True, nexts=False, stops=False)
    found = [without(body, test) for body in bodies]
    if op in ("for", "loop", "circle", "at_once", "secretly"):
        return Ways(falls=True, nexts=False, stops=any(w.stops for w in found))
    return Ways(
        falls=any(w.falls for w in found) or may_be_skipped(statement),
        nexts=any(w.nexts for w in found),
        stops=any(w.stops for w in found),
    )


def branches(statement: Stmt) -> list[Body]:
    """Give the blocks of a statement, an absent `else` as an empty one where one is meant."""
    op = statement[0]
    if op == "if":
        return [statement[3], statement[4]]
    if op == "option":
        return [b[4] for b in statement[5]] + [b for b in statement[6:8] if b is not None]
    if op in BLOCK_AT:
        return [statement[BLOCK_AT[op]]]
    if op in _ENDS:
        return [b for b in statement[_ENDS[op] :][:2] if b is not None]
    return []


_ENDS = {**ENDS_AT, "draw": 4}


def may_be_skipped(statement: Stmt) -> bool:
    """Tell whether what follows may be reached without one of the blocks of a choice."""
    if statement[0] == "option":
        return statement[4] is None and not statement[5]
    return statement[0] in _ENDS


def most_on_a_path(body: Body, test: Test) -> int:
    """Give how many such statements one path may meet; two if a loop may repeat one."""
    count = 0
    for statement in body:
        if test(statement):
            count += 1
        inner = [most_on_a_path(block, test) for block in branches(statement)]
        most = max(inner, default=0)
        count += most * 2 if statement[0] in ("for", "loop", "circle") else most
        if statement[0] in ("stop", "return", "end", "next"):
            break
    return count
