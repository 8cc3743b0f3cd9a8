"""Coverage by unit: what a scenario has seen of a card, and what it has not."""

from pathlib import Path

import pytest
from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.cover.listed import Listed, ListError, listed_in
from talesmith.cover.marking import Marker
from talesmith.cover.meetings import cells_of
from talesmith.cover.units import Units
from talesmith.cover.watching import Record
from talesmith.prove.cases import cases_in
from talesmith.prove.covering import WatchedRulebook, cover

ROOT = Path(__file__).resolve().parents[3]
HEAD = "language 1\npackage tales\n"
WHIM = """
event whim "Whim" {
  text "x"
  is theme: wind_of_change, level: tale, theme_is: proposed, level_is: proposed
  conquest_cost {
    add 1 when region.terrain == hill
    add 2 when region.terrain == farmland
    floor 1
  }
  can_conquer when region.terrain == mountain { forbid whim "a whim" }
  on_turn_start {
    if player.coins > 7 { move 1 coins from player to bank } else { stop }
    for r in player.regions { move 1 coins from bank to player }
    choose number 0 .. 2 by player "How many?" as n
    choose option by player { "Gain" { move 1 coins from bank to player } "Pay" { stop } }
  }
}
"""
POSITION = """
  given {
    players: ana, ben
    events: whim
    ana { coins: 9  hand: 9 }
    hill1 { race: ana }
    ben { combo: none }
  }
"""


@pytest.fixture(scope="module")
def book():
    return WatchedRulebook([ROOT], Record())


@pytest.fixture
def covered(tmp_path, book):
    """Run the scenarios behind a card, and give what they have seen of it."""

    def run(scenarios, card=WHIM):
        path = tmp_path / f"whim{len(list(tmp_path.iterdir()))}.tale"
        path.write_text(HEAD + card + scenarios, "utf-8")
        found = cover(cases_in(path, book), book, lambda _outcome: None)
        found = evolve(found, parts=frozenset([str(path)]))
        assert [(one.failure, one.findings) for one in found.outcomes if not one.is_fine] == []
        return found

    return run


def seen(found):
    """Kind and what of the units of the card that were seen, by line of the card's text."""
    lines = (HEAD + WHIM).splitlines()
    return {
        (lines[unit.line - 1].strip(), f"{unit.kind} {unit.what}"): found.counts[number] > 0
        for number, unit in found.units.wanted()
        if unit.path in found.parts
    }


COSTS = (
    'scenario "costs" { under tales_test '
    + POSITION
    + "then { expect conquest_cost(ana.active, hill3) == 3"
    + " expect conquest_cost(ana.active, mine1) == 2 } }"
)


def test_a_line_is_felt_only_if_the_value_would_be_another_one(covered):
    found = seen(covered(COSTS))
    assert found["add 1 when region.terrain == hill", "felt add"]
    assert found["add 1 when region.terrain == hill", "guard holds"]
    assert found["add 1 when region.terrain == hill", "guard fails"]
    assert found["floor 1", "felt floor"] is False
    assert found["on_turn_start {", "hook ran"] is False


def test_a_reason_counts_when_it_is_told(covered):
    line = 'can_conquer when region.terrain == mountain { forbid whim "a whim" }'
    assert seen(covered(COSTS))[line, "permission whim is told"] is False
    refused = COSTS.replace("then {", "then { illegal > ana conquer mountain1 because 'a whim'", 1)
    found = seen(covered(refused.replace("'", '"')))
    assert found[line, "permission whim is told"]
    assert found[line, "permission whim forbids"]


TURN = (
    'scenario "turn" { under tales_test at on_turn_start of ana '
    + POSITION
    + "when { > ana 2 > ana gain } then { asks ana } }"
)


