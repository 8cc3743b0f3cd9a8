"""pytest collects scenarios, also where nobody has written a line of Python."""

import subprocess
import sys

import pytest

CARD = """language 1

power lucky "Lucky" {
  text "Each conquest costs 1 less."
  is tokens: 5
  conquest_cost as attacker { add -1 }
}

scenario "Cheap" {
  given { players: ana, ben  ana { combo: lucky, orcs } }
  then { expect conquest_cost(ana.active, farm1) == 1 }
}
scenario "Dear" {
  each target, cost in (farm1, 1), (mountain1, 3) {
    given { players: ana, ben  ana { combo: lucky, orcs } }
    then { expect conquest_cost(ana.active, target) == cost }
  }
}
scenario "Later" {
  todo "not yet"
  given { players: ana, ben  ana { combo: lucky, orcs } }
  then { expect conquest_cost(ana.active, farm1) == 0 }
}
scenario "Odd" {
  given { players: ana, ben  ana { combo: luky, orcs } }
}
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A folder with nothing but texts of the language, and what pytest says about it."""
    folder = tmp_path_factory.mktemp("stranger")
    (folder / "lucky.tale").write_text(CARD, "utf-8")
    (folder / "cards" / "mine").mkdir(parents=True)
    own = CARD.replace("language 1", "language 1 package mine").partition('scenario "Dear"')[0]
    (folder / "cards" / "mine" / "lucky.tale").write_text(own, "utf-8")
    (folder / "plain.tale").write_text("this is no text of the language\n", "utf-8")
    (folder / "broken.tale").write_text('language 1\nscenario "Open" {\n', "utf-8")
    twice = CARD.replace("lucky", "happy") + 'power happy "Happy again" { is tokens: 5 }\n'
    (folder / "twice.tale").write_text(twice, "utf-8")
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider",
               "--continue-on-collection-errors"]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_each_scenario_and_row_is_a_test(report):
    code, text = report
    assert code == 1
    for line in (
        "lucky.tale::Cheap PASSED",
        "cards/mine/lucky.tale::Cheap PASSED",
        "lucky.tale::Dear [farm1, 1] PASSED",
        "lucky.tale::Dear [mountain1, 3] FAILED",
        "lucky.tale::Later XFAIL",
        "lucky.tale::Odd FAILED",
    ):
        assert line in text


def test_failures_and_findings_show_the_text(report):
    text = report[1]
    assert "expected 3\n  got      2" in text
    assert "- 1 lucky  (my.lucky, lucky.tale:6)" in text
    assert "`luky` is no power in this game" in text
    assert "did you mean lucky ?" in text
    assert "Traceback" not in text


def test_a_file_that_cannot_be_read_as_tale_is_an_error(report):
    text = report[1]
    assert "ERROR broken.tale" in text
    assert "T001" in text
    assert "plain.tale" not in text


def test_the_other_place_of_a_finding_is_shown_as_well(report):
    """Both are named as seen from the folder, so that lines of one file stand together."""
    _, text = report
    _, _, found = text.partition("T112  `happy` is declared twice\n")
    shown = found.split("\n\n", 1)[0].splitlines()
    assert [line.split("|")[-1].strip() for line in shown[1:]] == [
        'power happy "Happy again" { is tokens: 5 }',
        "^^^^^",
        'power happy "Lucky" {',
        "^^^^^ the first one",
    ]
