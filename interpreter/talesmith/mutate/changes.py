"""One slip in the typed form: every place of a body or an expression, every operator.

The operators are those by which people err: a number off by one, a line left out, a condition
dropped or turned round, a comparison with its edge moved, a word taken for another one of its set,
coins that go the wrong way, the wrong player asked, a layer or a duration taken for another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import frozen

from talesmith.mutate.words import LAYERS, ROUND, WINDOWS, Words, properties_like
from talesmith.ruleset.ops import GUARD_AT, STATEMENTS, Body, Expr, walk

Path: TypeAlias = tuple[int, ...]
Named: TypeAlias = Iterator[tuple[str, Any]]
"""operators, and what they make of a node"""

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
EDGES = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "ne", "ne": "eq"}
ASKED = {"ask": 2, "option": 2, "number": 4, "choose": 6, "tokens": 5, "allot": 7, "order": 3,
         "station": 5, "roll": 3}  # fmt: skip
"""where a question says who is asked"""
NAMES_AT: Mapping[str, tuple[int, ...]] = {
    "let": (2,), "call": (4,), "ask": (5,), "option": (4,), "number": (5,), "choose": (7,),
    "tokens": (6,), "allot": (8,), "order": (4,), "secretly": (5,), "roll": (3,), "pot": (2,),
    "pair": (4,), "unpair": (3, 4), "found": (4,), "draw": (3,), "do": (4,),
}  # fmt: skip
"""where a statement binds a name that what follows may read"""
EVERYBODY = ("players", "turn_order")
"""the same players, in two orders"""


@frozen
class Change:
    """A node with one thing changed: by which operator, where (0: nowhere written), and the way to it."""

    operator: str
    at: int
    path: Path
    new: Any


def changed(node: Any, words: Words, at: int = 0) -> Iterator[Change]:
    """Yield a part of the typed form with one thing changed, for each place and operator."""
    if not isinstance(node, tuple) or not node:
        return
    if isinstance(node[0], str):
        at = place_of(node) or at
        for operators in OPERATORS:
            for name, new in operators(node, words):
                if new != node:
                    yield Change(name, at, (), new)
    elif is_body(node):
        yield from _shortened(node, at)
    for place, part in enumerate(node):
        if node[0] == "count" and _is_everybody(part):
            continue  # as many in any order
        for one in changed(part, words, at):
            rest = (*node[:place], one.new, *node[place + 1 :])
            yield Change(one.operator, one.at, (place, *one.path), rest)


def _is_everybody(node: Any) -> bool:
    return isinstance(node, tuple) and node[:1] == ("game",) and node[3] in EVERYBODY


def place_of(node: Expr) -> int:
    """Where a node was written; 0 if nowhere."""
    return node[1] if len(node) > 1 and type(node[1]) is int else 0


def is_body(node: Any) -> bool:
    """Whether this is a block of statements or lines."""
    return bool(node) and all(
        isinstance(s, tuple)
        and len(s) > 1
        and s[0] in STATEMENTS
        and isinstance(s[1], int)
        and not (len(s) > 2 and isinstance(s[2], str) and s[0] == "set")
        for s in node
    )


def _shortened(body: Body, at: int) -> Iterator[Change]:
    """A block without one of its statements, and with the block of an `if` in its place."""
    for place, stmt in enumerate(body):
        before, after = body[:place], body[place + 1 :]
        where = place_of(stmt) or at
        if not _is_read(stmt, after):
            yield Change(f"no {stmt[0]}", where, (place,), before + after)
        if stmt[0] == "if":
            yield Change("no condition", where, (place,), before + stmt[3] + after)


def _is_read(stmt: Any, after: Body) -> bool:
    """Whether what follows reads a name that this binds: then it cannot be left out."""
    slots = {stmt[at] for at in NAMES_AT.get(stmt[0], ()) if at < len(stmt)} - {None}
    return any(node[0] == "local" and node[3] in slots for node in walk(after))


# ---- operators on one node -----------------------------------------------------------------------


def _numbers(node: Expr, _: Words) -> Named:
    if node[0] == "num":
        for value in sorted({node[3] + 1, node[3] - 1, -node[3]} - {node[3]}):
            yield f"{node[3]} to {value}", (*node[:3], value)
    if node[0] == "div":
        other = {"up": "down", "down": "up"}[node[5]]
        yield f"round {other}", (*node[:5], other)
    if node[0] in ("smaller", "larger"):
        other = {"smaller": "larger", "larger": "smaller"}[node[0]]
        yield f"{node[0]} to {other}", (other, *node[1:])


def _logic(node: Expr, words: Words) -> Named:
    if node[0] in ("and", "or"):
        other = {"and": "or", "or": "and"}[node[0]]
        yield f"{node[0]} to {other}", (other, *node[1:])
        for place in range(3, len(node)):
            rest = node[3:place] + node[place + 1 :]
            yield f"no side {place - 2}", rest[0] if len(rest) == 1 else (*node[:3], *rest)
    if node[0] == "not":
        yield "no not", node[3]
    if node[0] == "if":
        yield "contrary condition", (*node[:2], ("not", 0, "flag", node[2]), *node[3:])
    if node[0] in COMPARISONS and isinstance(node[3], tuple):
        numeric = node[3][2].rstrip("?") == "number"
        known = COMPARISONS if numeric else COMPARISONS[:2]
        for op in words.others(node[0], known) if words.every else (EDGES[node[0]],):
            yield f"{node[0]} to {op}", (op, *node[1:])


def _members(node: Expr, _: Words) -> Named:
    if node[0] == "filter":
        yield "no where", node[3]
    if node[0] in ("clockwise_from", "clockwise_after"):
        other = {"from": "after", "after": "from"}[node[0].removeprefix("clockwise_")]
        yield f"clockwise {other}", (f"clockwise_{other}", *node[1:])
    if node[0] in ("least", "greatest", "min", "max", "first", "last"):
        pairs = ("least", "greatest", "min", "max", "first", "last")
        other = pairs[pairs.index(node[0]) ^ 1]
        if type(node[1]) is int:
            yield f"{node[0]} to {other}", (other, *node[1:])


def _guards(node: Expr, _: Words) -> Named:
    at = GUARD_AT.get(node[0])
    if at is None or len(node) <= at or not isinstance(node[at], tuple):
        return
    if node[at][2:3] == ("flag",):
        yield "no condition", (*node[:at], None, *node[at + 1 :])
        turned = ("not", 0, "flag", node[at])
        yield "contrary condition", (*node[:at], turned, *node[at + 1 :])


def _names(node: Expr, words: Words) -> Named:
    if node[0] == "word":
        for word in words.of_set(node[3], node[4]):
            yield f"{node[4]} to {word}", (*node[:4], word)
    if node[0] == "has" and node[4] == "symbol":
        for word in words.of_set("symbol", node[5]):
            yield f"{node[5]} to {word}", (*node[:5], word)
    if node[0] in ("get", "game") and len(node) > 3:
        known = properties_like(node[3], node[2], is_of_game=node[0] == "game")
        for name in words.others(node[3], known):
            yield f"{node[3]} to {name}", (*node[:3], name, *node[4:])


def _windows(node: Expr, words: Words) -> Named:
    if node[0] == "past":
        for window in words.others(node[4], WINDOWS):
            yield f"{node[4]} to {window}", (*node[:4], window)
    if node[0] == "attach":
        now = node[4][0][0] if len(node) > 4 and node[4] else ""
        for window in words.others(now, ROUND):
            yield f"until {window}", (*node[:4], ((window, None),))


def _layers(node: Expr, words: Words) -> Named:
    if node[0] in LAYERS and isinstance(node[2], tuple) and node[2][2] != "flag":
        for op in words.others(node[0], LAYERS):
            line = (op, node[1], node[2], node[3], *((None,) if op == "become" else ()))
            yield f"{node[0]} to {op}", line
    if node[0] == "move_n":
        yield "from and to swapped", (*node[:4], node[5], node[4])


def _choices(node: Expr, _: Words) -> Named:
    if node[0] == "at_once":
        yield "at once to in order", ("for", *node[1:])
    at = ASKED.get(node[0])
    if at is not None and len(node) > at and isinstance(node[at], tuple):
        left = ("get", 0, "player", "player.left", node[at])
        yield "another player asked", (*node[:at], left, *node[at + 1 :])
    if node[0] == "option":
        yield "no done", (*node[:6], None, *node[7:])
        yield "done does nothing", (*node[:6], (), *node[7:])
    if node[0] == "choose":
        for name, place in (("other player", 6), ("no done", 8), ("no empty", 9)):
            yield name, (*node[:place], None, *node[place + 1 :])


OPERATORS: tuple[Callable[[Expr, Words], Named], ...] = (
    _numbers, _logic, _members, _guards, _names, _windows, _layers, _choices,
)  # fmt: skip
