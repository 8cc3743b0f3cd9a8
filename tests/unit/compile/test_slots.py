"""For whom a handler speaks, and where the machine puts what its body can name."""

import pytest

from talesmith.compile.check import Checks
from talesmith.compile.library import Library
from talesmith.compile.program import build_program
from talesmith.compile.selection import of_packages
from talesmith.ground.source import SourceText

TEXT = """language 1 package my
race folk "Folk" {
  is tokens: 5, tray: 9
  conquest_cost as attacker { add self.tray }
  defeat_losses as defender { add self.tray }
  can_conquer as anyone { forbid no "no" when self.declined }
  on_ready { do gain(self, 1) }
  on_score { earn 1 each r in self.regions }
  strength { add size(self.regions) }
  pick_price only offered { add self.coins }
  after_pick { do gain(self, 1) }
  instead of pick { proceed }
  on_wake also declined { do gain(self, 1) }
  marker post "Post" supply 3 {
    conquest_cost { add 1 when owner exists and region == here }
    on_turn_end { unmark here of post }
  }
  on_markers { for r in self.regions { mark r with post by owner } }
  offer in conquest_choice "Rest" for r in self.regions where r has mine
    when r.tokens >= 2 limit 1 per turn per r.owner { do abandon(self, r) }
  on_redeploy { call stay(self) }
  step stay(f: race) { do gain(self, size(f.regions)) }
}
power sworn "Sworn" {
  is tokens: 4
  item oath "Oath" (lord: player, n: number = 1) on race {
    conquest_cost as attacker { add n when region.owner == lord }
    on_turn_end { do gain(bearer, n) when_maker }
  }
  item vow "Vow" on player { on_turn_end { move 1 coins from bearer to bank } }
  item curse "Curse" on region { region_income { add -1 } on_turn_end { unmark here of post } }
  way rush "Rush" when self.hand >= 1 {
    conquest_cost { add -1 when defender exists }
    after_conquer { do gain(self, 1) }
  }
  on_turn_end {
    attach oath(owner) to self
    attach vow to owner
    for r in self.regions { attach curse to r }
  }
}
""".replace(" when_maker", "")


@pytest.fixture(scope="module")
def handlers(root):
    library = Library([root])
    path = library.put(SourceText("folk.tale", TEXT))
    program = build_program(library, of_packages(("base",)), "base", (path,))
    assert [f for f in program.findings if f.is_error] == []
    return {h.id: h for h in program.ruleset.handlers if h.card.startswith("my.")}


@pytest.mark.parametrize(
    ("name", "role", "slots"),
    [
        ("my.folk/conquest_cost/1", 0, {"self": 0}),
        ("my.folk/defeat_losses/1", 2, {"self": 2}),
        ("my.folk/can_conquer/1", None, {"self": 3}),
        ("my.folk/on_ready/1", 0, {"self": 0}),
        ("my.folk/on_score/1", 0, {"self": 1}),
        ("my.folk/strength/1", None, {"self": 1}),
        ("my.folk/pick_price/1", 0, {"self": 1}),
        ("my.folk/after_pick/1", 2, {"self": 2}),
        ("my.folk/instead_of_pick/1", 0, {"self": 2}),
        ("my.folk/on_wake/1", None, {"self": 0}),
        ("my.folk/post.conquest_cost/1", None, {"here": 1, "player": 3}),
        ("my.folk/post.on_turn_end/1", None, {"here": 1}),
        (
            "my.sworn/oath.conquest_cost/1",
            0,
            {"self": 0, "bearer": 0, "lord": 4, "n": 5, "item": 6},
        ),
        ("my.sworn/oath.on_turn_end/1", 0, {"self": 1, "bearer": 1, "n": 4, "item": 5}),
        ("my.sworn/vow.on_turn_end/1", 0, {"bearer": 0, "item": 2}),
        ("my.sworn/curse.region_income/1", None, {"here": 1, "bearer": 1, "item": 3}),
        ("my.sworn/curse.on_turn_end/1", None, {"here": 1, "bearer": 1, "item": 3}),
        ("my.sworn/rush.conquest_cost/1", None, {"self": 0}),
        ("my.sworn/rush.after_conquer/1", None, {"self": 0}),
    ],
)
def test_role_and_slots(name, role, slots, handlers):
    handler = handlers[name]
    assert (handler.role, dict(handler.slots)) == (role, slots)
    assert all(slot < handler.nslots for _, slot in handler.slots)


def test_phases_and_holders(handlers):
    assert handlers["my.folk/on_wake/1"].phase == "also"
    assert handlers["my.folk/pick_price/1"].phase == "offered"
    assert handlers["my.folk/on_ready/1"].phase == "active"
    assert handlers["my.folk/post.conquest_cost/1"].piece == "my.post"
    assert handlers["my.sworn/rush.conquest_cost/1"].holder == "way"
    assert handlers["my.sworn/oath.conquest_cost/1"].piece == "my.sworn.oath"


def test_a_guard_about_the_target_of_an_offer_is_part_of_its_list(handlers):
    offer = handlers["my.folk/offer/1"]
    slot, targets = offer.target
    assert (offer.hook, offer.form, offer.may) == ("conquest_choice", "offer", "Rest")
    assert offer.guard is None
    assert targets[0] == "filter"
    assert targets[3][0] == "filter"
    assert targets[4] == targets[3][4] == slot
    assert offer.limit.key[0] == "get"


def test_checking_finds_what_compiling_finds(root):
    checks = Checks([root])
    path = checks.library.put(SourceText("folk.tale", TEXT))
    assert not [f for f in checks.file(path) if f.is_error]
