"""Looking for what tells a mutant from the original."""

from pathlib import Path

import pytest
from attrs import evolve

from talesmith.mutate import apart
from talesmith.mutate.apart import Apart, Pair
from talesmith.mutate.trying import MutantBook
from talesmith.play.machine import Defect
from talesmith.play.validate import IllegalAnswer
from talesmith.prove.cases import cases_in

ROOT = Path(__file__).resolve().parents[3]
PATH = ROOT / "tests" / "scenarios" / "turn.tale"


def test_every_case_begins_in_its_own_position(monkeypatch):
    opened = []

    def unopened(case, _book):
        opened.append(case.label)
        raise LookupError

    monkeypatch.setattr(apart, "open_case", unopened)
    book = MutantBook([ROOT], {})
    search, case = Apart(book, book, 1.0), cases_in(PATH, book)[0]
    labels = [str(n) for n in range(20)]
    for label in labels:
        assert search.scenario([evolve(case, label=label)]) == ""
    assert opened == labels


class Playable:
    """A game that takes one answer, or breaks over it."""

    def __init__(self, error=None):
        self.error, self.steps = error, []
        self.rules = self.game = self.names = None

    def give(self, _answer):
        if self.error is not None:
            raise self.error

    answer = give


@pytest.mark.parametrize(
    "error", [TypeError("None >> 1"), Defect("two races"), IllegalAnswer("no")]
)
def test_a_mutant_that_breaks_over_an_answer_is_told_apart(error, monkeypatch):
    monkeypatch.setattr(apart, "answer_line", lambda *_: "> ana hill1")
    monkeypatch.setattr(apart, "parse_line", lambda *_: 1)
    assert Pair(None, Playable(), Playable()).give(1)
    pair = Pair(None, Playable(), Playable(error))
    assert not pair.give(1)
    assert pair.lines == ["> ana hill1"]
    assert not Pair(None, Playable(), Playable(error)).written(None)


def test_what_breaks_in_the_original_is_no_slip(monkeypatch):
    monkeypatch.setattr(apart, "answer_line", lambda *_: "> ana hill1")
    with pytest.raises(TypeError):
        Pair(None, Playable(TypeError("None >> 1")), Playable()).give(1)
