"""What may happen once: `proceed` in a replacement, one place set in an `at_once`."""

from __future__ import annotations

from talesmith.lint.paths import Test, most_on_a_path
from talesmith.lint.whole import Whole, nodes, wanted
from talesmith.names.narrow import key_of
from talesmith.ruleset.ops import Expr, Stmt


def check(whole: Whole) -> None:
    """Report a second `proceed` on one path, and a place that is set twice at once."""
    for text in wanted(whole):
        if text.kind == "instead" and most_on_a_path(text.body, _proceeds) > 1:
            second = [node for node in text.statements if node[0] == "proceed"][-1]
            whole.findings.add("T212", whole.span(text.path, second))
        for node in text.statements:
            if node[0] == "at_once":
                _set_twice(whole, text.path, node)


def _proceeds(statement: Stmt) -> bool:
    return bool(statement[0] == "proceed")


def _set_twice(whole: Whole, path: str, block: Stmt) -> None:
    """One place set twice on one path; the branches of an `if` exclude each other."""
    places = {key_of(node[2]): node for node in nodes(block[4]) if node[0] == "set"}
    for place, node in places.items():
        if most_on_a_path(block[4], _sets(place)) > 1:
            whole.findings.add("T210", whole.span(path, node))


def _sets(place: Expr) -> Test:
    def test(statement: Stmt) -> bool:
        return bool(statement[0] == "set" and key_of(statement[2]) == place)

    return test
