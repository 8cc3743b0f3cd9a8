"""Which scenarios are run for a mutant."""

from pathlib import Path

import pytest

from talesmith.cli.test import collect
from talesmith.cover.watching import Record
from talesmith.mutate.choosing import Choosing
from talesmith.mutate.mutants import mutants_in
from talesmith.prove.covering import WatchedRulebook, cover

ROOT = Path(__file__).resolve().parents[3]
SCENARIOS = ROOT / "tests" / "scenarios" / "last_attempt.tale"


@pytest.fixture(scope="module")
def found():
    book = WatchedRulebook((ROOT,), Record())
    cases, findings = collect([SCENARIOS], book)
    assert not findings
    return cover(cases, book, lambda _outcome: None)


def test_a_scenario_that_begins_in_the_middle_of_a_step_is_run(found):
    """Its first question stands in a loop to whose beginning it never came."""
    choosing = Choosing(found)
    (slip,) = (
        one
        for one in mutants_in(found.rulesets, lambda path: path.endswith("attacks.tale"))
        if one.owner == "rules.conquests" and one.operator == "le to lt"
    )
    names = [choosing.cases[place].name for place in choosing.for_mutant(slip)]
    assert "A last attempt needs a token and a shortage of one to three" in names
