"""`talesmith hooks`: the vocabulary of a ruleset, and one word of it in full."""

import pytest

from talesmith.cli.common import load


def test_the_list_has_every_hook_with_its_meaning(run):
    done = run("hooks")
    assert done.exit_code == 0
    starts = {line.partition("(")[0] for line in done.stdout.splitlines()}
    ruleset = load("small_world", ())
    assert {hook.name for hook in ruleset.hooks} <= starts
    assert "    the cost of a region for a race" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", ["conquest_cost", "conquest-cost", "Conquest_Cost"])
def test_a_value_is_told_with_roles_range_base_and_answers(run, name):
    said = run("hooks", name).stdout.replace("\n    ", " ").replace("\n", " ")
    assert "value of base" in said
    assert "Meaning: the cost of a region for a race." in said
    assert "Whose: `as attacker`, `as defender` or `as anyone`." in said
    assert "Range: at least the least force that that race needs for that region." in said
    assert "Rules: Conquering a region costs as many tokens as 2 plus" in said
    assert "base.fortified in fortress: conquest_cost" in said


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("on_turn_end", ["Happens in: step turn", "  base.diplomat: on_turn_end"]),
        ("after_conquer", ["  base.trolls: after_conquer"]),
        ("conquest_choice", ["Offered in: step conquests", "  base.stout: offer in late_choice"]),
        (
            "can_ready",
            [
                "Asked in: step ready",
                "No card of small_world answers; other games are asked with --ruleset.",
            ],
        ),
        ("round", None),
    ],
)
def test_moments_points_and_actions_say_where_they_are(run, name, lines):
    done = run("hooks", name)
    if lines is None:
        assert done.exit_code == 2
        return
    found = run("hooks", "late_choice").stdout + done.stdout
    for line in lines:
        assert line in found.splitlines()


def test_a_permission_is_told_with_the_names_that_are_waived(run):
    said = run("hooks", "can_conquer").stdout.splitlines()
    assert "Forbidden by, each to be waived by its name:" in said
    assert "  water: “water cannot be conquered”, base" in said
    assert "  peace: “you are at peace”, base.diplomat" in said
    assert "  base.seafaring: can_conquer, waives water" in said
    assert "Nothing forbids it." in run("hooks", "can_abandon").stdout.splitlines()


@pytest.mark.parametrize("name", ["one_round", "one-round", "One round"])
def test_a_step_is_told_with_its_text(run, name):
    said = run("hooks", name).stdout.splitlines()
    assert "Called in: step game" in said
    at = next(
        n for n, line in enumerate(said) if line.startswith("Written in rules/base/turn.tale:")
    )
    assert said[at + 1].strip() == "step one_round(r: number) {"
    assert said[-1] == "  }"
    assert "did you mean one_round?" in run("hooks", "one_rund").stderr


def test_a_step_of_a_card_is_not_proposed(run):
    assert "`talesmith hooks` lists them" in run("hooks", "keep_bck").stderr


def test_other_rulesets_have_other_hooks(run):
    assert run("hooks", "toll").exit_code == 2
    said = run("hooks", "toll", "--ruleset", "warcraft").stdout
    assert "value of warcraft" in said
    assert "warcraft.aegis: toll" in said


def test_a_hook_that_is_not_there_is_wrong_use(run):
    done = run("hooks", "conqest_cost")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: base.small_world has no hook conqest_cost; did you mean conquest_cost?\n"
    )


def test_a_hook_with_another_beginning_is_proposed(run):
    for name, meant in (("on_conquer", "after_conquer"), ("on_decline", "after_decline")):
        assert run("hooks", name).stderr.endswith(f"has no hook {name}; did you mean {meant}?\n")
