"""All mistakes of a text are found in one run, each at its place, and the rest is still read."""

import pytest

from talesmith.diagnose.render import render
from talesmith.ground.source import LARGEST, SourceText
from talesmith.syntax.parse import parse, parse_expression
from talesmith.syntax.tree import Card, Hook, Name, Scenario

TEXTS = {
    "misspelt_member": """language 1 package base
race trolls "Trolls" {
  markr lair max 1 { conquest_cost { add 1 } }
  offr in conquest_choice "Go" limit 1 per turn { stop }
  conquest_cost { add 1 }
}
""",
    "misspelt_statement": """language 1
race x {
  on_turn_end {
    mvoe 1 coins from bank to p
    if a { stop } els { next }
    choose region form self.regions by owner as r
  }
}
""",
    "misspelt_head": """language 1
rcae x { }
race y { conquest_cost as attacker wehn a { add 1 } }
scenario "z" { gievn { players: ana } thn { ends } }
""",
    "glued": """language 1
race x {
  conquest_cost asattacker { add1 }
  stepauction() -> player? { return none }
  reacheswhen a { waive apart }
}
""",
    "equals": """language 1
race x {
  conquest_cost when a = b { add 1 }
  on_turn_end { set race.slot == spirit }
}
""",
    "quotes": """language 1
race x \u201cTrolls\u201d {
  text "no end
  text \u2018single\u2019
  text "tab\there"
  text 'straight'
}
""",
    "decimal": """language 1
race x { score_total { times 1.5 } }
""",
    "unclosed_hook": """language 1
race x {
  conquest_cost { add 1
  reaches { waive apart }
}
race y { }
""",
    "unclosed_card": """language 1
race x {
  conquest_cost { add 1 }

race y {
  reaches { waive apart }
}
""",
    "unclosed_last": """language 1
race x {
  conquest_cost { add 1 }
""",
    "unopened": """language 1
race x {
  conquest_cost { add 1 } }
  reaches { waive apart }
}
}
""",
    "no_language": "race x { }\n",
    "no_language_before_package": "package base race x { }\n",
    "newer_language": "language 2\nrace x { }\n",
    "no_such_language": "language 0\n",
    "empty": "",
    "behind_the_end": "language 1\nrace x { }\nthat is all\nrace y { }\n",
    "ends_too_early": "language 1\nrace trolls",
    "capital_letters": "language 1\nrace Trolls { }\n",
    "missing_as": """language 1
race x {
  on_turn_end {
    choose region from self.regions by owner
    move 1 coins from bank to p
  }
}
""",
    "missing_value": """language 1
race x { conquest_cost { add } reaches when { waive apart } }
""",
    "doubled_side": """language 1
race x {
  conquest_cost as as attacker { add 1 }
  reaches { waive apart }
}
""",
    "map_and_ruleset": """language 1
map m {
  players 2 runds 10
  region r01 sea at 10 is entry
  region r02 hill at 10 20
}
ruleset r { use base 1 pol event is a map m for three players }
""",
    "five_of_five_kinds": """language 1
race trolls \u201cTrolls\u201d {
  is tokens: 5.5
  conquest_cost asattacker when a = b { add 1 }
  on_turn_end { mvoe 1 coins from bank to p }
  reaches { waive apart
}
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_findings_as_the_author_sees_them(name, golden):
    source = SourceText(f"{name}.tale", TEXTS[name])
    found = render(parse(source).findings, {source.path: source})
    assert f"{TEXTS[name]}\n-----\n\n{found}" == golden


def test_five_mistakes_of_five_kinds_are_five_findings(codes):
    found = codes(TEXTS["five_of_five_kinds"])
    assert {code for code, _, _ in found} == {"T002", "T004", "T008", "T009", "T103", "T001"}
    assert len(found) == 6


def test_what_is_right_is_read_beside_what_is_wrong(read):
    file = read(TEXTS["doubled_side"]).file
    (card,) = file.tops
    assert [member.name.text for member in card.members if isinstance(member, Hook)] == ["reaches"]


def test_repaired_texts_are_read_whole(read):
    file = read(TEXTS["misspelt_member"]).file
    assert [type(member).__name__ for member in file.tops[0].members] == ["Marker", "Offer", "Hook"]


def test_places_behind_a_repair_are_the_authors(read):
    file = read(TEXTS["glued"]).file
    last = file.tops[0].members[-1]
    assert (last.name.text, last.span.line, last.span.column) == ("reaches", 5, 3)
    assert last.span.end_column == len("  reacheswhen a { waive apart }") + 1


def test_a_card_after_an_unclosed_one_is_its_own(read):
    tops = read(TEXTS["unclosed_card"]).file.tops
    assert [top.name.text for top in tops] == ["x", "y"]


def test_scenario_below_a_broken_card_is_read(read):
    tops = read('language 1 race x { is is } scenario "s" { then { ends } }').file.tops
    assert [type(top) for top in tops] == [Card, Scenario]


def test_comments_are_kept_with_their_places(read):
    parsed = read('language 1 // first\nrace x { text "no // comment" } // last')
    assert [(c.text, c.span.line, c.span.column) for c in parsed.comments] == [
        ("// first", 1, 12),
        ("// last", 2, 33),
    ]


def test_a_text_over_the_limit_is_refused_unread(codes):
    assert codes("x" * (LARGEST + 1)) == [("T007", 1, 1)]
    assert codes("\u00e4" * (LARGEST // 2 + 1)) == [("T007", 1, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "language 1 race x { h { add " + "(" * 3000 + "1" + ")" * 3000 + " } }",
        "language 1 race x { h { add " + "-" * 3000 + "1 } }",
        "language 1 race x { h when " + "not " * 3000 + "a { } }",
        "language 1 race x { h when a" + ".b" * 3000 + " { } }",
        "language 1 race x { h when a" + " + a" * 3000 + " == 1 { } }",
        "language 1 race x { h { " + "if a { " * 3000 + "}" * 3000 + " } }",
        "language 1 race x { h { if a { }" + " else if a { }" * 3000 + " } }",
    ],
    ids=["brackets", "minus", "not", "dots", "sum", "blocks", "else"],
)
def test_what_is_nested_too_deeply_is_a_finding(text, codes):
    assert [code for code, _, _ in codes(text)] in (["T012"], [])


def test_reasonable_nesting_is_no_finding(codes):
    assert codes("language 1 race x { h when " + "(" * 40 + "a" + ")" * 40 + " { } }") == []
    assert codes("language 1 race x { h { " + "if a { " * 30 + "}" * 30 + " } }") == []


def test_an_expression_alone():
    node, findings = parse_expression(SourceText("question", "a.b"))
    assert (findings, node.source) == ((), Name("a"))
    node, findings = parse_expression(SourceText("question", "a ."))
    assert node is None
    assert [f.code for f in findings] == ["T010"]


def test_many_broken_cards_are_all_found_and_mended(read):
    card = "race x {\n  mrker lair { }\n  text yes\n  reaches { waive apart }\n}\n"
    parsed = read("language 1\n" + card * 40)
    assert [f.code for f in parsed.findings].count("T101") == 40
    assert [f.code for f in parsed.findings].count("T010") == 40
    assert [len(top.members) for top in parsed.file.tops] == [2] * 40


def test_a_heap_of_braces_is_one_finding(codes):
    assert codes("{" * 5000) == [("T001", 1, 1)]
    assert codes("language 1 " + "}" * 5000) == [("T001", 1, 12)]


def test_a_heap_of_quotes_is_given_up(read):
    found = read('"\n' * 500).findings
    assert 100 <= len(found) <= 102
