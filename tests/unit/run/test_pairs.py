"""Pairs of events: what is counted, and that an order that matters is found and no other one."""

from pathlib import Path

import pytest
from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.diagnose.registry import finding
from talesmith.ground.data import data_root
from talesmith.ground.span import Span
from talesmith.model.game import Sparse
from talesmith.play.machine import Machine
from talesmith.play.step import bind, opening
from talesmith.run.lawful import check_order, lawful_place, names
from talesmith.run.pairs import Pairs, reported
from talesmith.run.reordering import same_answer
from talesmith.run.violation import Violation

FIXTURE = Path(__file__).parents[2] / "fixtures" / "in_order.tale"


@pytest.fixture(scope="module")
def pairs():
    ruleset, findings = load_ruleset("base_test", [data_root()], [FIXTURE])
    assert [found for found in findings if found.is_error] == []
    two = tuple(board for board in ruleset.boards if board[0] == 2)
    return Pairs(evolve(ruleset, boards=two))


def met(pairs, one, two, turns=8):
    found = pairs.one((f"base.order_{one}", f"base.order_{two}"), turns)
    assert found.failure is None
    assert found.turns == turns
    return found


def test_all_pairs_of_the_events_in_the_order_of_their_names(pairs):
    assert len(pairs.all) == 15
    assert pairs.all == sorted(pairs.all)
    drawn = pairs.some(4, 1)
    assert len(set(drawn)) == 4
    assert drawn == pairs.some(4, 1) != pairs.some(4, 2)


@pytest.mark.parametrize(("one", "two"), [("adds", "takes"), ("adds", "asks"), ("asks", "rolls")])
def test_handlers_that_commute_leave_no_difference(pairs, one, two):
    found = met(pairs, one, two)
    assert found.compared >= 4
    assert found.moments >= found.compared
    assert not found.different


def test_an_order_that_matters_is_found(pairs):
    found = met(pairs, "doubles", "takes")
    assert found.compared >= 4
    assert set(found.different) == {"other nums"}


def test_what_an_author_has_put_in_order_is_not_turned_round(pairs):
    found = met(pairs, "adds", "behind")
    assert found.moments >= 4
    assert found.compared == 0


def test_a_broken_game_is_reported_with_its_seed(pairs, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("somewhere inside")

    monkeypatch.setattr("talesmith.run.pairs.check_asking", broken)
    found = pairs.one(("base.order_adds", "base.order_takes"), 8, 3)
    assert found.failure == "seed 3, 2 players: ZeroDivisionError: somewhere inside"


def test_handlers_out_of_order_are_found(pairs):
    rules = bind(pairs.ruleset, 2)
    cards = ("base.order_adds", "base.order_takes", "base.order_behind")
    lasting = tuple(
        (at, "event", card, None, (("game", None),), (), None, 0) for at, card in enumerate(cards)
    )
    game = evolve(opening(rules, 1), sparse=Sparse(lasting=lasting, serial=3))
    sources, m = rules.effects["on_round_start"], Machine(game, rules.codes)
    adds, takes, behind = sources.in_order(m, sources.live(m, [1]), [1])
    assert lawful_place(rules, m, adds, [1]) < lawful_place(rules, m, takes, [1])
    check_order(rules, m, [adds, takes, behind], [1])
    with pytest.raises(Violation, match="effects out of order"):
        check_order(rules, m, [takes, adds], [1])
    with pytest.raises(Violation, match="an author's order"):
        check_order(rules, m, [behind, adds], [1])
    assert names([adds]) == ["base.order_adds/on_round_start/1"]


def question(kind, options=(), low=0, high=0, *, may=False):
    return (kind, 0, 7, options, low, high, None, may)


def test_an_answer_is_given_again_by_what_it_says():
    asked = question("option", ((0, 5, ()), (0, 6, ())), may=True)
    turned = question("option", ((0, 6, ()), (0, 5, ())), may=True)
    assert same_answer(asked, asked, 1) == 1
    assert same_answer(turned, asked, 1) == 0
    assert same_answer(turned, asked, -1) == -1
    assert same_answer(question("option", turned[3]), asked, -1) is None
    assert same_answer(question("option", ((0, 5, ()), (0, 9, ()))), asked, 1) is None
    three, two = question("pick", (4, 5, 6), 1, 2), question("pick", (6, 4), 1, 2)
    assert same_answer(two, three, (0, 2)) == (1, 0)
    assert same_answer(two, three, (0, 1)) is None
    assert same_answer(question("number", low=0, high=3), question("number", low=0, high=9), 2) == 2
    plan = question("allocate", (1, 2), (0, 0), (3, 3))
    assert same_answer(question("allocate", (1,), (0,), (3,)), plan, (1, 2)) is None


def test_what_check_reports_is_read_by_card():
    here = Span("x.tale", 1, 1, 1, 2)
    firsts = "`a.one`, `a.nought`"
    told = finding("T060", here, first=firsts, second="`a.two`", hook="on_round_start")
    other = finding("T061", here, order="after", name="nobody", hook="on_round_start")
    pairs = {frozenset({"a.one", "a.two"}), frozenset({"a.nought", "a.two"})}
    assert reported([told, other]) == pairs
