"""The sample of every construct, and how each is put into a whole text."""

from functools import cache
from pathlib import Path

import pytest

from talesmith.ground.source import SourceText
from talesmith.syntax.parse import parse

SURROUNDINGS = {
    "top": "language 1 {}",
    "member": "language 1 rules x {{ {} }}",
    "head": "language 1 race x {{ h {} {{ }} }}",
    "expr": "language 1 race x {{ h {{ add {} }} }}",
    "stmt": "language 1 race x {{ h {{ {} }} }}",
    "duration": "language 1 race x {{ item i on race {} {{ }} }}",
    "ruleset": "language 1 ruleset x {{ {} }}",
    "map": "language 1 map x {{ {} }}",
    "scenario": 'language 1 scenario "x" {{ {} }}',
}


def constructs():
    """Return kind and text of each sample."""
    lines = (Path(__file__).parent / "constructs.txt").read_text("utf-8").splitlines()
    return [tuple(line.split(" | ", 1)) for line in lines if not line.startswith("#")]


def pytest_generate_tests(metafunc):
    if {"kind", "construct"} <= set(metafunc.fixturenames):
        samples = constructs()
        metafunc.parametrize(
            ("kind", "construct"), samples, ids=[f"{n}-{k}" for n, (k, _) in enumerate(samples)]
        )


@pytest.fixture
def whole():
    """Return a function that puts a construct into a whole text."""
    return lambda kind, construct: SURROUNDINGS[kind].format(construct)


@cache
def parsed(text):
    return parse(SourceText("sample.tale", text))


@pytest.fixture
def read():
    """Return a function that parses a text."""
    return parsed


@pytest.fixture
def codes(read):
    """Return a function that gives the codes found in a text, with line and column."""
    return lambda text: [(f.code, f.span.line, f.span.column) for f in read(text).findings]


@pytest.fixture
def samples():
    """Return kind and text of each construct."""
    return constructs()
