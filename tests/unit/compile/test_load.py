"""Which files make a ruleset, what overlays do to it, and that a kept one is as good as new."""

import os
import subprocess
import sys

import pytest

from talesmith.compile import load_ruleset

ELVES = """language 1 package base
race elves "Elves" {
  is tokens: 9, tray: 11
  defeat_losses as defender { become 0 }
}
"""
SOFT = """language 1 package my
house_rule soft "Soft" over base {
  defeat_losses { cap 0 }
  replace value starting_coins(player: player) -> number at_least 0 { become 7 }
  set second_tie = earlier_seat
}
ruleset evening "Evening" {
  text "Nobody is lost."
  use base
  use soft
  pool race where it.tokens >= 6
  pool power is hill, forest
  set free_entry = first
  map base_2 for 2 players
}
"""


def codes(findings):
    return [finding.code for finding in findings]


def card(ruleset, full):
    return next(card for card in ruleset.cards if card.id == full)


def hook(ruleset, name):
    return next(hook for hook in ruleset.hooks if hook.name == name)


def test_a_ruleset_has_all_cards_and_a_board_for_each_number_of_players(root):
    ruleset, findings = load_ruleset("small_world", [root])
    assert findings == [f for f in findings if f.severity.value == "info"]
    assert (ruleset.id, ruleset.name) == ("base.small_world", "Small World")
    assert len(dict(ruleset.pools)["race"]) == 14
    assert len(dict(ruleset.pools)["power"]) == 20
    assert [number for number, _ in ruleset.boards] == [2, 3, 4, 5]
    assert [c.id for c in ruleset.cards if c.kind == "race"] == sorted(
        c.id for c in ruleset.cards if c.kind == "race"
    )
    links = {r.name: set(r.touches) for r in ruleset.maps[0].regions}
    assert all(name in links[other] for name, near in links.items() for other in near)


def test_of_two_files_with_one_name_the_first_root_has_its_way(root, tale):
    near = tale("cards/base/races/elves.tale", ELVES)
    ruleset, _ = load_ruleset("small_world", [near.parents[3], root])
    assert dict(card(ruleset, "base.elves").facts)["tokens"] == 9
    assert card(ruleset, "base.elves").where.path == str(near)
    ruleset, _ = load_ruleset("small_world", [root, near.parents[3]])
    assert dict(card(ruleset, "base.elves").facts)["tokens"] == 6


def test_a_card_under_work_takes_the_place_of_the_one_in_its_package(root, tale):
    extra = tale("elves.tale", ELVES)
    ruleset, findings = load_ruleset("small_world", [root], [extra])
    assert "T112" not in codes(findings)
    assert dict(card(ruleset, "base.elves").facts)["tokens"] == 9
    assert len(dict(ruleset.pools)["race"]) == 14


def test_house_rules_pools_and_keys_of_a_loose_file(root, tale):
    path = tale("evening.tale", SOFT)
    ruleset, findings = load_ruleset(str(path), [root])
    assert not [f for f in findings if f.is_error]
    assert hook(ruleset, "starting_coins").body[0][2][3] == 7
    assert dict(ruleset.settings)["second_tie"] == "earlier_seat"
    assert dict(ruleset.settings)["free_entry"] == "first"
    assert dict(ruleset.settings)["place_all"] == "yes"
    assert dict(ruleset.pools)["power"] == ("base.forest", "base.hill")
    chosen = dict(ruleset.pools)["race"]
    assert all(dict(card(ruleset, full).facts)["tokens"] >= 6 for full in chosen)
    assert 0 < len(chosen) < 14
    assert [h.holder for h in ruleset.handlers if h.card == "my.soft"] == ["house_rule"]
    assert load_ruleset("evening", [root], [path])[0] == ruleset


