"""What the islands add to screens and reports: travel, sides, signs, cards that are turned up."""

import pytest

from talesmith.show.board import board
from talesmith.show.players import players, rules_of_all
from talesmith.show.position import Position
from talesmith.show.region import in_full
from talesmith.show.report import report
from talesmith.show.table import at_question

LANDING, TURNED = "a landing beyond the sea", "what lies face down is turned up"


@pytest.fixture
def landing(play):
    playing = play("islands.tale", LANDING)
    return Position(playing.rules, playing.game, playing.names, 0)


def told(play, name):
    playing = play("islands.tale", name)
    lines = []
    for step in playing.steps:
        before, after = (
            Position(playing.rules, game, playing.names) for game in (step.before, step.after)
        )
        lines += report(before, after, step.events)
    return lines


def test_the_travel_token_stands_beside_the_regions_that_need_it(landing):
    lines = "\n".join(at_question(landing, landing.game.request).lines)
    assert "port3, Forest, Entry Region (+1 travel)" in lines
    assert "runes1, Swamp, Magic Source - ben's Plain B Humans (2) + Frostmourne\n" in lines
    assert "Send the Champion:" in lines


def test_it_stands_there_too_where_an_artifact_is_used(play):
    playing = play("islands.tale", "a sword beyond the sea")
    seen = Position(playing.rules, playing.game, playing.names, 0)
    lines = "\n".join(at_question(seen, seen.game.request).lines)
    assert "port1, Hill, Entry Region (+1 travel, frost: Draw Frostmourne)" in lines
    assert "port3, Forest, Entry Region - ben's Plain B Plain Two (2) (+1 travel)" in lines
    assert "plain1, Fields (frost: Draw Frostmourne)" in lines


def test_everybody_sees_which_side_a_race_is_on(landing):
    lines = "\n".join(players(landing))
    assert "Championing Trolls (Horde, 8 in hand):" in lines
    assert "Plain B Humans (Alliance): " in lines
    assert "marsh1 1 [Artifact or Place face down]" in lines


def test_the_rules_of_the_cards_on_the_board_can_be_read(landing):
    lines = rules_of_all(landing)
    assert (
        "Frostmourne in Runes 1: Once a turn a conquest costs 2 tokens less. Frostmourne" in lines
    )


def test_the_boards_show_their_signs_and_say_what_they_mean(landing, monkeypatch):
    drawn = board(landing)
    assert drawn[2] == "+ Magic Source, C Cavern, ~ Coast, @ Entry Region"
    assert any("port1 @" in line for line in drawn)
    monkeypatch.setenv("COLUMNS", "50")
    listed = board(landing)
    assert drawn[2] in listed
    assert [line for line in listed if line.endswith(":")] == [
        "a list:", "North island:", "South island:", "The rock:"
    ]  # fmt: skip
    assert any(line.strip().startswith("port1 @  ") for line in listed)


def test_what_is_turned_up_is_told_once_with_its_text(play):
    lines = told(play, TURNED)
    at = next(n for n, line in enumerate(lines) if "Frostmourne" in line)
    assert "".join(lines[at : at + 2]).replace("      ", " ").strip() == (
        "Frostmourne now lies in Marsh 1: Once a turn a conquest costs 2 tokens less. "
        "Frostmourne comes to rest there."
    )
    assert not any("face down" in line for line in lines)


def test_a_bomb_is_told_to_explode_or_to_be_a_dud(play):
    lines = told(play, "a bomb is revealed")
    assert "   The Bomb in Plain 1 is a dud." in lines
    assert "   The Bomb in Runes 1 explodes." in lines


def test_whoever_pays_hears_for_which_card(play):
    assert "   ben gets 1 coin from ana (MarshDweller)." in told(play, "a swamp is paid for")


def test_what_went_through_a_portal_is_told_in_one_sentence(play):
    lines = told(play, "a portal")
    assert "   Runes 1 and Runes 3 change their contents." in lines
    assert not any("Fort" in line for line in lines)
    assert any("Fort" in line for line in told(play, "a fort falls"))


def test_the_champion_that_returns_is_told_by_his_name(play):
    lines = told(play, "a champion returns")
    assert "   Champion in Port 3." in lines
    assert not any("box" in line for line in lines)


def test_what_was_placed_is_told_once(play):
    lines = told(play, "objectives")
    assert len([line for line in lines if "Military Objective" in line]) == 1


def test_a_long_title_of_a_race_is_folded(play, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    playing = play("islands.tale", "a long title")
    lines = players(Position(playing.rules, playing.game, playing.names, 0))
    assert max(map(len, lines)) <= 50
    assert "    Swamp Walker Worgen (Alliance, 6 in hand, " in [f"{line} " for line in lines]


def test_a_region_tells_the_texts_of_the_cards_whose_pieces_lie_there(play):
    playing = play("islands.tale", "a well")
    seen = Position(playing.rules, playing.game, playing.names, 0)
    number = playing.rules.board.number
    assert "  Well of Eternity: It goes to the water of its island." in " ".join(
        in_full(seen, number["lake1"], None)
    )
    assert "  Fort (Garrisoned): " in " ".join(in_full(seen, number["marsh2"], None))


def test_a_card_with_a_marker_of_its_name_is_told_and_listed_once(play):
    lines = [line for line in told(play, "a well") if "Well of Eternity" in line]
    assert lines[0].startswith("   Well of Eternity now lies in Bank 1: It goes to the water")
    assert lines[1:] == ["   Well of Eternity in Lake 1."]
    playing = play("islands.tale", "a well")
    seen = Position(playing.rules, playing.game, playing.names, 0)
    assert [str(mark) for mark in seen.markers(playing.rules.board.number["lake1"])] == [
        "Well of Eternity"
    ]
