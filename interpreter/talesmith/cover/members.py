"""Lists that must have members where a statement stands, so that a loop over them has a round."""

from __future__ import annotations

from typing import Any

from talesmith.cover.facts import parts_of
from talesmith.ruleset.ops import ENDS_AT, Expr, Stmt


def lists_that_are_filled(stmt: Stmt) -> set[Any]:
    """The lists of which a statement has made sure that they have members."""
    if stmt[0] != "allot" or stmt[ENDS_AT["allot"] + 1] is None:
        return set()
    empty = stmt[ENDS_AT["allot"] + 1]
    leaves = bool(empty) and empty[-1][0] in ("stop", "return")
    return {plain(stmt[3])} if leaves else set()


def lists_given(guard: Expr | None) -> set[Any]:
    """The lists that have members if a guard holds: what it asks for a member of, and all of which that is a part."""
    found: set[Any] = set()
    for part in parts_of(guard):
        if part[0] == "any" and part[3][0] == "filter":
            wider, wanted = part[3], tuple(parts_of(part[3][5]))
            found |= {plain(wider[3]), members_of(wider)}
            found |= {members_of((*wider[:5], one)) for one in wanted}
    return found


def members_of(things: Expr) -> Any:
    """A list without its places, whatever slot its members are looked at in."""
    if things[0] != "filter":
        return plain(things)
    return ("filter", plain(things[3]), _renamed(plain(things[5]), things[4]))


def _renamed(node: Any, slot: int) -> Any:
    if isinstance(node, tuple):
        if node[:1] == ("local",) and node[-1] == slot:
            return ("local", "member")
        return tuple(_renamed(part, slot) for part in node)
    return node


def plain(node: Any) -> Any:
    """An expression without its places."""
    if not isinstance(node, tuple) or not node:
        return node
    rest = node[2:] if len(node) > 1 and isinstance(node[1], int) else node[1:]
    return (node[0] if not isinstance(node[0], tuple) else plain(node[0]), *map(plain, rest))
