"""The rulesets whose games are looked at."""

from pathlib import Path

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind

ASKING = Path(__file__).with_name("asking")


@pytest.fixture(scope="session")
def ruleset():
    return loaded("small_world")


@pytest.fixture(scope="session")
def asking():
    """The base game with a house rule that asks every kind of question in every kind of frame."""
    return loaded("all_questions")


@pytest.fixture(scope="session")
def nothing_said():
    """The base game with a house rule whose guards are never true."""
    return loaded("nothing_said")


@pytest.fixture(scope="session")
def islands():
    return loaded("warcraft")


@pytest.fixture(scope="session")
def two(ruleset):
    return bind(ruleset, 2)


def loaded(name):
    found, findings = load_ruleset(name, [ASKING, data_root()])
    assert [str(finding) for finding in findings] == []
    return found
