"""Pairs of handlers of one moment: which of them are said to depend on their order."""

import pytest

from talesmith.compile.check import check_text
from talesmith.ground.data import data_root
from talesmith.ground.source import SourceText

PAIR = """language 1 package my
event one "One" {{
  state seen of player: number = 0 per round
  item charm on race {{ conquest_cost as attacker {{ add 1 }} }}
  on_round_start {{ {one} }}
}}
event two "Two" {{
  state heard of player: number = 0 per round
  on_round_start {{ {two} }}
}}
"""
GIVE = "for p in players { move 1 coins from bank to p }"
DECLINE = "for f in active_races { do decline(f) }"
LEFT = "at_once f in active_races { set f.owner = f.owner.left }"
COUNT_RACES = "for p in players where p.active exists { set p.heard = 1 }"
CHARM = "for f in active_races { attach charm to f }"
DEAR = "any(regions where conquest_cost(f, it) >= 3)"
COSTLY = f"for f in active_races where {DEAR} {{ set f.owner.heard = 1 }}"
DECLINED_IN_TURN = "for f in declined_races { set f.owner.heard = 1 }"
GAINED = "for p in players where any(past gain this round) { set p.heard = 1 }"
ROLL = "roll reinforcement by first_player as pips set first_player.seen = pips"


def told(one, two):
    text = PAIR.format(one=one, two=two)
    found = check_text(SourceText("pair.tale", text), [data_root()])
    assert not [finding for finding in found if finding.is_error], found
    return [finding.message for finding in found if finding.code == "T060"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (GIVE, "for p in players where p.coins >= 9 { move 1 coins from p to bank }"),
        (DECLINE, COUNT_RACES),
        (LEFT, COUNT_RACES),
        (LEFT, DECLINE),
        ("set first_player = first_player.left", "for p in turn_order { set p.heard = 1 }"),
        ("set first_player = first_player.left", DECLINED_IN_TURN),
        (CHARM, COSTLY),
        ("for f in active_races { do gain(f, 1) }", GAINED),
        (ROLL, ROLL.replace("seen", "heard")),
    ],
)
def test_the_order_matters(one, two):
    assert told(one, two) == ["the order of `my.one` and `my.two` on `on_round_start` matters"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (GIVE, GIVE),
        (CHARM, GIVE),
        ("for p in players { set p.seen = 1 }", "for p in players { set p.heard = 1 }"),
    ],
)
def test_the_order_does_not_matter(one, two):
    assert told(one, two) == []


def test_an_author_may_settle_it():
    text = PAIR.format(one=LEFT, two=DECLINE).replace(
        "on_round_start { for", "on_round_start after one { for"
    )
    found = check_text(SourceText("pair.tale", text), [data_root()])
    assert [finding.code for finding in found if finding.code == "T060"] == []
