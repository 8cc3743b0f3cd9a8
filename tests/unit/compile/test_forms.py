"""The typed form holds nothing but the words of its tables, with as many parts as they say."""

from pathlib import Path

import pytest

from talesmith.compile.cards import FORMS
from talesmith.compile.library import Library
from talesmith.compile.program import compile_ruleset
from talesmith.lint.whole import nodes
from talesmith.names.forms import FORMS as EXPRESSION_FORMS
from talesmith.ruleset.ops import EXPRESSIONS, STATEMENTS
from talesmith.syntax import tree

ROOT = Path(__file__).resolve().parents[3]
GOOD = sorted((ROOT / "tests" / "language" / "good").glob("*.tale"))


@pytest.fixture(scope="module")
def written():
    """Every body of the base game and of the good texts."""
    library = Library([ROOT])
    bodies = []
    for path in GOOD:
        program, findings = compile_ruleset(str(path), library)
        assert not [f for f in findings if f.is_error]
        bodies += program.written.values()
    return bodies


def everything(gathered):
    for handler in gathered.handlers:
        yield from nodes((handler.guard or (), handler.target or (), handler.body))
    for hook in gathered.hooks:
        yield from nodes((hook.body, hook.low or (), hook.high or ()))
    for step in gathered.steps:
        yield from nodes(step.body)


def test_every_operation_of_the_tables_is_written_somewhere(written):
    used = {node[0] for gathered in written for node in everything(gathered)}
    assert used <= set(EXPRESSIONS) | set(STATEMENTS)
    assert set(STATEMENTS) - used == set()
    assert set(EXPRESSIONS) - used == {"collect"}, "which only the machine makes, of set_of"


def test_every_statement_and_expression_of_the_language_has_a_form():
    statements = set(tree.Statement.__args__)
    assert {kind for kind in statements if isinstance(kind, type)} <= set(FORMS)
    assert set(tree.Expression.__args__) == set(EXPRESSION_FORMS)
