import pytest

from talesmith.compile import expression, load_ruleset, scenarios_in
from talesmith.ground.source import SourceText
from talesmith.syntax.parse import parse_expression

LOCAL = {
    "ana": "player",
    "hill1": "region",
    "ben": "player",
    "ghouls": "race",
    "winners": "list player",
}


@pytest.fixture(scope="module")
def ruleset(root):
    return load_ruleset("base_test", [root])[0]


def test_players_regions_and_races_are_constants(ruleset):
    made, findings = expression("hill1.owner == ben", ruleset, LOCAL)
    assert findings == []
    assert made[3][4][0::2] + made[3][4][3:] == ("constant", "region", "hill1")
    assert made[4][2:] == ("player", 1)
    made, _ = expression("ghouls.hand", ruleset, LOCAL)
    assert made[4][2:] == ("race", "base.ghouls")


def test_where_a_banner_is_wanted_the_name_is_the_banner(ruleset):
    made, _ = expression("top(banner_stack) == ghouls", ruleset, LOCAL)
    assert made[4][2:] == ("banner", "base.ghouls")


@pytest.mark.parametrize(
    "text",
    [
        "conquest_cost(ana.active, hill1)",
        "lost_tribe.tray == 18",
        "hill1 has lair",
        "ana.rolled",
        "count(winners)",
        "supply_left(encampment) == 5",
        "can_conquer(ana.active, hill1) despite reach",
        "sum(each l in lines(on_score(ana)), l.amount)",
        "decline_slot(ghouls) == spirit",
        "key.second_tie == shared",
    ],
)
def test_all_words_of_the_ruleset_are_known(text, ruleset):
    made, findings = expression(text, ruleset, LOCAL)
    assert (made is not None, findings) == (True, [])


@pytest.mark.parametrize(
    ("text", "code"), [("hil1.owner", "T105"), ("hill1.ownr", "T102"), ("hill1 has", "T010")]
)
def test_mistakes_are_findings(text, code, ruleset):
    made, findings = expression(text, ruleset, LOCAL)
    assert made is None
    assert [finding.code for finding in findings] == [code]


def test_a_parsed_expression_will_do(ruleset):
    node, _ = parse_expression(SourceText("", "hill1.tokens"))
    assert expression(node, ruleset, LOCAL) == expression("hill1.tokens", ruleset, LOCAL)


def test_scenarios_of_a_file(root, tmp_path):
    found, findings = scenarios_in(root / "tests" / "scenarios" / "cost_vectors.tale")
    assert findings == []
    assert len(found) >= 5
    broken = tmp_path / "x.tale"
    broken.write_text('language 1 scenario "x" { then { expect } }')
    assert [f.code for f in scenarios_in(broken)[1]] == ["T010"]
