"""All judgements on a ruleset, in the order of their codes."""

from __future__ import annotations

from talesmith.lint import (
    ends,
    gone,
    guards,
    habits,
    hidden,
    layers,
    once,
    order,
    places,
    printed,
    running,
    unused,
)
from talesmith.lint.formulas import Words
from talesmith.lint.whole import Whole


def lint(whole: Whole, words: Words) -> None:
    """Run every check of this package that needs no scenarios."""
    places.check(whole)
    printed.check(whole)
    ends.check(whole)
    order.check(whole)
    once.check(whole)
    running.check(whole)
    guards.check(whole, words)
    gone.check(whole)
    layers.check(whole, words)
    hidden.check(whole)
    habits.check(whole)
    unused.check(whole)
