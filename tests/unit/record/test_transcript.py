import os
import subprocess
import sys

import pytest

from talesmith.record.session import Session
from talesmith.record.transcript import BadTranscript, read, replay, transcript


@pytest.fixture
def session(played):
    session = Session(played.rules, played.names, played.seed)
    for moment in played.moments:
        session.answer(moment.answer)
    return session


def test_a_transcript_reads_back_and_plays_again(session):
    told = read(transcript(session))
    assert told.players == session.names.seats
    assert list(told.answers) == session.lines
    again, difference = replay(session.rules, told)
    assert difference is None
    assert again.game == session.game
    assert transcript(again) == transcript(session)


def test_the_head_tells_what_was_played_with(session):
    told = read(transcript(session))
    ruleset = session.rules.ruleset
    assert told.identity.ruleset == ruleset.id
    assert told.identity.rules == ruleset.digest
    assert told.identity.seed == session.seed
    assert told.identity.keys == dict(ruleset.settings)
    assert set(told.identity.maps) == {board.id for board in session.rules.board.maps}
    assert told.identity.cards["base.trolls"]
    assert told.identity.cards["base.conquest"]


def test_no_number_of_the_machine_and_no_path_is_in_it(session):
    text = transcript(session)
    assert "/" not in text
    assert ".tale" not in text


def test_a_whole_game_ends_with_the_ranking(world):
    two = world("small_world", 2, 4)
    session = Session(two.rules, two.names, 4)
    for moment in two.moments:
        session.answer(moment.answer)
    lines = transcript(session).splitlines()
    coins = two.rules.layout["player.coins"]
    best = max((0, 1), key=lambda seat: two.last.nums[coins + seat])
    assert lines[-1] == f"{two.names.seats[best]} wins"
    assert lines[-2].strip().startswith(two.names.seat_words[1 - best])
    turns = sum(line.startswith("turn ") for line in lines)
    assert sum(line.startswith("= ") for line in lines) == turns + 1


def test_a_game_without_a_decision_has_a_transcript(world):
    two = world("small_world", 2, 4)
    session = Session(two.rules, two.names, 4)
    told = read(transcript(session))
    assert told.answers == ()
    assert len(told.hashes) == 1
    assert replay(two.rules, told)[1] is None


def test_the_first_difference_is_found(world):
    two = world("small_world", 2, 4)
    session = Session(two.rules, two.names, 4)
    for moment in two.moments[:40]:
        session.answer(moment.answer)
    text = transcript(session)
    first = next(line for line in text.splitlines() if line.startswith("= "))
    _, difference = replay(two.rules, read(text.replace(first, "= 00000000")))
    assert difference.startswith("after 0 answers the position is ")
    _, difference = replay(two.rules, read(text.replace(session.lines[1], "> ana done?", 1)))
    assert difference.startswith("answer 2, `> ana done?`")


def test_a_game_from_a_position_is_no_transcript_to_replay(world):
    two = world("small_world", 2, 4)
    session = Session.resume(two.rules, two.names, 4, two.moments[20].game)
    session.answer(two.moments[20].answer)
    text = transcript(session)
    assert session.lines[0] in text
    with pytest.raises(BadTranscript, match="began in a position"):
        read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begins with"),
        ("hello", "begins with"),
        ("talesmith game 2\n", "another version"),
        ("talesmith game 1\nlanguage: 1\n", "head is damaged"),
        ("talesmith game 1\n  lost\n", "head is damaged"),
    ],
)
def test_what_is_no_transcript_is_refused(text, reason):
    with pytest.raises(BadTranscript, match=reason):
        read(text)


PROGRAM = """
from talesmith.compile import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.step import bind
from talesmith.record.request import default_answer
from talesmith.record.session import Session
from talesmith.record.transcript import transcript

rules = bind(load_ruleset("small_world", [data_root()])[0], 3)
session = Session(rules, ["Ana", "Ben", "Cid"], 5)
while len(session.decisions) < 40:
    session.answer(default_answer(session.game.request))
text = transcript(session)
"""


def test_a_transcript_is_the_same_under_every_hash_seed():
    here = {}
    exec(PROGRAM, here)  # noqa: S102 - our own program, as the other process runs it
    there = subprocess.run(
        [sys.executable, "-c", f"{PROGRAM}print(text, end='')"],
        env={**os.environ, "PYTHONHASHSEED": "1"}, capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert there.stdout == here["text"]
    assert len(here["text"]) > 2000
