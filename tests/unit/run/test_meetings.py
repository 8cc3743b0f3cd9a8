"""Self-play that is laid out for sources that have not met."""

from pathlib import Path

from talesmith.compile.load import load_ruleset
from talesmith.cover.meetings import Cells, cells_of
from talesmith.play.step import begin, opening, step
from talesmith.run.game import choice, seat_bots
from talesmith.run.meetings import PLAIN, WIDE, Meetings

ROOT = Path(__file__).resolve().parents[3]
RULESET, _ = load_ruleset("small_world_tales", [ROOT])
AIM = ("conquest_cost", "tales.blood_brothers", "tales.tremor")


def test_two_events_are_laid_into_the_game_and_meet():
    cells = Cells(possible={AIM})
    table = Meetings(RULESET, cells, set(), players=2)
    assert list(table.play(range(3))) == [{AIM}]
    assert table.empty == []


def test_what_has_met_is_not_played_for_again():
    table = Meetings(RULESET, Cells(possible={AIM}), {AIM}, players=2)
    assert list(table.play(range(3))) == []


def test_for_what_is_given_up_no_game_is_played():
    table = Meetings(RULESET, Cells(possible={AIM}), set(), players=2, given_up=[AIM])
    assert list(table.play(range(3))) == []


def test_an_answer_that_is_only_tried_counts_for_nothing():
    ruleset, _ = load_ruleset("warcraft", [ROOT])
    aim = ("on_toll", "warcraft.doomhammer.doom", "warcraft.pandaren.harmony")
    table = Meetings(ruleset, Cells(possible={aim}), set(), players=3)
    rules = table._bound(1)
    game, bots = begin(rules, opening(rules, 1))[0], seat_bots(["uniform"] * 3, 1)
    while game.request[0] != "option" or len(game.request[3]) < WIDE:
        game = step(rules, game, choice(rules, bots, game))[0]
    met = set(table.record.met)
    assert table._seeking(rules, game, choice(rules, bots, game)) is None
    assert table.record.met == met


def test_a_game_is_played_to_its_end_for_what_is_asked_there():
    ruleset, _ = load_ruleset("warcraft_revenge", [ROOT])
    aim = ("tie_break", "house.revenge_of_the_murlocs", "warcraft.champion")
    table = Meetings(ruleset, Cells(possible={aim}), set())
    assert {aim} in list(table.play(range(3, 10)))


def test_events_of_disjoint_terrains_never_meet():
    cells = cells_of(RULESET)
    assert AIM in cells.possible
    assert ("can_conquer", "tales.flooded", "tales.forbidden_forest") in cells.impossible


def test_who_is_told_that_nothing_is_earned_has_met_who_says_so():
    aim = ("on_score", "base.merchant", "tales.kobold_god")
    table = Meetings(RULESET, Cells(possible={aim}), set(), players=2)
    assert {aim} in list(table.play(range(1, PLAIN)))


def test_a_race_holds_what_an_event_has_closed_since():
    aim = ("can_conquer", "tales.ice_age", "tales.malediction.curse")
    table = Meetings(RULESET, Cells(possible={aim}), set(), players=3)
    assert {aim} in list(table.play(range(1, 2 * PLAIN)))
