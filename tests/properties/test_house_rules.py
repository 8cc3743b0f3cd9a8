"""Every house rule on the shelf: its scenarios need it, and random games with it break nothing."""

from pathlib import Path

import pytest
from attrs import evolve

from talesmith.compile import load_ruleset
from talesmith.prove.cases import cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import run_case
from talesmith.run.soak import Plan, soak

ROOT = Path(__file__).resolve().parents[2]
FOR_FOUR = {"two_teams"}
"""house rules that fewer players would not notice"""
FILES = sorted((ROOT / "rules" / "house").glob("*.tale"))


@pytest.fixture(scope="module")
def book():
    return Rulebook([ROOT])


def test_there_are_at_least_twelve_each_with_two_lines_of_explanation():
    assert len(FILES) >= 12
    for file in FILES:
        assert file.read_text("utf-8").count('\n  text "') == 2, file.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_without_the_house_rule_one_of_its_scenarios_fails(path, book):
    cases = cases_in(path, book)
    assert {case.ruleset.partition("+")[2] for case in cases} == {f"house.{path.stem}"}
    plain = (evolve(case, ruleset=case.ruleset.partition("+")[0]) for case in cases)
    assert not all(run_case(case, book).is_fine for case in plain)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_with_the_house_rule_breaks_nothing(path):
    ruleset, _ = load_ruleset(f"small_world+{path.stem}", [ROOT])
    players = 4 if path.stem in FOR_FOUR else 2
    report = soak(Plan(ruleset, players), [FILES.index(path)])
    assert [failed.text for failed in report.failures] == []


def test_all_of_them_and_the_events_go_together():
    names = "+".join(path.stem for path in FILES)
    ruleset, findings = load_ruleset(f"small_world+tales+{names}", [ROOT])
    assert [finding for finding in findings if finding.is_error] == []
    report = soak(Plan(ruleset, 4), [3])
    assert [failed.text for failed in report.failures] == []
