"""Conditions as formulas: whether one is always true or false, and whether two can meet.

A condition is taken apart down to questions about one value each.  A value of a flag or word set has
the few answers of its set; a number that is only compared with written numbers has as many as there
are intervals; everything else is an unknown yes or no.  Then all answers are tried.  A value that
may be missing has that answer too: a comparison with it is false, `!=` is true.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from talesmith.lint.whole import nodes
from talesmith.names.narrow import key_of
from talesmith.names.types import UNKNOWN, may_miss, sure, word_set
from talesmith.ruleset.ops import Expr

MOST_ANSWERS = 4096
"""More combinations than this are not tried: the condition counts as open."""

Answers = Mapping[Expr, Any]
Formula = Callable[[Answers], bool]
Words = Mapping[str, Sequence[str]]
"""Word sets, and `key NAME`, with their words."""

CONSTANTS = {"num": 3, "flag": 3, "word": 4, "constant": 3}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt,
    "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


class Domain:
    """The questions of some conditions, and which answers each may have."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.answers: dict[Expr, set[Any]] = {}

    def formula(self, expr: Expr) -> Formula:
        """Give a condition as a function of the answers."""
        op = expr[0]
        if op == "flag":
            return _always(bool(expr[3]))
        if op == "not":
            inner = self.formula(expr[3])
            return lambda answers: not inner(answers)
        if op in ("and", "or"):
            parts = [self.formula(part) for part in expr[3:]]
            every = all if op == "and" else any
            return lambda answers: every(part(answers) for part in parts)
        if op in _ORDER:
            return self._comparison(expr)
        if op == "one_of" and all(choice[0] in CONSTANTS for choice in expr[4]):
            return self._one_of(expr)
        if op == "exists" and not may_miss(expr[3][2]):
            return _always(truth=True)
        return self._yes_or_no(expr)

    def _yes_or_no(self, expr: Expr) -> Formula:
        key = key_of(expr)
        self.answers.setdefault(key, set()).update((True, False))
        return lambda answers: answers[key] is True

    def _one_of(self, expr: Expr) -> Formula:
        values = [choice[CONSTANTS[choice[0]]] for choice in expr[4]]
        key = self._ask(expr[3], values)
        return lambda answers: answers[key] in values

    def _comparison(self, expr: Expr) -> Formula:
        op, left, right = expr[0], expr[3], expr[4]
        if left[0] in CONSTANTS and right[0] in CONSTANTS:
            return _always(_ORDER[op](left[CONSTANTS[left[0]]], right[CONSTANTS[right[0]]]))
        if left[0] in CONSTANTS:
            op, left, right = _TURNED.get(op, op), right, left
        if right[0] in CONSTANTS:
            value = right[CONSTANTS[right[0]]]
            key = self._ask(left, [value])
            return lambda answers: _compared(op, answers[key], value)
        return self._relation(op, left, right)

    def _relation(self, op: str, left: Expr, right: Expr) -> Formula:
        """Two values against each other: less, equal or greater, or one is missing."""
        one, other = key_of(left), key_of(right)
        if one == other and not may_miss(left[2]):
            return _always(op in ("eq", "le", "ge"))
        turned = repr(one) > repr(other)
        key: Expr = ("relation", other, one) if turned else ("relation", one, other)
        known = self.answers.setdefault(key, {-1, 0, 1})
        if may_miss(left[2]) or may_miss(right[2]):
            known.add(None)
        op = _TURNED.get(op, op) if turned else op
        return lambda answers: _compared(op, answers[key], 0)

    def _ask(self, expr: Expr, values: Sequence[Any]) -> Expr:
        key = key_of(expr)
        known = self.answers.setdefault(key, set())
        known.update(self._possible(expr, values))
        if may_miss(expr[2]):
            known.add(None)
        return key

    def _possible(self, expr: Expr, values: Sequence[Any]) -> set[Any]:
        kind = sure(expr[2])
        words = word_set(kind)
        if words is not None and words in self.words:
            return set(self.words[words])
        if kind == "flag":
            return {True, False}
        if kind == "number":
            return {near for value in values for near in (value - 1, value, value + 1)}
        return {*values, "another"}

    def outcomes(self, formulas: Sequence[Formula]) -> set[bool]:
        """Try all answers: whether all formulas may hold together, and whether they may not."""
        count = 1
        for possible in self.answers.values():
            count *= len(possible)
        if count > MOST_ANSWERS:
            return {True, False}
        keys = list(self.answers)
        found: set[bool] = set()
        for answers in product(*(sorted(a, key=repr) for a in self.answers.values())):
            given = dict(zip(keys, answers, strict=True))
            found.add(all(formula(given) for formula in formulas))
            if len(found) == 2:
                break
        return found


def _compared(op: str, answer: Any, value: Any) -> bool:
    return op == "ne" if answer is None else _ORDER[op](answer, value)


def _always(truth: bool) -> Formula:
    return lambda _: truth


def outcomes(condition: Expr, words: Words) -> set[bool]:
    """Give whether a condition may be true, false, or both; both if part of it was wrong."""
    if any(node[2] == UNKNOWN for node in nodes(condition)):
        return {True, False}
    domain = Domain(words)
    return domain.outcomes([domain.formula(condition)])


def may_meet(conditions: Sequence[Expr], words: Words) -> bool:
    """Tell whether all these conditions may hold at once."""
    domain = Domain(words)
    formulas = [domain.formula(condition) for condition in conditions]
    return True in domain.outcomes(formulas)
