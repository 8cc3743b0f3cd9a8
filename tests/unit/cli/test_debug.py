"""`talesmith debug`: through a scenario and a game, both ways."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ANGLERS = HERE.parent / "trace" / "anglers.tale"
SHORT = HERE / "short.tale"
LANDS = f"{ANGLERS}::An angler lands"


def session(run, *typed, target=LANDS, words=()):
    done = run("debug", target, *words, typed="".join(f"{line}\n" for line in typed))
    return done, done.stdout.split("debug> ")


def test_a_stop_shows_source_neighbours_and_names(run):
    done, shown = session(run, "until anglers.tale:12", "step", "quit")
    assert done.exit_code == 0
    assert "->  12 |     let spare = self.tray" in shown[1]
    assert "    13 |     if spare >= 2" in shown[1]
    assert "  self = anglers\n  owner = ana\n" in shown[1]
    assert "  shore = farm1" in shown[1]
    assert "spare" not in shown[1].partition("  self = ")[2]
    assert "  spare = tray (8)" in shown[2]


def test_back_undoes_what_a_step_did(run):
    _, shown = session(run, "until anglers.tale:13", "step", "step", "back", "back 2", "quit")
    assert "move 1 tokens" in shown[2]
    assert "anglers.tale" not in shown[3]
    assert (
        shown[4].partition("\n")[2].partition("mine.")[2]
        == (shown[2].partition("\n")[2].partition("mine.")[2])
    )
    assert "->  12" in shown[5]


def test_the_board_is_that_of_the_stop(run):
    _, shown = session(
        run, "until anglers.tale:13", "board", "step", "out", "board", "back until anglers", "board"
    )
    boards = [part for part in shown if part.startswith("board")]
    assert boards[0] != boards[1]
    assert boards[0] == boards[2]


def test_next_stays_in_the_body_and_out_leaves_it(run):
    _, shown = session(run, "until conquer", "next", "next", "out", "quit")
    assert "do attack" in shown[1].partition("->")[2].splitlines()[0]
    assert "if defender" in shown[2].partition("->")[2].splitlines()[0]
    assert "step conquests" in shown[4]


def test_continue_stops_at_breaks_and_at_the_end(run):
    words = ("--break", "anglers.tale:12", "--break", "expand")
    _, shown = session(run, "continue", "continue", "continue", "step", words=words)
    assert "->  12" in shown[1]
    assert "step expand" in shown[2]
    assert "The end" in shown[3]
    assert "No: nothing like that runs behind this." in shown[4]


def test_a_card_of_lines_is_reached_where_it_has_a_say(run):
    _, shown = session(run, "until anglers", "quit")
    assert "conquest_cost(anglers, hill1, none): 2 base - 1 anglers = 1" in " ".join(
        shown[1].split()
    )
    assert "->   8 |" in shown[1]


def test_why_knows_the_bound_names(run):
    typed = ("until anglers.tale:12", "why conquest_cost(self, hill9)", "why owner.coins")
    _, shown = session(run, *typed, "why conquest_cost(self, hill9) fully", "why moon", "why")
    assert "2 base - 1 anglers = 1" in shown[2]
    assert "anglers.tale:8" not in shown[2]
    assert "anglers.tale:8" in " ".join(shown[4].split())
    assert "nothing here is called `moon`" in shown[5]
    assert "No: say what is to be explained" in shown[6]


def test_nothing_typed_repeats_the_newest_move(run):
    _, shown = session(run, "until conquer", "step", "", "names", "", "quit")
    marks = [part.partition("->")[2][:4].strip() for part in shown if "->" in part]
    assert len(marks) == 4
    assert len(set(marks)) == 4


def test_where_list_and_breaks(run):
    _, shown = session(
        run, "until conquer", "where", "list", "break 51", "break", "clear 51", "clear x"
    )
    assert shown[2].splitlines()[1] == "  base/conquer"
    assert len(shown[3].splitlines()) > 12
    assert "  51" in shown[5]
    assert "no breaks" in shown[6]
    assert "No: there is no break x." in shown[7]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("dance", "No: there is no command dance"),
        ("until", "No: say where"),
        ("until nobody", "no card, step or action of this game is called nobody"),
        ("until moon.tale:3", "nothing of this game is written in moon.tale"),
        ("until 12", "say in which file"),
        ("until anglers.tale:99999999999", "nothing like that runs behind this"),
        ("step x", "say how many statements"),
        ("back 0", "say how many statements"),
        ("back", "nothing like that ran before this"),
        ("out", "this is the outermost body"),
        ("list", "no statement is about to run"),
        ("help", "until TARGET"),
    ],
)
def test_what_cannot_be_done_is_said(run, typed, said):
    done, shown = session(run, typed)
    assert done.exit_code == 0
    assert said in " ".join(shown[1].split())


def test_lines_are_folded_to_the_terminal(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "52")
    done, _ = session(run, "until anglers.tale:12", "step", "list", "names", "help", "until expand")
    assert max(map(len, done.stdout.replace(str(ANGLERS), "").splitlines())) <= 52


def test_a_save_can_be_walked_both_ways(run):
    seats = ("--seat", "ana=uniform", "--seat", "ben=uniform", "--ruleset", SHORT)
    run("play", "--players", "2", *seats, "--seed", "5", "--save", "g.save")
    typed = ("continue", "back", "back until turn", "step 40", "quit")
    done, shown = session(run, *typed, target="g.save", words=("--ruleset", SHORT))
    assert done.exit_code == 0
    assert "The end" in shown[1]
    assert all("->" in part for part in shown[1:5])


def test_a_scenario_that_ends_early_can_be_walked_up_to_there(run, home):
    (home / "bad.tale").write_text(
        ANGLERS.read_text("utf-8").replace("> ana farm1", "> ana hill9", 1), "utf-8"
    )
    done, shown = session(run, "until attacks", "continue", target="bad.tale::An angler lands")
    assert done.exit_code == 1
    assert "is refused" in done.stderr
    assert "->" in shown[2]


def test_no_input_at_all_ends_it(run):
    assert run("debug", LANDS).exit_code == 0
    assert run("debug", "nowhere.save").exit_code == 2
