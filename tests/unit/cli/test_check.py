"""`talesmith check`: findings on stdout, the sum on stderr, exit codes."""

import json

import pytest

from talesmith.ground.data import data_root

GOOD = (
    'language 1\nrace nobody "Nobody" {\n  text "They do nothing."\n  is tokens: 5, tray: 10\n}\n'
)
BAD = GOOD.replace("tokens: 5", "tokenz: 5")


@pytest.fixture
def bad(home):
    path = home / "bad.tale"
    path.write_text(BAD, "utf-8")
    return path


def test_a_finding_ends_with_1_and_shows_its_place(run, bad):
    done = run("check", bad)
    assert done.exit_code == 1
    assert "bad.tale:4:6" in done.stdout
    assert "tokenz" in done.stdout
    assert done.stderr == "1 finding in 1 file.\n"


def test_paths_below_the_current_folder_are_short(run, bad):
    assert run("check", bad, "--output-format", "concise").stdout.startswith("bad.tale:4:6: T")


def test_json_is_all_that_is_printed(run, bad):
    done = run("check", "bad.tale", "--output-format", "json")
    (found,) = json.loads(done.stdout)
    assert (found["path"], found["start"]) == ("bad.tale", {"row": 4, "column": 6})
    assert done.stderr == ""
    assert bad.is_file()


def test_github_has_a_line_per_finding(run, bad):
    done = run("check", bad, "--output-format", "github")
    assert done.stdout.startswith("::error file=bad.tale,line=4,")
    assert len(done.stdout.splitlines()) == 1


def test_no_finding_ends_with_0(run, home):
    (home / "good.tale").write_text(GOOD, "utf-8")
    done = run("check", "good.tale")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "No findings.\n")


def test_that_an_order_matters_is_told_when_asked_for(run):
    amazons = data_root() / "cards" / "base" / "races" / "amazons.tale"
    quiet = run("check", amazons)
    assert (quiet.exit_code, quiet.stdout) == (0, "")
    assert quiet.stderr.endswith("No findings.\n")
    assert "matters in 1 place: --order" in quiet.stderr
    told = run("check", amazons, "--order", "--output-format", "concise")
    assert told.exit_code == 0
    assert "T060" in told.stdout


def test_what_we_ship_is_clean(run):
    done = run("check", data_root() / "cards" / "base" / "races", "--output-format", "concise")
    assert (done.exit_code, done.stdout) == (0, "")


def test_the_card_of_the_readme_is_sound(run, home):
    readme = (data_root() / "README.md").read_text("utf-8")
    card = readme.split("```tale\n")[1].split("```")[0].replace("commando", "commandos")
    (home / "card.tale").write_text(card.replace("package base", "package my"), "utf-8")
    done = run("check", "card.tale", "--output-format", "json")
    assert {found["severity"] for found in json.loads(done.stdout)} <= {"warning"}


def test_the_mistake_of_the_readme_is_found_as_it_says(run, home):
    run("new", "power", "clumsy")
    card = home / "cards" / "my" / "clumsy.tale"
    lines = card.read_text("utf-8").splitlines()
    (at,) = (at for at, line in enumerate(lines) if line.startswith("  on_score"))
    lines[at] = "  conqest_cost as attacker { add 1 }"
    card.write_text("\n".join(lines), "utf-8")
    shown = run("check", "cards/my/clumsy.tale").stdout
    readme = (data_root() / "README.md").read_text("utf-8")
    sample = readme.split("    T101  ")[1].split("\n\n")[0].replace("\n    ", "\n")
    assert f"T101  {sample.rstrip()}" in shown


def test_a_missing_file_is_wrong_use(run):
    done = run("check", "nowhere.tale")
    assert done.exit_code == 2
    assert "nowhere.tale" in done.stderr


def test_a_folder_without_texts_is_wrong_use(run, home):
    done = run("check", home)
    assert done.exit_code == 2
    assert "there is no .tale file in" in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe\x00binary", "not UTF-8"), (b"/" * 1_000_001, "T007"), (b"", "")],
)
def test_what_is_no_text_is_a_finding(run, home, content, said):
    (home / "odd.tale").write_bytes(content)
    done = run("check", "odd.tale")
    assert done.exit_code == 1
    assert said in done.stdout
    assert "odd.tale:1:1" in done.stdout


def test_a_ruleset_that_uses_itself_is_a_finding(run, home):
    text = "language 1\npackage my\nruleset ring {\n  use ring\n  use base\n}\n"
    (home / "ring.tale").write_text(text, "utf-8")
    done = run("check", "ring.tale")
    assert done.exit_code == 1
    assert "ring.tale:4:7" in done.stdout


SCENARIO = """
scenario "Nobody takes a hill" {{
  given {{ players: ana, ben  ana {{ combo: {combo}  hand: 6 }} }}
  when {{ > ana conquer {where} }}
}}
"""


def test_a_position_that_cannot_be_is_found_without_playing(run, home):
    path = home / "nobody.tale"
    path.write_text(GOOD + SCENARIO.format(combo="nobody, plain_one", where="hill1"), "utf-8")
    done = run("check", path, "--output-format", "concise")
    assert done.exit_code == 1
    assert "`nobody` is a race, and the power stands first: write" in done.stdout
    assert run("test", path).exit_code == 1
    # What comes of the answers is for `test` to say.
    path.write_text(GOOD + SCENARIO.format(combo="plain_a, nobody", where="nowhere"), "utf-8")
    assert run("check", path).exit_code == 0
    assert run("test", path).exit_code == 1


def test_a_hook_with_its_parameters_is_told_to_be_written_without(run, home):
    path = home / "nobody.tale"
    path.write_text(GOOD.replace("\n}", "\n  on_score(player) when true { add 1 }\n}"), "utf-8")
    done = run("check", path)
    assert done.exit_code == 1
    assert "a card writes a hook without its parameters" in done.stdout
