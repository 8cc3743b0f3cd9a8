"""Bad input of all sorts: a clear message, the right exit code, and old files still whole."""

import io
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from talesmith.cli.main import main
from talesmith.ground.data import data_root
from talesmith.play.machine import Defect
from talesmith.ruleset.parts import Where

SHORT = Path(__file__).with_name("short.tale")
GAME = ("--ruleset", SHORT, "--seed", "5", "--seat", "ana=human", "--seat", "ben=greedy")
ON = ("--ruleset", SHORT)


@pytest.fixture
def saved(run, home):
    """A game that was left after one answer."""
    done = run("play", *GAME, "--save", "game.save", typed="1\nquit\n")
    assert done.exit_code == 0
    return home / "game.save"


# ---- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("lost.tale", None, 2, "there is no file lost.tale"),
        ("nobody", None, 2, "there is no ruleset `nobody`"),
        ("binary.tale", b"\x00\xff\xfe", 1, "it is not UTF-8"),
        ("large.tale", b"/" * 1_000_001, 1, "larger than 1000000 bytes"),
        ("empty.tale", b"", 2, "empty.tale has neither a ruleset nor a card"),
        ("mistake.tale", b"language 1\nruleset x { use bse }\n", 1, "mistake.tale:2:17"),
        (
            "ring.tale",
            b"language 1\npackage my\nruleset ring { use ring use base map base_2 for 2 players }\n",
            1,
            "ring.tale:3:20",
        ),
    ],
)
def test_a_ruleset_that_cannot_be_played(run, home, name, content, code, said):
    if content is not None:
        (home / name).write_bytes(content)
    done = run("play", "--ruleset", name)
    assert done.exit_code == code
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["play", "soak", "bench"])
def test_a_ruleset_without_a_board_is_no_game(run, home, command):
    (home / "part.tale").write_text("language 1\npackage my\nruleset part { use base }\n")
    for name in ("base", "part.tale"):
        done = run(command, "--ruleset", name)
        assert done.exit_code == 2
        assert f"{name} names no map" in done.stderr
        assert "map NAME for N players" in done.stderr


def test_a_card_with_a_mistake_stops_the_game_before_it_begins(run, home):
    folder = home / "cards" / "base" / "races"
    folder.mkdir(parents=True)
    text = (data_root() / "cards" / "base" / "races" / "trolls.tale").read_text("utf-8")
    (folder / "trolls.tale").write_text(
        text.replace("after_conquer as", "after_conker as"), "utf-8"
    )
    done = run("play", typed="quit\n")
    assert done.exit_code == 1
    assert "after_conquer" in done.stderr
    assert "cards/base/races/trolls.tale:12:3" in done.stderr


@pytest.mark.parametrize("players", [6, 9, 10**15])
def test_too_many_players_for_the_ruleset(run, players):
    done = run("play", "--players", players)
    assert done.exit_code == 2
    assert f"not for {players}" in done.stderr


@pytest.mark.parametrize("names", [("ana", "Ana"), ("chance", "ben"), ("!", "ben")])
def test_names_that_cannot_be_told_apart(run, names):
    seats = [word for name in names for word in ("--seat", f"{name}=human")]
    done = run("play", *seats)
    assert done.exit_code == 2
    said = done.stderr.splitlines()[-1]
    assert said.startswith("Error: ")
    assert repr(names[1]) in said or repr(names[0]) in said


# ---- saves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0.0, 0.3, 0.5, 0.99])
def test_a_save_cut_anywhere(run, saved, part):
    whole = saved.read_bytes()
    cut = saved.with_name("cut.save")
    cut.write_bytes(whole[: int(len(whole) * part)])
    for words in (("play", "--load"), ("replay",), ("why",)):
        rest = ("1 + 1",) if words == ("why",) else ()
        done = run(*words, "cut.save", *rest, *ON)
        assert done.exit_code == 2
        assert "cut.save" in done.stderr
    assert saved.read_bytes() == whole


def test_a_save_that_somebody_changed(run, saved):
    saved.write_text(
        saved.read_text("utf-8").replace('"coins"', '"conis"').replace("5", "6"), "utf-8"
    )
    done = run("play", "--load", saved, *ON)
    assert done.exit_code == 2
    assert "check" in done.stderr


@pytest.mark.parametrize(
    "content", [b"[]", b"{}", b"\xff\x00", b"hello", b'{"talesmith save": 99}']
)
def test_a_file_that_is_no_save(run, home, content):
    (home / "odd").write_bytes(content)
    done = run("play", "--load", "odd")
    assert done.exit_code == 2
    assert "odd" in done.stderr


