"""What a position is where nothing is said, and every word in it that cannot be."""

import pytest

from talesmith.prove.opening import open_case
from talesmith.run.invariants import Invariants

NEUTRAL = """
  then {
    expect ana.coins == 5
    expect cid.coins == 5
    expect first_player == ana
    expect round == 1
    expect count(column) == 6
    expect ana.active == plain_one
    expect cid.active == plain_three
    expect plain_one has plain_a
    expect plain_one.hand == 0
    expect plain_one.tray == 20
    expect size(badge_discard) == 0
    expect count(regions where it.race exists) == 0
    expect count(regions where it has mountain) == 3
    expect count(past score this game) == 0
  }
"""


def test_what_is_not_said_is_neutral(outcome):
    given = "at turn_choice of ana given { players: ana, ben, cid }"
    assert outcome(given + NEUTRAL).verdict == "passed"


def test_everything_that_can_be_said(outcome):
    assert outcome("""
  at turn_choice of ben
  given {
    players: ana, ben
    first: ben
    round: 3
    column: hill, orcs, forest, humans
    banner_stack: elves, base.trolls
    badge_discard: swamp
    ana { combo: flying, ratmen  declined: ghouls, giants  coins: 9  hand: 1  rolled: yes }
    ghouls { hand: 2  badge: spirit  tray: 1 }
    giants { slot: spirit }
    ana.withdrawn: 1
    ratmen { aside: 2 }
    hill1 { race: ana  tokens: 3  fortress: yes  encampment: 2 }
    farm1 { race: lost_tribe  tokens: 2 }
    farm2 { race: giants }
    mountain1 { mountain: no }
  }
  then {
    expect turn_order == players or first_player == ben
    expect round == 3
    expect count(column) == 2
    expect first(column).banner == orcs
    expect last(column).badge == forest
    expect top(banner_stack) == elves
    expect bottom(banner_stack) == trolls
    expect top(badge_discard) == swamp
    expect ana.coins == 9
    expect ratmen has flying
    expect first(ana.declined_races) == ghouls
    expect ghouls has spirit
    expect giants.slot == spirit
    expect ghouls.tray == 1
    expect ratmen.hand == 1
    expect ratmen.withdrawn == 1
    expect ratmen.aside == 2
    expect ratmen.tray == 6
    expect ana.rolled
    expect hill1.tokens == 3
    expect hill1 has fortress
    expect marks(hill1, encampment) == 2
    expect farm1.race == lost_tribe
    expect lost_tribe.tray == 16
    expect not mountain1 has mountain
    expect mountain2 has mountain
  }""").failure is None  # fmt: skip


def test_a_default_position_keeps_every_invariant(cases, book):
    (case,) = cases(
        'scenario "x" { given { players: ana, ben  farm1 { race: ben } ana { hand: 3 } } }'
    )
    opened = open_case(case, book)
    Invariants(opened.played.rules).check(opened.game)


WRONG = {
    "players: ana": "not for 1",
    "players: ana, ana": "each once",
    "players: ana, ben  colour: red": "a game has no property `colour`",
    "players: ana, ben  round: 11": "11 is out of range: 1 to 10",
    "players: ana, ben  round: late": "`late` stands where a number",
    "players: ana, ben  first: cid": "`cid` is no player",
    "players: ana, ben  column: orcs, hill": "`orcs` is no power",
    "players: ana, ben  column: hill": "a power and a race in turn",
    "players: ana, ben  banner_stack: elves  ana { combo: hill, elves }": "`elves` lies in two places",
    "players: ana, ben  cid { coins: 3 }": "nothing here is called `cid`",
    "players: ana, ben  ana { combo: hill }": "a combo is a power and a race",
    "players: ana, ben  ana { combo: hill, orks }": "`orks` is no race",
    "players: ana, ben  ana { combo: orcs, hill  hand: 2 }": "first: write `combo: hill, orcs`",
    "players: ana, ben  ana { combo: orcs, elves }": "first: write `combo: plain_a, orcs`",
    "players: ana, ben  ana { combo: hill, flying }": "behind it: write `combo: hill, plain_one`",
    "players: ana, ben  events: rats": "there is no event in this game: `under NAME`",
    "players: ana, ben  ana { declined: elves }": "`elves` has declined and has no token left",
    "players: ana, ben  ana { combo: none  hand: 3 }": "ana has no active race",
    "players: ana, ben  ana { hand: 21 }": "21 is out of range: 20 tokens",
    "players: ana, ben  ana { hand: 5, 6 }": "one word is needed here",
    "players: ana, ben  ana { coins: -1 }": "can not stand here",
    "players: ana, ben  ana { coins: 3  coins: 4 }": "`coins` is given twice",
    "players: ana, ben  ana { rolled: perhaps }": "`perhaps` is no flag",
    "players: ana, ben  hill1 { tokens: 2 }": "tokens of whom?",
    "players: ana, ben  hill1 { race: ana  tokens: 0 }": "0 is out of range",
    "players: ana, ben  hill1 { race: elves }": "`elves` is no race",
    "players: ana, ben  hill1 { lair: 2 }": "2 is out of range: 1 may lie in a region",
    "players: ana, ben  hill1 { liar: yes }": "a region has no property `liar`",
    "players: ana, ben  plain_one { bagde: hill }": "a race has no property `bagde`",
    "players: ana, hill1": "the name of a region",
    "players: ana, ben, cid, dan, eva, fay": "not for 6",
}  # fmt: skip


@pytest.mark.parametrize("facts", WRONG)
def test_what_cannot_be_is_found_at_its_word(book, facts, tmp_path):
    text = f'language 1\nscenario "x" {{\n  given {{ {facts} }}\n}}\n'
    path = tmp_path / "x.tale"
    path.write_text(text, "utf-8")
    found = findings_of(path, book)
    assert WRONG[facts] in " ".join(f.message for f in found)
    assert {f.span.line for f in found} <= {2, 3}


@pytest.mark.parametrize("combo", ["hill", "orcs, hill", "hill, orks"])
def test_a_wrong_combo_is_one_finding_whatever_follows_from_it(book, combo, tmp_path):
    facts = f"ana {{ combo: {combo}  hand: 2 }}  hill1 {{ race: ana }}"
    path = tmp_path / "x.tale"
    path.write_text(f'language 1\nscenario "x" {{ given {{ players: ana, ben {facts} }} }}\n')
    assert len(findings_of(path, book)) == 1


def test_a_misspelt_owner_is_offered_the_players(book, tmp_path):
    path = tmp_path / "x.tale"
    path.write_text(
        'language 1\nscenario "x" { given { players: ana, ben hill1 { race: bne } } }\n'
    )
    (found,) = findings_of(path, book)
    assert found.label == "did you mean ben ?"


def findings_of(path, book):
    from talesmith.prove.cases import cases_in
    from talesmith.prove.rulebook import UnsoundError
    from talesmith.prove.run import run_case

    try:
        (case,) = cases_in(path, book)
    except UnsoundError as error:
        return error.findings
    return run_case(case, book).findings
