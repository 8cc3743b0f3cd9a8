"""Which words of the language a ruleset uses at all, so that what it lacks costs nothing in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from talesmith.ruleset.ops import walk
from talesmith.ruleset.parts import Limit, Ruleset


@frozen
class Usage:
    """The operations of a ruleset, and how far back it looks."""

    operations: frozenset[str]
    """names from the tables of `ops` that occur anywhere"""
    windows: dict[str, set[str]]
    """for each action that `past` asks about: turn, round, game, stay"""


def usage_of(ruleset: Ruleset) -> Usage:
    """Look through every text of a ruleset."""
    operations: set[str] = set()
    windows: dict[str, set[str]] = {}
    for text in _texts(ruleset):
        for node in walk(text):
            operations.add(node[0])
            if node[0] == "past":
                windows.setdefault(node[3], set()).add(node[4])
    return Usage(frozenset(operations), windows)


def _texts(ruleset: Ruleset) -> Iterator[Any]:
    """Everything in which an expression may stand."""
    for hook in ruleset.hooks:
        yield (hook.body, hook.low, hook.high, *(param.default for param in hook.params))
    for step in ruleset.steps:
        yield (step.body, *(param.default for param in step.params))
    for h in ruleset.handlers:
        yield (h.body, h.guard, h.target, *_of_limit(h.limit))
    for way in ruleset.ways:
        yield (way.guard, *_of_limit(way.limit))
    for piece in (*ruleset.markers, *ruleset.units):
        yield tuple(fate.guard for fate in piece.fates)
    for item in ruleset.items:
        yield (item.until, *(param.default for param in item.params))
    for suppress in ruleset.suppressions:
        yield (suppress.scope, suppress.guard)


def _of_limit(limit: Limit | None) -> tuple[Any, ...]:
    return () if limit is None else (limit.n, limit.key)
