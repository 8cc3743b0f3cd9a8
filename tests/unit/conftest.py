"""Positions for screens, reports and answers, from scenarios in `show/`."""

from functools import cache
from pathlib import Path

import pytest

from talesmith.ground.data import data_root
from talesmith.prove.cases import cases_in
from talesmith.prove.opening import open_case
from talesmith.prove.playing import Playing
from talesmith.prove.rulebook import Rulebook
from talesmith.syntax import tree

HERE = Path(__file__).parent / "show"


@cache
def book():
    return Rulebook([data_root()])


@cache
def cases(file):
    return {case.name: case for case in cases_in(HERE / file, book())}


def played(file, name):
    """The position of a scenario, after its answers."""
    case = cases(file)[name]
    start = open_case(case, book())
    playing = Playing(start.played.rules, start.seats, start.game)
    for line in case.scenario.lines:
        for written in line.answers if isinstance(line, tree.When) else ():
            playing.answer(written)
    return playing


@pytest.fixture
def play():
    return played
