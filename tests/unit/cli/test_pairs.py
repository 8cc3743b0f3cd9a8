"""`talesmith pairs`: what it prints, how it ends, and what it refuses."""

import shlex
from collections import Counter

from click.testing import CliRunner

from talesmith.cli import pairs as command
from talesmith.cli.main import cli
from talesmith.run.pairs import Met, Pairs

GAME = "--ruleset small_world_tales"


def run(words):
    return CliRunner().invoke(
        cli, shlex.split(words), catch_exceptions=False, standalone_mode=False
    )


def test_one_pair_is_counted():
    done = run(f"pairs --only rats tremor --turns 3 {GAME}")
    assert not done.return_value
    assert done.stdout.startswith("1 pairs of events, 3 turns, ")
    assert done.stdout.endswith("no violation\n")


def test_an_order_of_which_nobody_is_told_is_told_here():
    both = ("tales.chicken_lake", "tales.ungodly_bribe")
    met = Met(both, 200, 900, 225, 40, 10, Counter({"other cells": 2, "other nums": 1}))
    row = "  chicken_lake and ungodly_bribe: 3 of 10 (other cells 2, other nums 1)"
    lines = list(command.summary([met], 1, set()))
    assert f"{row}; check does not report it" in lines
    assert "check does not report 1" in lines
    assert command.is_broken([met], set())
    known = {frozenset(both)}
    assert [row, "check reports each of them", "no violation"] == list(
        command.summary([met], 1, known)
    )[-3:]
    assert not command.is_broken([met], known)


def test_a_broken_pair_is_named():
    met = Met(("tales.rats", "tales.tremor"), failure="seed 3, 2 players: Violation: no roof")
    lines = list(command.summary([met], 1, set()))
    assert lines[-2:] == [f"rats and tremor: {met.failure}", "1 pairs broke something"]
    assert command.is_broken([met], set())


def test_a_stopped_run_tells_what_it_has_seen(monkeypatch):
    one = Pairs.one

    def stopping(every, pair, turns, seed):
        if seed > 5:
            raise KeyboardInterrupt
        return one(every, pair, turns, seed)

    monkeypatch.setattr(Pairs, "one", stopping)
    done = run(f"pairs --turns 2 --skip 5 {GAME}")
    assert done.return_value == 1
    assert done.stdout.startswith("1 pairs of events, 2 turns, ")
    assert "stopped before the last 1425 pairs" in done.stdout
    assert done.stderr == "go on with --skip 6\n"


def test_wrong_use():
    none = CliRunner().invoke(cli, ["pairs"])
    assert (none.exit_code, "fewer than two events" in none.output) == (2, True)
    words = f"pairs {GAME} --only tremor rain"
    unknown = CliRunner().invoke(cli, shlex.split(words))
    assert (unknown.exit_code, "tremor and rain are no two events" in unknown.output) == (2, True)
