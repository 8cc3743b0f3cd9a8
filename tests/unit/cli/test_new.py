"""`talesmith new`: what is written checks and proves itself; nothing is overwritten or half done."""

import errno
import os
from pathlib import Path

import pytest

from talesmith.cli import new as command
from talesmith.ground.data import grammar_folder

KINDS = {
    "race": ("cards/my", "small_world+my", "my.fire_ants"),
    "power": ("cards/my", "small_world+my", "my.fire_ants"),
    "event": ("cards/my", "small_world+my", "my.fire_ants"),
    "artifact": ("cards/my_islands", "warcraft+my_islands", "my_islands.fire_ants"),
    "place": ("cards/my_islands", "warcraft+my_islands", "my_islands.fire_ants"),
    "house_rule": ("rules/house", "small_world+fire_ants", "my.fire_ants"),
}


def texts(home):
    return sorted(path.relative_to(home).as_posix() for path in home.rglob("*"))


def test_there_is_a_beginning_for_each_kind_and_no_other():
    found = {path.stem.split(".")[0] for path in (grammar_folder() / "beginnings").glob("*")}
    assert found == set(KINDS) == set(command.KINDS)


@pytest.mark.parametrize("kind", ["event", "race"])
def test_with_the_last_advice_the_new_card_is_met(kind, run):
    *_, advice = run("new", kind, "fire_ants").stdout.splitlines()
    bots = ("--seat", "a=uniform", "--seat", "b=uniform", "--seed", "1")
    done = run(*advice.split()[1:], *bots)
    assert done.exit_code == 0, done.output
    assert "Fire Ants" in done.stdout.partition("\n")[2]


@pytest.mark.parametrize("kind", ["race", "power"])
def test_a_card_may_be_begun_for_another_game(kind, run):
    done = run("new", kind, "fire_ants", "--over", "warcraft")
    assert done.exit_code == 0, done.output
    first, *_, advice = done.stdout.splitlines()
    assert first.startswith("Wrote cards/my_islands/fire_ants.tale")
    assert f"warcraft+my_islands+{kind}=fire_ants," in advice
    assert run("check", "cards").exit_code == run("test", "cards").exit_code == 0
    bots = ("--seat", "a=uniform", "--seat", "b=uniform", "--seed", "1")
    assert "Fire Ants" in run(*advice.split()[1:], *bots).stdout.partition("\n")[2]


@pytest.mark.parametrize(("kind", "other"), [("artifact", "place"), ("place", "artifact")])
def test_an_artifact_or_place_is_met_by_whoever_enters_where_one_lies(kind, other, run):
    *_, advice = run("new", kind, "fire_ants").stdout.splitlines()
    assert advice.endswith(f"+{kind}=fire_ants+{other}=none")
    bots = ("--seat", "a=greedy", "--seat", "b=uniform", "--seed", "9")
    assert "Fire Ants now lies in" in run(*advice.split()[1:], *bots).stdout


def test_where_there_is_no_beginning_it_is_said_where_there_is_one(run):
    done = run("new", "event", "fire_ants", "--over", "warcraft")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: event: there is no beginning over warcraft; known is --over tales\n"
    )
    assert run("new", "event", "fire_ants", "--over", "tales").exit_code == 0


def test_an_artifact_and_a_place_leave_the_other_game_as_it_was(run):
    for kind, name in (("race", "moles"), ("artifact", "old_hat"), ("place", "old_den")):
        assert run("new", kind, name).exit_code == 0
    shown = run("rules", "small_world+my").stdout
    assert "moles" in shown
    assert "artifact" not in shown
    done = run("play", "--ruleset", "warcraft+my_islands", "--seat", "a=uniform", "--seat",
               "b=uniform", "--seed", "5")  # fmt: skip
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_checks_passes_and_can_be_played(kind, run, home):
    folder, ruleset, full = KINDS[kind]
    done = run("new", kind, "fire_ants")
    assert done.exit_code == 0, done.output
    file = f"{folder}/fire_ants.tale"
    assert f"Wrote {file}" in done.stdout
    assert [one for one in texts(home) if one.endswith(".tale")] == [file]
    assert '"Fire Ants"' in Path(file).read_text("utf-8")
    assert run("check", ".").exit_code == 0
    tested = run("test", file)
    assert tested.exit_code == 0
    assert "1 scenario: 1 passed" in tested.stdout
    assert f"--ruleset {ruleset}" in done.stdout
    shown = run("rules", ruleset).stdout
    assert (full if kind == "house_rule" else "fire_ants") in shown


