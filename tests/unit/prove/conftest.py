from pathlib import Path

import pytest

from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import run_case

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def book():
    return Rulebook([ROOT])


@pytest.fixture
def cases(book, tmp_path):
    """Write a text of scenarios and give its cases."""

    def write(text, head="language 1\n"):
        path = tmp_path / f"case{len(list(tmp_path.iterdir()))}.tale"
        path.write_text(head + text, "utf-8")
        return cases_in(path, book)

    return write


@pytest.fixture
def outcomes(book, cases):
    """Run the cases of a text."""

    def run(text, head="language 1\n"):
        return [run_case(case, book) for case in cases(text, head)]

    return run


@pytest.fixture
def outcome(outcomes):
    """Run the only case whose lines these are."""

    def run(lines, head="language 1\n"):
        (one,) = outcomes(f'scenario "x" {{\n{lines}\n}}\n', head)
        return one

    return run
