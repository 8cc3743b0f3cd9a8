"""`talesmith mutate`: the score, the survivors, the list of equivalent ones, going on, bad input."""

import json

import pytest
from click.testing import CliRunner

from talesmith.cli.mutate import mutate

CARD = """language 1
package my

power tidy "Tidy" {
  text "Hills cost one less."
  is tokens: 4
  conquest_cost as attacker when region.terrain == hill { add -1 }
}

scenario "A hill" {
  under base_test
  given { players: ana, ben  ana { combo: tidy, plain_one  hand: 9 }  farm1 { race: ana } }
  then { expect conquest_cost(ana.active, hill1) == 1 }
}
"""
MORE = """
scenario "A farm, and nobody else" {
  under base_test
  given {
    players: ana, ben
    ana { combo: tidy, plain_one  hand: 9 }
    farm1 { race: ana }  hill1 { race: ana }  hill2 { race: ben }
  }
  then {
    expect conquest_cost(ana.active, farm2) == 2
    expect conquest_cost(ben.active, hill1) == 3
  }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all: what is compiled once is known to the next test."""
    path = tmp_path_factory.mktemp("mutate")
    (path / "cards" / "my").mkdir(parents=True)
    (path / "tests").mkdir()
    return path


@pytest.fixture
def card(folder):
    path = folder / "cards" / "my" / "tidy.tale"
    path.write_text(CARD, "utf-8")
    return path


@pytest.fixture
def run(folder, card, monkeypatch):
    """Run the command in a folder that has one card."""
    monkeypatch.chdir(folder)

    def call(*args, target=card):
        words = [str(target), "--workers", "1", "--search", "0", *map(str, args)]
        return CliRunner().invoke(mutate, words, standalone_mode=False)

    return call


def verdicts(result):
    told = json.loads(result.stdout)
    return {(m["node"], m["operator"]): m["verdict"] for m in told["mutants"]}


def test_a_slip_that_a_scenario_notices_is_killed_by_it(run):
    told = json.loads(run("--output-format", "json").stdout)
    by = {(m["node"], m["operator"]): m for m in told["mutants"]}
    dropped = by["whole", "left out"]
    assert dropped["verdict"] == "killed"
    assert dropped["by"] == "A hill"
    assert dropped["path"] == "cards/my/tidy.tale"
    assert by["body.0", "no add"]["row"] == 7
    assert told["noticed"] == sum(m["verdict"] == "killed" for m in told["mutants"])


def test_another_scenario_notices_more(run, card):
    before = verdicts(run("--output-format", "json"))
    assert before["guard", "no condition"] == "survived"
    card.write_text(CARD + MORE, "utf-8")
    after = verdicts(run("--output-format", "json"))
    assert after["guard", "no condition"] == "killed"


def test_a_survivor_is_shown_with_its_english_and_the_bar_decides(run):
    result = run()
    assert result.return_value == 1
    at = result.stdout.index("my.tidy/conquest_cost/1 | guard | no condition")
    shown = result.stdout[at:].split("\n\n")[0]
    assert "    - " in shown
    assert "    + " in shown
    assert "came to it, and none failed." in shown
    assert run("--fail-under", "1").return_value in (None, 0)


def test_a_survivor_comes_with_a_scenario_that_notices_it_if_it_is_kept(run, card):
    name = "my.tidy/conquest_cost/1 | guard | no condition"
    shown = run("--search", "5").stdout
    lines = shown[shown.index(name) :].split("\n\n")[0].splitlines()
    at = lines.index("    This scenario holds without it; keep it if that is right:")
    found = "\n".join(line.removeprefix("    ") for line in lines[at + 1 :])
    assert found.startswith('scenario "A hill, further" {\n  under base_test\n')
    card.write_text(f"{CARD}\n{found}\n", "utf-8")
    assert verdicts(run("--output-format", "json"))["guard", "no condition"] == "killed"


def test_a_listed_mutant_counts_no_more_and_a_stale_entry_is_a_finding(run, folder):
    listed = folder / "listed.txt"
    listed.write_text(
        "# why\n"
        "my.tidy/conquest_cost/1 | guard | no condition | a reason\n"
        "my.tidy/conquest_cost/1 | whole | left out | no\n"
        "my.tidy/conquest_cost/1 | body.9 | no add | no\n"
    )
    result = run("--fail-under", "1", "--equivalent", listed)
    assert result.return_value == 1
    assert "1 listed as equivalent" in result.stdout
    assert "guard | no condition" not in result.stdout
    assert "left out: the scenario A hill tells it from the original" in result.stdout
    assert "body.9 | no add: there is no such mutant" in result.stdout


def test_what_is_known_is_kept_and_gone_on_from_by_any_number_of_workers(run, tmp_path, card):
    kept = tmp_path / "known.json"
    first = run("--resume", kept).stdout
    whole = json.loads(kept.read_text())
    kept.write_text(json.dumps(whole | {"verdicts": whole["verdicts"][:3]}))
    assert run("--resume", kept, "--workers", "2").stdout == first
    assert json.loads(kept.read_text()) == whole
    assert [p.name for p in tmp_path.iterdir()] == [kept.name]
    kept.write_text("[]")
    assert "is no file of an earlier run" in str(run("--resume", kept).exception)
    kept.write_text(json.dumps(whole))
    card.write_text(CARD + MORE, "utf-8")
    assert "about other rules, scenarios or choices" in str(run("--resume", kept).exception)


def test_scenarios_that_fail_without_a_slip_prove_nothing(run, card):
    card.write_text(CARD.replace("== 1", "== 2"), "utf-8")
    result = run()
    assert result.return_value == 1
    assert "1 of the scenarios fail without any slip: A hill" in result.output


def test_a_list_that_is_none_is_refused(run, tmp_path):
    listed = tmp_path / "list.txt"
    listed.write_text("my.tidy | guard\n")
    result = run("--equivalent", listed)
    assert "list.txt:1: a line is `OWNER | PATH | OPERATOR | REASON`" in str(result.exception)
    assert result.exception.exit_code == 2


def test_a_path_without_a_rule_is_refused(run, tmp_path):
    empty = tmp_path / "other.tale"
    empty.write_text("language 1\npackage my\n")
    result = run(target=empty)
    assert "no rule in which a slip could be made" in str(result.exception)
