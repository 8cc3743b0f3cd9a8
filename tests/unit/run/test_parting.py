"""Reasons taken apart, and differences put together by cause."""

import pytest

from talesmith.record.sayings import Key
from talesmith.run.causes import causes, in_a_line
from talesmith.run.parting import EVENTS, VALUE, Difference
from talesmith.run.reasons import Term, result, terms


@pytest.mark.parametrize(
    ("reason", "parts", "last"),
    [
        ("3 base = 3", ["3 base"], "3"),
        (
            "3 base + 1 ditch - 1 ladder, cap 4 rope, at least 1 = 3",
            ["3 base", "+ 1 ditch", "- 1 ladder", "cap 4 rope", "at least 1"],
            "3",
        ),
        ("-2 base, times 2 echo = -4", ["-2 base", "times 2 echo"], "-4"),
        ("yes", ["yes"], "yes"),
        ("no: a = b, and - c", ["no: a = b, and - c"], "no"),
    ],
)
def test_a_reason_is_taken_apart(reason, parts, last):
    assert terms(reason) == parts
    assert result(reason) == last


MOSS = (Term("+ 1 moss", "x.moss", "/a/moss.tale", 3),)


def value(region, seed, old, new, less=(), more=MOSS):
    key = Key("cost", ("rovers", region))
    return Difference(VALUE, seed, 4, 2, old, new, key, less, more, terrain="dune")


def test_one_cause_is_told_once_with_its_first_example():
    found = causes(
        [
            Difference(EVENTS, 7, 9, 3, "> ana go: a", "> ana go: b", because=("cost",)),
            value("dune1", 7, "2 base = 2", "2 base + 1 moss = 3"),
            value("dune2", 8, "3 base = 3", "3 base + 1 moss = 4"),
        ],
        lambda path: path.removeprefix("/a/"),
    )
    assert [cause.told() for cause in found] == [
        [
            "cost +1",
            "  now + 1 moss  (x.moss, moss.tale:3)",
            "  dune: 2 times in 2 games, first in game 7, round 2, answer 4:",
            "  cost(rovers, dune1) 2 -> 3",
        ],
        [
            "something else happens",
            "  after another answer of: cost",
            "  in 1 game, first in game 7, round 3, answer 9:",
            "  - > ana go: a",
            "  + > ana go: b",
        ],
    ]
    assert found[0].games == {7, 8}


def test_sums_of_the_rules_are_one_cause_whatever_they_come_to():
    less, more = (Term("5 base", "rules", "r", 1),), (Term("7 base", "rules", "r", 1),)
    other = (Term("8 base", "rules", "r", 1),)
    one = value("dune1", 1, "5 base = 5", "7 base = 7", less, more)
    two = value("dune2", 1, "5 base = 5", "8 base = 8", less, other)
    assert len(causes([one, two], str)) == 1


def test_a_difference_in_a_line():
    one = value("dune1", 7, "2 base = 2", "2 base + 1 moss = 3")
    assert in_a_line(one) == "answer 4 (round 2): cost(rovers, dune1) 2 -> 3"
