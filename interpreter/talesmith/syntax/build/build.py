"""Build nodes out of the parser's tree, inner rules before outer ones.

The parser's tree may be as deep as its author likes; going through it with a list of our own
keeps Python's stack out of it. What is nested deeper than MOST_LEVELS is not built at all, so
that everybody who works on nodes may use plain recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from lark import Token, Tree

from talesmith.ground.span import Span
from talesmith.syntax.build import (
    asks,
    changes,
    declarations,
    expressions,
    files,
    flow,
    heads,
    lines,
    members,
    scenarios,
)
from talesmith.syntax.build.parts import Parts, Place

MOST_LEVELS = 100
"""So many constructs may stand inside each other; real cards need about 20."""

RULES: MappingProxyType[str, Callable[[Parts], Any]] = MappingProxyType(
    {
        **expressions.RULES,
        **heads.RULES,
        **lines.RULES,
        **flow.RULES,
        **asks.RULES,
        **changes.RULES,
        **declarations.RULES,
        **members.RULES,
        **scenarios.RULES,
        **files.RULES,
    }
)
"""The function that builds each rule, by the rule's name in the grammar."""


def build(tree: Tree[Token] | Token, place: Place) -> Any:
    """Return the node of a parsed text; its depth must have been checked before."""
    built: dict[int, Any] = {}
    parts = Parts([tree], place(0, 0), place)
    if isinstance(tree, Token):
        return parts.expr()
    for branch in _inner_first(tree):
        children = [c if isinstance(c, Token) else built.pop(id(c)) for c in branch.children]
        built[id(branch)] = RULES[branch.data](Parts(children, _span(branch, place), place))
    return built[id(tree)]


def too_deep(tree: Tree[Token] | Token) -> Tree[Token] | None:
    """Return the first construct that is nested deeper than MOST_LEVELS."""
    waiting = [] if isinstance(tree, Token) else [(tree, 1)]
    while waiting:
        branch, level = waiting.pop()
        if level > MOST_LEVELS:
            return branch
        below = level + (len(branch.children) if branch.data == "path" else 1)
        waiting.extend((c, below) for c in branch.children if not isinstance(c, Token))
    return None


def _inner_first(tree: Tree[Token]) -> list[Tree[Token]]:
    found, waiting = [], [tree]
    while waiting:
        branch = waiting.pop()
        found.append(branch)
        waiting.extend(c for c in branch.children if not isinstance(c, Token))
    found.reverse()
    return found


def _span(branch: Tree[Token], place: Place) -> Span:
    meta = branch.meta
    return place(0, 0) if meta.empty else place(meta.start_pos, meta.end_pos)
