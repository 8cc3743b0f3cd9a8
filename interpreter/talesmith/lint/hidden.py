"""What a player sees may not tell what a hidden piece is, before it is revealed."""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.lint.whole import Whole, wanted
from talesmith.ruleset.ops import Expr, Stmt

ENDS = ("top", "bottom", "lying")


def check(whole: Whole) -> None:
    """Report offers, options and permissions that depend on a face-down thing."""
    hidden = {stack.name for stack in whole.stacks if stack.hidden}
    for handler in whole.handlers:
        shown = []
        if not whole.is_wanted(handler.where.path):
            continue
        if handler.form in ("offer", "permission"):
            shown = [handler.guard, handler.target and handler.target[1]]
        if handler.form == "permission":
            shown += [line[-1] for line in handler.body]
        for expr in shown:
            _report(whole, handler.where.path, expr, hidden)
    for text in wanted(whole):
        for expr in _options(text.statements):
            _report(whole, text.path, expr, hidden)


def _options(statements: tuple[Stmt, ...]) -> Iterator[Expr | None]:
    for node in statements:
        if node[0] == "option":
            for branch in node[5]:
                yield branch[2]
                yield branch[3]


def _report(whole: Whole, path: str, expr: Expr | None, hidden: set[str]) -> None:
    for node in _looks(expr):
        if (node[0] == "lying" and node[3] in hidden) or (
            node[0] in ENDS[:2] and node[3][0] == "stack" and node[3][3] in hidden
        ):
            _say(whole, path, node)


def _looks(expr: Expr | None) -> Iterator[Expr]:
    """Yield what is read; that something lies there at all is no secret."""
    if expr is None or not isinstance(expr, tuple):
        return
    if expr and expr[0] == "exists" and expr[3][0] in ENDS:
        return
    if len(expr) > 2 and expr[0] in ENDS and isinstance(expr[1], int):
        yield expr
    for part in expr:
        if isinstance(part, tuple):
            yield from _looks(part)


def _say(whole: Whole, path: str, node: Expr) -> None:
    hint = "`reveal` it first; whether something lies there may be asked with `has` or `exists`"
    whole.findings.add("T307", whole.span(path, node), hint=hint)
