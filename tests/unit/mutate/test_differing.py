"""What differs between two games, as checks."""

from pathlib import Path

from talesmith.mutate.differing import checks
from talesmith.mutate.sketch import Sketch
from talesmith.prove.cases import cases_in
from talesmith.prove.opening import open_case
from talesmith.prove.playing import Playing
from talesmith.prove.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[3]
PATH = ROOT / "tests" / "scenarios" / "turn.tale"
GIVEN = 'scenario "A" {{ given {{ players: ana, ben  ana {{ coins: 3  {more} }} {land} }} }}'


def opened(book, more="", land=""):
    beside = cases_in(PATH, book)[0]
    case = Sketch(beside, GIVEN.format(more=more, land=land)).case()
    position = open_case(case, book)
    return Playing(position.played.rules, position.seats, position.game, position.before)


def test_of_a_race_that_only_the_other_game_has_nothing_is_said():
    book = Rulebook([ROOT])
    old, new = opened(book), opened(book, "declined: orcs", "farm1 { race: orcs }")
    found = [check for _, check in checks(old, new, deeply=False)]
    assert "expect not farm1.race exists" in found
    assert not any("orcs" in check for check in found)
