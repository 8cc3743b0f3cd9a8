"""`talesmith why` and `why-not`, outside of play and at the prompt."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ANGLERS = HERE.parent / "trace" / "anglers.tale"
SHORT = HERE / "short.tale"
LANDS = f"{ANGLERS}::An angler lands"
GAME = ("--players", "2", "--ruleset", SHORT, "--seed", "1", "--seat", "ana=human")
COST = "conquest_cost(ana.active, hill9)"


def test_why_is_one_line_and_the_tree_on_request(run):
    short = run("why", LANDS, COST)
    assert short.exit_code == 0
    assert short.stdout == "2 base - 1 anglers = 1\n"
    tree = run("why", LANDS, COST, "--tree").stdout.splitlines()
    assert tree[0] == short.stdout.strip()
    assert any("- 1 anglers" in line and "anglers.tale:8" in line for line in tree[1:])


def test_a_score_is_told_with_what_it_is_earned_for(run, home):
    text = """language 1
package my
power nuggets "Nuggets" {
  is tokens: 4
  on_score { earn 2 }
  marker flag { region_income { add 1 } }
}
scenario "earned" {
  given { players: ana, ben  ana { combo: nuggets, plain_one }  farm1 { race: ana  flag: yes } }
  then { expect score_total(ana) == 4 }
}
"""
    (home / "nuggets.tale").write_text(text)
    told = run("why", "nuggets.tale::earned", "score_total(ana)", "--tree").stdout.splitlines()
    first = next(at for at, line in enumerate(told) if "4 base  (" in line)
    assert [line.strip() for line in told[first + 1 :]] == [
        "1 score  (base.score)", "2 nuggets  (my.nuggets)", "1 in other ways", "= 4",
    ]  # fmt: skip
    told = run("why", "nuggets.tale::earned", "region_income(ana, farm1)", "--tree").stdout
    assert "1 base + 1 flag = 2" in told
    assert "nuggets  (my.nuggets)" not in told


def test_why_not_tells_what_stands_against_an_answer(run):
    done = run("why-not", LANDS, "ana conquer sea1")
    assert done.exit_code == 0
    assert done.stdout.startswith("no: ")


def test_why_not_needs_no_name_and_tells_that_nothing_stands_against_it(run):
    run("play", *GAME, "--save", "g.save", typed="quit\n")
    done = run("why-not", "g.save", "pick 1", "--ruleset", SHORT)
    assert done.stdout.startswith(("no: ", "yes: "))
    run("play", *GAME, "--save", "h.save", typed="1\nquit\n")
    done = run("why-not", "h.save", "conquer the_lake", "--ruleset", SHORT, "--tree")
    assert "conquer it? no: " in done.stdout
    assert "conquest.tale:" in done.stdout
    done = run("why-not", "h.save", "conquer east_hill", "--ruleset", SHORT)
    assert done.stdout == "yes: this can be answered now\n"


def test_why_not_asks_permissions_too(run):
    done = run("why-not", LANDS, "can_conquer(ana.active, sea1)", "--tree")
    assert done.stdout.startswith("no: ")
    assert "conquest.tale:" in done.stdout
    assert "water cannot be conquered (forbid water, base," in " ".join(done.stdout.split())


def test_an_own_region_is_told_and_not_priced(run):
    run("play", *GAME, "--save", "h.save", typed="1\nconquer east_hill\nquit\n")
    done = run("why-not", "h.save", "conquer east_hill", "--ruleset", SHORT, "--tree")
    assert done.stdout.startswith(
        "no: 'conquer east hill' is not possible: that region is already yours"
    )
    assert "needs" not in done.stdout
    assert "Cost" not in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("why-not", LANDS, COST), 2, "ask `why` for a value"),
        (("why-not", LANDS, " > "), 2, "say which answer"),
        (("why-not", "nowhere.save", "ana done"), 2, "there is no file nowhere.save"),
        (("why", "nowhere.save", "1"), 2, "there is no file nowhere.save"),
        (("why-not", LANDS, "can_conquer(ana.active, hill77)"), 1, "nothing here is called"),
        (("why", f"{ANGLERS}::Storm", "1"), 2, "no scenario is called `Storm`"),
    ],
)
def test_bad_input(run, words, code, said):
    done = run(*words)
    assert done.exit_code == code
    assert said in done.output


def at_prompt(run, *typed):
    return run("play", *GAME, typed="\n".join((*typed, "quit", "quit", ""))).stdout


def test_at_the_prompt_a_value_is_one_line_and_fully_a_tree(run):
    cost = "conquest_cost(ana.active, east_hill)"
    shown = at_prompt(run, "1", f"why {cost}", f"why {cost} fully")
    assert shown.count("base = 2") == 2
    assert shown.count("conquest.tale:") == 1


def test_at_the_prompt_why_not_tells_the_reason(run):
    shown = at_prompt(
        run, "1", "why-not conquer the_lake", "why-not", "why-not conquer the_lake fully"
    )
    assert "no: " in shown
    assert "Say which answer" in shown
    assert "conquest.tale:" in shown


def test_at_the_prompt_nothing_hidden_is_told(run):
    shown = at_prompt(run, "1", "why count(badge_stack)", "why size(top(badge_stack))", "why moon(")
    assert "No: at this prompt ask a value or permission" in shown
    assert "expression:1" in shown
