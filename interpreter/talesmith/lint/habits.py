"""Habits of good cards: reasons, traces, rule ids, a scenario, short texts and bodies."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from talesmith.lint.whole import Whole, nodes
from talesmith.ruleset.ops import STATEMENTS, Body, Expr
from talesmith.ruleset.parts import Handler
from talesmith.syntax import tree

LONGEST_TEXT = 160
"""Characters of a card's text that can be printed on a card."""

MOST_STATEMENTS = 12
"""Statements in one handler of a card."""

LEAVING = ("stop", "end", "next", "return")
"""Statements that do nothing but leave; they are not counted."""

OF_THE_RULES = ("rules", "house_rule")


def check(whole: Whole) -> None:
    """Report what a reviewer would ask for in the handlers of cards."""
    kinds = {card.id: card.kind for card in whole.cards}
    for handler in whole.handlers:
        is_wanted = whole.is_wanted(handler.where.path)
        if is_wanted and kinds[handler.card] not in OF_THE_RULES:
            _reasons(whole, handler)
            _traces(whole, handler)
            _length(whole, handler)


def check_cards(whole: Whole, mentioned: Collection[str], indexed: Collection[str]) -> None:
    """Report cards without a scenario or a rule id; `mentioned` are the words of all scenarios.

    Only the cards of the packages in `indexed` have ids to cite.
    """
    acting = {handler.card for handler in whole.handlers}
    for card in whole.cards:
        if card.kind in OF_THE_RULES:
            continue
        head = whole.heads[card.id]
        short = card.id.rpartition(".")[2]
        if card.id in acting and not {short, card.id}.intersection(mentioned):
            whole.findings.add("T401", head.name.span, card=short)
        package = card.id.partition(".")[0]
        if card.id in acting and package in indexed and not card.cites:
            hint = f'write `cites "ID"`; the ids stand in rules/{package}/index.md'
            whole.findings.add("T402", head.name.span, card=short, hint=hint)
        for member in head.members:
            if isinstance(member, tree.CardText) and len(member.text.text) > LONGEST_TEXT:
                length = len(member.text.text)
                whole.findings.add("T403", member.text.span, length=length, limit=LONGEST_TEXT)


def _reasons(whole: Whole, handler: Handler) -> None:
    for line in handler.body:
        if line[0] == "forbid" and line[3] is None:
            span = whole.span(handler.where.path, line)
            whole.findings.add("T309", span, part=line[2])


def _length(whole: Whole, handler: Handler) -> None:
    counted = (node[0] in STATEMENTS and node[0] not in LEAVING for node in nodes(handler.body))
    count = sum(counted)
    if handler.form in ("effect", "instead", "offer") and count > MOST_STATEMENTS:
        span = whole.spans[handler.id]
        whole.findings.add("T404", span, count=count, limit=MOST_STATEMENTS)


def _traces(whole: Whole, handler: Handler) -> None:
    """A card that takes tokens of somebody else should do it by an action others can answer."""
    own = _own_slots(handler)
    for node in nodes(handler.body):
        if node[0] in ("remove", "remove_n"):
            taken = node[2] if node[0] == "remove" else node[4]
            if _speaks_of_others(taken, own):
                whole.findings.add(
                    "T306", whole.span(handler.where.path, node),
                    hint="`do lose(...)` leaves a record, and other cards may answer",
                )  # fmt: skip


def _own_slots(handler: Handler) -> set[int]:
    """Give the slots of the own race, and of all that is taken from it."""
    own = {slot for name, slot in handler.slots if name in ("self", "bearer")}
    for slot, source in _bindings(handler.body):
        if not _speaks_of_others(source, own):
            own.add(slot)
    return own


def _bindings(body: Body) -> Iterator[tuple[int, Expr]]:
    for node in nodes(body):
        if node[0] in ("let", "for"):
            yield node[2], node[3]
        elif node[0] == "choose":
            yield node[7], node[5]
        elif node[0] == "tokens":
            yield node[7], node[4]


def _speaks_of_others(expr: Expr, own: set[int]) -> bool:
    roots = _roots(expr)
    return not roots or not roots <= own


_SOURCE_AT = {"filter": 3, "front": 3, "first": 3, "last": 3, "get": 4, "state": 4, "units": 4}
"""Expressions that give what they are read from, and where that stands."""


def _roots(expr: Expr) -> set[int]:
    """Give the slots from which a thing is read; -1 for the game itself."""
    if expr[0] == "local":
        return {expr[3]}
    if expr[0] in _SOURCE_AT:
        return _roots(expr[_SOURCE_AT[expr[0]]])
    if expr[0] in ("game", "natives", "stack"):
        return {-1}
    inner = [_roots(part) for part in expr[3:] if isinstance(part, tuple) and part]
    return set().union(*inner)
