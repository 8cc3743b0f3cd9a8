"""Reports, the end of a game, the board and single regions, in their own words."""

import pytest

from talesmith.show.board import board
from talesmith.show.ending import ending
from talesmith.show.lines import WIDTH
from talesmith.show.position import Position
from talesmith.show.region import actor, in_full
from talesmith.show.report import parted, report

FULL, LAST = "a turn with everything", "the last turn of a game"


def position(playing, game=None, viewer=None):
    return Position(playing.rules, game or playing.game, playing.names, viewer)


def text(lines):
    assert max(map(len, lines)) <= WIDTH
    return "\n".join(lines) + "\n"


def test_report_of_a_turn(play, golden):
    playing = play("report.tale", FULL)
    lines = []
    for step in playing.steps:
        lines.append(step.line)
        before, after = position(playing, step.before), position(playing, step.after)
        lines += report(before, after, step.events)
    assert text(lines) == golden


def test_a_score_tells_what_it_is_made_of(play):
    playing = play("report.tale", FULL)
    lines = [event for step in playing.steps for event in step.events if event[0] == "lines"]
    assert [line[1] for line in lines] == ["on_score", "on_score"]


def test_ending_names_the_winner_last(play, golden):
    lines = ending(position(play("report.tale", LAST)))
    assert lines[-1] == "ana wins"
    assert text(lines) == golden


def test_coins_of_others_are_hidden_until_the_end(play):
    playing = play("report.tale", FULL)
    seen = [position(playing, viewer=0).coins(seat) for seat in (0, 1)]
    assert seen == [11, None]
    assert [position(playing).coins(seat) for seat in (0, 1)] == [None, None]
    over = play("report.tale", LAST)
    assert [position(over, viewer=0).coins(seat) for seat in (0, 1, 2)] == [31, 22, 24]


def test_board(play, golden):
    assert text(board(position(play("report.tale", FULL), viewer=0))) == golden


@pytest.mark.parametrize("region", ["hill1", "forest2", "sea1"])
def test_region_in_full(play, region, golden):
    playing = play("screens.tale", "option, regions to conquer")
    seen = position(playing, viewer=0)
    number = playing.rules.board.number[region]
    assert text(in_full(seen, number, actor(seen, playing.game.request))) == golden


def test_headings_without_a_sentence_below_wait_for_it():
    told = ["Round 1 of 8", " ana", "   ana takes Elves."]
    assert parted([*told, "", "Round 2 of 8", " ben"]) == (told, ["", "Round 2 of 8", " ben"])
    loaded = ["", "Game loaded: round 1 of 8, ana's turn."]
    assert parted(loaded) == (loaded, [])
    assert parted([]) == ([], [])
