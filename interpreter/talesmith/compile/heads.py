"""The parts of a head in any order: side, phase, guard, limit, order; each at most once."""

from __future__ import annotations

from attrs import define

from talesmith.compile.context import Writer
from talesmith.compile.scopes import Room
from talesmith.names.narrow import facts
from talesmith.names.scope import Scope
from talesmith.names.vocabulary import Signature
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Limit
from talesmith.syntax import tree

PHASED = ("race", "power", "artifact", "place")
"""Holders that have a phase: their race is active or declined."""

WINDOWS = ("turn", "round", "game")


@define
class Head:
    """The parts of one head, sorted."""

    side: tree.Side | None = None
    phase: tree.Phase | None = None
    guard: tree.Guard | None = None
    limit: tree.Limit | None = None
    order: tuple[tree.Sequence, ...] = ()

    @property
    def phase_word(self) -> str:
        """The phase in which a handler lives, as `ruleset.parts.Handler` keeps it."""
        if self.phase is None:
            return "active"
        if self.phase.phase.text == "offered":
            return "offered"
        return self.phase.mode.text


def sorted_head(w: Writer, parts: tuple[tree.HeadPart, ...]) -> Head:
    """Sort the parts of a head; reports a part that stands twice."""
    head = Head()
    for part in parts:
        if isinstance(part, tree.Sequence):
            head.order = (*head.order, part)
            continue
        name = type(part).__name__.lower()
        if getattr(head, name) is not None:
            w.findings.add("T112", part.span, name=_WORD[name])
        else:
            setattr(head, name, part)
    return head


_WORD = {"side": "as", "phase": "declined", "guard": "when", "limit": "limit"}


def check_head(w: Writer, head: Head, room: Room, kind: str) -> None:
    """Report parts that have no meaning in this place or on a hook of this kind."""
    if head.phase is not None and room.holder not in PHASED:
        phase = f"{head.phase.mode} {head.phase.phase}"
        w.findings.add("T045", head.phase.span, place=room.spoken, phase=phase)
    if kind not in ("value", "permission", "ledger"):
        return
    if head.limit is not None:
        w.findings.add(
            "T209", head.limit.span, kind=kind,
            hint="a limit counts what is done; a guard can ask `past ... this turn`",
        )  # fmt: skip
    for part in head.order:
        word = part.order.text
        w.findings.add(
            "T111", part.span, member=word, place=f"the head of a {kind} hook",
            hint="values and permissions have layers instead of an order",
        )  # fmt: skip


def written_guard(w: Writer, node: tree.Guard | None, scope: Scope) -> Expr | None:
    """Write a guard; what it tells is known in that scope from here on."""
    if node is None:
        return None
    guard = w.resolver.condition(node.condition, scope)
    scope.learn(facts(guard, truth=True))
    return guard


def written_limit(w: Writer, node: tree.Limit | None, scope: Scope) -> Limit | None:
    """Write a limit."""
    if node is None:
        return None
    count = w.resolver.expr(node.count, scope, "number")
    window = node.window.text
    if window not in WINDOWS:
        w.findings.unknown("T104", node.window.span, window, WINDOWS, what="window of a limit")
    key = w.resolver.expr(node.key, scope) if node.key else None
    return Limit(count, window, key, node.shared.text if node.shared else None)


def written_order(
    w: Writer, head: Head, signature: Signature
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the cards after and before whose handlers this one runs."""
    found: dict[str, list[str]] = {"after": [], "before": []}
    for part in head.order:
        word, text = part.order.text, str(part.card)
        card = _named(w, text)
        if card is None:
            known = (n for kind in _ORDERED for n in w.vocabulary.all(kind))
            w.findings.unknown("T061", part.card.span, text, known, order=word, hook=signature.name)
        else:
            found[word].append(card)
    return tuple(found["after"]), tuple(found["before"])


_ORDERED = ("race", "power", "event", "artifact", "place", "rules", "house_rule")


def _named(w: Writer, text: str) -> str | None:
    for kind in _ORDERED:
        for one in w.vocabulary.find(kind, text, w.home):
            return one.full
    return None
