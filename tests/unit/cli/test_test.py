"""`talesmith test`: what it prints, and its exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from talesmith.cli.main import cli

ROOT = Path(__file__).resolve().parents[3]

GOOD = 'scenario "Good" { given { players: ana, ben } then { expect ana.coins == 5 } }\n'
BAD = 'scenario "Bad" { given { players: ana, ben } then { expect ana.coins == 6 } }\n'
UNSOUND = 'scenario "Odd" { given { players: ana, ben } then { expect ana.coin == 6 } }\n'


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, *options):
        Path("x.tale").write_text("language 1\n" + text, "utf-8")
        return CliRunner().invoke(cli, ["test", "x.tale", *options])

    return run


def test_all_well(run):
    done = run(GOOD)
    assert done.exit_code == 0
    assert done.output.startswith("1 scenario: 1 passed")


def test_a_failure_is_shown_and_counts(run):
    done = run(GOOD + BAD)
    assert done.exit_code == 1
    assert done.output.startswith("Bad\n  x.tale:3:")
    assert "expected 6\n  got      5" in done.output
    assert "2 scenarios: 1 failed, 1 passed" in done.output


def test_what_means_nothing_is_a_finding(run):
    done = run(UNSOUND)
    assert done.exit_code == 1
    assert "T102" in done.output
    assert "did you mean coins ?" in done.output


def test_an_unknown_region_is_told_as_check_tells_it(run):
    wrong = 'scenario "Far" { given { players: ana, ben  plain1 { race: ana } } }'
    done = run(wrong)
    assert "nothing here is called `plain1`" in done.output
    assert "it is a region of the board test_" in done.output


def test_no_scenario_at_all_is_a_failure(run):
    for text, options in (("", ()), (GOOD, ("-k", "nothing like it"))):
        done = run(text, *options)
        assert done.exit_code == 1
        assert "No scenario was run." in done.output


def test_a_text_that_cannot_be_read_is_a_finding(run):
    done = run('scenario "Open" {')
    assert done.exit_code == 1
    assert "T001" in done.output


def test_wrong_use(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["test"]).exit_code == 2
    assert CliRunner().invoke(cli, ["test", "nowhere.tale"]).exit_code == 2
    (tmp_path / "empty").mkdir()
    assert CliRunner().invoke(cli, ["test", "empty"]).exit_code == 2


def test_a_line_or_an_object_for_each(run):
    assert run(GOOD + BAD, "--output-format", "concise").output.startswith("x.tale:3:")
    github = run(GOOD + BAD, "--output-format", "github").output
    assert github.startswith("::error file=x.tale,line=3,")
    objects = json.loads(run(GOOD + BAD, "--output-format", "json").stdout)
    assert [one["verdict"] for one in objects] == ["passed", "failed"]
    assert {"word": "got", "text": "5"} in objects[1]["facts"]


def test_rules_that_none_cites_are_listed(run):
    done = run(f'{GOOD[:-3]} cites "C-1" }}\n', "--rules")
    assert "C-2: " in done.output
    assert "C-1: " not in done.output


def test_a_card_for_another_game_does_not_change_those_beside_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "cards" / "my"
    mine.mkdir(parents=True)
    head = "language 1\npackage my\n"
    (mine / "polite.tale").write_text(
        f'{head}power polite "Polite" {{ is tokens: 4 }}\n'
        'scenario "Only neighbours, at the usual cost" {\n'
        "  given { players: ana, ben  ana { combo: polite, plain_one  hand: 9 }\n"
        "    farm1 { race: ana } }\n"
        "  then {\n"
        "    expect conquest_cost(ana.active, hill1) == 2\n"
        '    illegal > ana conquer mountain1 because "not adjacent"\n'
        "  }\n}\n",
        "utf-8",
    )
    (mine / "old_well.tale").write_text(
        f'{head}place old_well "Old Well" over warcraft {{ on_score {{ earn 1 at here }} }}\n'
        'scenario "The well pays" {\n'
        "  under warcraft_test\n"
        "  given { players: ana, ben  wood1 { race: ana  old_well: yes } }\n"
        "  then { expect wood1 has old_well }\n"
        "}\n",
        "utf-8",
    )
    (mine / "well_rules.tale").write_text(
        f'{head}scenario "A file of scenarios alone" {{\n'
        "  given { players: ana, ben  ana { combo: polite, plain_one  hand: 9 }\n"
        "    farm1 { race: ana } }\n"
        "  then { expect conquest_cost(ana.active, farm2) == 2 }\n}\n",
        "utf-8",
    )
    done = CliRunner().invoke(cli, ["test", "cards/my"])
    assert "3 scenarios: 3 passed" in done.output, done.output
