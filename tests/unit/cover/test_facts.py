"""Which handlers contradict each other, as far as their texts tell; and what that leaves to be seen."""

from pathlib import Path

import pytest

from talesmith.cli.covered import matrix
from talesmith.compile.load import load_ruleset
from talesmith.cover.facts import NEVER, add, both, contradict
from talesmith.cover.listed import Listed, listed_in
from talesmith.cover.meetings import ABSENT, GUARDS, PHASE, SLOT, Cells, cells_of

ROOT = Path(__file__).resolve().parents[3]
AIM = ("on_score", "a.one", "a.two")


@pytest.fixture(scope="module")
def cells():
    return {
        name: cells_of(load_ruleset(name, [ROOT])[0])
        for name in ("small_world_tales", "warcraft", "warcraft_and_base", "warcraft_revenge")
    }


@pytest.mark.parametrize(
    ("ruleset", "cell", "reason"),
    [
        # a way of a race is for that race alone
        ("warcraft", ("reaches", "warcraft.gnomes.flight", "warcraft.kobolds"), SLOT),
        # no board of the islands has a mine
        ("warcraft_and_base", ("on_score", "base.dwarves", "warcraft.dark_portal"), ABSENT),
        # one is for natives, the other speaks for its own race
        ("warcraft_revenge", ("can_abandon", "house.revenge_of_the_murlocs", "warcraft.tauren"), GUARDS),
        # a race with regions, and one without
        ("small_world_tales", ("can_conquer", "base.halflings", "tales.the_great_catapult.catapult"), GUARDS),
        # an offer switches the way on for declined races only
        ("small_world_tales", ("can_conquer", "base.halflings", "tales.going_down.descent"), PHASE),
        # whoever attacks is active, says the guard
        ("small_world_tales", ("can_conquer", "base.diplomat.peace", "tales.going_down.descent"), PHASE),
        # a Hero does not stay when his race declines
        ("small_world_tales", ("can_affect", "base.hero", "tales.white_queen.favour"), PHASE),
    ],
)  # fmt: skip
def test_texts_that_contradict_each_other_never_speak_together(cells, ruleset, cell, reason):
    assert cells[ruleset].impossible[cell] == reason


@pytest.mark.parametrize(
    ("ruleset", "cell"),
    [
        ("warcraft", ("on_score", "warcraft.blood_elves", "warcraft.mining")),
        ("warcraft_and_base", ("conquest_cost", "base.mounted", "warcraft.ethereals.pilgrimage")),
        ("warcraft_and_base", ("on_score", "base.humans", "warcraft.dark_portal")),
        ("small_world_tales", ("can_affect", "base.dragon", "base.hero")),
        # a power may be made to work in decline
        ("small_world_tales", ("can_conquer", "base.seafaring", "tales.going_down.descent")),
    ],
)
def test_what_the_texts_do_not_rule_out_is_possible(cells, ruleset, cell):
    assert cell in cells[ruleset].possible


def test_facts_leave_what_both_allow():
    assert both((1, 4), (3, 9)) == (3, 4)
    assert both((1, 2), (3, 9)) == NEVER
    assert both(frozenset("ab"), frozenset("bc")) == frozenset("b")
    facts = {"x": (0, 5)}
    add(facts, {"x": (4, 9), "y": (1, 1)})
    assert facts == {"x": (4, 5), "y": (1, 1)}


def test_one_way_to_speak_together_is_enough():
    low, high = {"n": (0, 1)}, {"n": (5, 9)}
    assert contradict([low], [high]) == "n"
    assert contradict([low, high], [high]) is None


def test_the_matrix_tells_what_is_open_and_what_is_wrong(tmp_path):
    path = tmp_path / "unseen.txt"
    path.write_text(
        "on_score | pair a.one, a.two | tried in vain\nend | pair a.b, a.c | gone\n", "utf-8"
    )
    never = ("on_score", "a.one", "a.three")
    cells = Cells({AIM}, {never: PHASE})
    told = matrix({never}, frozenset(), cells, listed_in(path)).splitlines()
    assert "1 more listed with their reason" in "\n".join(told)
    assert f"     1  {PHASE}" in told
    assert "not seen: on_score | pair a.one, a.two | listed: tried in vain" in told
    assert "seen, but it can never be: on_score | pair a.one, a.three" in told
    assert "listed, but there is no such cell: end | pair a.b, a.c" in told
    told = matrix({AIM}, frozenset([AIM]), cells, listed_in(path)).splitlines()
    assert "listed, but seen: on_score | pair a.one, a.two" in told


def test_without_games_a_cell_of_a_scenario_is_seen():
    cells = Cells({AIM})
    assert "not seen" not in matrix({AIM}, None, cells, Listed())
    told = matrix({AIM}, frozenset(), cells, Listed())
    assert "not seen by play: on_score | pair" in told
    assert "pairs: 100.0 %: 1 of 1 cells seen, 1 by scenarios, 0 by play" in told
