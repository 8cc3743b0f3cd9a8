"""`talesmith rules`: what a game is made of, and what its house rules touch."""

import re

import pytest

HOUSE = """language 1
house_rule %s "Mine" over base over lakes {
  text "Everything costs more."
  conquest_cost { add 1 }
  on_score { earn 1 }
  on_turn_start { for r in regions where r has mine { mark r with hut } }
  offer in late_choice "Rest" limit 1 per turn { stop }
  marker hut supply 3 { conquest_cost { add 1 } }
  set second_tie = earlier_seat
  replace die reinforcement = 1, 2
  suppress power when race.owner.coins == 0
  after_pick { stop }
}
"""


def test_a_ruleset_is_shown_with_all_its_parts(run):
    done = run("rules", "small_world_tales")
    assert done.exit_code == 0
    said = done.stdout
    assert said.startswith("Small World with Tales and Legends")
    assert "  base 1: attacks, conquest, decline" in said
    assert "  tales 1: auction, deck, english, keys" in said
    assert "    over base" in said
    assert "  race, 14: amazons, dwarves" in said
    assert "  event, 54: a_gift_from_the_sky" in said
    assert "  2 players  base.base_2  23 regions, 10 rounds" in said
    assert "  auction_tie: turn_order (or height, last_in_order, random)" in said
    assert "    Who wins a tied auction" in said
    assert said.endswith("  none\n")
    assert max(map(len, said.splitlines())) <= 80


def test_without_a_name_it_also_tells_what_else_there_is(run, home):
    shelf = home / "rules" / "house"
    shelf.mkdir(parents=True)
    (shelf / "mine.tale").write_text(HOUSE % "mine", "utf-8")
    said = run("rules").stdout
    assert said.startswith("Small World ")
    assert "  small_world_tales  Small World with Tales and Legends" in said
    assert re.search(r"^  ten_coins +Ten starting coins$", said, re.MULTILINE)
    assert re.search(r"^  mine +Mine$", said, re.MULTILINE)


def test_a_house_rule_is_told_with_everything_that_it_touches(run, home):
    (home / "mine.tale").write_text(HOUSE % "mine", "utf-8")
    said = run("rules", "small_world+lakes+mine.tale").stdout
    told = said.partition("  my.mine  Mine\n")[2].splitlines()
    assert [line.strip() for line in told] == [
        "Everything costs more.",
        "- changes the value conquest_cost",
        "- changes the ledger on_score",
        "- acts at the moment on_turn_start",
        "- offers something at the point late_choice",
        "- changes the value conquest_cost by its marker",
        "- acts at the moment after_pick",
        "- replaces the die reinforcement",
        "- sets the key second_tie to earlier_seat",
        "- silences cards of kind power",
        "over base, lakes",
    ]
    assert "  house.lakes  Boats on the lakes" in said
    assert "  second_tie: earlier_seat (or shared)" in said


def test_cards_that_are_left_out_are_counted(run):
    said = run("rules", "small_world+event=tremor,rats+tales").stdout
    assert "  event, 2 of 54: rats, tremor" in said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("smal_world", "there is no ruleset `smal_world` (did you mean small_world ?)"),
        ("ten_coins", "it is a house rule: write RULESET+ten_coins"),
        ("small_world+ten_coin", "no package or house rule `ten_coin` (did you mean ten_coins ?)"),
        ("nowhere.tale", "there is no file nowhere.tale"),
        ("small_world+nowhere.tale", "there is no file nowhere.tale"),
    ],
)
def test_what_is_not_there_is_named_in_a_line(name, said, run):
    done = run("rules", name)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_two_house_rules_on_one_label_end_every_command(run, home):
    (home / "two.tale").write_text(
        'language 1\nhouse_rule poor "Poor" { starting_coins { become 2 } }\n', "utf-8"
    )
    for command in (("rules",), ("play", "--ruleset")):
        done = run(*command, "small_world+ten_coins+two.tale")
        assert done.exit_code == 1
        assert "T311  `house.ten_coins` and `my.poor` lay hand on one thing" in done.stderr
        assert done.stdout == ""


def test_a_house_rule_that_touches_nothing_ends_every_command(run, home):
    (home / "idle.tale").write_text('language 1\nhouse_rule idle { text "Hm." }\n', "utf-8")
    for words in (("rules",), ("play", "--save", "evening.save", "--ruleset")):
        done = run(*words, "small_world+idle.tale")
        assert done.exit_code == 1
        assert "T312  `my.idle` touches nothing" in done.stderr
        assert done.stdout == ""
    assert not (home / "evening.save").exists()


def test_a_key_out_of_its_values_ends_every_command(run, home):
    text = "language 1 ruleset evening { use base set second_tie = coin map base_2 for 2 players }"
    (home / "evening.tale").write_text(text, "utf-8")
    for command in (("rules",), ("play", "--ruleset")):
        done = run(*command, "evening.tale")
        assert done.exit_code == 1
        assert "T109  `coin` is no value of `second_tie`" in done.stderr
        assert done.stdout == ""


def test_a_game_with_house_rules_is_kept_under_its_whole_name(run, home):
    (home / "mine.tale").write_text(HOUSE % "mine", "utf-8")
    name = "small_world+ten_coins+mine.tale"
    words = ("play", "--ruleset", name, "--seat", "ana=uniform", "--seat", "ben=uniform")
    done = run(*words, "--seed", "3", "--save", "evening.save", "--transcript", "evening.txt")
    assert done.exit_code == 0, done.output
    assert "ana gets 10 coins from the bank." in done.stdout
    for file in ("evening.save", "evening.txt"):
        again = run("replay", file)
        assert again.exit_code == 0, again.output
        assert "the same game" in again.stderr
    assert f"ruleset: base.{name}" in (home / "evening.txt").read_text("utf-8")


def test_of_many_boards_it_tells_from_what_each_part_is_chosen(run):
    said = run("rules", "warcraft").stdout
    four = said.partition("\n  4 players")[2].partition("\n  5 players")[0].splitlines()
    assert four[0] == "  one of 64 boards  39 to 40 regions, 9 rounds"
    assert [line.strip() for line in four[1:]] == [
        "warcraft.l1a or warcraft.l1b or warcraft.l2a or warcraft.l2b",
        "warcraft.m1a or warcraft.m1b",
        "warcraft.m2a or warcraft.m2b",
        "warcraft.s1a or warcraft.s1b or warcraft.s2a or warcraft.s2b",
    ]


def test_boards_that_are_no_product_are_told_one_by_one(run, home):
    mine = 'language 1\nruleset mine "Mine" {\n  use warcraft\n'
    mine += "  map warcraft.l1a, warcraft.s1a for 2 players\n"
    mine += "  map warcraft.l1b, warcraft.s1b for 2 players\n}\n"
    (home / "mine.tale").write_text(mine, "utf-8")
    said = run("rules", "mine.tale").stdout
    assert "  2 players  warcraft.l1a, warcraft.s1a  20 regions, 10 rounds\n" in said
    assert "  2 players  warcraft.l1b, warcraft.s1b  19 regions, 10 rounds\n" in said
