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
