"""The rules that scenarios are played under: what is made once, and what is let go."""

from pathlib import Path

from talesmith.prove import rulebook
from talesmith.prove.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[3]
HERE = ROOT / "tests" / "scenarios" / "turn.tale"


def test_what_is_asked_for_twice_is_bound_once():
    book = Rulebook([ROOT])
    one = book.played("base_test", 2, HERE)
    assert book.played("base_test", 2, HERE).rules is one.rules


def test_of_many_games_those_asked_for_last_are_kept(monkeypatch):
    monkeypatch.setattr(rulebook, "MOST_BOUND", 2)
    book = Rulebook([ROOT])
    two = book.played("base_test", 2, HERE).rules
    three = book.played("base_test", 3, HERE).rules
    assert book.played("base_test", 2, HERE).rules is two
    book.played("base_test", 2, HERE, without="base.orcs")
    assert book.played("base_test", 2, HERE).rules is two
    assert book.played("base_test", 3, HERE).rules is not three
