"""How files are found and in which company they are checked."""

import random
import re

import pytest

from talesmith.compile import check_paths, check_text
from talesmith.compile.check import Checks
from talesmith.ground.source import SourceText

POWER = """language 1 package %s
power daring "Daring" {
  cites "RA-1", "%s"
  is tokens: 4
  conquest_cost as attacker { add -1 }
}
"""


def codes(findings):
    return [finding.code for finding in findings]


def test_a_folder_is_checked_with_everything_in_it(root, tale):
    tale("a/one.tale", POWER.replace("conquest_cost", "conqest_cost") % ("my", "X-1"))
    two = tale("a/b/two.tale", POWER.replace("attacker", "atacker") % ("my", "X-1"))
    found = check_paths([two.parents[1]], [root])
    assert [(f.span.path.rpartition("/")[2], f.code) for f in found] == [
        ("two.tale", "T401"), ("two.tale", "T044"), ("one.tale", "T401"), ("one.tale", "T101"),
    ]  # fmt: skip


def test_a_file_of_another_package_is_checked_over_the_base_and_its_own_rules(root, tale):
    tale(
        "rules/more/more.tale",
        "language 1 package more rules more over base { property odd of badge: number }",
    )
    card = tale(
        "cards/more/powers/daring.tale",
        POWER.replace("tokens: 4", "tokens: 4, odd: 1") % ("more", "RA-2"),
    )
    assert codes(check_paths([card], [card.parents[3], root])) == ["T401"]
    wrong = tale("cards/more/powers/other.tale", POWER.replace("daring", "other") % ("my", "RA-2"))
    assert codes(check_paths([wrong], [card.parents[3], root])) == ["T110", "T401"]


def test_a_card_is_checked_beside_those_that_need_no_more_than_it(root, tale):
    dig = 'language 1 package mine power %s "%s" over %s { %s }'
    tale("cards/mine/a.tale", dig % ("old", "Old", "base", "marker den { } is tokens: 1"))
    tale("cards/mine/b.tale", dig % ("wet", "Wet", "tales", "marker pool { }"))
    near = tale("cards/mine/near.tale", dig % ("near", "Near", "base", "marker den { }"))
    far = tale("cards/mine/far.tale", dig % ("far", "Far", "tales", "marker pool { }"))
    loose = tale("loose.tale", dig % ("loose", "Loose", "base", "marker pool { } marker den { }"))
    roots = [near.parents[2], root]
    for path, clashes in ((near, ["den"]), (far, ["pool"]), (loose, ["den"])):
        found = [one for one in check_paths([path], roots) if one.code == "T112"]
        assert [one.message for one in found] == [f"`{name}` is declared twice" for name in clashes]


def test_a_scenario_knows_the_races_of_its_own_package(root, tale):
    card = tale(
        "cards/friends/races/moles.tale",
        "language 1 package friends\n"
        'race moles "Moles" { is tokens: 5, tray: 9 conquest_cost as attacker { add -1 } }\n'
        'scenario "Moles dig" {\n'
        "  given { players: ana, ben ana { combo: plain_power, moles } }\n"
        "  then { expect conquest_cost(moles, forest1) == 1 }\n"
        "}\n",
    )
    roots = [card.parents[3], root]
    assert codes(check_paths([card], roots)) == []
    card.write_text(card.read_text("utf-8").replace("cost(moles", "cost(mole"), encoding="utf-8")
    assert codes(check_paths([card], roots)) == ["T105"]


def test_a_card_prints_its_numbers_and_has_a_title_of_its_own(root, tale):
    card = tale(
        "cards.tale",
        "language 1 package my\n"
        'race moles "Moles" { }\n'
        'race voles "Voles" { is tokens: 5 }\n'
        'power moleish "moles" { is tokens: 0 }\n'
        'power shy " " { }\n',
    )
    found = check_paths([card], [root])
    assert [(f.span.line, f.code) for f in found] == [
        (2, "T405"), (2, "T406"), (3, "T405"), (4, "T406"), (5, "T405"), (5, "T406"),
    ]  # fmt: skip
    assert found[0].hint == "write `is tokens: NUMBER, tray: NUMBER` in the card"


def test_a_text_is_checked_without_a_file(root):
    text = POWER.replace("tokens", "token") % ("my", "X-1")
    found = check_text(SourceText("unsaved.tale", text), [root])
    assert codes(found) == ["T102"]
    assert found[0].fix.text == "tokens"