def test_a_save_of_a_board_that_the_rules_do_not_have(run, saved):
    done = run("play", "--load", saved, "--ruleset", "small_world")
    assert done.exit_code == 2
    assert "has no map my.islet" in done.stderr


def test_a_save_from_other_rules_goes_back_to_the_round_and_says_so(run, saved, home):
    folder = home / "cards" / "base" / "races"
    folder.mkdir(parents=True)
    shutil.copy(data_root() / "cards" / "base" / "races" / "trolls.tale", folder)
    edited = folder / "trolls.tale"
    edited.write_text(edited.read_text("utf-8").replace("{ add 1 }", "{ add 2 }", 1), "utf-8")
    done = run("play", "--load", saved, *ON, typed="quit\n")
    assert done.exit_code == 0
    assert "The rules have changed: cards base.trolls" in done.stderr
    assert "The game was played again from the start of the round." in done.stderr


def test_a_new_game_takes_no_players_from_a_saved_one(run, saved):
    for words in (("--players", "3"), ("--seed", "1"), ("--seat", "cid=human")):
        done = run("play", "--load", saved, *ON, *words)
        assert done.exit_code == 2


# ---- input and output ----------------------------------------------------------------------------


def test_answers_out_of_range_change_nothing(run):
    typed = "0\n7\n-1\n1 2\n99999999999999999999\nquit\n"
    done = run("play", *GAME, typed=typed)
    assert done.exit_code == 0
    assert done.stdout.count("No: ") == 5
    assert "takes" not in done.stdout


@pytest.mark.parametrize("typed", ["9" * 5000, "conquer " + "9" * 5000, "all " + "9" * 5000])
def test_numbers_too_long_to_be_read_are_refused(run, typed):
    done = run("play", *GAME, typed=f"{typed}\nquit\n")
    assert done.exit_code == 0
    assert "No: a number may have 20 digits at most" in done.stdout


def test_input_closed_in_the_middle_of_a_game_is_saved_and_ends_with_2(run, home):
    done = run("play", *GAME, "--save", "game.save", typed="1\n")
    assert done.exit_code == 2
    assert f"Saved in {home / 'game.save'}." in done.stderr
    assert "the input ended before the game did" in done.stderr
    again = run("play", "--load", "game.save", *ON, typed="quit\n")
    assert again.exit_code == 0
    assert "cost" in again.stdout


def test_input_closed_without_a_save_ends_with_2(run, home):
    done = run("play", *GAME, typed="1\n")
    assert done.exit_code == 2
    assert list(home.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_device(run):
    done = run("play", *GAME, "--save", "/dev/full", typed="quit\n")
    assert done.exit_code == 2
    assert "the game is not saved: /dev/full: cannot be written" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_output_to_a_full_device_is_said_in_a_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "talesmith", "play", *GAME],
            input="1\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert re.fullmatch(r"Error: input or output failed: [^\n]+\n", done.stderr)


def test_without_any_input_the_game_ends_with_2():
    done = subprocess.run(
        [sys.executable, "-m", "talesmith", "play", *GAME],
        text=True,
        capture_output=True,
        check=False,
        preexec_fn=lambda: os.close(0),
    )
    assert done.returncode == 2
    assert done.stderr == "Error: the input ended before the game did\n"


def test_a_card_that_does_the_impossible_is_named_and_the_game_saved(home, monkeypatch, capsys):
    def broken(*_):
        defect = Defect("3 tokens cannot be moved: base/conquest > base.trolls/after_conquer")
        defect.where = Where("cards/base/races/trolls.tale", 12)
        raise defect

    monkeypatch.setattr("talesmith.record.session.step", broken)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    with pytest.raises(SystemExit) as end:
        main(["play", *map(str, GAME), "--save", "game.save"])
    assert end.value.code == 1
    said = capsys.readouterr().err
    assert "a card or rule did what none may do: 3 tokens cannot be moved" in said
    assert "base/conquest > base.trolls/after_conquer" in said
    assert "named last: cards/base/races/trolls.tale:12\n" in said
    assert "talesmith itself" not in said
    assert "Traceback" not in said
    assert (home / "game.save").is_file()


def test_a_full_disk_leaves_the_old_save_whole(saved, home):
    whole = saved.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "talesmith", "play", "--load", saved, "--save", saved, *ON],
        input="1\n1\nquit\n",
        text=True,
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert done.returncode == 2
    assert "the game is not saved" in done.stderr
    assert saved.read_bytes() == whole
    assert [path.name for path in home.iterdir() if "new" in path.name] == []


