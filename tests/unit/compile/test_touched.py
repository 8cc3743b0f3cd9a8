"""House rules: what they touch, two on one label, and those that touch nothing."""

import pytest

from talesmith.compile import check_paths, load_ruleset

EVERY_KIND = """language 1 package my
house_rule all "Everything" over base {
  starting_coins { become 10 }
  can_decline when round == 1 { forbid early "too early" }
  on_score { earn 1 }
  instead of gain { proceed with n = n + 1 }
  on_round_end { for p in players { move 1 coins from bank to p } }
  after_pick { move 1 coins from bank to race.owner }
  offer in late_choice "Rest" limit 1 per turn { stop }
  suppress power when race.owner.coins == 0
  set second_tie = earlier_seat
  marker hut "Hut" supply 3 { conquest_cost { add 1 } }
  way rope "Rope" limit 1 per turn { can_conquer { waive reach } }
  on_turn_start { for r in regions where r has mine { mark r with hut } }
  replace step open_round(r: number) { if r == 1 { stop } }
  replace die reinforcement = 1, 2
  replace value game_length() -> number at_least 1 { become 12 }
}
ruleset evening { use base use all map base_2 for 2 players }
"""


def load(tale, root, text):
    return load_ruleset(str(tale("evening.tale", text)), [root])


def errors(findings):
    return [finding for finding in findings if finding.is_error]


def test_every_kind_of_label_is_named(root, tale):
    ruleset, findings = load(tale, root, EVERY_KIND)
    assert errors(findings) == []
    assert {(t.kind, t.name, t.how) for t in ruleset.touches} == {
        ("value", "starting_coins", "changes"),
        ("permission", "can_decline", "changes"),
        ("ledger", "on_score", "changes"),
        ("action", "gain", "changes"),
        ("moment", "on_round_end", "acts"),
        ("moment", "on_turn_start", "acts"),
        ("moment", "after_pick", "follows"),
        ("point", "late_choice", "offers"),
        ("cards", "power", "silences"),
        ("key", "second_tie", "sets to earlier_seat"),
        ("value", "conquest_cost", "by its marker"),
        ("permission", "can_conquer", "by its way"),
        ("step", "open_round", "replaces"),
        ("die", "reinforcement", "replaces"),
        ("value", "game_length", "replaces"),
    }
    assert {t.card for t in ruleset.touches} == {"my.all"}
    assert next(t.where.line for t in ruleset.touches if t.name == "starting_coins") == 3


TWO = """language 1 package my
house_rule one "One" over base { %s }
house_rule two "Two" over base%s { %s }
ruleset evening { use base use one use two map base_2 for 2 players }
"""
PAIRS = {
    "value": ("starting_coins { become 10 }", "starting_coins { add 1 }"),
    "permission": ("can_see_coins { waive hidden }", 'can_see_coins { forbid never "no" }'),
    "ledger": ("on_score { earn 1 }", "on_score { earn 2 }"),
    "action": ("instead of gain { proceed }", "instead of gain { stop }"),
    "key": ("set second_tie = earlier_seat", "set second_tie = shared"),
    "base": ("starting_coins { add 1 }",
             "replace value starting_coins(player: player) -> number at_least 0 { become 7 }"),
}  # fmt: skip


@pytest.mark.parametrize("kind", PAIRS)
def test_two_on_one_label_are_an_error(kind, root, tale):
    first, second = PAIRS[kind]
    ruleset, findings = load(tale, root, TWO % (first, "", second))
    assert ruleset is None
    (found,) = errors(findings)
    assert found.code == "T311"
    assert "`my.one` and `my.two`" in found.message
    assert (found.span.line, found.places[0].span.line) == (3, 2)


@pytest.mark.parametrize("kind", PAIRS)
@pytest.mark.parametrize("name", ["one", "my.one"])
def test_naming_the_other_settles_it(name, kind, root, tale):
    first, second = PAIRS[kind]
    ruleset, findings = load(tale, root, TWO % (first, f" over {name}", second))
    assert errors(findings) == []
    assert ruleset is not None


