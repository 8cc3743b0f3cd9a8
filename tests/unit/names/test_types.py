import pytest

from talesmith.names import types


@pytest.mark.parametrize(
    ("want", "have", "fits"),
    [
        ("number", "number", True),
        ("number", "number?", False),
        ("number?", "number", True),
        ("number?", "none", True),
        ("number", "none", False),
        ("card", "badge", True),
        ("badge", "card", False),
        ("list card", "list badge", True),
        ("list badge", "list card", False),
        ("purse", "player", True),
        ("player", "purse", False),
        ("record", "record conquer", True),
        ("record conquer", "record defeat", False),
        ("word terrain", "word symbol", False),
        ("list list region", "list list region", True),
        ("region", types.UNKNOWN, True),
        (types.UNKNOWN, "region", True),
    ],
)
def test_what_fits_where(want, have, fits):
    assert types.fits(want, have) is fits


@pytest.mark.parametrize(
    ("one", "two", "both"),
    [
        ("race", "race?", "race?"),
        ("race?", "race", "race?"),
        ("race", "none", "race?"),
        ("badge", "banner", "card"),
        ("badge?", "banner", "card"),
        ("region", "number", None),
    ],
)
def test_common_type(one, two, both):
    assert types.common(one, two) == both


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("number", "a number"),
        ("event?", "an event that may be missing"),
        ("list race", "a list of races"),
        ("list list region", "a list of lists of regions"),
        ("word terrain", "a word of terrain"),
        ("word key second_tie", "a value of key second_tie"),
        ("map player", "a number for each player"),
        ("stack badge", "a stack of badges"),
        ("troops", "troops"),
        ("pool", "a place for tokens"),
    ],
)
def test_types_are_named_in_words(kind, spoken):
    assert types.spoken(kind) == spoken


def test_lists_and_troops_are_empty_rather_than_missing():
    assert types.maybe("list race") == "list race"
    assert types.maybe("troops") == "troops"
    assert types.maybe("race") == "race?"
    assert types.maybe("race?") == "race?"
    assert types.may_miss("none")
    assert types.element("race") == types.UNKNOWN
    assert types.list_of("race?") == "list race"
