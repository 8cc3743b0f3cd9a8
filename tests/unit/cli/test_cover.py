"""`talesmith cover`: the table, the bars, the list of reasons, texts and JSON."""

import json

import pytest
from click.testing import CliRunner

from talesmith.cli.cover import cover

CARD = """language 1
package my

power tidy "Tidy" {
  text "Hills cost one less."
  is tokens: 4
  conquest_cost as attacker when region.terrain == hill { add -1  floor 1 }
}

scenario "A hill" {
  under base_test
  given { players: ana, ben  ana { combo: tidy, plain_one  hand: 9 }  farm1 { race: ana } }
  then { expect conquest_cost(ana.active, hill1) == 1 }
}
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command in a folder that has one card."""
    folder = tmp_path / "cards" / "my"
    folder.mkdir(parents=True)
    (folder / "tidy.tale").write_text(CARD, "utf-8")
    monkeypatch.chdir(tmp_path)

    def call(*args):
        return CliRunner().invoke(cover, [*args], standalone_mode=False)

    return call


def test_the_table_begins_with_the_share_and_names_what_a_card_lacks(run):
    result = run()
    first, *rest = result.stdout.splitlines()
    assert " units seen" in first
    assert "my.tidy" in result.stdout
    (row,) = [line for line in rest if line.startswith("my.tidy")]
    assert row.split("  ")[-1] == "felt 1"


def test_the_table_names_the_first_unseen_units_and_says_how_to_see_the_others(run):
    (own,) = [line for line in run().stdout.splitlines() if line.startswith("not seen")]
    assert own == "not seen: cards/my/tidy.tale:7:67: felt floor | my.tidy/conquest_cost/1"
    everything = run("--ruleset", "base_test").stdout
    assert "more: --output-format full names them all" in everything


def test_a_card_among_the_scenarios_of_a_folder_is_not_told(run, tmp_path):
    helper = tmp_path / "tests" / "scenarios" / "helper.tale"
    helper.parent.mkdir(parents=True)
    helper.write_text(CARD.replace("package my", "package base").replace("tidy", "handy"), "utf-8")
    assert "handy" not in run().stdout
    folder, alone = (run(path).stdout for path in ("tests/scenarios", str(helper)))
    assert "base.trolls" in folder
    assert "handy" not in folder
    assert "handy" in alone


def test_only_the_cards_that_were_asked_about_are_told(run, tmp_path):
    rows = run("cards/my").stdout.partition("\n\n")[2].splitlines()
    assert [row.split()[0] for row in rows] == ["my.tidy"]
    alone = "language 1 package my scenario" + CARD.partition("scenario")[2]
    (tmp_path / "alone.tale").write_text(alone.replace("tidy", "commando"), "utf-8")
    rows = run("alone.tale").stdout.partition("\n\n")[2].splitlines()
    assert "base.trolls" in [row.split()[0] for row in rows]


def test_every_unit_with_the_scenarios_that_are_most_about_it(run):
    told = json.loads(run("--output-format", "json").stdout)
    own = {f"{u['kind']} {u['what']}": u for u in told["units"] if u["card"] == "my.tidy"}
    assert own["felt add"]["first"] == ["cards/my/tidy.tale::A hill"]
    assert own["felt floor"]["scenarios"] == 0
    assert told["kinds"]["felt"]["seen"] >= 1


def test_the_text_shows_what_was_not_seen_below_its_line(run):
    lines = run("--annotate").output.splitlines()
    at = next(n for n, line in enumerate(lines) if "{ add -1  floor 1 }" in line)
    assert lines[at].startswith("!    7  ")
    assert lines[at + 1].strip() == "^ not seen: felt floor"


def test_a_bar_ends_the_command_with_1_and_a_listed_unit_counts_no_more(run, tmp_path):
    assert run("--fail-under", "felt=100").return_value == 1
    full = run("--output-format", "full").stdout
    owners = [line.split(" | ")[1] for line in full.splitlines() if line.startswith("cards/my")]
    names = [line.split(": ", 1)[1] for line in full.splitlines() if line.startswith("cards/my")]
    assert owners == ["my.tidy/conquest_cost/1"]
    (tmp_path / "tests").mkdir()
    what = names[0].split(" | ")[0]
    (tmp_path / "tests" / "unseen.txt").write_text(f"{owners[0]} | {what} | never so low\n")
    assert "1 more listed with their reason in tests/unseen.txt" in run().output
    full = run("--output-format", "full").stdout
    (line,) = [line for line in full.splitlines() if line.startswith("cards/my")]
    assert line.endswith("| my.tidy/conquest_cost/1 | listed: never so low")


def test_what_is_no_bar_is_refused(run):
    result = run("--fail-under", "everything=9")
    assert "wants KIND=N" in str(result.exception)
