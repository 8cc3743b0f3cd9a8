"""Rules of the islands say only what differs: no three statements in a row are those of the base."""

from pathlib import Path

import pytest

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.ruleset.ops import STATEMENTS
from talesmith.show import dump

RUN = 3


@pytest.fixture(scope="module")
def ruleset():
    found, findings = load_ruleset("warcraft", [data_root()])
    assert findings == []
    return found


def bodies(ruleset, folder):
    """Every body of the rules in a folder below `rules`."""
    for part in (*ruleset.hooks, *ruleset.steps, *ruleset.handlers):
        if Path(part.where.path).parts[-3:-1] == ("rules", folder):
            yield part.body


def lists(body):
    """A list of statements and every list inside its statements."""
    if isinstance(body, tuple) and body and all(is_statement(part) for part in body):
        yield body
    for part in body if isinstance(body, tuple) else ():
        yield from lists(part)


def is_statement(part):
    return isinstance(part, tuple) and part[:1] and part[0] in STATEMENTS


def runs(ruleset, folder):
    """Each run of three statements, as text without names and places."""
    return {
        "\n".join(dump.body(found[at : at + RUN]))
        for body in bodies(ruleset, folder)
        for found in lists(body)
        for at in range(len(found) - RUN + 1)
    }


def test_no_run_of_three_statements_stands_in_both(ruleset):
    base, islands = runs(ruleset, "base"), runs(ruleset, "warcraft")
    assert len(base) >= 40
    assert len(islands) >= 5
    assert base & islands == set()


def test_a_copied_run_would_be_found(ruleset):
    step = next(step for step in ruleset.steps if step.name == "one_round")
    copied = "\n".join(dump.body(step.body[1 : 1 + RUN]))
    assert copied in runs(ruleset, "base")