def test_an_unreadable_file_is_a_finding(root, tmp_path):
    found = check_paths([tmp_path / "nowhere.tale"], [root])
    assert codes(found) == ["T011"]


def test_cited_ids_are_those_of_the_index(root, tale):
    tale("rules/base/index.md", "| RA-1 | a rule |\n| QX-10 | another |\n")
    card = tale("cards/base/powers/daring.tale", POWER % ("base", "QX-11"))
    found = check_paths([card], [card.parents[3], root])
    assert codes(found) == ["T401", "T104"]
    assert "QX-10" in found[1].label
    mine = tale("daring.tale", POWER % ("my", "MY-1"))
    assert codes(check_paths([mine], [card.parents[3], root])) == ["T401"]


def test_only_where_the_rules_have_ids_a_card_has_to_cite_one(root, tale):
    text = POWER.replace('  cites "RA-1", "%s"\n', "")
    for package, found in (("base", ["T401", "T402"]), ("friends", ["T401"])):
        card = tale(f"cards/{package}/daring.tale", text % package)
        assert codes(check_paths([card], [card.parents[2], root])) == found
    tale("rules/friends/index.md", "| FR-1 | a rule |\n")
    (_, finding) = check_paths([card], [card.parents[2], root])
    assert finding.hint == 'write `cites "ID"`; the ids stand in rules/friends/index.md'


def test_a_value_out_of_the_range_of_its_hook(root):
    text = "language 1 package my event dry { starting_coins { become -1 } }"
    assert codes(check_text(SourceText("dry.tale", text), [root])) == ["T205"]


def broken(text, chance):
    """A text with some words taken out, changed or put in."""
    words = re.findall(r"\w+|\s+|[^\w\s]", text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(words))
        words[at] = chance.choice(["", " " + chance.choice(words) + " ", words[at] * 2])
    return "".join(words)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_written_makes_the_checker_fail(seed, root):
    chance = random.Random(seed)  # noqa: S311 - a repeatable draw, no secret
    checks = Checks([root])
    folders = ("rules/base", "cards/base", "tests/language")
    files = [path for folder in folders for path in sorted((root / folder).rglob("*.tale"))]
    for _ in range(8):
        text = broken(chance.choice(files).read_text("utf-8"), chance)
        path = checks.library.put(SourceText("broken.tale", text))
        checks.forget(path)
        for finding in checks.file(path):
            assert finding.message
            assert finding.span.path == "broken.tale"


@pytest.mark.parametrize(
    ("body", "code", "hint"),
    [
        ("conquest_cost as attacker { if region has mine { add 1 } }", "T207", "add 1 when"),
        ("on_score { for r in regions { earn 1 } }", "T207", "earn 1 each r in"),
        ("conquest_cost as attacker { add 1 when region touches mine }", "T104",
         "any(REGION.neighbours where it has mine)"),
        ('works_in_decline { forbid x "no" }', "T111", "`also declined`"),
        ("is works_in_decline: yes", "T102", "`also declined`"),
        ("is on_score: 1", "T102", "`on_score { ... }` stands without `is`"),
        ("tray { add 1 }", "T101", "`is tray: ...`"),
        ("on_ready { do ready(self) }", "T103", "`call ready(...)`"),
        ("on_ready { call gain(self, 1) }", "T103", "`do gain(...)`"),
        ("on_ready { let p = first(players) if not p exists { stop } do gain(p.active, 1) }",
         "T203", "ask `p.active exists` before"),
        ("on_ready { do gain(first(races), 1) }", "T203", "`let x = ...`, and ask `x exists`"),
        ("on_ready { let r = first(self.regions) move 1 tokens from self.tray to r }", "T203",
         "ask `r exists` before"),
        ("on_ready { let p = first(players) if p exists { if p exists { stop } } }", "T301",
         "never missing here"),
        ("on_ready { do max_shortage(self) }", "T103", "`let n = max_shortage(...)`"),
    ],
)  # fmt: skip
def test_a_hint_says_how_a_line_is_written(root, body, code, hint):
    text = f"language 1 package my power daring {{ is tokens: 4 {body} }}"
    found = check_text(SourceText("page.tale", text), [root])
    assert [one.hint for one in found if one.code == code and hint in one.hint]


