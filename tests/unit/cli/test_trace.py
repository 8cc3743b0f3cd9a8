"""`talesmith trace`: what fired in a scenario, a save or a transcript."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ANGLERS = HERE.parent / "trace" / "anglers.tale"
SHORT = HERE / "short.tale"
LANDS = f"{ANGLERS}::An angler lands"


def test_depth_one_is_a_line_for_each_handler(run):
    done = run("trace", LANDS)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "2, round 1: > ana done"
    assert lines[1].startswith("  after_attacks: mine.anglers (")
    assert "conquest_cost" not in done.stdout


def test_depth_two_tells_what_was_seen_and_asked(run):
    shown = run("trace", LANDS, "--depth", "2").stdout
    assert "self = anglers, owner = ana" in shown
    assert "conquest_cost(anglers, hill1, none): 2 base - 1 anglers = 1" in shown
    assert "let spare" not in shown


def test_depth_three_tells_every_statement(run):
    shown = run("trace", LANDS, "--depth", "3", "--decision", "3").stdout
    assert "12: let spare = self.tray" in shown
    assert "13: move 1 tokens from self.tray to shore" in shown
    assert "> ana done" not in shown


def test_a_decision_in_which_nothing_fired_says_so(run):
    assert run("trace", LANDS, "--decision", "1").stdout.splitlines()[1] == "  nothing"


def test_a_save_and_its_transcript_give_the_same_trace(run):
    seats = ("--seat", "ana=uniform", "--seat", "ben=uniform", "--ruleset", SHORT)
    run(
        "play", "--players", "2", *seats, "--seed", "5", "--save", "g.save", "--transcript", "g.txt"
    )
    saved, told = (run("trace", name, "--ruleset", SHORT) for name in ("g.save", "g.txt"))
    assert saved.exit_code == told.exit_code == 0
    assert saved.stdout == told.stdout
    assert "on_score: base.score" in saved.stdout
    second = run("trace", "g.save", "--ruleset", SHORT, "--round", "2").stdout
    assert ", round 2: " in second
    assert ", round 1: " not in second


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nowhere.save",), 2, "there is no file nowhere.save"),
        ((ANGLERS,), 2, "say which scenario"),
        ((f"{ANGLERS}::lands",), 2, "several scenarios"),
        ((f"{ANGLERS}::Storm",), 2, "no scenario is called `Storm`"),
        ((LANDS, "--decision", "9"), 2, "the last one is 3"),
        ((LANDS, "--round", "7"), 2, "nothing is decided in round 7"),
        ((LANDS, "--decision", "1", "--round", "1"), 2, "one of them"),
        ((LANDS, "--depth", "4"), 2, "1<=x<=3"),
        ((LANDS, "--ruleset", SHORT), 2, "a scenario names its ruleset"),
        ((f"{SHORT}::x",), 2, "has no scenario"),
    ],
)
def test_bad_input(run, words, code, said):
    done = run("trace", *words)
    assert done.exit_code == code
    assert said in done.stderr


def test_an_answer_that_is_refused_is_a_finding(run, home):
    (home / "bad.tale").write_text(
        ANGLERS.read_text("utf-8").replace("> ana conquer hill1", "> ana conquer sea1"), "utf-8"
    )
    done = run("trace", "bad.tale::An angler lands")
    assert done.exit_code == 1
    assert "is refused" in done.stderr
    assert "conquest_cost" in run("trace", "bad.tale::An angler lands", "--depth", "2").stdout


def test_a_rule_that_breaks_down_is_traced_up_to_there(run, home):
    (home / "bad.tale").write_text(
        ANGLERS.read_text("utf-8").replace("move 1 tokens", "move 99 tokens"), "utf-8"
    )
    done = run("trace", "bad.tale::An angler lands", "--depth", "3")
    assert done.exit_code == 1
    assert done.stdout.rstrip().endswith("move 99 tokens from self.tray to shore")
    assert "99 tokens moved" in " ".join(done.stderr.split())
