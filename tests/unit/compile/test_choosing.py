"""`GAME+MORE`: house rules, packages and files of cards that are added to a game by its name."""

import pytest

from talesmith.compile import check_paths, load_ruleset

RICH = """language 1
house_rule rich "Rich" over base { starting_coins { become 10 } }
"""
CARDS = """language 1
house_rule soft "Soft" over base { defeat_losses { cap 0 } }
race moles "Moles" { is tokens: 5, tray: 10 }
"""


def ids(ruleset):
    return {card.id for card in ruleset.cards}


def codes(findings):
    return [finding.code for finding in findings if finding.is_error]


@pytest.mark.parametrize("name", ["small_world+rich", "base.small_world+my.rich"])
def test_a_house_rule_is_added_by_its_name(name, root, tale):
    shelf = tale("rules/house/rich.tale", RICH)
    ruleset, findings = load_ruleset(name, [shelf.parents[2], root])
    assert codes(findings) == []
    assert "my.rich" in ids(ruleset)
    assert ruleset.id == f"base.small_world+{name.partition('+')[2]}"
    assert ruleset.name == "Small World + Rich"
    assert ruleset.boards == load_ruleset("small_world", [root])[0].boards
    assert load_ruleset(ruleset.id, [shelf.parents[2], root])[0] == ruleset


def test_a_package_is_added_by_its_name(root):
    ruleset, _ = load_ruleset("small_world+tales", [root])
    assert dict(ruleset.packages) == {"base": 1, "tales": 1}
    assert len(dict(ruleset.pools)["event"]) == 54


def test_a_file_adds_its_cards_and_house_rules(root, tale):
    path = tale("evening.tale", CARDS)
    ruleset, findings = load_ruleset(f"small_world+{path}", [root])
    assert codes(findings) == []
    assert {"my.soft", "my.moles"} <= ids(ruleset)
    assert "my.moles" in dict(ruleset.pools)["race"]


FEW = """language 1
ruleset few "Few" {
  use base
  pool race is elves, orcs
  map base_2 for 2 players
}
race bears "Bears" { is tokens: 5, tray: 10 }
"""


def races(name, places):
    ruleset, findings = load_ruleset(name, places)
    assert codes(findings) == []
    return dict(ruleset.pools)["race"]


def test_a_list_of_cards_says_nothing_of_what_is_added_behind_it(root, tale):
    few, evening = tale("few.tale", FEW), tale("evening.tale", CARDS)
    shelf = tale("cards/my/moles.tale", CARDS.replace("soft", "mild"))
    listed = ("base.elves", "base.orcs")
    assert races(str(few), [root]) == listed
    assert races(f"{few}+{evening}", [root]) == (*listed, "my.moles")
    assert races(f"{few}+my", [shelf.parents[2], root]) == (*listed, "my.moles")
    assert races(f"{few}+{evening}+race=my.moles,orcs", [root]) == ("base.orcs", "my.moles")


def test_several_things_are_added_in_their_order(root, tale):
    tale("rules/house/rich.tale", RICH)
    path = tale("evening.tale", CARDS)
    ruleset, _ = load_ruleset(f"small_world+rich+{path}+tales", [path.parent, root])
    assert ruleset.name == "Small World + Rich + evening + tales"
    assert {"my.soft", "my.rich", "tales.tremor"} <= ids(ruleset)


def test_a_changed_file_is_compiled_anew(root, tale):
    path = tale("evening.tale", CARDS)
    load_ruleset(f"small_world+{path}", [root])
    tale("evening.tale", CARDS.replace("tokens: 5", "tokens: 6"))
    ruleset, _ = load_ruleset(f"small_world+{path}", [root])
    moles = next(card for card in ruleset.cards if card.id == "my.moles")
    assert dict(moles.facts)["tokens"] == 6


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("small_wold+tales", "no ruleset `small_wold`"),
        ("small_world+tael", "no package or house rule `tael`"),
        ("small_world+nowhere.tale", "no ruleset `nowhere.tale`"),
    ],
)
def test_what_is_not_there_is_named(name, said, root):
    ruleset, findings = load_ruleset(name, [root])
    assert ruleset is None
    assert codes(findings) == ["T113"]
    assert said in findings[0].message


BESIDE = """language 1
house_rule proud "Proud" over base {
  state pride of player: number = 3
  starting_coins { become player.pride }
}
scenario "Everybody is proud" {
  %s
  given { players: ana, ben }
  then { expect ana.pride == 3 }
}
"""


@pytest.mark.parametrize("under", ["", "under base_test", "under tales_test"])
def test_a_scenario_beside_a_house_rule_is_played_with_it(under, root, tale):
    path = tale("evening.tale", BESIDE % under)
    assert codes(check_paths([path], [root])) == []


def test_a_scenario_under_a_ruleset_of_its_file_is_played_as_that_says(root, tale):
    evening = "ruleset evening { use base map base_2 for 2 players }"
    path = tale("evening.tale", BESIDE % "under evening" + evening)
    assert codes(check_paths([path], [root])) == ["T102"]
