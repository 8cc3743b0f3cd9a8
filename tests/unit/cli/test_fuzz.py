"""`talesmith fuzz`: what it prints, how it ends, and what it refuses."""

from importlib import import_module

import pytest

from talesmith.cli import fuzz as command
from talesmith.run.fuzzing import Broken, Fuzzed


def test_few_texts_are_counted(run):
    done = run("fuzz", "--texts", "6", "--seed", "2")
    assert done.exit_code == 0, done.output
    first, *lines = done.stdout.splitlines()
    assert first.startswith("6 texts in ")
    assert "a second" in first
    assert lines[0].startswith("3 damaged cards: ")
    assert lines[1].startswith("3 heaps: ")
    assert lines[-1] == "no exception"


def test_one_text_is_shown(run):
    done = run("fuzz", "--seed", "2", "--show", "4")
    assert done.stdout == run("fuzz", "--seed", "2", "--show", "4").stdout
    assert "language" in done.stdout


def test_nothing_left_is_refused(run):
    done = run("fuzz", "--texts", "5", "--skip", "5")
    assert done.exit_code == 2
    assert "--skip 5 leaves nothing of 5 texts" in done.stderr


def test_a_fault_ends_with_1_and_is_told_with_its_text(run, monkeypatch):
    broken = Broken(7, "Oops in a/b.py, c", "race { }", "heap.tale")
    seen = Fuzzed(9, 1.0, broken=[broken, broken], slow=[(3, 1.5)])
    monkeypatch.setattr(command, "run", lambda *_: seen)
    monkeypatch.setattr(command.Fuzzer, "shrunk", lambda _, one: one.text[:4])
    done = run("fuzz", "--texts", "9")
    assert done.exit_code == 1
    assert "2 exceptions\n\nOops in a/b.py, c: 2 texts, such as number 7:\n" in done.stdout
    assert "heap.tale, made shorter:\nrace\n" in done.stdout
    assert "1 text took more than 1 s:\n  1.5 s: talesmith fuzz --seed 0 --show 3\n" in done.stdout


def test_a_stopped_run_says_so_and_how_to_go_on():
    seen = Fuzzed(texts=3, done={range(5, 7), range(7, 8), range(9, 11)})
    lines = list(command.summary(seen, range(5, 15), 2.0, 4))
    assert "stopped before the last 7 texts; to go on:" in lines
    assert "  talesmith fuzz --seed 4 --texts 15 --skip 8" in lines


def test_the_slowest_text_is_told_with_what_repeats_it(run):
    seen = Fuzzed(texts=2, slowest=0.25, slowest_at=3)
    seen.add(Fuzzed(texts=2, slowest=0.2, slowest_at=9))
    lines = list(command.summary(seen, range(4), 2.0, 7))
    said = "the slowest took 250 ms of processor time: talesmith fuzz --seed 7 --show 3"
    assert said in lines
    assert run("fuzz", "--seed", "7", "--show", "3").stdout


def test_cards_are_typed_and_a_stopped_run_says_how_to_go_on(run, monkeypatch):
    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    typist = import_module("talesmith.lsp.typist")
    typed = []

    class Stopping:
        def __init__(self, _root):
            pass

        def run(self, seed, number, keys, seen):
            if number == 4:
                raise KeyboardInterrupt
            typed.append((seed, number, keys))
            seen.cards += 1
            seen.faults.append(typist.Fault(number, "orcs.tale", 2, "hover at 1:1", "Oops"))

    monkeypatch.setattr(typist, "Typist", Stopping)
    done = run("fuzz", "--typing", "9", "--skip", "3", "--seed", "5", "--keys", "6")
    assert typed == [(5, 3, 6)]
    assert done.exit_code == 1
    assert "stopped; to go on: talesmith fuzz --seed 5 --keys 6 --typing 9 --skip 4" in done.stdout
    assert "1 fault:\n  card 3, orcs.tale, key 2: hover at 1:1: Oops" in done.stdout
    assert "talesmith fuzz --seed 5 --keys 6 --typing 4 --skip 3" in done.stdout


def test_keys_need_typing(run):
    done = run("fuzz", "--keys", "6")
    assert done.exit_code == 2
    assert "--keys says how much of a card is typed, so it needs --typing" in done.stderr
