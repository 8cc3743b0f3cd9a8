"""How many legal sequences of answers there are from fixed positions, to depth 3 or 4.

One number catches any change of what is legal, wanted or not. A division of tokens counts as one
answer (the one that fills the first places), and so does a roll: each die shows what its seed gives.
Where several seats answer in secret, the first that has not yet is asked.
"""

from itertools import combinations, permutations
from pathlib import Path

import pytest

from talesmith.ground.data import data_root
from talesmith.play.step import step
from talesmith.prove.cases import cases_in
from talesmith.prove.opening import open_case
from talesmith.prove.rulebook import Rulebook
from talesmith.run.answers import done, front_loaded

HERE = Path(__file__).parent
FEW = 1_000
"""with at most so many sequences of three answers, those of four are counted too"""


def answers(request):
    """Every legal answer; one for a division."""
    kind, _, _, options, low, high, total, may_decline = request
    if kind == "group":
        place, part = next((at, part) for at, (_, part) in enumerate(options) if part is not None)
        yield from ((place, answer) for answer in answers(part))
        return
    if kind == "option":
        yield from range(len(options))
    elif kind == "number":
        yield from range(low, high + 1)
    elif kind == "pick":
        for n in range(low, high + 1):
            yield from combinations(range(len(options)), n)
    elif kind == "order":
        yield from permutations(range(len(options)))
    else:
        assert kind == "allocate"
        yield front_loaded(low, high, abs(total)) if total is not None else tuple(low)
    if may_decline:
        yield done(request)


def perft(rules, game, depth):
    if depth == 0 or game.request is None:
        return 1
    if depth == 1:
        return sum(1 for _ in answers(game.request))
    return sum(
        perft(rules, step(rules, game, answer)[0], depth - 1) for answer in answers(game.request)
    )


@pytest.fixture(scope="module")
def book():
    return Rulebook([data_root()])


@pytest.mark.parametrize("file", ["positions", "positions_with_events", "positions_on_islands"])
def test_numbers_of_legal_sequences(book, file, golden):
    lines = []
    for case in cases_in(HERE / f"{file}.tale", book):
        name, start = case.name, open_case(case, book)
        counts = [perft(start.played.rules, start.game, depth) for depth in (1, 2, 3)]
        if counts[-1] <= FEW:
            counts.append(perft(start.played.rules, start.game, 4))
        lines.append(f"{name}: {' '.join(map(str, counts))}")
    assert "\n".join(lines) + "\n" == golden
