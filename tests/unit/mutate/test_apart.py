"""Looking for what tells a mutant from the original."""

from pathlib import Path

from attrs import evolve

from talesmith.mutate import apart
from talesmith.mutate.apart import Apart
from talesmith.mutate.trying import MutantBook
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
