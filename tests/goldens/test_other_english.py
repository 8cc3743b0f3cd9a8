"""What the cards of the islands, the house rules and the blank cards say in English."""

from pathlib import Path

import pytest

from talesmith.compile import load_ruleset
from talesmith.compile.around import game_around, heads_in
from talesmith.compile.library import Library
from talesmith.show.english import describe

ROOT = Path(__file__).resolve().parents[2]
KINDS = ["race", "power", "artifact", "place", "rules"]
SHELVES = {"house": "rules/house", "legends": "cards/legends", "plain": "cards/plain"}


@pytest.fixture(scope="module")
def islands():
    ruleset, findings = load_ruleset("warcraft_and_base", [ROOT])
    assert [finding for finding in findings if finding.is_error] == []
    return ruleset


@pytest.mark.parametrize("kind", KINDS)
def test_english_of_each_card_of_the_islands(islands, golden, kind):
    cards = [c.id for c in islands.cards if c.id.startswith("warcraft.") and c.kind == kind]
    assert cards
    assert "\n".join(f"{card}\n\n{describe(islands, card)}\n" for card in cards) == golden


@pytest.mark.parametrize("shelf", SHELVES)
def test_english_of_what_lies_on_a_shelf(golden, shelf):
    texts = []
    for path in sorted((ROOT / SHELVES[shelf]).rglob("*.tale")):
        ruleset, findings = load_ruleset(game_around(path, [ROOT]), [ROOT])
        assert [finding for finding in findings if finding.is_error] == []
        heads = heads_in(Library([ROOT]), path)
        texts += [f"{head.id}\n\n{describe(ruleset, head.id)}\n" for head in heads]
    assert "\n".join(texts) == golden


def test_the_goldens_have_every_head_on_the_shelves_and_every_package():
    """A folder or package that is not told here or beside this file has to be added."""
    library = Library([ROOT])
    assert set(library.packages()) == {"base", "legends", "plain", "tales", "warcraft"}
    heads = [h for path in library.shelf_files() for h in heads_in(library, path)]
    assert {h.kind for h in heads} == {"house_rule"}
    assert all(h.path.is_relative_to(ROOT / "rules" / "house") for h in heads)
