"""Branches: every way through a card has a name, and is counted when a game takes it."""

import re

import pytest
from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import begin, bind, opening, start, step
from talesmith.ruleset.ops import ELSE_AT, NAMED_BLOCKS, OPTIONS_AT, STATEMENTS
from talesmith.run.branches import Probes, Probing
from talesmith.run.drawn import alone
from talesmith.run.game import choice, seat_bots
from talesmith.run.reference import check_same
from talesmith.run.soak import Plan, soak
from talesmith.run.violation import Violation

PART = re.compile(r"\[[^\]]*\]|\([^)]*\)|\S+")


@pytest.fixture(scope="module")
def ruleset():
    return load_ruleset("small_world_tales", [data_root()])[0]


def places_of_bodies(statement):
    """Where the table of the typed form says that bodies stand."""
    parts = PART.findall(STATEMENTS[statement].partition(";")[0])
    named = ("body", "[done body]", "[empty body]", "[done]", "[empty]")
    return [at for at, part in enumerate(parts, 2) if part in named]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_every_block_of_the_language_has_a_probe(statement):
    places = [place for place, _ in NAMED_BLOCKS.get(statement, ())]
    wanted = places_of_bodies(statement)
    assert places == [at for at in wanted if (statement, at) != ("if", ELSE_AT)]


def test_the_places_that_have_a_name_of_their_own():
    assert places_of_bodies("if")[-1] == ELSE_AT
    assert PART.findall(STATEMENTS["option"])[OPTIONS_AT - 2] == "(branch ...)"


def test_every_card_has_branches_and_no_name_comes_twice(ruleset):
    probes = Probes()
    probes.ruleset(ruleset)
    assert len(set(probes.names)) == len(probes.names) > 400
    named = {name.partition(" ")[0] for name in probes.names}
    assert named >= set(dict(ruleset.pools)["event"])


def test_what_only_goes_on_when_something_is_missing_has_a_name_of_its_own(ruleset):
    probes = Probes()
    probes.ruleset(ruleset)
    idle = {name for name in probes.names if name.endswith(" nothing")}
    cards = {name.partition(" ")[0] for name in idle}
    assert {"tales.a_gift_from_the_sky", "tales.a_puff_of_smoke", "tales.blue_genes"} <= cards
    assert "tales.chicken_lake" in {name.partition(" ")[0] for name in set(probes.names) - idle}
    # Whoever has no active race is passed over; whoever can choose nothing loses everything.
    bribed = [name for name in idle if name.startswith("tales.ungodly_bribe")]
    assert bribed == ["tales.ungodly_bribe 11 nothing"]


def waiting(ruleset):
    probes = Probes()
    probes.ruleset(ruleset)
    assert set(probes.waiting) <= set(probes.names)
    return {re.sub(r" \d+ ", " ", name) for name in probes.waiting}


def test_what_hangs_on_cards_that_no_card_of_the_game_is(ruleset):
    found = waiting(ruleset)
    assert found == {
        "rules.ready then", "rules.ready else", "rules.sweep each", "rules.sweep none",
        "rules.sweep then", "rules.sweep else",
    }  # fmt: skip
    no_events = load_ruleset("small_world", [data_root()])[0]
    assert waiting(no_events) - found == {
        "rules.redeployment then", "rules.redeployment else", "rules.defenders then",
        "rules.defenders else",
    }  # fmt: skip


def test_a_card_that_is_in_no_pool_has_no_branches(ruleset):
    pools = tuple((k, () if k == "event" else cards) for k, cards in ruleset.pools)
    probes = Probes()
    probes.ruleset(evolve(ruleset, pools=pools))
    named = {name.partition(" ")[0] for name in probes.names}
    assert not named & set(dict(ruleset.pools)["event"])
    assert named >= set(dict(ruleset.pools)["power"])


def test_a_game_with_probes_is_the_same_game_and_counts(ruleset):
    rules = bind(ruleset, 2)
    probed = Probing(ruleset, 2, rules.board)
    bots, event = seat_bots(["uniform"] * 2, 3), "tales.chicken_lake"
    game = begin(rules, alone(rules, opening(rules, 3), (event,)))[0]
    twin = begin(probed, alone(probed, opening(probed, 3), (event,)))[0]
    check_same(game, twin)
    while game.request is not None:
        answer = choice(rules, bots, game)
        game, twin = step(rules, game, answer)[0], step(probed, twin, answer)[0]
        check_same(game, twin)
    taken = dict(zip(probed.branches, probed.taken, strict=True))
    mine = {name.partition(" ")[2]: n for name, n in taken.items() if name.startswith(event)}
    assert sum(n for branch, n in mine.items() if branch.endswith("ran")) == 9
    assert sum(n for branch, n in mine.items() if branch.endswith("each")) > 9


def test_a_twin_that_differs_is_found(ruleset):
    rules = bind(ruleset, 2)
    one, two = start(rules, 1)[0], start(rules, 2)[0]
    check_same(one, one)
    with pytest.raises(Violation, match="region by region there is another"):
        check_same(one, two)


def test_a_soak_counts_branches_only_when_told(ruleset):
    told = soak(Plan(ruleset, 2, branches=True), [0]).coverage.group("branch")
    assert sum(told.values()) > 500
    assert soak(Plan(ruleset, 2), []).coverage.group("branch") == {}
