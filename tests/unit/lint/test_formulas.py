import pytest

from talesmith.lint.formulas import may_meet, outcomes
from talesmith.names.types import UNKNOWN

WORDS = {"terrain": ("hill", "swamp"), "key roll": ("always", "optional")}
LAND = ("get", 1, "word terrain", "region.terrain", ("local", 1, "region", 0))
MAYBE = ("get", 1, "word terrain?", "region.terrain", ("local", 1, "region?", 1))
COUNT = ("get", 1, "number", "region.tokens", ("local", 1, "region", 0))
OTHER = ("local", 1, "number", 2)
FLAG = ("key", 1, "flag", "place_all")


def word(text):
    return ("word", 1, "word terrain", "terrain", text)


def number(value):
    return ("num", 1, "number", value)


def op(name, *parts):
    return (name, 1, "flag", *parts)


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (op("eq", LAND, word("hill")), {True, False}),
        (op("or", op("eq", LAND, word("hill")), op("eq", LAND, word("swamp"))), {True}),
        (op("and", op("eq", LAND, word("hill")), op("eq", LAND, word("swamp"))), {False}),
        (op("or", op("eq", MAYBE, word("hill")), op("eq", MAYBE, word("swamp"))), {True, False}),
        (op("one_of", LAND, (word("hill"), word("swamp"))), {True}),
        (op("and", op("ge", COUNT, number(3)), op("lt", COUNT, number(3))), {False}),
        (op("and", op("ge", COUNT, number(3)), op("lt", COUNT, number(4))), {True, False}),
        (op("or", op("gt", number(3), COUNT), op("ge", COUNT, number(3))), {True}),
        (op("and", op("lt", COUNT, OTHER), op("gt", COUNT, OTHER)), {False}),
        (op("or", op("le", COUNT, OTHER), op("gt", COUNT, OTHER)), {True}),
        (op("or", op("le", COUNT, OTHER), op("lt", OTHER, COUNT)), {True}),
        (op("or", FLAG, op("not", FLAG)), {True}),
        (op("eq", COUNT, COUNT), {True}),
        (op("gt", number(3), number(2)), {True}),
        (op("exists", LAND), {True}),
        (op("exists", MAYBE), {True, False}),
        (op("eq", ("none", 1, UNKNOWN), word("hill")), {True, False}),
        (op("flag", False), {False}),
    ],
)
def test_always_never_or_open(condition, found):
    assert outcomes(condition, WORDS) == found


def test_two_conditions_that_exclude_each_other_never_meet():
    assert not may_meet([FLAG, op("not", FLAG)], WORDS)
    assert may_meet([FLAG, op("eq", LAND, word("hill"))], WORDS)
    assert may_meet([], WORDS)


def test_too_many_questions_leave_it_open():
    many = [op("has", ("local", 1, "region", n), "symbol", "s") for n in range(14)]
    assert outcomes(op("and", *many, op("not", many[0])), WORDS) == {True, False}
