"""Ten whole games, answer by answer: two to five players, bots of both kinds and mixed.

What a rule, a bot or the printer changes is seen here as a difference; the hash of each turn tells
where play first differs. The head of a transcript (hashes of the rules and cards) is left out, as it
changes with every edit of a rule, and so are the games' seeds in it: they stand below.
"""

import pytest

from talesmith.play.step import bind
from talesmith.record.transcript import body
from talesmith.run.recording import recorded

GAMES = {
    "two uniform": (11, "uniform uniform"),
    "two greedy": (12, "greedy greedy"),
    "two mixed": (13, "greedy uniform"),
    "three uniform": (14, "uniform uniform uniform"),
    "three greedy": (15, "greedy greedy greedy"),
    "three mixed": (16, "uniform greedy uniform"),
    "four uniform": (17, "uniform uniform uniform uniform"),
    "four mixed": (18, "greedy uniform greedy uniform"),
    "five uniform": (19, "uniform uniform uniform uniform uniform"),
    "five mixed": (20, "greedy uniform uniform uniform greedy"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_reads_as_it_always_did(small_world, golden, game):
    seed, kinds = GAMES[game]
    bots = kinds.split()
    session = recorded(bind(small_world, len(bots)), bots, seed)
    assert "\n".join(body(session)) + "\n" == golden


def test_there_are_ten_games_of_two_to_five_players():
    sizes = [len(kinds.split()) for _, kinds in GAMES.values()]
    assert len(sizes) == 10
    assert set(sizes) == {2, 3, 4, 5}
    assert {"greedy", "uniform"} == {kind for _, kinds in GAMES.values() for kind in kinds.split()}
