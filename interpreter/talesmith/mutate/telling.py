"""A mutant in words: what of the card's English is another one."""

from __future__ import annotations

from difflib import SequenceMatcher

from talesmith.mutate.mutants import Mutant, applied
from talesmith.ruleset.parts import Ruleset
from talesmith.show.english import UnsayableError, describe

OF_THE_RULES = ("hooks", "steps")


def in_english(ruleset: Ruleset, mutant: Mutant) -> list[str]:
    """Lines with `-` before what the original says and `+` before what the mutant says instead."""
    changed, card = applied(ruleset, mutant), card_in(ruleset, mutant)
    if changed is None or card is None:
        return []
    try:
        before, after = (sentences(describe(one, card)) for one in (ruleset, changed))
    except UnsayableError as error:
        return [f"+ it cannot be said: {error}"]
    found: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [f"- {line}" for line in before[a:b]]
            found += [f"+ {line}" for line in after[c:d]]
    return found


def card_in(ruleset: Ruleset, mutant: Mutant) -> str | None:
    """The card, or the part of the rules, in whose text the declaration stands."""
    if any(card.id == mutant.card for card in ruleset.cards):
        return mutant.card
    place = mutant.where
    heads = [card for card in ruleset.cards
             if card.where.path == place.path and card.where.line <= place.line]  # fmt: skip
    return max(heads, key=lambda card: card.where.line).id if heads else None


def sentences(text: str) -> list[str]:
    """The sentences of a text, for lines may hold several."""
    lines = (line.replace(". ", ".\n").split("\n") for line in text.splitlines())
    return [sentence.strip() for line in lines for sentence in line if sentence.strip()]
