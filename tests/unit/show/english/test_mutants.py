"""Whatever is changed in the compiled rule of a card shows in its English.

The operators are those by which the tests of cards are tried (`talesmith mutate`), with every word
of a set in the place of every other.
"""

import sys
from itertools import islice
from pathlib import Path

import pytest
from attrs import define, field

from talesmith.compile import load_ruleset
from talesmith.mutate.mutants import applied, mutants
from talesmith.mutate.words import words_of
from talesmith.show.english import UnsayableError, describe

ROOT = Path(__file__).resolve().parents[4]

OF_THE_RULES = ("rules",)


SAMPLES = {"small_world": (3, 280), "small_world_tales": (25, 80), "warcraft": (25, 100)}
"""Of so many mutants of a game one is told in a test, which makes so many at least."""


@pytest.mark.parametrize("game", SAMPLES)
def test_every_mutant_of_a_sample_reads_differently(game):
    every, least = SAMPLES[game]
    ruleset, _ = load_ruleset(game, [ROOT])
    found = checked(ruleset, every)
    assert found.tried > least
    assert found.same == []
    assert found.broken == []
    assert found.unbound <= found.tried / 20


@define
class Found:
    """What came out: how many were tried, which read the same, which can not be read."""

    tried: int = 0
    same: list = field(factory=list)
    broken: list = field(factory=list)
    unbound: int = 0
    """statements left out whose names are needed behind them: the printer says so"""


def checked(ruleset, every=1):
    """Tell each `every`th mutant of each card; `python test_mutants.py RULESET` tells all."""
    usual = {card.id: describe(ruleset, card.id) for card in ruleset.cards}
    found = Found()
    cards = {card.id for card in ruleset.cards if card.kind not in OF_THE_RULES}
    of_cards = (m for m in mutants(ruleset, words_of(ruleset, every=True)) if m.card in cards)
    for mutant in islice(of_cards, 0, None, every):
        found.tried += 1
        card, what = mutant.card, mutant.name
        try:
            text = describe(applied(ruleset, mutant), card)
        except UnsayableError as error:
            text = str(error)
            assert "was bound by nothing" in text, (what, text)
            assert mutant.path.startswith("body"), "only a statement left out unbinds a name"
            found.unbound += 1
        if text == usual[card]:
            found.same.append((card, what))
        if set(text) & set("\0\1\2\3\4<>[]"):
            found.broken.append((card, what, text))
    return found


if __name__ == "__main__":
    for game in sys.argv[1:]:
        loaded, _ = load_ruleset(game, [ROOT])
        told = checked(loaded)
        lines = ["\n  ".join(map(str, line)) for line in (*told.same, *told.broken)]
        counts = f"{len(told.same)} read the same, {len(told.broken)} broken"
        lines.append(f"{game}: {told.tried} mutants, {counts}, {told.unbound} without a name")
        sys.stdout.write("\n".join(lines) + "\n")
