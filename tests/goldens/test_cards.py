"""What every shipped card says in English, and how it is compiled."""

import pytest

from talesmith.show.dump import dump
from talesmith.show.english import describe

KINDS = ["race", "power", "rules"]


@pytest.mark.parametrize("kind", KINDS)
def test_english_of_each_card(small_world, cards_of, golden, kind):
    texts = [f"{card}\n\n{describe(small_world, card)}\n" for card in cards_of(kind)]
    assert "\n".join(texts) == golden


@pytest.mark.parametrize("kind", KINDS)
def test_compiled_form_of_each_card(small_world, cards_of, golden, kind):
    assert "\n".join(dump(small_world, card) for card in cards_of(kind)) == golden


def test_the_goldens_have_every_card(small_world, cards_of):
    assert sum(len(cards_of(kind)) for kind in KINDS) == len(small_world.cards)
    assert [len(cards_of(kind)) for kind in KINDS[:2]] == [14, 20]
