"""Settle the switches of the rules: a rule as it reads when the value of every key is known.

A card that asks for a key is several rules in one.  English tells one of them at a time, so the
typed form is folded first: `key` becomes its value, a condition that is now certain disappears,
and a branch or a line that can not happen is dropped.
"""

from collections.abc import Mapping
from typing import Any

from talesmith.ruleset.ops import GUARD_AT, STATEMENTS, Body, Expr, Stmt, walk

LEAVING = frozenset({"stop", "next", "return", "end"})


def keys_in(*nodes: Any) -> set[str]:
    """Return the keys that expressions and statements read."""
    return {part[3] for node in nodes for part in walk(node) if part[0] == "key"}


def settled(node: Any, settings: Mapping[str, str]) -> Any:
    """Return an expression or any part of the typed form with every key settled."""
    if not isinstance(node, tuple):
        return node
    parts = tuple(settled(part, settings) for part in node)
    rule = _FOLD.get(parts[0]) if parts and isinstance(parts[0], str) and len(parts) > 2 else None
    return rule(parts, settings) if rule else parts


def guard(e: Expr | None, settings: Mapping[str, str]) -> Expr | bool | None:
    """Return a guard settled: None if it always holds, False if it never does."""
    if e is None:
        return None
    folded = settled(e, settings)
    if folded[0] == "flag":
        return None if folded[3] else False
    return folded  # type: ignore[no-any-return]


def body(statements: Body, settings: Mapping[str, str]) -> Body:
    """Return a body settled, without what can't happen."""
    kept: list[Stmt] = []
    for s in statements:
        kept += _statement(settled(s, settings), settings)
        if kept and kept[-1][0] in LEAVING:
            break
    return tuple(kept)


def _statement(s: Stmt, settings: Mapping[str, str]) -> Body:
    if s[0] == "if" and s[2][0] == "flag":
        return body(s[3] if s[2][3] else s[4], settings)
    if s[0] in GUARD_AT and s[GUARD_AT[s[0]]] is not None:
        at = GUARD_AT[s[0]]
        held = guard(s[at], settings)
        return () if held is False else ((*s[:at], held, *s[at + 1 :]),)
    return (_inside(s, settings),)


def _inside(node: Any, settings: Mapping[str, str]) -> Any:
    """Return a node with every body inside it settled."""
    if not isinstance(node, tuple):
        return node
    return tuple(
        body(part, settings) if _is_body(part) else _inside(part, settings) for part in node
    )


def _is_body(part: Any) -> bool:
    return isinstance(part, tuple) and bool(part) and all(_is_statement(s) for s in part)


def _is_statement(s: Any) -> bool:
    """Tell a statement from an expression or a duration that begins with the same word."""
    if not isinstance(s, tuple) or len(s) < 2 or not isinstance(s[1], int):
        return False
    return s[0] in STATEMENTS and not (s[0] == "set" and isinstance(s[2], str))


def _flag(e: Expr, value: bool) -> Expr:
    return ("flag", e[1], "flag", value)


def _key(e: Expr, settings: Mapping[str, str]) -> Expr:
    value = settings[e[3]]
    if e[2] == "flag":
        return _flag(e, value == "yes")
    return ("word", e[1], e[2], f"key {e[3]}", value)


def _same(e: Expr, _: Mapping[str, str]) -> Expr:
    left, right = e[3], e[4]
    if left[0] == right[0] == "word" and left[3] == right[3]:
        return _flag(e, (left[4] == right[4]) == (e[0] == "eq"))
    if left[0] == right[0] == "flag":
        return _flag(e, (left[3] == right[3]) == (e[0] == "eq"))
    return e


def _one_of(e: Expr, _: Mapping[str, str]) -> Expr:
    if e[3][0] == "word" and e[3][3].startswith("key "):
        return _flag(e, any(e[3][4] == word[4] for word in e[4]))
    return e


def _not(e: Expr, _: Mapping[str, str]) -> Expr:
    return _flag(e, not e[3][3]) if e[3][0] == "flag" else e


def _together(e: Expr, _: Mapping[str, str]) -> Expr:
    deciding = e[0] == "or"
    if any(part[0] == "flag" and part[3] is deciding for part in e[3:]):
        return _flag(e, deciding)
    left = [part for part in e[3:] if part[0] != "flag"]
    if not left:
        return _flag(e, not deciding)
    return left[0] if len(left) == 1 else (*e[:3], *left)


_FOLD = {
    "key": _key, "eq": _same, "ne": _same, "one_of": _one_of, "not": _not,
    "and": _together, "or": _together,
}  # fmt: skip


def calls_in(node: Any) -> set[str]:
    """Return the steps that statements call."""
    return {part[2] for part in walk(node) if part[0] == "call"}
