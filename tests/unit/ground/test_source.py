import pytest
from hypothesis import given
from hypothesis import strategies as st

from talesmith.ground.source import LARGEST, SourceText

TEXT = SourceText("a.tale", "one\ntwo\n\nfour")


def test_places_are_counted_from_one():
    assert TEXT.place(0) == (1, 1)
    assert TEXT.place(3) == (1, 4)
    assert TEXT.place(4) == (2, 1)
    assert TEXT.place(8) == (3, 1)
    assert TEXT.place(13) == (4, 5)


def test_lines_are_counted_from_one_and_others_are_empty():
    assert [TEXT.line(n) for n in range(6)] == ["", "one", "two", "", "four", ""]


@given(st.text(), st.data())
def test_offset_undoes_place(text, data):
    source = SourceText("a", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.place(offset)
    assert source.offset(line, column) == offset
    assert source.line(line)[: column - 1] == text[offset - column + 1 : offset]


@given(st.text(), st.data())
def test_a_stretch_is_what_stands_between_two_offsets(text, data):
    source = SourceText("a", text)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    assert source.stretch(source.span(start, end)) == source.text[start:end]


def test_reading_takes_the_mark_and_carriage_returns_away(tmp_path):
    path = tmp_path / "a.tale"
    path.write_bytes("\ufeffrace x\r\n".encode())
    source = SourceText.read(path, "short name")
    assert source == SourceText("short name", "race x\n")


def test_halves_of_characters_are_unreadable_signs():
    assert SourceText("a", "race \ud83d\u00e9\udc00x").text == "race \ufffd\u00e9\ufffdx"


def test_reading_refuses_what_is_no_text(tmp_path):
    path = tmp_path / "a.tale"
    with pytest.raises(FileNotFoundError):
        SourceText.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnicodeDecodeError):
        SourceText.read(path)


def test_reading_refuses_more_than_the_limit(tmp_path):
    path = tmp_path / "a.tale"
    path.write_bytes(b"x" * LARGEST)
    assert not SourceText.read(path).is_too_large
    path.write_bytes(b"x" * (LARGEST + 1))
    with pytest.raises(ValueError, match="larger than 1000000 bytes"):
        SourceText.read(path)


def test_the_limit_counts_bytes():
    assert SourceText("a", "\u00e4" * (LARGEST // 2 + 1)).is_too_large
    assert not SourceText("a", "\u00e4" * (LARGEST // 2)).is_too_large
