"""What a score is made of: the lines of its ledger by source."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from talesmith.play.bind import Binder
from talesmith.play.hooks.earning import Line


@frozen
class ScoreLine:
    """What one source gives to a score."""

    source: str
    """kind of source: rules, race, power, event ..."""
    card: str
    name: str
    amount: int
    regions: tuple[int, ...]
    """the regions for which it counts, if it counts regions"""

    @property
    def short(self) -> str:
        """What it is called in a line."""
        return self.card.rpartition(".")[2]


def summed(rules: Binder, lines: Sequence[Line]) -> list[ScoreLine]:
    """Lines of a ledger with the same source together, in the order in which they appear."""
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        groups.setdefault((line[4], line[5]), []).append(line)
    return [
        ScoreLine(
            source,
            card,
            _card_name(rules, card),
            sum(line[0] for line in group),
            tuple(line[1] for line in group if line[1] is not None),
        )
        for (source, card), group in groups.items()
    ]


def _card_name(rules: Binder, full: str) -> str:
    ruleset = rules.ruleset
    names = {card.id: card.name for card in ruleset.cards}
    names |= {piece.id: piece.name for piece in (*ruleset.markers, *ruleset.units)}
    names |= {item.id: item.name for item in ruleset.items}
    return names.get(full, full.rpartition(".")[2])