def test_a_house_rule_counts_only_where_it_is_used(root, tale):
    path = tale("evening.tale", SOFT)
    ruleset, _ = load_ruleset("small_world", [root], [path])
    assert hook(ruleset, "starting_coins").body[0][2][3] == 5
    assert not [c for c in ruleset.cards if c.kind == "house_rule"]


def test_a_package_is_a_ruleset_of_itself(root):
    ruleset, _ = load_ruleset("base", [root])
    assert ruleset.packages == (("base", 1),)
    assert ruleset.boards == ()


@pytest.mark.parametrize("name", ["small_wrld", "nowhere.tale"])
def test_an_unknown_ruleset_is_a_finding(name, root):
    ruleset, findings = load_ruleset(name, [root])
    assert ruleset is None
    assert codes(findings) == ["T113"]


def test_a_mistake_anywhere_gives_no_ruleset(root, tale):
    near = tale("cards/base/races/elves.tale", ELVES.replace("become", "becom"))
    ruleset, findings = load_ruleset("small_world", [near.parents[3], root])
    assert ruleset is None
    assert {f.span.path for f in findings if f.is_error} == {str(near)}


def test_a_file_that_is_no_text_is_a_finding(root, tale):
    near = tale("cards/base/races/elves.tale", "")
    near.write_bytes(b"\xff\xfe\x00")
    ruleset, findings = load_ruleset("small_world", [near.parents[3], root])
    assert ruleset is None
    assert "T011" in codes(findings)


def test_a_kept_ruleset_is_equal_and_found_again(root, own_cache):
    fresh, found = load_ruleset("base_test", [root])
    assert list(own_cache.glob("*.ruleset"))
    kept, again = load_ruleset("base_test", [root])
    assert kept == fresh
    assert again == found


def test_a_changed_text_is_compiled_anew(root, tale):
    near = tale("cards/base/races/elves.tale", ELVES)
    roots = [near.parents[3], root]
    first, _ = load_ruleset("small_world", roots)
    near.write_text(ELVES.replace("9", "8"), encoding="utf-8")
    second, _ = load_ruleset("small_world", roots)
    assert dict(card(first, "base.elves").facts)["tokens"] == 9
    assert dict(card(second, "base.elves").facts)["tokens"] == 8
    assert first.digest != second.digest


def cut_off(data):
    return data[:-9]


def emptied(_):
    return b""


def overwritten(data):
    return data[:40] + b"x" * (len(data) - 40)


@pytest.mark.parametrize("spoil", [cut_off, emptied, overwritten])
def test_a_broken_kept_file_is_built_anew(spoil, root, own_cache):
    fresh, _ = load_ruleset("base_test", [root])
    for file in own_cache.glob("*.ruleset"):
        file.write_bytes(spoil(file.read_bytes()))
    assert load_ruleset("base_test", [root])[0] == fresh


def test_without_a_place_to_keep_things_nothing_is_lost(root, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert load_ruleset("base_test", [root])[0] is not None


def test_a_start_from_the_cache_needs_no_parser(root):
    load_ruleset("base_test", [root])
    program = (
        "import sys; from pathlib import Path; from talesmith.compile import load_ruleset;"
        f"assert load_ruleset('base_test', [Path({str(root)!r})])[0] is not None;"
        "assert 'lark' not in sys.modules, 'the parser was loaded'"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=dict(os.environ), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("sizes", "found"), [([250], []), ([251], ["T115"]), ([125, 126], ["T115"])]
)
def test_a_board_has_at_most_250_regions(root, tale, sizes, found):
    maps = [
        f"map m{at} {{ players 2 rounds 9 {' '.join(f'region r{at}_{n} hill' for n in range(size))} }}"
        for at, size in enumerate(sizes)
    ]
    names = ", ".join(f"m{at}" for at in range(len(sizes)))
    text = f"language 1 package my ruleset x {{ use base map {names} for 2 players }}"
    _, findings = load_ruleset(str(tale("x.tale", "\n".join([text, *maps]))), [root])
    assert codes(findings) == found