def test_of_two_that_set_a_value_the_one_that_names_the_other_has_its_way(root, tale):
    text = TWO % ("starting_coins { become 10 }", " over one", "starting_coins { become 3 }")
    ruleset, findings = load(tale, root, text)
    assert errors(findings) == []
    lines = {h.card: h.body[0] for h in ruleset.handlers if h.hook == "starting_coins"}
    assert lines["my.two"][4] == ("my.one",)
    assert lines["my.one"][4] == ()


def test_naming_it_in_the_line_settles_it_too(root, tale):
    lines = ("starting_coins { become 10 }", "", "starting_coins { become 3 over one }")
    _, findings = load(tale, root, TWO % lines)
    assert errors(findings) == []


def test_a_house_rule_that_is_named_need_not_be_played(root, tale):
    lines = ("starting_coins { become 10 }", " over one", "starting_coins { become 3 }")
    text = (TWO % lines).replace("use one ", "")
    ruleset, findings = load(tale, root, text)
    assert errors(findings) == []
    assert {t.card for t in ruleset.touches} == {"my.two"}


def test_a_name_behind_over_that_nothing_has_is_an_error(root, tale):
    for name in ("onne", "my.onne"):
        _, findings = load(tale, root, TWO % ("on_score { earn 1 }", f" over {name}", "stop"))
        assert "T113" in [finding.code for finding in findings]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("on_round_end { stop }", "on_round_end { stop }"),
        ("on_score { earn 1 }", "starting_coins { add 1 }"),
        ('offer in late_choice "A" limit 1 per turn { stop }',
         'offer in late_choice "B" limit 1 per turn { stop }'),
        ("marker hut supply 3 { conquest_cost { add 1 } }", "conquest_cost { add 1 }"),
    ],
)  # fmt: skip
def test_what_comes_beside_is_in_nobodys_way(first, second, root, tale):
    _, findings = load(tale, root, TWO % (first, "", second))
    assert errors(findings) == []


IDLE = [
    'text "Everybody starts with ten coins."',
    "set second_tie = shared",
    "step nothing() { stop }",
    "state pride of player: number = 0",
    "key proud: no, yes",
]


@pytest.mark.parametrize("member", IDLE)
def test_a_house_rule_that_touches_nothing_is_an_error(member, root, tale):
    text = f"language 1 package my house_rule idle {{ {member} }}"
    found = errors(check_paths([tale("idle.tale", text)], [root]))
    assert [(f.code, f.message) for f in found] == [("T312", "`my.idle` touches nothing")]


def test_setting_a_key_back_over_another_house_rule_is_something(root, tale):
    text = TWO % ("set second_tie = earlier_seat", " over one", "set second_tie = shared")
    ruleset, findings = load(tale, root, text)
    assert errors(findings) == []
    assert dict(ruleset.settings)["second_tie"] == "shared"
    ruleset, _ = load(tale, root, text.replace("use one use two", "use two use one"))
    assert dict(ruleset.settings)["second_tie"] == "shared"
    both = text.replace("over base {", "over base over two {", 1)
    assert [f.code for f in errors(load(tale, root, both)[1])] == ["T311"]


@pytest.mark.parametrize("line", ["set second_tie = flip_a_coin", "set first_tie = shared"])
def test_a_key_out_of_its_values_is_an_error(line, root, tale):
    text = f"language 1 ruleset evening {{ use base {line} map base_2 for 2 players }}"
    ruleset, findings = load(tale, root, text)
    assert ruleset is None
    assert [finding.code for finding in errors(findings)] == ["T109"]


def test_a_ruleset_tells_of_house_rules_that_clash_in_other_files(root, tale):
    for name in ("one", "two"):
        text = f"language 1 package my house_rule {name} {{ starting_coins {{ add 1 }} }}"
        tale(f"rules/house/{name}.tale", text)
    text = "language 1 package my ruleset evening { use base use one use two map base_2 for 2 players }"
    evening = tale("evening.tale", text)
    (found,) = errors(check_paths([evening], [evening.parent, root]))
    assert (found.code, found.span.path) == ("T311", str(evening))
    assert [place.span.path.rpartition("/")[2] for place in found.places] == [
        "two.tale",
        "one.tale",
    ]
