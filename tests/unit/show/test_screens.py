"""The screens of all kinds of question, as a person sees them; their positions are scenarios."""

from functools import partial
from pathlib import Path

import pytest

from talesmith.play.telling.view import part_of, whose_turn
from talesmith.show.board import board
from talesmith.show.lines import WIDTH
from talesmith.show.position import Position
from talesmith.show.table import at_question

SCREENS = Path(__file__).with_name("screens.tale")
KINDS = {"option", "pick", "number", "allocate", "order", "group"}


def titles():
    found = [
        line for line in SCREENS.read_text("utf-8").splitlines() if line.startswith("scenario")
    ]
    return [line.split('"')[1] for line in found]


@pytest.fixture
def opened(play):
    return partial(play, SCREENS.name)


@pytest.fixture
def shown(opened):
    return partial(screen_of, opened)


def screen_of(opened, name, *, in_full=False):
    playing = opened(name)
    request = playing.game.request
    seat = whose_turn(request)
    position = Position(playing.rules, playing.game, playing.names, seat)
    return at_question(position, part_of(request, seat), in_full=in_full)


def test_there_is_a_screen_for_each_kind_of_question(opened):
    assert {name.split(",")[0] for name in titles()} == KINDS
    for name in titles():
        assert opened(name).game.request[0] == name.split(",")[0]


@pytest.mark.parametrize("name", titles())
def test_screen(name, shown, golden):
    lines = shown(name).lines
    assert max(map(len, lines)) <= WIDTH
    assert "\n".join(lines) + "\n" == golden


def test_full_screen_explains_the_combos_on_offer(shown, golden):
    assert "\n".join(shown("option, expand or decline", in_full=True).lines) + "\n" == golden


@pytest.mark.parametrize("name", [name for name in titles() if name.startswith(("option", "pick"))])
def test_each_option_has_one_number(name, shown, opened):
    menu, request = shown(name), opened(name).game.request
    assert sorted(menu.order) == list(range(len(request[3])))
    for number in range(1, len(menu.order) + 1):
        assert any(line.split()[:1] == [str(number)] for line in cells(menu.lines))


def cells(lines):
    """Both halves of the lines of a screen."""
    return [part for line in lines for part in (line, line[40:])]


@pytest.mark.parametrize("name", titles())
@pytest.mark.parametrize("columns", [50, 61])
def test_a_screen_keeps_to_a_narrow_terminal(name, shown, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(len, shown(name, in_full=True).lines)) <= columns


def test_a_map_without_room_is_a_list(opened, monkeypatch):
    playing = opened("option, forty-eight regions")
    seen = Position(playing.rules, playing.game, playing.names)
    assert "needs 80 columns" not in "".join(board(seen))
    monkeypatch.setenv("COLUMNS", "60")
    lines = board(seen)
    assert max(map(len, lines)) <= 60
    assert "The map needs 80 columns, and here are 60." in " ".join(lines)
    text = " ".join(lines).split()
    regions = range(len(seen.rules.board.regions))
    assert {seen.word("region", region) for region in regions} <= {*text}
