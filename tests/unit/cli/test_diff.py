"""`talesmith diff`: texts, scenarios and games of two folders or revisions."""

import shutil
import subprocess

import pytest

from talesmith.cli.diff import touched
from talesmith.cli.diff_texts import Hunk
from talesmith.cli.worlds import World
from talesmith.run.running import Ran

RULE = """language 1
package house

house_rule steep "Steep" over base {
  text "Mountains cost more."
  conquest_cost when region.terrain == mountain { add 1 }
}

scenario "A mountain costs one more" {
  given { players: ana, ben }
  then { expect conquest_cost(ana.active, mountain1) == 4 }
}
"""
WORDS = ("--ruleset", "small_world+steep", "--games", 1, "--players", 2)


GIT = shutil.which("git")


@pytest.fixture(autouse=True)
def pair(home):
    """Two folders: in `b` the same rule adds two."""
    for name, text in (("a", RULE), ("b", RULE.replace("add 1", "add 2"))):
        (home / name / "rules" / "house").mkdir(parents=True)
        (home / name / "rules" / "house" / "steep.tale").write_text(text)
    return home


def test_two_equal_folders_are_the_same(run):
    done = run("diff", "a", "a", *WORDS)
    assert (done.exit_code, done.stdout) == (0, "Texts:\n  no text changed\n\n")


def test_texts_scenarios_and_games_are_told_by_cause(run):
    done = run("diff", "a", "b", *WORDS)
    assert done.exit_code == 1, done.output
    texts, scenarios, games = done.stdout.split("\n\n", 2)
    line = "  conquest_cost when region.terrain == mountain { add"
    assert texts.splitlines() == [
        "Texts:",
        "  rules/house/steep.tale: 1 line less, 1 more",
        f"    6: - {line} 1 }}",
        f"    6: + {line} 2 }}",
    ]
    assert "A mountain costs one more: passed -> failed" in scenarios
    assert "0 of 1 game as before" in games
    assert (
        "  conquest_cost +1\n"
        "    no more + 1 steep  (house.steep, rules/house/steep.tale:6)\n"
        "    now + 2 steep  (house.steep, rules/house/steep.tale:6)\n"
        "    mountain: "
    ) in games
    assert f"      6: - {line} 1 }}\n      6: + {line} 2 }}\n" in games


def test_what_no_value_explains_is_traced_to_the_lines_that_were_come_to(pair, run):
    for name, coins in (("a", 2), ("b", 3)):
        text = f"""language 1
package house

house_rule steep "Steep" over base {{
  text "A coin for everybody who begins a turn with {coins} regions."
  on_turn_start {{
    if size(player.regions) >= {coins} {{ move 1 coins from bank to player }}
  }}
}}
"""
        (pair / name / "rules" / "house" / "steep.tale").write_text(text)
    done = run("diff", "a", "b", "--no-scenarios", *WORDS)
    assert done.exit_code == 1, done.output
    assert "something else happens\n    came to house.steep, rules/house/steep.tale:" in done.stdout
    assert "comes to house.steep, rules/house/steep.tale:" in done.stdout
    assert ">= 2 { move 1 coins from bank to player }\n" in done.stdout.partition("Games of ")[2]


CARDS = """language 1
package my

race owls "Owls" {
  text "Hills cost less."
  is tokens: 9, tray: 14
  conquest_cost as attacker when region.terrain == hill { add -1 }
}
event rain "Rain" over tales {
  text "Forests cost more."
  is theme: world_in_danger, level: tale, theme_is: proposed, level_is: proposed
  conquest_cost when region.terrain == forest { add 1 }
}
"""


def test_changed_cards_come_in_the_games(pair, run):
    other = CARDS.replace("add -1", "add -2").replace("add 1", "add 2")
    for name, text in (("a", CARDS), ("b", other)):
        (pair / name / "cards" / "my").mkdir(parents=True)
        (pair / name / "cards" / "my" / "owls.tale").write_text(text)
    words = ("--ruleset", "small_world+my", "--games", 1, "--players", 2, "--no-scenarios")
    games = (
        run("diff", "a", "b", *words)
        .stdout.partition("Games of ")[2]
        .partition("\n")[2]
        .splitlines()
    )
    for name in ("owls", "rain"):
        assert f"  my.{name} came into play in 1 of 1 game" in games
    assert "    now - 2 owls  (my.owls, cards/my/owls.tale:7)" in games
    assert "    now + 2 rain  (my.rain, cards/my/owls.tale:12)" in games


