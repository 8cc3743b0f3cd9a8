"""`talesmith cards`: the list, one card, and where cards are looked up."""

import pytest

CARD = """\
language 1
package base

race trolls "Mild Trolls" {
  text "They are mild."
  is tokens: 1, tray: 10
}
"""


def test_the_list_has_every_card_with_its_numbers(run):
    done = run("cards")
    assert done.exit_code == 0
    assert "Race: 14" in done.stdout
    assert "Power: 20" in done.stdout
    assert "  trolls     Trolls     tokens 5, tray 10" in done.stdout


@pytest.mark.parametrize("name", ["trolls", "Trolls", "base.trolls"])
def test_a_card_has_text_english_and_scenarios(run, name):
    said = run("cards", name).stdout
    assert "race of base" in said
    assert "Each region they conquer gets a lair" in said
    assert "After this race conquers a region, put a Troll's Lair in that region." in said
    assert "- Lairs outlive the decline and fall with their region" in said
    assert "Rules: RA-13" in said


def test_a_name_of_two_words_needs_no_quotes(run):
    assert run("cards", "dragon", "master").stdout.startswith("Dragon Master ")


def test_an_unknown_card_is_wrong_use_and_the_nearest_is_named(run):
    done = run("cards", "trols")
    assert done.exit_code == 2
    assert done.stderr == "Error: no card is called trols; did you mean trolls?\n"


@pytest.mark.parametrize("words", [(), ("--path", "house")])
def test_own_cards_come_first(run, home, words):
    folder = home / (words[1] if words else ".") / "cards" / "base" / "races"
    folder.mkdir(parents=True)
    (folder / "trolls.tale").write_text(CARD, "utf-8")
    assert run("cards", "trolls", *words).stdout.startswith("Mild Trolls")


@pytest.mark.parametrize("name", ["polite", "battleground", "tremor"])
def test_a_card_of_any_package_is_found_without_a_ruleset(run, home, name):
    folder = home / "cards" / "my"
    folder.mkdir(parents=True)
    own = CARD.replace("package base", "package my").replace("trolls", "polite")
    (folder / "polite.tale").write_text(own, encoding="utf-8")
    done = run("cards", name)
    assert done.exit_code == 0
    assert f"{name}.tale:" in done.stdout
