"""What is kept between two scenarios under a mutant."""

from pathlib import Path

from talesmith.mutate.trying import MutantBook
from talesmith.prove import rulebook

ROOT = Path(__file__).resolve().parents[3]
PATH = ROOT / "rules" / "small_world.tale"


def test_only_so_many_games_are_kept(monkeypatch):
    monkeypatch.setattr(rulebook, "MOST_BOUND", 2)
    book = MutantBook([ROOT], {})
    two, three, four = (book.played("small_world", n, PATH).rules for n in (2, 3, 4))
    assert book.played("small_world", 4, PATH).rules is four
    assert book.played("small_world", 3, PATH).rules is three
    assert book.played("small_world", 2, PATH).rules is not two
