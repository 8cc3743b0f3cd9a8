"""Hooks that only some kinds of cards may answer, and numbers nobody can mean."""

from __future__ import annotations

from talesmith.lint.whole import Whole, wanted

IN_DECLINE = "works_in_decline"
"""Whether a badge goes on working decides which badges are asked, so no badge may answer."""

WORKS_ON = "what goes on in decline says so itself, behind the name of its hook: `also declined`"
MAY_ANSWER = ("item", "event", "rules", "house_rule")
LARGEST = 10**6


def check(whole: Whole) -> None:
    """Report handlers in the wrong kind of card, and numbers out of range."""
    kinds = {card.id: card.kind for card in whole.cards}
    for handler in whole.handlers:
        holder = kinds[handler.card] if handler.holder == "way" else handler.holder
        if handler.hook == IN_DECLINE and holder not in MAY_ANSWER:
            place = f"a {holder}"
            whole.findings.add(
                "T111", whole.spans[handler.id], member=IN_DECLINE, place=place, hint=WORKS_ON
            )
        limit = handler.limit
        if limit is not None and limit.n[0] == "num" and limit.n[3] < 1:
            span = whole.span(handler.where.path, limit.n)
            whole.findings.add("T205", span, value=limit.n[3], range="a limit is at least 1")
    for text in wanted(whole):
        for node in text.nodes:
            _numbers(whole, text.path, node)


def _numbers(whole: Whole, path: str, node: tuple[object, ...]) -> None:
    op = node[0]
    if op == "num" and abs(_number(node)) > LARGEST:
        limits = f"numbers lie between -{LARGEST} and {LARGEST}"
        whole.findings.add("T205", whole.span(path, node), value=node[3], range=limits)
    amount = {"move_n": 3, "remove_n": 3, "tokens": 3, "choose": 3, "station": 2}.get(str(op))
    count = node[amount] if amount is not None else None
    if isinstance(count, tuple) and count[0] == "num" and _number(count) < 0:
        limits = "an amount is at least 0"
        whole.findings.add("T205", whole.span(path, count), value=count[3], range=limits)


def _number(node: tuple[object, ...]) -> int:
    value = node[3]
    return value if isinstance(value, int) else 0