def test_branches_rounds_numbers_and_options(covered):
    found = seen(covered(TURN))
    test = "if player.coins > 7 { move 1 coins from player to bank } else { stop }"
    assert (found[test, "branch then"], found[test, "branch else"]) == (True, False)
    loop = "for r in player.regions { move 1 coins from bank to player }"
    rounds = [found[loop, f"loop {n}"] for n in ("no round", "one round", "several rounds")]
    assert rounds == [False, True, False]
    number = 'choose number 0 .. 2 by player "How many?" as n'
    ends = [found[number, f"number {n}"] for n in ("lowest", "highest", "between")]
    assert ends == [False, True, False]
    choice = (
        'choose option by player { "Gain" { move 1 coins from bank to player } "Pay" { stop } }'
    )
    options = ('"Gain"', '"Gain" left', '"Pay"', '"Pay" left')
    assert [found[choice, f"option {n}"] for n in options] == [True, False, False, True]


def test_a_loop_over_what_its_guard_has_found_has_a_round():
    marker = Marker(Units())
    marker.ruleset(load_ruleset("warcraft_and_base", [ROOT])[0])
    marker.ruleset(load_ruleset("small_world_tales", [ROOT])[0])
    loops = {(unit.owner, unit.what) for unit in marker.units.all if unit.kind == "loop"}
    for owner in ("warcraft.relics/before_score/1", "tales.the_great_ride/offer/1"):
        assert (owner, "no round") not in loops
        assert (owner, "one round") in loops
    assert ("tales.my_land/on_round_end/1", "no round") in loops


def test_a_duration_ends_where_its_instant_comes(covered):
    head = 'event whim "Whim" {'
    assert seen(covered(TURN))[head, "expiry round"] is False
    round_ends = (
        'scenario "end" { under tales_test at on_round_end given { players: ana, ben events: whim'
        " event_deck: none ana { combo: none } ben { combo: none } } then { asks ana } }"
    )
    assert seen(covered(round_ends))[head, "expiry round"]


def test_a_place_knows_the_scenarios_that_come_to_it_most_specific_first(covered):
    found = covered(COSTS + TURN)
    owner, places = "tales.whim/on_turn_start/1", found.units.nodes
    at = max(place for name, place in places if name == owner)
    assert [case.name for case in found.touching(owner, at)] == []
    first = min(place for name, place in places if name == owner and place >> 12)
    assert [case.name for case in found.touching(owner, first)] == ["turn"]
    owner = "tales.whim/conquest_cost/1"
    line = next(place for name, place in places if name == owner and place >> 12 == 9)
    assert next(case.name for case in found.touching(owner, line)) == "costs"


def test_a_scenario_that_fails_proves_nothing(tmp_path, book):
    path = tmp_path / "whim.tale"
    path.write_text(HEAD + WHIM + COSTS.replace("== 3", "== 4"), "utf-8")
    found = cover(cases_in(path, book), book, lambda _outcome: None)
    assert not found.by_case
    assert not found.counts


def test_two_sources_meet_where_both_speak(covered):
    both = COSTS.replace("events: whim", "events: whim, tremor")
    found = covered(both.replace("== 3", "== 4").replace("== 2", "== 3"))
    assert ("conquest_cost", "tales.tremor", "tales.whim") in found.met
    cells = cells_of(found.rulesets[0])
    assert ("conquest_cost", "tales.tremor", "tales.whim") in cells.possible


def test_two_banners_of_one_role_never_meet():
    ruleset, _ = load_ruleset("small_world", [ROOT])
    cells = cells_of(ruleset)
    assert ("conquest_cost", "base.giants", "base.tritons") in cells.impossible
    assert ("conquest_cost", "base.commando", "base.tritons") in cells.possible


def test_a_list_of_unseen_units_gives_a_reason_for_each(tmp_path):
    path = tmp_path / "unseen.txt"
    path.write_text("# why\n\na/b/1 | felt floor #2 | no base is lower\n", "utf-8")
    assert listed_in(path) == Listed({("a/b/1", "felt floor #2"): "no base is lower"}, path=path)
    path.write_text("a/b/1 | felt floor\n", "utf-8")
    with pytest.raises(ListError, match=r"unseen\.txt:1: a line is"):
        listed_in(path)
