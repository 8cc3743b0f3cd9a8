"""Constants of a game are worked out once, before any closure is made.

Keys never change during a game, so a guard such as `key.place_all` is decided here and whole
handlers fall away.  Only expressions whose parts are constant are folded; meaning never changes.
"""

import operator
from collections.abc import Callable
from typing import Any

from talesmith.ruleset.ops import Expr

YES: Expr = ("flag", 0, "flag", True)
NO: Expr = ("flag", 0, "flag", False)

_CONSTANT = frozenset({"num", "flag", "word"})


def is_constant(e: Expr | None) -> bool:
    """Whether an expression is a written number, flag or word."""
    return e is not None and e[0] in _CONSTANT


def is_natural(e: Expr) -> bool:
    """Whether a number can never be below zero."""
    if e[0] == "num":
        return bool(e[3] >= 0)
    if e[0] == "get":
        return e[3] in ("pool.tokens", "region.tokens", "player.coins", "combo.coins", "combo.rank")
    if e[0] in ("plus", "larger", "smaller"):
        return all(is_natural(part) for part in e[3:])
    if e[0] == "either":
        return is_natural(e[4]) and is_natural(e[5])
    return e[0] in ("count", "printed")


class Folder:
    """Folds expressions under the keys of one game."""

    def __init__(self, settings: dict[str, str], known: Callable[[Expr], Expr | None]) -> None:
        """Fold with these values of the keys; `known` tells which hooks have one fixed answer."""
        self._settings = settings
        self._known = known

    def fold(self, e: Expr) -> Expr:
        """The same expression with its constant parts worked out."""
        op, at, kind, *args = e
        if op == "key":
            return self._key(e)
        if op == "word":
            return e
        folded = tuple(self.fold_part(arg) for arg in args)
        simplify = getattr(self, "_" + op + "_", None)
        result: Expr = (op, at, kind, *folded)
        if op in ("value", "permit"):
            return self._known(result) or result
        return simplify(result) if simplify else result

    def fold_part(self, arg: Any) -> Any:
        """A part of an expression or line, folded if it is an expression."""
        if isinstance(arg, tuple) and arg:
            if isinstance(arg[0], str) and len(arg) >= 3 and isinstance(arg[1], int):
                return self.fold(arg)
            return tuple(self.fold_part(part) for part in arg)
        return arg

    def _key(self, e: Expr) -> Expr:
        value = self._settings[e[3]]
        if e[2] == "flag":
            return ("flag", e[1], "flag", value == "yes")
        return ("word", e[1], e[2], e[2].removeprefix("word "), value)

    def _and_(self, e: Expr) -> Expr:
        parts = [part for part in e[3:] if not _is(part, True)]
        if any(_is(part, False) for part in parts):
            return NO
        if not parts:
            return YES
        return parts[0] if len(parts) == 1 else (*e[:3], *parts)

    def _or_(self, e: Expr) -> Expr:
        parts = [part for part in e[3:] if not _is(part, False)]
        if any(_is(part, True) for part in parts):
            return YES
        if not parts:
            return NO
        return parts[0] if len(parts) == 1 else (*e[:3], *parts)

    def _not_(self, e: Expr) -> Expr:
        if e[3][0] == "flag":
            return ("flag", e[1], "flag", not e[3][3])
        return e

    def _eq_(self, e: Expr) -> Expr:
        if is_constant(e[3]) and is_constant(e[4]):
            return ("flag", e[1], "flag", e[3][-1] == e[4][-1])
        return e

    def _ne_(self, e: Expr) -> Expr:
        if is_constant(e[3]) and is_constant(e[4]):
            return ("flag", e[1], "flag", e[3][-1] != e[4][-1])
        return e

    def _order(self, e: Expr, holds: Callable[[int, int], bool]) -> Expr:
        if e[3][0] == "num" and e[4][0] == "num":
            return ("flag", e[1], "flag", holds(e[3][3], e[4][3]))
        return e

    def _lt_(self, e: Expr) -> Expr:
        return self._order(e, operator.lt)

    def _le_(self, e: Expr) -> Expr:
        return self._order(e, operator.le)

    def _gt_(self, e: Expr) -> Expr:
        return self._order(e, operator.gt)

    def _ge_(self, e: Expr) -> Expr:
        return self._order(e, operator.ge)

    def _one_of_(self, e: Expr) -> Expr:
        if is_constant(e[3]) and all(is_constant(part) for part in e[4]):
            return ("flag", e[1], "flag", e[3][-1] in [part[-1] for part in e[4]])
        return e

    def _neg_(self, e: Expr) -> Expr:
        return ("num", e[1], "number", -e[3][3]) if e[3][0] == "num" else e

    def _plus_(self, e: Expr) -> Expr:
        if e[3][0] == "num" and e[4][0] == "num":
            return ("num", e[1], "number", e[3][3] + e[4][3])
        return e

    def _larger_(self, e: Expr) -> Expr:
        return self._extreme(e, max)

    def _smaller_(self, e: Expr) -> Expr:
        return self._extreme(e, min)

    def _extreme(self, e: Expr, choose: Callable[..., int]) -> Expr:
        if all(part[0] == "num" for part in e[3:]):
            return ("num", e[1], "number", choose(part[3] for part in e[3:]))
        return e

    def _minus_(self, e: Expr) -> Expr:
        if e[3][0] == "num" and e[4][0] == "num":
            return ("num", e[1], "number", e[3][3] - e[4][3])
        return e


def _is(e: Expr, value: bool) -> bool:
    return bool(e[0] == "flag" and e[3] is value)


def never(guard: Expr | None) -> bool:
    """Whether a folded guard is never true."""
    return guard is not None and _is(guard, False)


def all_of(e: Expr) -> tuple[Expr, ...]:
    """The conditions that hold together where this one holds."""
    return tuple(part for one in e[3:] for part in all_of(one)) if e[0] == "and" else (e,)


def mentions(node: Any, slot: int) -> bool:
    """Whether the expression reads this slot."""
    if not isinstance(node, tuple):
        return False
    if len(node) >= 4 and node[0] == "local":
        return bool(node[3] == slot)
    return any(mentions(part, slot) for part in node)
