"""The machine plays every word of the language, or refuses the few that it cannot play, by name."""

import pytest

from talesmith.play import bind
from talesmith.play.changes.records import HEAD
from talesmith.play.expressions.constants import GAME
from talesmith.play.expressions.properties import PROPERTIES
from talesmith.play.expressions.scalars import BUILDERS
from talesmith.play.hooks.layers import LAYERS
from talesmith.play.statements.flow import STATEMENTS
from talesmith.ruleset import ops, vocabulary

LINES = {*LAYERS, "earn", "drop", "forbid", "waive"}
"""lines of pure bodies: values, permissions and ledgers read them themselves"""
CALLS = {"value", "permit", "key"}
"""hooks are asked by the binder, keys are worked out before anything is bound"""
INNER = {"cost_at", "either", "short_at", "told"}
"""made by the machine itself: costs of attempts, and answers of the rules beside hooks"""
ONLY_ATTACHED = {"active_or_next", "next_race"}
"""races that may still be to come: something can be attached to them, nothing asked of them"""
NOT_YET = {
    "units": "figures of their own supply that count as tokens are not built: no card has them",
    "units_first": "the same",
    "lying": "face-down things in regions are not built: no card lays any",
}


def written_in_play(table):
    """The words of a table whose meaning stands in `play`: tools add marks of their own."""
    return {name for name, do in table.items() if do.__module__.startswith("talesmith.play.")}


def test_every_expression_is_played_or_refused():
    assert bind.BUILT_IN
    known = written_in_play(BUILDERS) | CALLS | ONLY_ATTACHED | set(NOT_YET)
    assert known - INNER == set(ops.EXPRESSIONS)
    assert not set(BUILDERS) & (CALLS | ONLY_ATTACHED | set(NOT_YET))


def test_every_statement_is_played():
    assert written_in_play(STATEMENTS) | LINES == set(ops.STATEMENTS)
    assert not set(STATEMENTS) & LINES


def test_every_property_is_read():
    records = {f"record.{name}" for name in HEAD}
    asked = {name for name in vocabulary.PROPERTIES if name.startswith("record.")}
    assert asked <= records
    assert set(PROPERTIES) == set(vocabulary.PROPERTIES) - asked


def test_every_constant_of_the_game_is_read():
    assert set(GAME) == set(vocabulary.GAME)


SCENARIO = 'scenario "it starts" { given { players: ana, ben farm1 { race: ana } } }'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("power beastly { is tokens: 4 unit beast supply 5 { } }", "units (`my.beast`)"),
        (
            "rules bombing over base { marker bang { } stack bombs of bang 3 on race hidden }",
            "a stack on each race (`bombs`)",
        ),
        (
            "rules bombing over base { marker bang { } stack bombs of bang 3 hidden }",
            "stacks of markers (`bombs`)",
        ),
    ],
)
def test_what_cannot_be_played_yet_is_refused_before_a_game(run, text, what):
    outcome = run(f"{text}\n{SCENARIO}")
    assert outcome.verdict == "broken"
    assert [f.message for f in outcome.findings] == [f"the machine cannot play {what} yet"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("let g = top(badge_stack) if g exists { move g to player }", "badge to a player"),
        ("for c in column { move c to first_region() }", "combo to a region"),
        ("for e in current { move e to player }", "event to a player"),
        ("for f in active_races { move f.troops to player }", "troops to a player"),
        ("for f in active_races { move f.hand to column }", "pool to a column"),
        ("for f in active_races { move f.banner to box }", "banner to a box"),
    ],
)
def test_moves_that_mean_nothing_are_refused(run, body, what):
    body = body.replace("move c to first_region()", "for r in regions { move c to r }")
    outcome = run(f"event odd {{ on_turn_start {{ {body} }} }}\n{SCENARIO}")
    assert outcome.verdict == "broken"
    assert [f.message for f in outcome.findings] == [f"the machine cannot move a {what}"]
