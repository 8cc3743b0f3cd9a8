"""Sources of one seat are put into a position together, where the rules allow it."""

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.cover.meetings import Cells
from talesmith.ground.data import data_root
from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.machine import Machine
from talesmith.play.step import begin, bind, opening
from talesmith.run.casting import Casting
from talesmith.run.meetings import PLAIN, Meetings
from talesmith.run.settling import Lots, survey
from talesmith.run.staging import Stage

HERO, DRAGON = "base.hero", "base.dragon"


@pytest.fixture(scope="module")
def tales():
    return bind(load_ruleset("small_world_tales", [data_root()])[0], 3)


@pytest.fixture(scope="module")
def islands():
    return bind(load_ruleset("warcraft", [data_root()])[0], 3)


def staged(rules, sources, *, lends):
    """The position in which these sources were put, before the first answer."""
    casting, game = Casting(rules, Lots(7), lends=lends), opening(rules, 7)
    casting.cast(sources)
    m = Machine(game, rules.codes)
    casting.clear(m)
    begun = begin(rules, m.freeze(game))[0]
    return Machine(Stage(rules, casting, survey(rules, begun)).set_up(begun), rules.codes)


def powers_of(rules, m, race):
    badges = m.nums[rules.layout["race.badges"] + race]
    return {rules.cards_of("power")[badge].id for badge in members(badges)}


def standing(rules, m, region):
    return m.cells[rules.layout["region.race"] + region]


def test_pieces_of_two_badges_lie_in_one_region_where_a_badge_may_be_lent(tales):
    m = staged(tales, [[(DRAGON, HERO)]], lends=True)
    (region,) = members(tales.pieces.regions(DRAGON)(m) & tales.pieces.regions(HERO)(m))
    held = powers_of(tales, m, standing(tales, m, region))
    assert held == {"base.dragon_master", "base.heroic"}


def test_no_race_has_two_badges_where_none_is_lent(tales):
    m = staged(tales, [[(DRAGON, HERO)], [(DRAGON, "base.elves")]], lends=False)
    assert not tales.pieces.regions(HERO)(m)
    (region, *_) = members(tales.pieces.regions(DRAGON)(m))
    race = standing(tales, m, region)
    assert powers_of(tales, m, race) == {"base.dragon_master"}
    banner = m.cells[tales.layout["race.banner"] + race]
    assert tales.cards_of("race")[banner].id == "base.elves"


def test_of_two_races_of_a_seat_one_is_in_decline(tales):
    m = staged(tales, [[("base.elves", "base.dwarves")]], lends=False)
    at = {name: tales.layout[f"race.{name}"] for name in ("banner", "owner", "declined")}
    both = {
        tales.cards_of("race")[m.cells[at["banner"] + race]].id: (
            m.cells[at["owner"] + race],
            m.cells[at["declined"] + race],
        )
        for race in members(m.nums[tales.layout["in play"]])
        if m.cells[at["owner"] + race] < tales.players
    }
    assert both["base.elves"][0] == both["base.dwarves"][0]
    assert {both["base.elves"][1], both["base.dwarves"][1]} == {0, 1}


def test_what_a_seat_has_is_in_no_stack(islands):
    sources = [[("warcraft.aegis", "warcraft.naga")], [("warcraft.karazhan", "warcraft.mining")]]
    m = staged(islands, sources, lends=False)
    for kind, card in (("artifact", "warcraft.aegis"), ("place", "warcraft.karazhan")):
        region = islands.lying.region(m, kind, islands.card_number(card))
        assert standing(islands, m, region) != NONE
        pile = islands.piles[f"{kind}_stack"]
        assert islands.card_number(card) not in pile.things(m)


def test_two_sides_have_seats_of_their_own_and_stand_next_to_each_other(islands):
    m = staged(islands, [[("warcraft.aegis",), ("warcraft.orcs",)]], lends=False)
    place = islands.lying.region(m, "artifact", islands.card_number("warcraft.aegis"))
    holder = standing(islands, m, place)
    banner = m.cells[islands.layout["race.banner"] + holder]
    assert banner != islands.card_number("warcraft.orcs")
    near = {standing(islands, m, n) for n in members(islands.board.near(1 << place))}
    owners = {m.cells[islands.at_owner + race] for race in near - {NONE, holder}}
    assert owners - {islands.players, m.cells[islands.at_owner + holder]}


def test_all_races_find_room_and_none_stands_on_water(islands):
    races = ("warcraft.trolls", "warcraft.orcs")
    m = staged(islands, [[(race,)] for race in races] + [[("warcraft.fort",)]], lends=False)
    settled = [m.nums[islands.at_regions + race] for race in members(m.nums[islands.layout["in play"]])
               if m.cells[islands.at_owner + race] < islands.players]  # fmt: skip
    water = islands.board.terrains["sea"] | islands.board.terrains["lake"]
    assert len(settled) >= 2
    assert all(regions and not regions & water for regions in settled)


def test_a_survey_goes_beyond_the_regions_of_entry_and_not_on_water(tales):
    room = survey(tales, begin(tales, opening(tales, 1))[0])
    water = tales.board.terrains["sea"] | tales.board.terrains["lake"]
    assert room & ~tales.board.symbols["entry"]
    assert not room & water


def test_the_first_player_still_takes_a_race(tales):
    m = staged(tales, [[("base.elves", "base.hill")]], lends=True)
    assert m.cells[tales.layout["player.active"]] == NONE


def test_what_hardly_ever_meets_by_chance_meets():
    ruleset = load_ruleset("small_world_tales", [data_root()])[0]
    aim = ("can_affect", DRAGON, HERO)
    table = Meetings(ruleset, Cells(possible={aim}), set(), players=3)
    assert {aim} in list(table.play(range(1, PLAIN)))
