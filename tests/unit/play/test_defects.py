"""What no rule may do ends the game with a message that names the rule, never with a wrong state."""

import pytest

STARTED = """
rules moods "Moods" over base { state mood of player: number = 0 }
event broken "Broken" {
  on_turn_start { BODY }
}
scenario "it starts" {
  at on_turn_start of ana
  given {
    players: ana, ben
    events: broken
    farm1 { race: ana tokens: 2 }
    hill1 { race: ben }
  }
}
"""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("at_once p in players { set first_player = p }", "one thing is set twice at once"),
        (
            "at_once p in players { set player.mood = 1 }",
            "one thing is set twice at once",
        ),
        (
            "at_once p in players { move 3 coins from player to bank }",
            "6 coins moved where 5 are",
        ),
        (
            "at_once r in regions where r.race exists { move 2 tokens from r to r.race.hand }",
            "2 tokens moved where 1 are",
        ),
        ("move 6 coins from player to bank", "6 coins moved where 5 are"),
        ("move player.mood - 1 coins from player to bank", "-1 coins moved"),
        ("for f in active_races { move 3 tokens from f.hand to f.tray }", "3 tokens moved"),
        (
            "for f in active_races { for r in f.owner.left.regions { move 1 tokens from f.tray to r } }",
            "two races in one region",
        ),
        (
            "for f in active_races { for g in active_races where g != f { move 1 tokens from f.tray to g.hand } }",
            "tokens of one race put in the supply of another",
        ),
        (
            "at_once f in active_races { for g in active_races where g != f { move 1 tokens from f.tray to g.hand } }",
            "tokens of one race put in the supply of another",
        ),
        (
            "loop going at_most 4 times { if player.mood == 9 { end going } }",
            "the loop going has not ended in its bound",
        ),
        ("set player.mood = 1000 * 1001", "the number 1001000 is out of range"),
        (
            "for c in column where c.rank == 0 { move c.badge to badge_discard }",
            "a badge is moved while a combo has it",
        ),
        (
            "for c in column where c.rank == 0 { move c.banner to top(banner_stack) }",
            "a banner is moved while a combo has it",
        ),
        (
            "for f in active_races { let b = f.banner move b to top(banner_stack) }",
            "a banner is moved while a race in play has it",
        ),
        (
            "for f in active_races { move f.banner to top(banner_stack) }",
            "a race leaves while it has tokens",
        ),
        (
            "for c in column where c.rank == 0 { found c by player as another }",
            "a second active race for one player",
        ),
        ("for p in players { for q in players { let n = p.coins * 200001 set p.mood = n } }",
         "out of range"),
    ],
)  # fmt: skip
def test_a_defect_is_named(run, body, message):
    outcome = run(STARTED.replace("BODY", body))
    assert outcome.verdict == "failed"
    facts = dict(outcome.failure.facts)
    assert message in facts["defect"]
    assert facts["defect"].endswith("my.broken/on_turn_start/1")
    lines = ("", "", "", *STARTED.split("\n"))  # the head of the file stands before
    at = next(n for n, line in enumerate(lines, 1) if line.startswith("  on_turn_start"))
    assert facts["written"].endswith(f"written.tale:{at}")


def test_without_a_defect_the_same_scenario_passes(run):
    assert run(STARTED.replace("BODY", "set player.mood = 1")).verdict == "passed"


@pytest.mark.parametrize(
    "statement",
    ["choose number 0 .. 3 by p as n", 'ask p "Well?" as well', "mark r with mountain",
     "do score(p, 1)", "stop"],
)  # fmt: skip
def test_at_once_holds_moves_and_settings_only(run, statement):
    body = f"for r in regions {{ at_once p in players {{ {statement} }} }}"
    outcome = run(STARTED.replace("BODY", body))
    word = statement.partition(" ")[0]
    assert outcome.verdict == "broken"
    assert [f.code for f in outcome.findings if f.is_error] == ["T211"]
    assert f"`{word}` cannot stand in `at_once`" in outcome.findings[0].message
