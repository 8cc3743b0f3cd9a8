"""What takes the place of what, and which of two overlays does."""

import pytest

from talesmith.compile import load_ruleset

BASE = """language 1 package my
house_rule first "First" over base {
  replace value game_length() -> number at_least 1 { become 12 }
}
house_rule second "Second" over base%s {
  replace value game_length() -> number at_least 1 { become 6 }
}
ruleset evening "Evening" { use base use first use second map base_2 for 2 players }
"""


def load(tale, root, text):
    return load_ruleset(str(tale("evening.tale", text)), [root])


def codes(findings):
    return [f.code for f in findings if f.is_error]


def test_two_overlays_on_one_label_are_an_error(root, tale):
    ruleset, findings = load(tale, root, BASE % "")
    assert ruleset is None
    assert codes(findings) == ["T310"]
    assert findings[-1].places


def test_the_one_that_is_over_the_other_counts(root, tale):
    ruleset, findings = load(tale, root, BASE % " over my.first")
    assert codes(findings) == []
    length = next(h for h in ruleset.hooks if h.name == "game_length")
    assert length.body[0][2][3] == 6


@pytest.mark.parametrize(
    ("member", "part", "look"),
    [
        ('replace marker mountain "Peak" max 2 supply 3 { }', "markers", lambda m: m.supply == 3),
        ("replace die reinforcement = 1, 2", "dice", lambda d: d.faces == (1, 2)),
        ('replace natives lost_tribe "Lost" supply 4', "natives", lambda n: n.supply == 4),
        (
            "replace step open_round(r: number) { stop }",
            "steps",
            lambda s: s.name == "open_round" and len(s.body) == 1,
        ),
        (
            "replace permission can_decline(race: race) { forbid early when race.declined }",
            "hooks",
            lambda h: h.name == "can_decline" and len(h.body) == 1,
        ),
        (
            "replace action score(player: player, amount: number) { stop }",
            "hooks",
            lambda h: h.name == "score" and h.body[0][0] == "stop",
        ),
    ],
    ids=lambda value: value.split("(")[0] if isinstance(value, str) else "",
)
def test_each_kind_can_be_replaced(member, part, look, root, tale):
    text = f"language 1 package my house_rule new over base {{ {member} }}"
    text += " ruleset evening { use base use new }"
    ruleset, findings = load(tale, root, text)
    assert codes(findings) == []
    assert sum(look(thing) for thing in getattr(ruleset, part)) == 1
    plain, _ = load_ruleset("base", [root])
    assert len(getattr(plain, part)) == len(getattr(ruleset, part))


def test_replaced_words_are_added_and_keep_the_others(root, tale):
    text = """language 1 package my
    rules new over base { replace words terrain = desert "Desert" "d" "yellow" }
    ruleset evening { use base }
    """
    ruleset, findings = load(tale, root, text)
    assert codes(findings) == []
    words = [word.id for word in dict(ruleset.words)["terrain"]]
    assert "desert" in words
    assert "hill" in words


def test_packages_lie_over_each_other_in_order(root, tale):
    tale(
        "rules/deep/deep.tale", "language 1 package deep 3 rules deep over mid 2 { key d: no, yes }"
    )
    mid = tale(
        "rules/mid/mid.tale", "language 1 package mid 2 rules mid over base { key m: no, yes }"
    )
    path = tale("evening.tale", "language 1 ruleset evening { use deep 3 }")
    ruleset, findings = load_ruleset(str(path), [mid.parents[2], root])
    assert codes(findings) == []
    assert ruleset.packages == (("base", 1), ("mid", 2), ("deep", 3))


def test_packages_that_lie_over_each_other_in_a_ring_are_an_error(root, tale):
    tale("rules/one/one.tale", "language 1 package one rules one over two { key a: no, yes }")
    two = tale("rules/two/two.tale", "language 1 package two rules two over one { key b: no, yes }")
    path = tale("evening.tale", "language 1 ruleset evening { use one }")
    ruleset, findings = load_ruleset(str(path), [two.parents[2], root])
    assert ruleset is None
    assert codes(findings) == ["T114"]
