"""What scenarios leave unproved is little: rules that none cites, cards that nobody would miss."""

from itertools import chain
from pathlib import Path

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.prove.cases import cases_in
from talesmith.prove.report import Rule, able_cards, rules_in, uncited, unfelt

ROOT = Path(__file__).resolve().parents[3]
MOST_UNCITED = 3
"""per cent of all rules"""


def test_nearly_every_rule_is_cited_by_a_scenario(book):
    rules = rules_in([ROOT])
    files = chain(ROOT.glob("cards/**/*.tale"), ROOT.glob("tests/scenarios/**/*.tale"))
    cases = [case for path in sorted(files) for case in cases_in(path, book)]
    left = uncited(rules, cases)
    assert len(rules) > 150
    assert len(left) * 100 <= MOST_UNCITED * len(rules), left


def test_a_rule_without_a_scenario_is_named(cases):
    found = cases('scenario "x" { cites "A-1"  given { players: ana, ben } }')
    rules = [Rule("A-1", "one"), Rule("A-2", "two")]
    assert uncited(rules, found) == [Rule("A-2", "two")]


def able():
    ruleset, _ = load_ruleset("base_test", [ROOT])
    return sorted(able_cards(ruleset).items())


@pytest.mark.parametrize(("card", "path"), able(), ids=[card for card, _ in able()])
def test_a_scenario_of_each_card_fails_without_its_ability(book, card, path):
    assert not unfelt(card, path, book)


def test_a_card_that_nobody_would_miss_is_found(book, tmp_path):
    path = tmp_path / "idle.tale"
    path.write_text("""language 1
power idle "Idle" {
  text "Nothing that shows."
  is tokens: 5
  conquest_cost as attacker when region.terrain == lake { add 1 }
}
scenario "Idle" {
  given { players: ana, ben  ana { combo: idle, orcs } }
  then { expect conquest_cost(ana.active, farm1) == 2 }
}
""", "utf-8")  # fmt: skip
    assert unfelt("my.idle", path, book)
