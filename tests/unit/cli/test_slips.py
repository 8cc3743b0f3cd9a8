"""Slips of people at the keyboard and on the command line: each gets a sentence that helps."""

from pathlib import Path

import pytest

SHORT = Path(__file__).with_name("short.tale")
GAME = ("--ruleset", SHORT, "--seed", "5", "--seat", "ana=human", "--seat", "ben=greedy")


# ---- digits that are no numbers ------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["²", "①", "➀", "pick ²", "all ²", "why ²"])
def test_signs_that_look_like_numbers_are_no_answer(run, typed):
    done = run("play", *GAME, typed=f"{typed}\nquit\n")
    assert done.exit_code == 0
    assert "No: " in done.output


def test_an_answer_of_a_recorded_game_may_hold_such_a_sign(run):
    run("play", *GAME, "--transcript", "a.txt", typed="1\nquit\n")
    text = Path("a.txt").read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("> ana"))
    Path("a.txt").write_text(text.replace(line, "> ana ²"), "utf-8")
    done = run("replay", "a.txt", "--ruleset", SHORT)
    assert done.exit_code == 1
    assert "answer 1, `> ana ²`" in done.stderr


def test_a_number_longer_than_any_number_is_refused(run):
    huge = "9" * 5000
    done = run("play", *GAME, "--height", f"ana={huge}")
    assert done.exit_code == 2
    assert "write name=number" in done.stderr
    assert huge not in done.stderr
    text = f'language 1\nrace some "Some" {{\n  is tokens: {huge}, tray: -{huge}\n}}\n'
    Path("some.tale").write_text(text, "utf-8")
    done = run("check", "some.tale", "--output-format", "concise")
    assert done.exit_code == 1
    assert done.stdout.count("T205 999999999999999999... is out of range") == 2
    assert "18 digits" in done.stdout


# ---- files that are there already ----------------------------------------------------------------


def test_a_transcript_takes_the_place_of_nothing(run, home):
    (home / "notes.txt").write_text("Shopping list", "utf-8")
    done = run("play", *GAME, "--transcript", "notes.txt", typed="quit\n")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "notes.txt exists already: name another file" in done.stderr
    assert (home / "notes.txt").read_text("utf-8") == "Shopping list"
    (home / "empty.txt").touch()
    assert run("play", *GAME, "--transcript", "empty.txt", typed="quit\n").exit_code == 0
    assert (home / "empty.txt").read_text("utf-8").startswith("talesmith game 1\n")


@pytest.mark.parametrize("option", ["--save", "--transcript"])
def test_a_file_needs_a_name(run, option):
    done = run("play", *GAME, option, "", typed="quit\n")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "a file needs a name" in done.stderr
