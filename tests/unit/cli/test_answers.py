"""What people type, as answers: numbers of the screen, names, and the short ways."""

import pytest

from talesmith.cli.answers import read_answer
from talesmith.cli.leaving import left_out
from talesmith.play.telling.view import part_of, whose_turn
from talesmith.play.validate import IllegalAnswer
from talesmith.show.position import Position
from talesmith.show.table import at_question


@pytest.fixture
def say(play):
    """The answer that a text gives at a screen."""

    def typed(name, text):
        playing = play("screens.tale", name)
        request = playing.game.request
        seat = whose_turn(request)
        seen = Position(playing.rules, playing.game, playing.names, seat)
        menu = at_question(seen, part_of(request, seat))
        return read_answer(playing.rules, playing.game, playing.names, seat, text, menu.order)

    return typed


CONQUER, ATTEMPT = "option, regions to conquer", "pick, an attempt after the die"
STAY, REDEPLOY = "allocate, what stays in each region", "allocate, redeployment"
CAMPS = "allocate, camps in each region"
AWAY, ORDER = "allocate, tokens to take away", "order, declined races that move"
BID, REGION = "group, everybody bids", "pick, a region"


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        (CONQUER, "1", 0),
        (CONQUER, "conquer farm2", 0),
        (CONQUER, "Conquer  FARM2", 0),
        (CONQUER, "conq farm2", 0),
        (CONQUER, "Conquer Farm 2", 0),
        (CONQUER, "2", 1),
        (CONQUER, "last hill1", 1),
        (CONQUER, "replace farm2", 2),
        (CONQUER, "done", -1),
        ("option, combos", "2", 1),
        ("option, combos", "trolls", 1),
        ("option, combos", "pick trolls", 1),
        ("option, expand or decline", "decline", 1),
        ("option, expand or decline", "d", 1),
        (ATTEMPT, "2", (0,)),
        (ATTEMPT, "hill1", (0,)),
        (REGION, "done", (-1,)),
        (ORDER, "2 1", (1, 0)),
        (ORDER, "orcs, elves", (1, 0)),
        (STAY, "farm1 3 mine1 1", (3, 0, 1)),
        (STAY, "farm 1 3, mine 1 1", (3, 0, 1)),
        (CAMPS, "mine1 5", (0, 5)),
        (CAMPS, "all 2 rest mine1", (2, 3)),
        (STAY, "all 1", (1, 1, 1)),
        (STAY, "all 2 farm1 0", (0, 1, 2)),
        (STAY, "keep", (4, 1, 2)),
        (STAY, "keep hill1 0", (4, 0, 2)),
        (STAY, "none", (0, 0, 0)),
        (REDEPLOY, "rest mine1", (1, 1, 5, 1)),
        (REDEPLOY, "keep", (4, 1, 2, 1)),
        (REDEPLOY, "farm1 2 rest magic2", (2, 1, 1, 4)),
        (REDEPLOY, "3 5", (1, 1, 5, 1)),
        (AWAY, "farm1 2 mine1 2", (2, 2)),
        (AWAY, "mine1 1 rest farm1", (3, 1)),
        (BID, "3", (0, 3)),
    ],
)
def test_answer(say, name, text, answer):
    assert say(name, text) == answer


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (CONQUER, "99", "the numbers on the screen go from 1 to 5"),
        (CONQUER, "0", "the numbers on the screen go from 1 to 5"),
        (CONQUER, "1 2", "choose one number"),
        (CONQUER, "farm2", "farm2 may be meant in several ways"),
        (CONQUER, "conquer sea1", "water cannot be conquered"),
        (CONQUER, "conquer hill1", "needs 6, you have 5"),
        (CONQUER, "dance", "is no answer here"),
        (CONQUER, "conquer far", "'far' could be: farm2$"),
        (CONQUER, "frm2", "did you mean `conquer farm2`?"),
        (ORDER, "1 1", "name each of the 2 things once"),
        (ORDER, "1", "name each of the 2 things once"),
        (STAY, "farm1 9", "farm1"),
        (STAY, "farm1", "a number behind it"),
        (STAY, "keep farm1", "a number behind it"),
        (CAMPS, "keep rest mine1", "say how many lie where"),
        (STAY, "done", "name each place with a number behind it"),
        (STAY, "moon 1", "moon is none of the places: farm1, hill1, mine1"),
        (STAY, "rest farm1", "nothing is to be given out in all"),
        (STAY, "all 1 moon 1", "moon is none of the places"),
        (REDEPLOY, "farm1 99 rest mine1", "more than the 8 to give out"),
        (REDEPLOY, "rest", "say where the rest goes"),
        (REDEPLOY, "farm1 2", "add up to 8"),
        (BID, "6", "from 0 to 5"),
        (BID, "x", "answer with a number"),
    ],
)
def test_refusal(say, name, text, reason):
    with pytest.raises(IllegalAnswer, match=reason):
        say(name, text)


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [(CAMPS, "mine1 5", []), (STAY, "farm1 2", ["hill1", "mine1"])],
)
def test_only_regions_without_tokens_are_given_up(play, say, name, text, left):
    playing = play("screens.tale", name)
    request = playing.game.request
    seat = whose_turn(request)
    seen = Position(playing.rules, playing.game, playing.names, seat)
    assert left_out(seen, playing.names, seat, say(name, text), text)[:2] == left
