"""Effect handlers of two cards on one moment whose order makes a difference.

What each of them reads and writes is summed up in `effects`.  The order is always the same (language
reference, order of effect handlers); this only tells an author that it matters.
"""

from __future__ import annotations

from collections import defaultdict

from talesmith.lint.effects import Summaries
from talesmith.lint.whole import Whole
from talesmith.ruleset.parts import Handler


def check(whole: Whole) -> None:
    """Report pairs of handlers that do not commute and that no author has ordered."""
    groups: dict[str, list[Handler]] = defaultdict(list)
    summaries = Summaries(whole)
    for handler in whole.handlers:
        if handler.form == "effect":
            groups[handler.hook].append(handler)
    _names_nobody(whole)
    for hook, handlers in groups.items():
        for number, other in enumerate(handlers):
            if not whole.is_wanted(other.where.path):
                continue
            may = [one for one in handlers[:number] if _may_meet(one, other)]
            met = [one for one in may if summaries.of(one).meets(summaries.of(other))]
            if met:
                first = ", ".join(dict.fromkeys(f"`{one.card}`" for one in met))
                whole.findings.add(
                    "T060", whole.spans[other.id], first=first, second=f"`{other.card}`", hook=hook
                )


def _names_nobody(whole: Whole) -> None:
    """Report `after` and `before` of a card that has no handler on the same hook."""
    answering = {(h.card, h.form == "instead", h.hook) for h in whole.handlers}
    for handler in whole.handlers:
        for word, cards in (("after", handler.after), ("before", handler.before)):
            for card in cards:
                if (card, handler.form == "instead", handler.hook) not in answering:
                    whole.findings.add(
                        "T061", whole.spans[handler.id], order=word, name=card, hook=handler.hook
                    )


def _may_meet(one: Handler, other: Handler) -> bool:
    ordered = {*one.after, *one.before} & {other.card} or {*other.after, *other.before} & {one.card}
    if one.card == other.card or ordered:
        return False
    return {one.holder, other.holder} not in ({"race"}, {"power"})
