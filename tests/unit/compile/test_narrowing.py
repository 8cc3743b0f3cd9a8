"""`GAME+NAME=VALUE`: keys and the cards in play, said in the name of a game."""

import pytest

from talesmith.compile import load_ruleset

WRITTEN = """language 1
package my
ruleset written "Written" {{
  use base
  use tales
  map base_2 for 2 players
  map base_3 for 3 players
  map base_4 for 4 players
  map base_5 for 5 players
  {line}
}}
"""


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("event=tremor,rats", "pool event is tremor, rats"),
        ("event=tales.tremor", "pool event is tales.tremor"),
        ("event.theme=wind_of_change", "pool event where it.theme == wind_of_change"),
        (
            "event.level=tale,bedtime_story",
            "pool event where it.level == tale or it.level == bedtime_story",
        ),
        ("race=elves,orcs", "pool race is elves, orcs"),
        ("event=none", "pool event where it.theme != it.theme"),
        ("power.tokens=5", "pool power where it.tokens == 5"),
        ("upcoming_hidden=yes", "set upcoming_hidden = yes"),
    ],
)
def test_it_is_short_for_a_line_of_a_ruleset(said, line, root, tale):
    written, findings = load_ruleset(str(tale("written.tale", WRITTEN.format(line=line))), [root])
    assert findings == []
    short, findings = load_ruleset(f"small_world+tales+{said}", [root])
    assert findings == []
    assert short.id == f"base.small_world+tales+{said}"
    for part in ("pools", "settings", "boards", "digest", "cards", "packages"):
        assert getattr(short, part) == getattr(written, part), part
    assert load_ruleset(short.id, [root])[0] == short


def test_several_narrow_one_after_the_other(root):
    ruleset, _ = load_ruleset(
        "small_world+tales+event.theme=wind_of_change+event.level=tale,bedtime_story", [root]
    )
    assert set(dict(ruleset.pools)["event"]) == {
        "tales.bling_bling", "tales.greedy_gob", "tales.my_land", "tales.small_time_coup",
        "tales.summer_of_love", "tales.youth_power",
    }  # fmt: skip
    assert ruleset.name == (
        "Small World + tales + theme wind of change + level tale, bedtime story"
    )


@pytest.mark.parametrize(
    ("said", "code", "word"),
    [
        ("event=tremr,rats", "T104", "tremr"),
        ("event.theme=wind", "T104", "wind"),
        ("event.colour=red", "T102", "colour"),
        ("upcoming_hiden=yes", "T109", "upcoming_hiden"),
        ("upcoming_hidden=3", "T109", "3"),
        ("upcoming_hidden=", "T109", "``"),
        ("event=", "T104", "``"),
    ],
)
def test_what_does_not_exist_is_found(said, code, word, root):
    ruleset, findings = load_ruleset(f"small_world+tales+{said}", [root])
    assert ruleset is None
    assert any(one.code == code and word in one.message for one in findings)


def test_the_digest_is_that_of_cards_and_rules(root, tale):
    """Where a ruleset stands and what is written beside it does not make another game."""
    texts = ["// one", "// another\nmap here { rounds 1 region a hill }"]
    digests = set()
    for name, more in zip("ab", texts, strict=True):
        path = tale(f"{name}.tale", WRITTEN.format(line="") + more)
        digests.add(load_ruleset(str(path), [root])[0].digest)
    assert len(digests) == 1
