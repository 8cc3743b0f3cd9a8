"""How long something lasts, and what fits where one of several types may stand."""

from __future__ import annotations

from talesmith.compile.context import Writer
from talesmith.names.scope import Scope
from talesmith.names.types import CARDS, UNKNOWN, spoken, sure
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree


def one_of(w: Writer, node: tree.Node, expr: Expr, kinds: tuple[str, ...], expected: str) -> None:
    """Report an expression that is of none of these types."""
    kind = expr[2]
    if kind == UNKNOWN or kind in kinds:
        return
    if sure(kind) in kinds:
        label = f"{expected} is needed here"
        w.findings.add("T203", node.span, what="this", label=label)
        return
    w.findings.add("T201", node.span, found=spoken(kind), expected=expected)


UNTIL_WORDS = ("turn", "round", "used", "game")


def duration(w: Writer, node: tree.Duration, scope: Scope) -> tuple[str, Expr | None]:
    """Give the kind of a duration and whom it watches."""
    if isinstance(node, tree.UntilWord):
        if node.word.text not in UNTIL_WORDS:
            w.findings.unknown("T104", node.word.span, node.word.text, UNTIL_WORDS, what="duration")
        return node.word.text, None
    if isinstance(node, tree.UntilEdge):
        turn = node.turn
        if not isinstance(turn, tree.Attribute) or turn.name.text != "turn":
            problem = f"write `{node.edge} of PLAYER.turn`"
            w.findings.add("T202", turn.span, problem=problem)
            return node.edge.text, None
        return node.edge.text, w.resolver.expr(turn.source, scope, "player")
    who = w.resolver.expr(node.who, scope)
    if isinstance(node, tree.UntilDeclines):
        return "declines", w.resolver.fitted(who, "race", node.who)
    one_of(w, node.who, who, ("race", "combo", *CARDS, "card"), "a race, a combo or a card")
    return "leaves", who


def durations(
    w: Writer, nodes: tuple[tree.Duration, ...], scope: Scope
) -> tuple[tuple[str, Expr | None], ...]:
    """Give all ends of a duration."""
    return tuple(duration(w, node, scope) for node in nodes)