def test_a_ruleset_needs_a_board_and_is_not_used(root):
    text = "language 1 package my ruleset evening { use small_world } "
    found = check_text(SourceText("page.tale", text), [root])
    assert codes(found) == ["T308", "T113"]
    assert found[1].hint == "a ruleset cannot be used; write its `use` and `map` lines"


def test_an_unknown_name_is_told_where_else_it_is_known(root):
    text = """language 1 package my
    power daring {
      is tokens: 4
      on_ready { call auction() as winner if winner exists { do gain(self, 1) } }
      conquest_cost as attacker when region == hill1 { add 1 }
    }
    scenario "elsewhere" {
      given {
        players: ana, ben
        wood1 { race: ana }
        farmland2 { race: ana }
      }
      then { expect ana.active has swampwalker }
    }
    """
    found = check_text(SourceText("page.tale", text), [root])
    hints = {one.span.line: one.hint for one in found}
    assert hints[4] == "package tales has a step `auction`: write `over tales` behind the title"
    assert hints[5].startswith("it is a region of the board test_board; a card names no region")
    assert hints[10] == (
        "it is a region of the board test_north; it is known `under warcraft_test`; this one is "
        "played on test_board"
    )
    assert hints[11].endswith("on test_board there are farm1, farm2, farm3, magic2")
    assert hints[13].startswith("package warcraft has a power `swampwalker`; it is known `under")


def test_what_is_called_without_being_a_name_is_looked_for_nowhere(root):
    text = "language 1 package my race orcs { on_score { earn count(self // (\n)(alliance) } }"
    assert codes(check_text(SourceText("page.tale", text), [root])) == ["T103"]


