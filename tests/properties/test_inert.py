"""A card whose guards are never true changes nothing."""

import pytest

from talesmith.play.step import bind, start, step
from talesmith.run.game import choice, seat_bots


@pytest.mark.parametrize("seed", [1, 2])
def test_a_rule_that_never_speaks_changes_no_position(nothing_said, two, seed):
    rules, bots = bind(nothing_said, 2), seat_bots(["uniform"] * 2, seed)
    assert len(rules.bounds) > len(two.bounds)
    with_it, without = start(rules, seed)[0], start(two, seed)[0]
    while without.request is not None:
        assert seen(rules, with_it) == seen(two, without)
        answer = choice(two, bots, without)
        with_it, without = step(rules, with_it, answer)[0], step(two, without, answer)[0]
    assert (with_it.cells, with_it.nums, with_it.request) == (without.cells, without.nums, None)


def seen(rules, game):
    """The position and its question, without the numbers of instructions and of questions."""
    kind, by, site, *rest = game.request
    where = rules.sites[site]
    question = (kind, by, where.body, where.line, where.texts, *rest)
    return (game.cells, game.nums, game.sparse, game.number, question)
