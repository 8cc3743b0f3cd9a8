"""Cards in regions as a seat, a log and the invariants see them, and what goes with natives."""

import pytest
from attrs import evolve

from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.model.layout import NONE
from talesmith.play.machine import Machine
from talesmith.play.step import bind, start
from talesmith.record.view import view
from talesmith.run.invariants import Invariants
from talesmith.run.violation import Violation

LEDGER = """
rules tithes "Tithes" over base {
  ledger on_tithe(scorer: player, region: region, holder: race? = region.race)
  on_tithe { earn 1 each r in regions where r == region and holder exists }
}
scenario "a ledger fills in what is left out" {
  given {
    players: ana, ben
    farm1 { race: ana }
  }
  then {
    expect count(lines(on_tithe(ana, farm1))) == 1
    expect count(lines(on_tithe(ana, hill1))) == 0
  }
}
"""
BANNERS = """
scenario "what is printed on the banner that natives have not is nothing" {
  given {
    players: ana, ben
    farm1 { race: lost_tribe }
  }
  then {
    expect sum(each r in regions where r.race in natives, r.race.banner.tokens) == 0
  }
}
"""


@pytest.fixture(scope="module")
def rules():
    ruleset, _ = load_ruleset("warcraft_test", [data_root()])
    return bind(ruleset, 2)


@pytest.fixture
def laid(rules):
    """A game in which the first place lies in the first region."""
    game, _ = start(rules, 1)
    m = Machine(game, rules.codes)
    rules.lying.lay(m, "place", 0, 0)
    return m.freeze(game)


@pytest.mark.parametrize("text", [LEDGER, BANNERS])
def test_small_rules_are_played(run, text):
    assert run(text).is_fine


def test_a_card_leaves_its_stack_for_a_region_and_comes_once(rules, laid):
    title = rules.cards_of("place")[0].id.rpartition(".")[2]
    seen = view(rules, laid, ("ana", "ben"), 0)
    assert seen["regions"][0]["cards"] == [title]
    assert all(region["cards"] == [] for region in seen["regions"][1:])
    assert seen["stacks"]["place_stack"]["count"] == len(rules.cards_of("place")) - 1
    assert laid.log[-1][-1] == ("lay", "place", 0, 0)
    Invariants(rules).check(laid)


@pytest.mark.parametrize("region", [NONE, 200])
def test_the_invariants_miss_a_card_that_lies_nowhere(rules, laid, region):
    cells = bytearray(laid.cells)
    cells[rules.layout["place.region"]] = region
    with pytest.raises(Violation):
        Invariants(rules).check(evolve(laid, cells=bytes(cells)))