@pytest.mark.parametrize(
    ("body", "label"),
    [
        ("marker den", "expected `{ }` behind `marker den`: what it does, or nothing"),
        ("marker den max 1 supply 4 on_score { earn 1 }",
         "expected `{ }` behind `marker den max 1 supply 4`: what it does, or nothing"),
        ("on_ready { gain(self, 1) }",
         "did you mean `do gain(...)`, or for a step `call gain(...)`?"),
        ("tray: 4", "what is printed on a card stands behind `is`: `is tray: ...`"),
        ("conquest_cost as attacker { add -1 } also declined",
         "`also declined` stands behind the name of a hook, before its `{`"),
        ("on_score { earn 1 if owner.coins < 3 }", "write `earn 1 when CONDITION`"),
        ("on_score { earn 1 for each r in self.regions }", "write `earn 1 each r in THINGS`"),
        ("on_score { earn 2 for r in self.regions where r has mine }",
         "write `earn 2 each r in THINGS`"),
        ("conquest_cost as attacker { add -1 if region has mine cap 4 }",
         "write `add -1 when CONDITION`"),
        ('can_conquer as defender { forbid moat "a moat" if region has mine }',
         'write `forbid moat "a moat" when CONDITION`'),
        ("on_ready { if owner.coins < 3 }", "expected `{`"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_named_in_one_finding(root, body, label):
    text = f"language 1 package my power daring {{ is tokens: 4 {body} }}"
    found = check_text(SourceText("page.tale", text), [root])
    assert [one.label for one in found if one.code == "T010"] == [label]


OWN_TERRAIN = """language 1 package my
rules caves "Caves" over base { replace words terrain = moss "Moss" }
map caves "Caves" {
  players 2 rounds 10 aspect 1500
  region one moss at 100 100 is entry touches two
  region two %s at 300 100 is entry
}
ruleset caverns "Caverns" { use base use plain use caves map caves for 2 players }
"""


@pytest.mark.parametrize(("terrain", "code"), [("moss", []), ("sand", ["T104"])])
def test_a_map_knows_the_words_of_the_ruleset_beside_it(root, terrain, code):
    found = check_text(SourceText("caves.tale", OWN_TERRAIN % terrain), [root])
    assert set(codes(found)) == set(code)


def test_has_behind_a_dot_is_one_finding(root):
    hook = "conquest_cost as attacker when region.has cavern { add -1 }"
    text = f"language 1 package my power daring {{ is tokens: 4 {hook} }}"
    (found,) = check_text(SourceText("page.tale", text), [root])
    assert (found.code, found.label) == ("T010", "write `region has cavern`")


def test_a_loose_file_of_a_package_of_cards_is_checked_over_the_base(root, tale):
    card = tale("cards/my/calm.tale", POWER.replace("aring", "azed") % ("my", "X-1"))
    loose = tale("loose.tale", POWER % ("my", "X-1"))
    assert codes(check_paths([loose], [card.parents[2], root])) == ["T401"]


TWO_HOUSES = """language 1 package mine
house_rule near "Near" { marker den { } }
house_rule far "Far" { marker pool { } }
"""
UNDER = 'ruleset %s "%s" { use base use mine.%s map test_board for 2 players }\n'
ASKED = """scenario "%s" { under %s at turn_choice of ana given { players: ana, ben }
  then { expect marks(mine1, %s) == 0 } }
"""


def test_a_scenario_under_work_knows_the_words_of_its_own_house_rule(root, tale):
    house = tale("rules/house/two.tale", TWO_HOUSES)
    tale(
        "rules/played.tale",
        "language 1 package mine\n"
        + UNDER % ("one", "One", "near")
        + UNDER % ("two", "Two", "far"),
    )
    card = POWER % ("mine", "X-1")
    asked = [ASKED % ("One", "one", "den"), ASKED % ("Two", "two", "pool")]
    path = tale("loose.tale", card + "".join(asked))
    checks = Checks([house.parents[2], root])
    before = codes(checks.file(path))
    assert "T104" not in before
    checks.library.put(SourceText(str(path), card.replace("4", "5") + "".join(asked)))
    assert codes(checks.file(path)) == before
    other = ASKED % ("One", "one", "pool")
    checks.library.put(SourceText(str(path), card + other + asked[1]))
    assert [one.span.line for one in checks.file(path) if one.code == "T104"] == [
        card.count("\n") + 2
    ]


@pytest.mark.parametrize(
    ("member", "code", "told"),
    [
        ("on_score { earn 1 each r in player.regions }", "T105", "`on_score` gives: `scorer`"),
        ("on_score { earn 1 each r in owner.regions }", "T105",
         "an event belongs to no race; name the player or race you mean; `on_score` gives: `scorer`"),
        ("on_round_start { move 1 coin from player to bank }", "T105",
         "`on_round_start` gives: `round`; all of them are `players`"),
        ("conquest_cost { add 1 when region == hill }", "T105", "write `region.terrain == hill`"),
        ("conquest_cost { add 1 when forest != region }", "T105", "write `region.terrain != forest`"),
        ("conquest_cost { add 1 when attacker == orcs }", "T105", "write `attacker.banner == orcs`"),
    ],
)  # fmt: skip
def test_an_unknown_name_leads_to_what_the_place_knows(root, member, code, told):
    text = f'language 1 package my event flood "Flood" {{ is theme: natural {member} }}'
    found = [f for f in check_text(SourceText("page.tale", text), [root]) if f.code != "T401"]
    assert [(f.code, f.label, f.hint) for f in found if f.code == code] == [(code, "", told)]


def test_what_a_region_can_have_is_told_nearest_first_and_nothing_else(root):
    hook = "conquest_cost as attacker when region has magic_source { add -1 }"
    text = f"language 1 package my power daring {{ is tokens: 4 {hook} }}"
    (found,) = check_text(SourceText("page.tale", text), [root])
    assert (found.code, found.label) == ("T104", "")
    assert found.hint.startswith("known here: magic, cavern, coastal,")
    assert "_stack" not in found.hint
    piled = text.replace("magic_source", "banner_stack")
    assert codes(check_text(SourceText("page.tale", piled), [root])) == ["T104"]


@pytest.mark.parametrize(
    ("hook", "meant"),
    [
        ("on_conquer { mark region with den }", "after_conquer"),
        ("on_conquer as attacker { mark region with den do nothing(self) }", "after_conquer"),
        ("on_conquer { earn 1 }", "after_conquer"),
        ("on_conquer { forbid it }", "can_conquer"),
        ("may_conquer as attacker { mark region with den }", "after_conquer"),
        ("may_conquer { forbid it }", "can_conquer"),
        ("on_decline { mark first(regions) with den }", "after_decline"),
        ("conqest_cost as atacker { add -1 when nobody }", "conquest_cost"),
    ],
)
def test_a_guessed_hook_fits_what_stands_in_it_and_leads_to_no_other_finding(root, hook, meant):
    den = 'marker den "Den" max 1 supply 4 { conquest_cost { add 1 } }'
    text = f"language 1 package my power daring {{ is tokens: 4 {den * ('den' in hook)} {hook} }}"
    found = check_text(SourceText("page.tale", text), [root])
    assert [(f.code, f.label) for f in found] == [("T101", f"did you mean {meant} ?")]
