"""What must always hold, held in every position that a scenario of the fixtures comes through.

The fixtures use every word that the base game does not; so here frames, records and events of all
kinds are saved, folded and told, and the region-by-region evaluator is compared in each position.
"""

from functools import cache, lru_cache
from pathlib import Path

import pytest

from talesmith.compile.load import load_ruleset
from talesmith.ground.data import data_root
from talesmith.play.machine import Machine, ways_in
from talesmith.play.statements.questions import CHANCE
from talesmith.play.step import bind
from talesmith.prove.cases import cases_in
from talesmith.prove.opening import open_case
from talesmith.prove.playing import Playing
from talesmith.prove.rulebook import Rulebook
from talesmith.record.lines import parse_line
from talesmith.record.log import log_lines
from talesmith.run.asking import active_races
from talesmith.run.folding import Folding
from talesmith.run.honesty import check_honesty
from talesmith.run.invariants import Invariants
from talesmith.run.soak import Plan, soak
from talesmith.run.suspension import check_suspension
from talesmith.syntax import tree

FIXTURES = Path(__file__).parent.parent / "fixtures"
FILES = sorted(path.name for path in FIXTURES.glob("*.tale"))
LENDING = {"cards.tale", "durations.tale", "effects.tale"}
"""here a badge is lent that lies in a stack as well, or taken away and laid nowhere"""


@cache
def book():
    return Rulebook([data_root()])


@lru_cache(maxsize=8)
def checks(rules):
    """The checks of one bound ruleset, and the same ruleset bound without lifting."""
    reference = bind(rules.ruleset, rules.players, lifting=False)
    return Folding(rules), Invariants(rules), reference


def positions(file):
    """Every step of every scenario of a file: its rules and names, and what it led to."""
    for case in cases_in(FIXTURES / file, book()):
        opened = open_case(case, book())
        playing = Playing(opened.played.rules, opened.seats, opened.game)
        for line in case.scenario.lines:
            for answer in line.answers if isinstance(line, tree.When) else ():
                playing.answer(answer)
        yield playing


@pytest.mark.parametrize("file", FILES)
def test_every_step_of_every_scenario(file):
    steps = 0
    for playing in positions(file):
        rules, names = playing.rules, playing.names
        folding, invariants, reference = checks(rules)
        if file in LENDING:
            invariants.cards = lambda _game: None
        invariants.check(playing.game)
        compare(rules, reference, playing.game)
        for one in playing.steps:
            steps += 1
            invariants.check(one.before)
            if one is playing.steps[0] and one.before.request[1] != CHANCE:
                check_honesty(rules, one.before)
            compare(rules, reference, one.before)
            folding.check(one.before, one.events, one.after)
            answer = parse_line(rules, one.before, names, one.line)
            check_suspension(rules, one.before, answer, one.after)
            log_lines(rules, names, one.before, one.events, one.after)
    assert steps or file == "values.tale"


def compare(rules, reference, game):
    """Targets and costs of every active race, region by region and all at once."""
    one, two = Machine(game, rules.codes), Machine(game, reference.codes)
    one.ways = two.ways = ways_in(rules.codes, game.stack)
    for race in active_races(rules, one):
        expected = reference.attempts.costs(two, race)
        assert rules.attempts.costs(one, race) == expected
        for seat in range(rules.players):
            assert rules.values["score_total"](one, [seat]) == reference.values["score_total"](
                two, [seat]
            )


WHOLE = (
    "at_once.tale", "choices.tale", "limits.tale", "market.tale", "offered.tale", "secrets.tale",
    "states.tale",
)  # fmt: skip
"""files whose cards can be played for ten rounds in any mixture"""
LAYERED = ("in_decline.tale", "pieces.tale", "sleep.tale", "ways.tale")
"""the same, and what they do to attempts is compared with the region-by-region evaluator too"""

SEEDS = (0, 8)
"""in the second many races are in decline early"""


@pytest.mark.parametrize(
    ("file", "reference"),
    [(file, False) for file in WHOLE + LAYERED] + [(file, True) for file in LAYERED],
)
def test_a_whole_game_with_its_cards(file, reference):
    """Cards in combos, events from a deck: a random game breaks nothing, and so does its twin."""
    extra = [FIXTURES / file, FIXTURES / "events.tale"]
    ruleset, findings = load_ruleset("base_test", [data_root()], extra)
    assert [f for f in findings if f.is_error] == []
    report = soak(Plan(ruleset, 2, reference=reference), SEEDS)
    assert report.failures == []
    assert report.decisions > 30
