"""What a seat may see, and that it sees nothing else."""

import pytest
from attrs import evolve

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind, start, step
from talesmith.play.telling.hidden import Hidden, guessed
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn
from talesmith.play.validate import IllegalAnswer
from talesmith.run.game import choice, seat_bots


@pytest.fixture(scope="module")
def rules():
    return bind(load_ruleset("small_world", [data_root()])[0], 3)


@pytest.fixture(scope="module")
def middle(rules):
    """Somewhere in the third round, while seat 0 conquers."""
    bots, game = seat_bots(["uniform"] * 3, 1), start(rules, 1)[0]
    while not _conquers(rules, game):
        game = step(rules, game, choice(rules, bots, game))[0]
    return game


def _conquers(rules, game):
    site = rules.sites[game.request[2]]
    return (
        game.cells[rules.layout["round"]] == 3 and game.request[1] == 0 and "attempt" in site.things
    )


def test_open_numbers_are_those_of_the_position(rules, middle):
    view, at = SeatView(rules, middle, 0), rules.layout.offsets
    race = view.active()
    assert race == middle.cells[at["player.active"]]
    assert view.round == 3
    assert view.rivals == (1, 2)
    assert view.coins() == middle.nums[at["player.coins"]]
    assert view.hand(race) == middle.cells[at["race.hand"] + race]
    assert view.owner(race) == 0
    assert view.owner(0) is None
    assert race in view.races()
    assert view.held() & view.regions(race) == view.regions(race)
    for region in range(len(rules.board.regions)):
        if view.regions(race) >> region & 1:
            assert view.occupant(region) == race
            assert view.tokens(region) >= 1


def test_hidden_numbers_are_refused(rules, middle):
    view = SeatView(rules, middle, 0)
    with pytest.raises(Hidden, match="coins of 1 is hidden from seat 0"):
        view.coins(1)
    with pytest.raises(Hidden):
        view.field("chance")
    stack = next(s.name for s in rules.ruleset.stacks if s.hidden)
    assert view.field(f"stack {stack}") > 0
    with pytest.raises(Hidden):
        view.field(f"stack {stack}", 1)
    with pytest.raises(KeyError):
        view.field("no such thing")


def test_costs_are_those_of_the_rules(rules, middle):
    view, request = SeatView(rules, middle, 0), middle.request
    attempts = [at for at in range(len(request[3])) if view.thing(request, at) == "attempt"]
    assert attempts
    for at in attempts:
        attempt = request[3][at][1]
        cost = view.ask("conquest_cost", attempt >> 8 & 255, attempt & 255)
        assert view.cost(attempt) == cost
        assert view.short(attempt) == max(0, cost - view.hand(view.active()))
        assert view.may("can_conquer", attempt >> 8 & 255, attempt & 255)
        assert view.text(request, at)


def test_looking_ahead_follows_the_rules_and_changes_nothing(rules, middle):
    kept = (middle.cells, middle.nums, middle.stack, middle.request)
    view = SeatView(rules, middle, 0)
    ahead, events = view.ahead(0)
    assert events[0][:3] == ("answer", 0, middle.request[2])
    assert ahead.number == view.number + 1
    assert ahead.hand(view.active()) < view.hand(view.active())
    assert all(
        a is b
        for a, b in zip(
            kept, (middle.cells, middle.nums, middle.stack, middle.request), strict=True
        )
    )
    with pytest.raises(IllegalAnswer):
        view.ahead(999)


def test_a_guess_keeps_what_is_open_and_what_is_own(rules, middle):
    guess, layout = guessed(rules, middle, 1), rules.layout
    for field in layout.fields:
        if field.hidden_from is None:
            at, size = layout[field.name], layout.size(field.name)
            part, true = (guess.cells, middle.cells) if field.cell else (guess.nums, middle.nums)
            assert part[at : at + size] == true[at : at + size]
    assert guess.nums[layout["player.coins"] + 1] == middle.nums[layout["player.coins"] + 1]
    for stack in rules.ruleset.stacks:
        at, size = layout[f"stack {stack.name}"], layout.size(f"stack {stack.name}")
        assert sorted(guess.cells[at : at + size]) == sorted(middle.cells[at : at + size])


def test_a_group_question_is_answered_seat_by_seat():
    part = ("number", 1, 5, (), 0, 3, None, False)
    request = ("group", None, 4, ((0, None), (1, part), (2, part)), 0, 0, None, False)
    assert whose_turn(request) == 1
    assert part_of(request, 1) == part
    assert part_of(request, 0) is None
    assert whole_answer(request, 2, 3) == (2, 3)
    assert (whose_turn(part), part_of(part, 1), whole_answer(part, 1, 3)) == (1, part, 3)


def test_nobody_looks_ahead_while_others_answer_in_secret(rules, middle):
    part = ("number", 0, 5, (), 0, 3, None, False)
    group = ("group", None, 4, ((0, part), (1, part)), 0, 0, None, False)
    view = SeatView(rules, evolve(middle, request=group), 0)
    assert view.is_sealed
    assert (view.guess.stack, view.request) == ((), None)
    assert view.ask("conquest_cost", view.active(), 0) >= 1
    with pytest.raises(Hidden, match="sealed answers"):
        view.ahead((0, 1))
