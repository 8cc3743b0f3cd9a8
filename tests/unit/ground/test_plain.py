from enum import Enum

import attrs
import pytest
from pyrsistent import pmap, pset, pvector

from talesmith.ground.plain import plain
from talesmith.ground.span import Span
from talesmith.syntax.tree import Word


class Colour(Enum):
    RED = "red"


@attrs.frozen
class Pair:
    left: object
    right: object


def test_plain_values_stay():
    assert [plain(value) for value in (1, 1.5, "x", True, None)] == [1, 1.5, "x", True, None]


def test_maps_and_sets_are_sorted_whatever_their_hashes():
    assert list(plain(pmap({"b": 1, "a": 2}))) == ["a", "b"]
    assert plain(pset(["b", "a", "c"])) == ["a", "b", "c"]
    assert list(plain({2: "x", 10: "y"})) == ["10", "2"]


def test_everything_inside_becomes_plain():
    value = Pair(pvector([1, (2, 3)]), pmap({"x": Colour.RED}))
    assert plain(value) == {"left": [1, [2, 3]], "right": {"x": "red"}}


def test_places_are_left_out():
    assert plain(Word("x", span=Span("a", 1, 1, 1, 2))) == {"text": "x"}


def test_other_values_are_refused():
    with pytest.raises(TypeError, match="object has no plain form"):
        plain([object()])
    with pytest.raises(TypeError, match="type has no plain form"):
        plain(Pair)
