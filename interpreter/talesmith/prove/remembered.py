"""What is worked out about rules once, and forgotten with them.

Bound rules are large, and whoever tries one slip after the other binds thousands of them; so what
is remembered about rules must not be what keeps them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary

from talesmith.play.bind import Binder

Rest = TypeVarTuple("Rest")
T = TypeVar("T")


def remembered(function: Callable[[Binder, *Rest], T]) -> Callable[[Binder, *Rest], T]:
    """Work a pure function of rules out once for the same arguments, while the rules are in use.

    What it gives must not hold the rules.
    """
    known: WeakKeyDictionary[Binder, dict[tuple[*Rest], T]] = WeakKeyDictionary()

    @wraps(function)
    def asked(rules: Binder, *rest: *Rest) -> T:
        found = known.setdefault(rules, {})
        if rest not in found:
            found[rest] = function(rules, *rest)
        return found[rest]

    return asked