def test_the_second_writer_is_told_and_writes_nothing(saved):
    first, second = (
        subprocess.Popen(
            [sys.executable, "-m", "talesmith", "play", "--load", saved, "--save", saved, *ON],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    )
    for game in (first, second):
        seen = ""
        while not seen.endswith("ana> "):
            seen += game.stdout.read(1)
            assert game.poll() is None, game.stderr.read()
    first.communicate("1\nquit\n")
    written = saved.read_bytes()
    _, said = second.communicate("2\nquit\n")
    assert (first.returncode, second.returncode) == (0, 2)
    assert "the file was changed by somebody else; nothing was written" in said
    assert saved.read_bytes() == written


def test_no_folder_for_a_save_is_said_before_the_game(run):
    done = run("play", *GAME, "--save", "nowhere/game.save", typed="1\n")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "there is no folder nowhere" in done.stderr


def test_no_folder_for_a_transcript_is_said_before_the_game(run):
    done = run("play", *GAME, "--transcript", "nowhere/game.txt", typed="quit\n")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "there is no folder nowhere" in done.stderr


def test_a_transcript_takes_the_place_of_no_save(run, saved):
    whole = saved.read_bytes()
    for words, told in (
        (("--save", "one.txt", "--transcript", "./one.txt"), "both the save and the transcript"),
        (("--transcript", saved), "holds a game: name another file for the transcript"),
    ):
        done = run("play", *GAME, *words, typed="quit\n")
        assert done.exit_code == 2
        assert done.stdout == ""
        assert told in done.stderr
    assert saved.read_bytes() == whole


def test_a_transcript_that_was_cut_is_told_as_such(run, home):
    bots = ("--ruleset", SHORT, "--seed", "5", "--seat", "a=uniform", "--seat", "b=uniform")
    run("play", *bots, "--transcript", "game.txt")
    text = (home / "game.txt").read_text("utf-8")
    at = text.rindex("\n  ")
    (home / "cut.txt").write_text(text[:at], "utf-8")
    done = run("replay", "cut.txt", *ON)
    assert done.exit_code == 1
    assert f"the transcript is cut in line {text[:at].count(chr(10)) + 1}" in done.stderr
    (home / "end.txt").write_text(text.rstrip(), "utf-8")
    assert run("replay", "end.txt", *ON).exit_code == 0


# ---- why and replay ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ("conquest_cost(ana.active, east_hill)", 0, "2 base = 2"),
        ("can_conquer(ana.active, the_lake)", 0, "no: "),
        ("ana.coins", 0, "= "),
        ("key.spirit_badge", 0, "= "),
        ("conquest_kost(ana.active, east_hill)", 1, "conquest_cost"),
        ("1 +", 1, "expression:1:3"),
    ],
)
def test_why(run, saved, asked, code, said):
    done = run("why", saved, asked, *ON)
    assert done.exit_code == code
    assert said in done.stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("banner_stack", "a stack banner cannot be shown"),
        ("lines(on_score(ana))", "a line cannot be shown"),
        ("next_race(ana)", "this cannot be asked outside of the rules"),
        ("active_or_next(ana)", "this cannot be asked outside of the rules"),
        ("9" * 5000, "100 digits at most"),
    ],
)
def test_why_refuses_what_has_no_plain_value(run, saved, asked, said):
    done = run("why", saved, asked, *ON)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_race_that_is_not_in_play_has_no_why(run, saved):
    done = run("why", saved, "plain_one.hand", "--ruleset", SHORT)
    assert done.exit_code in {1, 2}


def test_a_transcript_that_was_changed_is_another_game(run, home):
    bots = ("--ruleset", SHORT, "--seed", "5", "--seat", "a=uniform", "--seat", "b=uniform")
    run("play", *bots, "--transcript", "game.txt")
    text = (home / "game.txt").read_text("utf-8")
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("= "))
    changed = "\n".join([*lines[:at], "= 00000000", *lines[at + 1 :]])
    (home / "game.txt").write_text(changed + "\n", "utf-8")
    done = run("replay", "game.txt", *ON)
    assert done.exit_code == 1
    assert "Not the same game: after 0 answers" in done.stderr


@pytest.mark.parametrize("content", ["talesmith game 7\n", "talesmith game 1\nseed: x\n"])
def test_a_transcript_that_cannot_be_read(run, home, content):
    (home / "game.txt").write_text(content, "utf-8")
    done = run("replay", "game.txt")
    assert done.exit_code == 1
    assert "game.txt: line" in done.stderr
