"""What is printed on a race or a badge: its numbers, and a title that is its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set as AbstractSet

from talesmith.diagnose.diagnostic import Place
from talesmith.lint.whole import Whole
from talesmith.syntax import tree

PRINTED = {"race": ("banner", ("tokens", "tray")), "power": ("badge", ("tokens",))}
"""kinds of cards that bring tokens, what they are at the table, and the numbers they print"""

MOST_TOKENS = 200
"""Pieces are numbered in a byte; so many of one race leave room for the others."""

UNTITLED = ("rules", "house_rule")


def check(whole: Whole) -> None:
    """Report printed numbers of tokens that no box can hold."""
    for card in whole.cards:
        if card.kind in PRINTED:
            _numbers(whole, _facts(whole.heads[card.id]))


def _facts(head: tree.Card) -> dict[str, tree.Constant]:
    lines = (member for member in head.members if isinstance(member, tree.Is))
    return {fact.name.text: fact.value for line in lines for fact in line.facts}


def _numbers(whole: Whole, facts: dict[str, tree.Constant]) -> None:
    numbers = {n: v for n in ("tokens", "tray") if isinstance(v := facts.get(n), tree.Number)}
    for name, number in numbers.items():
        if not 0 <= number.value <= MOST_TOKENS:
            limits = f"`{name}` is a number from 0 to {MOST_TOKENS}"
            whole.findings.add("T205", number.span, value=number.value, range=limits)
            return
    if len(numbers) > 1 and numbers["tray"].value < numbers["tokens"].value:
        limits = (
            f"the tray holds the tokens of the banner too, so at least {numbers['tokens'].value}"
        )
        whole.findings.add("T205", numbers["tray"].span, value=numbers["tray"].value, range=limits)


def check_cards(whole: Whole, properties: AbstractSet[str]) -> None:
    """Report numbers that are missing on a card, and titles that tell no cards apart."""
    for card in whole.cards:
        if card.kind in PRINTED:
            _missing(whole, card.id, card.kind, properties)
    _titles(whole)


def _missing(whole: Whole, card: str, kind: str, properties: AbstractSet[str]) -> None:
    head = whole.heads[card]
    holder, names = PRINTED[kind]
    facts = _facts(head)
    if not all({f"{holder}.{name}", f"card.{name}"} & properties for name in facts):
        return  # a misspelt number is reported as such
    wanted = [name for name in names if f"{holder}.{name}" in properties]
    missing = [name for name in wanted if name not in facts]
    if missing:
        hint = "write `is " + ", ".join(f"{name}: NUMBER" for name in missing) + "` in the card"
        whole.findings.add(
            "T405",
            head.name.span,
            card=head.name.text,
            missing="` and no `".join(missing),
            hint=hint,
        )


def _titles(whole: Whole) -> None:
    titled: dict[tuple[str, str], dict[str, tree.Card]] = defaultdict(dict)
    for card in whole.cards:
        head = whole.heads[card.id]
        if card.kind in UNTITLED:
            continue
        if not card.name.strip():
            problem = f"`{head.name}` has an empty title"
            whole.findings.add(
                "T406", head.name.span, problem=problem, hint="write what players see"
            )
            continue
        titled[card.id.partition(".")[0], card.name.strip().casefold()][card.id] = head
    for cards in titled.values():
        for head in cards.values() if len(cards) > 1 else ():
            other = next(one for one in cards.values() if one is not head)
            problem = f"`{head.name}` and `{other.name}` have one title"
            places = (Place(other.name.span, "the other one"),)
            whole.findings.add("T406", head.name.span, problem=problem, places=places)
