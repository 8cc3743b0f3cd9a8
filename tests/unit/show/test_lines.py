"""Text in lines: nothing is longer than a terminal is wide, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talesmith.show.lines import WIDTH, counted, heading, in_pairs, listed, table, width, wrapped

words = st.lists(st.text("abc,", min_size=1, max_size=30), min_size=1, max_size=20)


@given(words)
def test_pairs_keep_every_cell_in_order(cells):
    lines = in_pairs(cells)
    assert all(len(line) <= WIDTH for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(cells)


@given(words)
def test_lists_keep_every_part(parts):
    lines = listed(parts, "who: ")
    assert all(len(line) <= WIDTH for line in lines)
    assert " ".join(line.strip() for line in lines) == "who: " + ", ".join(parts)


def test_two_short_cells_share_a_line_and_a_long_one_does_not():
    long = "x" * 45
    assert in_pairs(["a", "b", long, "c"]) == [f" {'a':39}b", f" {long}", " c"]


def test_a_table_breaks_its_last_column():
    lines = table([["a", "b", "word " * 20]])
    assert len(lines) == 2
    assert lines[1].startswith("      word")


@pytest.mark.parametrize(("n", "text"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_numbers_go_with_their_noun(n, text):
    assert counted(n, "coin") == text


def test_a_heading_fills_the_line():
    assert heading("left", "right") == [f"left{' ' * 71}right", "-" * WIDTH]


def test_an_empty_text_is_one_line():
    assert wrapped("", "- ") == ["-"]


@pytest.mark.parametrize(("columns", "used"), [("20", 50), ("52", 52), ("80", 80), ("200", 80)])
def test_lines_are_as_long_as_the_terminal_is_wide_within_limits(monkeypatch, columns, used):
    monkeypatch.setenv("COLUMNS", columns)
    assert width() == used
    assert len(heading("left", "right")[0]) == used
    lines = [*wrapped("word " * 60), *in_pairs(["cell"] * 9), *listed(["part"] * 60, "who: ")]
    assert used - 8 < max(map(len, lines)) <= used


def test_a_table_in_a_narrow_terminal_goes_on_at_the_margin(monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    lines = table([["a" * 40, "word " * 5]])
    assert lines == [f"{'a' * 40}  word", "    word word word word"]


def test_a_number_stays_with_the_word_before_it():
    lines = wrapped(f"{'x' * 74} forest 4, hill 12 and more")
    assert lines == ["x" * 74, "forest 4, hill 12 and more"]


def test_a_last_column_without_room_stands_below(monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    row = ["x" * 20, "y" * 24, "Mountain, Coast"]
    assert table([row]) == [f"{row[0]}  {row[1]}", "    Mountain, Coast"]
    row = ["x" * 20, "y" * 20, "20 regions, 10 rounds"]
    assert table([row]) == [f"{row[0]}  {row[1]}", "    20 regions, 10 rounds"]