def test_several_stand_beside_each_other(run):
    for kind, name in (("race", "moles"), ("power", "sleepy"), ("event", "big_fire")):
        assert run("new", kind, name).exit_code == 0
    done = run("play", "--ruleset", "small_world+my", "--seat", "a=uniform", "--seat",
               "b=uniform", "--seed", "5")  # fmt: skip
    assert done.exit_code == 0, done.output


def test_nothing_is_overwritten(run, home):
    run("new", "race", "moles")
    mine = home / "cards" / "my" / "moles.tale"
    mine.write_text("mine", "utf-8")
    for kind in ("race", "power", "event"):
        done = run("new", kind, "moles")
        assert done.exit_code == 2
        assert done.stderr == "Error: cards/my/moles.tale exists already; nothing was written\n"
    assert mine.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Fire Ants", "such as fire_ants"),
        ("fire-ants", "such as fire_ants"),
        ("Émile", "such as emile\n"),
        ("große_Maus", "such as grosse_maus\n"),
        ("smørrebrød", "and single `_`\n"),
        ("9", "a name begins with a small letter"),
        ("_ants", "such as ants"),
        ("../ants", "such as ants"),
        ("a" * 41, "at most 40 small letters"),
        ("when", "when is a word of the language"),
        ("trolls", "the race base.trolls has that name already"),
        ("dragon_master", "the power base.dragon_master has that name already"),
        ("small_world", "has that name already"),
        ("ana", "ana means something else already"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_is_written(name, said, run, home):
    done = run("new", "race", name)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert texts(home) == []


def test_a_kind_that_is_none_is_wrong_use(run, home):
    done = run("new", "monster", "moles")
    assert done.exit_code == 2
    assert "'monster' is not one of" in done.stderr
    assert texts(home) == []


def test_a_mistake_in_other_texts_is_named(run, home):
    other = home / "cards" / "my" / "other.tale"
    other.parent.mkdir(parents=True)
    other.write_text("language 1 package my race other { is tokens: }", "utf-8")
    done = run("new", "race", "moles")
    assert done.exit_code == 2
    assert "there is a mistake in your texts already: cards/my/other.tale, line 1" in done.stderr
    assert [one for one in texts(home) if one.endswith(".tale")] == ["cards/my/other.tale"]


def test_a_write_that_fails_leaves_nothing(run, home, monkeypatch):
    def full(_beside, _path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(command, "put", full)
    done = run("new", "race", "moles")
    assert done.exit_code == 2
    assert "cards/my/moles.tale cannot be written: No space left" in done.stderr
    assert texts(home) == []


def test_a_file_that_appears_meanwhile_is_kept(tmp_path):
    path = tmp_path / "moles.tale"
    path.write_text("first", "utf-8")
    with pytest.raises(Exception, match="exists already"):
        command.write_whole(path, "second")
    assert path.read_text("utf-8") == "first"
    assert [one.name for one in tmp_path.iterdir()] == ["moles.tale"]


def test_a_disk_without_hard_links_will_do(tmp_path, monkeypatch):
    def refused(_one, _other):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refused)
    path = tmp_path / "moles.tale"
    command.write_whole(path, "first")
    assert path.read_text("utf-8") == "first"
    with pytest.raises(Exception, match="exists already"):
        command.write_whole(path, "second")
    assert [one.name for one in tmp_path.iterdir()] == ["moles.tale"]
