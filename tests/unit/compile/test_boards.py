"""Boards of several parts, each of which may be one of a few."""

from talesmith.compile import load_ruleset

CARDS = 'language 1\npackage my\nruleset evening "Evening" {{ use warcraft {0} }}\n'


def evening(tale, root, lines):
    path = tale("rules/evening.tale", CARDS.format(lines))
    return load_ruleset("evening", [path.parents[1], root])


def test_or_stands_for_every_choice(tale, root):
    lines = "map l1a or l1b, s1a or s2a for 2 players map l1a for 3 players"
    ruleset, findings = evening(tale, root, lines)
    assert findings == []
    sets = [tuple(name.rpartition(".")[2] for name in maps) for n, maps in ruleset.boards if n == 2]
    assert sets == [("l1a", "s1a"), ("l1a", "s2a"), ("l1b", "s1a"), ("l1b", "s2a")]
    assert [n for n, _ in ruleset.boards] == [2, 2, 2, 2, 3]


def test_it_is_what_the_same_lines_would_be(tale, root):
    short, _ = evening(tale, root, "map l1a or l1b, s1a for 2 players")
    long, _ = evening(tale, root, "map l1a, s1a for 2 players map l1b, s1a for 2 players")
    assert short.boards == long.boards


def test_a_map_that_is_not_there_is_found_behind_or(tale, root):
    _, findings = evening(tale, root, "map l1a or l9, s1a for 2 players")
    assert [finding.code for finding in findings] == ["T113"]


def test_the_largest_choice_must_fit(tale, root):
    large = ", ".join(["s1a or l1a", *["l1a"] * 24])
    _, findings = evening(tale, root, f"map {large} for 2 players")
    assert "T115" in [finding.code for finding in findings]
