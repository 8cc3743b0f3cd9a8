"""What scenarios leave unproved: rules that none cites, cards whose ability none notices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve, frozen

from talesmith.prove.cases import Case, cases_in
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import FAILED, run_case
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree

ROW = re.compile(r"^\| *([A-Z]+(?:-[A-Z]+)*-[0-9]+) *\|(.*)\|", re.MULTILINE)
"""a line of an index of rules: id and what the rule says"""


@frozen
class Rule:
    """A rule of an index."""

    id: str
    text: str


def rules_in(roots: Sequence[Path]) -> list[Rule]:
    """The rules of every index of these folders (`rules/*/index.md`), in written order."""
    found: dict[str, Rule] = {}
    for root in roots:
        for path in sorted(root.glob("rules/*/index.md")):
            for name, text in ROW.findall(path.read_text("utf-8")):
                found.setdefault(name, Rule(name, text.strip(" |")))
    return list(found.values())


def uncited(rules: Iterable[Rule], cases: Iterable[Case]) -> list[Rule]:
    """The rules that no scenario cites."""
    cited = frozenset(rule for case in cases for rule in case.cites)
    return [rule for rule in rules if rule.id not in cited]


def able_cards(ruleset: Ruleset) -> dict[str, Path]:
    """The races, powers and other cards of a ruleset that do something, with their files."""
    parts = (ruleset.handlers, ruleset.ways, ruleset.suppressions, ruleset.markers,
             ruleset.units, ruleset.items, ruleset.states)  # fmt: skip
    busy = {part.card for group in parts for part in group}
    rules = ("rules", "house_rule")
    return {
        card.id: Path(card.where.path)
        for card in ruleset.cards
        if card.id in busy and card.kind not in rules
    }


def unfelt(card: str, path: Path, book: Rulebook) -> bool:
    """Whether every scenario of a card's file passes although the card does nothing any more."""
    package, _, name = card.partition(".")
    without = tree.FullName(tree.Word(package), tree.Word(name))
    cases = (evolve(case, without=without) for case in cases_in(path, book))
    return all(run_case(case, book).verdict != FAILED for case in cases)
