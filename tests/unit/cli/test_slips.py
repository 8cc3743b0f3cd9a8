"""Slips of people at the keyboard and on the command line: each gets a sentence that helps."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from talesmith.cli.paint import Paint
from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.show.report import FOLDED

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


# ---- cards and rulesets in files -----------------------------------------------------------------

SNAIL = """language 1
package my

race snails "Snails" {
  text "They are slow."
  is tokens: 5, tray: 10
}
"""
EVENING = SHORT.read_text("utf-8").replace("ruleset short", "ruleset evening")


@pytest.fixture
def files(home):
    (home / "snail.tale").write_text(SNAIL, "utf-8")
    (home / "ours.tale").write_text(EVENING, "utf-8")
    (home / "map.tale").write_text(EVENING.partition("ruleset")[0], "utf-8")
    return home


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("snail.tale", "snail.tale has the race snails, no ruleset: write --ruleset small_world+"),
        ("map.tale", "map.tale has neither a ruleset nor a card"),
        ("snails", "for the file beside you write --ruleset small_world+snail.tale"),
        ("evening", "for the file beside you write --ruleset ours.tale"),
        ("my", "for the file beside you write --ruleset ours.tale"),
        ("small_world+my", "for the file beside you write --ruleset small_world+snail.tale"),
        ("ours.tale+snails", "for the file beside you write --ruleset ours.tale+snail.tale"),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_card_in_a_file_is_named_as_it_can_be_played(run, name, told):
    done = run("play", "--ruleset", name)
    assert done.exit_code == 2
    assert told in done.stderr
    if told.endswith(".tale"):
        name = told.rpartition(" ")[2]
        assert run("play", "--ruleset", name, typed="quit\n").exit_code == 0


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("part", ["muddy.tale", "muddy", "my.muddy"])
def test_a_card_on_the_shelf_is_told_by_its_file(run, part):
    run("new", "power", "muddy")
    done = run("play", "--ruleset", f"{SHORT}+{part}")
    assert done.exit_code == 2
    assert "cards/my/muddy.tale" in done.stderr
    named = f"{SHORT}+cards/my/muddy.tale"
    assert run("play", "--ruleset", named, typed="quit\n").exit_code == 0


def test_a_ruleset_that_uses_a_card_beside_it_is_told_how_to_add_it(run, files):
    path = files / "ours.tale"
    path.write_text(EVENING.replace("use base", "use base use my"), "utf-8")
    done = run("play", "--ruleset", "ours.tale")
    assert done.exit_code == 1
    assert "RULESET+snail.tale; a package is a folder `cards/my`" in done.stderr


@pytest.mark.parametrize("words", [("play", "--load"), ("replay",), ("why",)])
def test_a_recorded_game_tells_which_rules_it_asks_for(run, files, monkeypatch, words):
    rest = ("1 + 1",) if words == ("why",) else ()
    game = ("--seat", "ana=human", "--seat", "ben=greedy")
    run("play", "--ruleset", "ours.tale", *game, "--save", "own.save", typed="1\nquit\n")
    run("play", "--ruleset", f"{SHORT}+snail.tale", *game, "--save", "card.save", typed="quit\n")
    (files / "sub").mkdir()
    monkeypatch.chdir(files / "sub")
    for save, asked, rules in (
        ("own.save", "own.save asks for the rules my.evening, but there is no", "../ours.tale"),
        ("card.save", "but there is no file snail.tale", f"{SHORT}+../snail.tale"),
    ):
        done = run(*words, f"../{save}", *rest)
        assert done.exit_code == 2
        assert asked in done.stderr
        assert "--ruleset FILE.tale" in done.stderr
        assert run(*words, f"../{save}", *rest, "--ruleset", rules, typed="quit\n").exit_code == 0


# ---- what is no such file ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("check",), ("test",), ("replay",), ("why",), ("play", "--load")]
)
def test_a_pipe_is_no_text_and_nobody_waits_for_it(run, home, words):
    os.mkfifo(home / "pipe.tale")
    rest = ("1",) if words == ("why",) else ()
    for target in ("pipe.tale", "/dev/null"):
        done = run(*words, target, *rest)
        assert done.exit_code in (1, 2)
        assert "no file" in done.output


@pytest.mark.parametrize("words", [("play", "--load"), ("why",)])
def test_a_transcript_is_told_from_a_save(run, words):
    run("play", *GAME, "--transcript", "game.txt", typed="quit\n")
    done = run(*words, "game.txt", *(("1",) if words == ("why",) else ()))
    assert done.exit_code == 2
    assert "this is a transcript, no save; `talesmith replay` reads it" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed: 5", "seed: five", "the head is damaged: `seed: five` is no number"),
        ("seed: 5", f"seed: {'5' * 5000}", "is no number"),
        ("seed: 5\n", "", "there is no line `seed:`"),
    ],
)
def test_a_damaged_head_of_a_transcript_is_told_in_plain_words(run, home, old, new, told):
    run("play", *GAME, "--transcript", "game.txt", typed="quit\n")
    text = (home / "game.txt").read_text("utf-8")
    (home / "game.txt").write_text(text.replace(old, new), "utf-8")
    done = run("replay", "game.txt")
    assert done.exit_code == 1
    assert told in done.stderr
    (home / "game.txt").write_text(text.splitlines(keepends=True)[0], "utf-8")
    assert "line 2: the head of the transcript is not there" in run("replay", "game.txt").stderr


def test_wrong_words_on_the_command_line_are_answered_in_plain_words(run):
    done = run("play", "--players", "6")
    assert "Small World is for 2, 3, 4 or 5 players, not for 6" in done.stderr
    done = run("play", *GAME[:4], "--seat", "ana=human", "--seat", "Ana=human")
    assert "two players are called 'Ana': give one another name, such as ana_2" in done.stderr
    run("play", *GAME, "--save", "a.save", typed="quit\n")
    done = run("why", "a.save", " ", "--ruleset", SHORT)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "say what is to be explained" in done.stderr


# ---- at the prompt -------------------------------------------------------------------------------

SHARED = ("--ruleset", SHORT, "--seed", "5", "--seat", "ana=human", "--seat", "ben=human")


TEN = ("--ruleset", SHORT, "--seed", "10", "--seat", "ana=human", "--seat", "ben=greedy")
BEFORE = "1\n1\n1\n1\ndone\nkeep rest 1\nexpand\n"
"""leads to the question how many stay in west_hill, west_farm and mid_forest, 0 or more in each"""


def test_a_region_that_a_plan_leaves_out_is_given_up_only_when_that_is_said_twice(run, home):
    plan = "west_hill 1\n"
    done = run("play", *TEN, "--save", "a.save", typed=f"{BEFORE}{plan}west_hill 2\nquit\n")
    assert done.stdout.count("That leaves west_farm, mid_forest to nobody. Say it again") == 2
    text = (home / "a.save").read_text("utf-8")
    assert '"> ana west_hill 1"' not in text
    assert '"> ana west_hill 2"' not in text
    done = run("play", *TEN, "--save", "b.save", typed=f"{BEFORE}{plan}{plan}quit\n")
    assert '"> ana west_hill 1"' in (home / "b.save").read_text("utf-8")


@pytest.mark.parametrize(
    "said", ["west_hill 1 2 0 mid_forest 0", "all 1", "keep", "keep west_farm 0", "none"]
)
def test_what_is_given_up_by_name_is_given_up_at_once(run, said):
    done = run("play", *TEN, typed=f"{BEFORE}{said}\nquit\nquit\n")
    assert "to nobody" not in done.stdout
    assert "No: " not in done.stdout
    assert "How many stay" not in done.stdout.rpartition(f"ana> {said}")[2]


def test_keep_is_told_what_it_lacks(run):
    done = run("play", *TEN, typed="keep\n1\n1\n1\n1\ndone\nkeep\nquit\nquit\n")
    assert "No: `keep` says how many stand in each place, which is not asked now" in done.stdout
    assert re.search(r"No: \d+ more to give out: say where, `keep rest west_hill`", done.stdout)


def test_a_loaded_game_tells_where_it_stands_and_nothing_old(run):
    played = run("play", *GAME, "--save", "a.save", typed="1\n1\nquit\n")
    assert "ana gets 5 coins" in played.stdout
    done = run("play", "--load", "a.save", "--ruleset", SHORT, typed="quit\n")
    assert "\nGame loaded: round 1 of 2, ana's turn.\n" in done.stdout
    assert "gets 5 coins" not in done.stdout


def test_quit_is_heard_where_the_keyboard_changes_hands(run):
    done = run("play", *SHARED, typed="quit\n")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "Goodbye.")
    assert "ana> " not in done.stdout
    done = run("play", *SHARED, typed="\n1\n1\ndone\nexit\nq\n")
    called = done.stdout.partition("ben: press Enter")[2]
    assert "The game is not saved" in called
    assert "ben> " not in called
    assert called.splitlines()[-1] == "Goodbye."


def test_a_save_has_one_name_and_may_lie_at_home(run, home, monkeypatch):
    monkeypatch.setenv("HOME", str(home))
    typed = 'save a b c\nsave ""\nsave ~/mine.save\nsave "mine too"\nquit\n'
    done = run("play", *GAME, typed=typed)
    assert done.stdout.count("Say one name without blanks") == 3
    assert f"Saved in {home / 'mine.save'}" in done.stdout
    assert [path.name for path in home.glob("*.save")] == ["mine.save"]


def test_a_verb_goes_with_a_number_of_the_screen(run, home):
    done = run("play", *GAME, "--save", "a.save", typed="pick 2\nconquer 1\npick 99\nquit\n")
    assert done.stdout.count("No: ") == 1
    text = (home / "a.save").read_text("utf-8")
    assert text.count('"> ana pick') == 1
    assert text.count('"> ana conquer') == 1


def test_why_takes_a_region_as_it_is_printed_and_ends_with_one_sign(run):
    done = run("play", *GAME, typed="why West Hill\nwhy west_hil\nwhy foo\nquit\n")
    assert "did you mean west_hill?\n" in done.stdout
    assert "...." not in done.stdout
    done = run("play", "--seed", "11", typed="why Forest 1\nquit\n")
    assert "\nForest 1 (Forest" in done.stdout


def test_an_output_that_nobody_reads_is_no_finding():
    words = [sys.executable, "-m", "talesmith", "play", "--ruleset", SHORT, "--seat", "a=greedy"]
    with subprocess.Popen([*words, "--seat", "b=greedy"], stdout=subprocess.PIPE) as program:
        program.stdout.readline()
        program.stdout.close()
        assert program.wait() == 0


def test_replay_tells_that_the_cards_have_changed(run, files):
    game = ("--ruleset", f"{SHORT}+snail.tale", *GAME[2:])
    bots = ("--seat", "ana=uniform", "--seat", "ben=uniform")
    run("play", *game[:4], *bots, "--save", "a.save", "--transcript", "a.txt")
    more = SNAIL.partition("my")[2].replace("snails", "slugs")
    (files / "snail.tale").write_text(SNAIL + more, "utf-8")
    for name in ("a.save", "a.txt"):
        lost = run("replay", name)
        assert lost.exit_code == 2
        assert "asks for the rules my.short+snail.tale" in lost.stderr
        done = run("replay", name, *game[:2])
        assert done.exit_code == 1
        assert "(the rules have changed since: cards my.slugs)" in done.stderr


@pytest.mark.parametrize(
    ("line", "is_painted"),
    [("  1 Wealthy Wizards", True), ("     3 mountain1", True), ("  12 forest2", True),
     ("        7 bonus coins, once", False), ("      1 more to attack", False),
     (f"{FOLDED}1 for Wizards", False)],
)  # fmt: skip
def test_only_the_numbers_of_options_are_painted(capsys, line, is_painted):
    paint = Paint(colour=True)
    paint.learn(load_ruleset("small_world", [data_root()])[0], [])
    paint.say(line)
    assert ("\x1b[1m" in capsys.readouterr().out) is is_painted


@pytest.mark.parametrize("seats", [("ana=human", "ben=greedy"), ("ana=human", "ben=human")])
def test_a_round_is_named_once_before_a_question(run, seats):
    words = [word for seat in seats for word in ("--seat", seat)]
    done = run("play", "--ruleset", SHORT, "--seed", "5", *words, typed="\nquit\nquit\n")
    assert done.stdout.partition("ana> ")[0].count("Round 1 of") == 1


def test_help_begins_with_the_question(run):
    done = run("play", *GAME, typed="?\nquit\n")
    shown = done.stdout.partition("ana> ?")[2]
    asked = done.stdout.partition("ana> ?")[0].rstrip().rpartition("\n\n")[2].splitlines()[0]
    assert shown.strip().startswith(asked)
    assert shown.index(asked) < shown.index("why REGION")


@pytest.mark.parametrize("words", [("play", "--seat", "a=greedy"), ("soak", "--games", "1"),
                                   ("cards",), ("rules",)])  # fmt: skip
def test_a_broken_card_is_a_finding_whichever_command_meets_it(run, home, words):
    (home / "cards" / "my").mkdir(parents=True)
    (home / "cards" / "my" / "snail.tale").write_text(f"{SNAIL}\n}}\n", "utf-8")
    done = (
        run(*words, "--ruleset", "small_world+my")
        if words != ("rules",)
        else run("rules", "small_world+my")
    )
    assert (done.exit_code, done.stdout) == (1, "")
    assert "snail.tale:" in done.stderr
