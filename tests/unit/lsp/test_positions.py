import pytest

from talesmith.ground.span import Span
from talesmith.lsp.positions import as_source, to_offset, to_position, to_range

SOURCE = as_source("x", 'a "🐉é" b\r\nc\rd')


def test_line_breaks_of_every_system_count_as_one():
    assert SOURCE.lines == ('a "🐉é" b', "c", "d")


@pytest.mark.parametrize(("encoding", "character"), [("utf-16", 8), ("utf-32", 7), ("utf-8", 11)])
def test_a_sign_beyond_the_first_plane_takes_the_units_of_the_encoding(encoding, character):
    behind = SOURCE.text.index("b")
    assert to_offset(SOURCE, (0, character), encoding) == behind
    assert to_position(SOURCE, 1, behind + 1, encoding) == (0, character)


def test_a_place_behind_the_end_is_the_end():
    assert to_offset(SOURCE, (1, 99)) == SOURCE.text.index("c") + 1
    assert to_offset(SOURCE, (99, 0)) == len(SOURCE.text)


def test_a_span_is_a_range_from_zero():
    assert to_range(SOURCE, Span("x", 1, 3, 1, 7)) == ((0, 2), (0, 7))


def test_every_offset_leads_back_to_itself():
    for encoding in ("utf-8", "utf-16", "utf-32"):
        for offset in range(len(SOURCE.text) + 1):
            place = to_position(SOURCE, *SOURCE.place(offset), encoding)
            assert to_offset(SOURCE, place, encoding) == offset
