"""Every rule of every index is cited by a scenario."""

from pathlib import Path

from talesmith.prove.cases import cases_in
from talesmith.prove.report import Rule, rules_in, uncited
from talesmith.prove.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[2]


def all_cases():
    book = Rulebook([ROOT])
    for folder in ("cards", "rules", "tests/scenarios"):
        for path in sorted((ROOT / folder).rglob("*.tale")):
            if "\nscenario " in path.read_text("utf-8"):
                yield from cases_in(path, book)


def test_no_rule_is_left_without_a_scenario():
    rules, cases = rules_in([ROOT]), list(all_cases())
    assert len(rules) >= 400
    assert len([rule for rule in rules if rule.id.startswith("W")]) >= 100
    assert uncited(rules, cases) == []
    assert uncited([Rule("XX-1", "")], cases) == [Rule("XX-1", "")]
