"""The operators, each on a small piece of the typed form."""

import pytest

from talesmith.mutate.changes import changed, is_body
from talesmith.mutate.words import Words

WORDS = Words({"terrain": ("farmland", "hill", "forest")}, {"conquest_cost": (0, 1)})
AT = 7 << 12 | 3


def num(n, at=AT):
    return ("num", at, "number", n)


def flag(slot, at=AT):
    return ("local", at, "flag", slot)


def made(node, words=WORDS):
    return {one.operator: one.new for one in changed(node, words)}


@pytest.mark.parametrize(
    ("node", "operator", "new"),
    [
        (num(1), "1 to 2", num(2)),
        (num(1), "1 to 0", num(0)),
        (num(1), "1 to -1", num(-1)),
        (("div", AT, "number", num(3), 2, "up"), "round down",
         ("div", AT, "number", num(3), 2, "down")),
        (("gt", AT, "flag", num(1), num(0)), "gt to ge", ("ge", AT, "flag", num(1), num(0))),
        (("and", AT, "flag", flag(0), flag(1)), "no side 1", flag(1)),
        (("and", AT, "flag", flag(0), flag(1)), "and to or", ("or", AT, "flag", flag(0), flag(1))),
        (("not", AT, "flag", flag(0)), "no not", flag(0)),
        (("word", AT, "word terrain", "terrain", "hill"), "hill to forest",
         ("word", AT, "word terrain", "terrain", "forest")),
        (("filter", AT, "list region", flag(0), 1, flag(1)), "no where", flag(0)),
        (("clockwise_from", AT, "list player", flag(0)), "clockwise after",
         ("clockwise_after", AT, "list player", flag(0))),
        (("past", AT, "list record", "conquer", "turn"), "turn to round",
         ("past", AT, "list record", "conquer", "round")),
        (("add", AT, num(1), flag(0)), "no condition", ("add", AT, num(1), None)),
        (("add", AT, num(1), flag(0)), "add to become", ("become", AT, num(1), flag(0), None)),
        (("move_n", AT, "coins", num(1), flag(0), flag(1)), "from and to swapped",
         ("move_n", AT, "coins", num(1), flag(1), flag(0))),
        (("at_once", AT, 0, flag(0), ()), "at once to in order", ("for", AT, 0, flag(0), ())),
        (("ask", AT, flag(0), "Well?", None, 1), "another player asked",
         ("ask", AT, ("get", 0, "player", "player.left", flag(0)), "Well?", None, 1)),
    ],
)  # fmt: skip
def test_an_operator_makes_its_slip(node, operator, new):
    assert made(node)[operator] == new


def test_every_other_word_is_taken_where_that_is_wanted():
    word = ("word", AT, "word terrain", "terrain", "hill")
    every = Words(WORDS.sets, WORDS.roles, every=True)
    assert set(made(word, every)) == {"hill to farmland", "hill to forest"}


def test_each_statement_is_left_out_once_and_an_if_loses_its_condition():
    stop, fire = ("stop", AT), ("fire", AT, "on_turn_end", ())
    body = (("if", AT, flag(0), (stop,), None), fire)
    assert is_body(body)
    assert made(body)["no fire"] == body[:1]
    assert made(body)["no if"] == (fire,)
    assert made(body)["no condition"] == (stop, fire)


def test_a_name_that_is_read_later_is_not_left_out():
    let, read = ("let", AT, 3, num(2)), ("return", AT, ("local", AT, "number", 3))
    assert "no let" not in made((let, read))
    assert "no let" in made((let, ("stop", AT)))


def test_a_change_says_where_it_is_and_how_to_come_there():
    inner = 9 << 12 | 5
    (one,) = [c for c in changed((("add", AT, num(4, inner), None),), WORDS)
              if c.operator == "4 to 5"]  # fmt: skip
    assert (one.at, one.path) == (inner, (0, 2))
    assert one.new == (("add", AT, num(5, inner), None),)


def test_players_are_as_many_in_any_order():
    players = ("game", AT, "list player", "players")
    assert "players to turn_order" in made(("greatest", AT, "player", players))
    assert not made(("count", AT, "number", players))
