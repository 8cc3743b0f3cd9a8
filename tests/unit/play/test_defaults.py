"""A parameter gets its default where nothing is given, and where what is given is missing."""

import pytest

CALLING = """
rules calls "Calls" over base {
  action shout(region: region, whose: race? = region.race) { }
  action pay(region: region, whose: race? = region.race) {
    if whose exists { for p in players { move 1 coins from bank to p } }
  }
  value fee(region: region, whose: race? = region.race) -> number { become 1 when whose exists }
  permission may_shout(region: region, whose: race? = region.race) {
    forbid nobody "nobody is there" when not whose exists
  }
}
event caller "Caller" {
  on_turn_start {
    let near = first(regions where it.race exists)
    let far = first(regions where not it.race exists)
    if near exists and far exists { BODY }
  }
}
scenario "whoever is near is told" {
  at on_turn_start of ana
  given {
    players: ana, ben
    events: caller
    farm1 { race: ana }
    hill1 { race: ben }
  }
  then { expect ana.coins == COINS }
}
"""
CALLS = {
    "an action that is noted": "do shout(ARGS) "
    "move count(past shout this turn where it.whose exists) coins from bank to player",
    "an action with a body": "do pay(ARGS)",
    "a value": "move fee(ARGS) coins from bank to player",
    "a permission": "if may_shout(ARGS) { move 1 coins from bank to player }",
}


@pytest.mark.parametrize("body", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(
    ("args", "coins"),
    [("near", 6), ("near, far.race", 6), ("far, near.race", 6), ("far, far.race", 5), ("far", 5)],
)
def test_a_default_stands_for_what_is_missing(run, body, args, coins):
    text = CALLING.replace("BODY", body.replace("ARGS", args)).replace("COINS", str(coins))
    outcome = run(text)
    assert (outcome.findings, outcome.failure) == ((), None)
    assert outcome.verdict == "passed"


ASKED = """
rules calls "Calls" over base {
  value spread(region: region, whose: race? = region.race) -> number {
    become count(regions where it.race == whose)
  }
  permission may_shout(region: region, whose: race? = region.race) {
    forbid nobody "nobody is there" when not whose exists
  }
}
event caller "Caller" {
  on_turn_start {
    let n = count(regions where CONDITION)
    move n coins from bank to player
  }
}
scenario "what is given counts, not who is there" {
  at on_turn_start of ana
  given {
    players: ana, ben
    events: caller
    ana { declined: elves }
    farm1 { race: ana }
    farm2 { race: ana }
    hill1 { race: elves }
  }
  then { expect ana.coins == 5 + FOUND }
}
"""


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("may_shout(it)", "3"),
        ("may_shout(it, first(active_races))", "count(regions)"),
        ("spread(it) == 2", "2"),
        ("spread(it, first(active_races)) == 2", "count(regions)"),
        ("it.race exists and spread(it, it.race) == 2", "2"),
        ("it.race exists and spread(it, it.race.owner.active) == 2", "3"),
    ],
)
def test_a_whole_map_is_asked_about_what_is_given(run, condition, found):
    outcome = run(ASKED.replace("CONDITION", condition).replace("FOUND", found))
    assert (outcome.findings, outcome.failure) == ((), None)
    assert outcome.verdict == "passed"
