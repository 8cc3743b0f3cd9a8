"""Conditions that are always true or false, and handlers of things that never come into play."""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.lint.formulas import Words, outcomes
from talesmith.lint.whole import Text, Whole, texts, wanted
from talesmith.ruleset.ops import GUARD_AT, Expr


def check(whole: Whole, words: Words) -> None:
    """Report constant conditions, and pieces, items and ways that nothing brings into play."""
    for text in wanted(whole):
        for condition in _conditions(text):
            found = outcomes(condition, words)
            if len(found) == 1 and condition[0] != "flag":
                value = "true" if True in found else "false"
                hint = "it is never missing here" if condition[0] == "exists" else ""
                whole.findings.add("T301", whole.span(text.path, condition), value=value, hint=hint)
    _never_alive(whole)


def _conditions(text: Text) -> Iterator[Expr]:
    for node in text.nodes:
        if node[0] in GUARD_AT and len(node) > GUARD_AT[node[0]]:
            guard = node[GUARD_AT[node[0]]]
            if guard is not None:
                yield guard
        elif node[0] == "if":
            yield node[2]
        elif node[0] == "filter":
            yield node[5]
    if text.kind not in ("hook", "step") and text.parts and text.parts[0][2] == "flag":
        yield text.parts[0]


def _never_alive(whole: Whole) -> None:
    """A marker nobody lays, an item nobody gives, a silent way nobody switches on."""
    used = {full for stack in whole.stacks for full, _ in stack.content}
    used.update(*(text.brings for text in texts(whole)))
    things = [(m.id, m.name, "laid") for m in (*whole.markers, *whole.units)]
    things += [(i.id, i.name, "attached") for i in whole.items]
    things += [(w.id, w.id, "switched on") for w in whole.ways if w.text is None]
    acting = {h.piece: h for h in reversed(whole.handlers) if h.piece is not None}
    for full, _, how in things:
        if full in acting and full not in used:
            handler = acting[full]
            hint = f"nothing in these rules says when `{full.rpartition('.')[2]}` is {how}"
            whole.findings.add("T303", whole.spans[handler.id], hint=hint)
