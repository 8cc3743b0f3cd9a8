"""Four whole games on islands, for two to five players, each on boards that its seed has drawn.

Together they turn up ten of the twelve artifacts and places, on nine of the twelve faces.
"""

from functools import cache
from pathlib import Path

import pytest

from talesmith.compile import load_ruleset
from talesmith.play.step import bind, boards_for
from talesmith.record.transcript import body
from talesmith.run.recording import recorded

ROOT = Path(__file__).resolve().parents[2]
GAMES = {
    "two": (28, "uniform greedy"),
    "three": (30, "uniform uniform uniform"),
    "four": (26, "uniform greedy uniform uniform"),
    "five": (38, "uniform uniform uniform uniform uniform"),
}


@cache
def islands():
    ruleset, findings = load_ruleset("warcraft", [ROOT])
    assert findings == []
    return ruleset


@cache
def played(game):
    seed, kinds = GAMES[game]
    bots = kinds.split()
    boards = boards_for(islands(), len(bots))
    rules = bind(islands(), len(bots), maps=boards[seed % len(boards)])
    return recorded(rules, bots, seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_islands_reads_as_it_always_did(game, golden):
    assert "\n".join(body(played(game))) + "\n" == golden


def test_the_games_turn_up_artifacts_and_places_on_many_faces():
    laid, faces = set(), set()
    for game in GAMES:
        session = played(game)
        faces |= {part.id for part in session.rules.board.maps}
        laid |= {event[1:3] for events in session.game.log for event in events if event[0] == "lay"}
    assert len(faces) >= 9
    assert len(laid) >= 9