def test_a_line_of_a_text_that_stands_in_for_a_lost_one_is_looked_up_where_it_is(pair):
    lost, ours = "rules/house/lost.tale", pair / "ours"
    (ours / "rules" / "house").mkdir(parents=True)
    (ours / lost).write_text(RULE)
    changes = {lost: [Hunk(1, tuple(RULE.splitlines()), 1, ())]}
    world = World("b", pair / "b", (pair / "b", ours))
    line = Ran("house.steep", str(ours / lost), 1)
    assert touched(line, world, changes, is_old=False)
    assert not touched(Ran("house.steep", str(ours / lost), 9), world, changes, is_old=False)


@pytest.mark.skipif(GIT is None, reason="git is not installed")
def test_a_revision_is_a_version(pair, run, monkeypatch):
    monkeypatch.chdir(pair / "a")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    who = ("-c", "user.name=ana", "-c", "user.email=ana@example.org")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "one")):
        subprocess.run([GIT, *words], check=True)
    done = run("diff", "HEAD", "../b", "--no-scenarios", *WORDS)
    assert done.exit_code == 1, done.output
    assert "now + 2 steep  (house.steep, rules/house/steep.tale:6)" in done.stdout
    assert run("diff", "HEAD", ".", *WORDS).exit_code == 0
    unknown = run("diff", "HEAD", "nothing", *WORDS)
    assert unknown.exit_code == 2
    assert "nothing is neither a folder nor a revision of this repository" in unknown.stderr


def test_wrong_use_is_told(pair, run, monkeypatch):
    (pair / "empty").mkdir()
    for words, said in (
        (("a", "empty"), "empty has no folder `rules` and none `cards`"),
        (("a", "a/rules/house/steep.tale"), "steep.tale is a file"),
        (("a", " "), "is neither a folder nor a revision"),
        (("a", "b", "--ruleset", "unknown"), "cannot be used: "),
        (("a", "b", "--no-scenarios", "--players", "8"), "not for 8"),
    ):
        done = run("diff", *words)
        assert done.exit_code == 2, words
        assert said in done.stderr, words
    monkeypatch.setenv("PATH", "")
    done = run("diff", "a", "HEAD")
    assert (done.exit_code, "git, which knows revisions, is not there" in done.stderr) == (2, True)


def test_a_version_with_mistakes_shows_them(pair, run):
    file = pair / "b" / "rules" / "house" / "steep.tale"
    file.write_text(RULE.replace("terrain", "terain"))
    done = run("diff", "a", "b", *WORDS)
    assert done.exit_code == 1
    assert "steep.tale:6:" in done.stderr
    assert "the rules small_world+steep of b cannot be used" in done.stderr


def test_a_card_that_no_game_has_is_told_with_the_rules_that_have_it(run, home):
    for name, cost in (("old", 1), ("new", 2)):
        (home / name / "cards" / "isles").mkdir(parents=True)
        text = f"""language 1
package isles

power stony "Stony" {{
  text "Hills cost more."
  is tokens: 4
  conquest_cost as defender when region.terrain == hill {{ add {cost} }}
}}
"""
        (home / name / "cards" / "isles" / "stony.tale").write_text(text)
    done = run("diff", "old", "new", "--games", "1", "--players", "2")
    _, _, games = done.stdout.partition("Games of small_world:\n")
    assert games.splitlines() == [
        "  cards/isles/stony.tale is in no game of small_world",
        "  try --ruleset small_world+isles",
        "  1 of 1 game as before",
        "",
    ]
    wider = run("diff", "old", "new", "--ruleset", "small_world+isles", "--games", "1")
    assert "is in no game" not in wider.stdout
