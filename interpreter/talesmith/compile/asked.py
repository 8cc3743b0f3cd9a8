"""Expressions outside of cards: what scenarios expect, and the questions of `why` at the prompt."""

from __future__ import annotations

from collections.abc import Mapping

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ground.source import SourceText
from talesmith.names.findings import Findings
from talesmith.names.resolve import Resolver
from talesmith.names.revived import revived
from talesmith.names.scope import Frame, Home, Scope
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.syntax.parse import parse_expression


def expression(
    asked: str | tree.Expression, ruleset: Ruleset, local: Mapping[str, str]
) -> tuple[Expr | None, list[Diagnostic]]:
    """Give the typed form of an expression with the words of a ruleset.

    `local` names what the position adds, with its type: players in the order of their seats,
    regions of the board, races in play under the name of their banner.  They become constants:
    the seat, the region's name, the banner's full name.  Of any other type a name is a `local`
    with its text as slot.  None if there is an error.
    """
    vocabulary = revived(ruleset)
    return ask(asked, vocabulary, scope_of(local, vocabulary))


def ask(
    asked: str | tree.Expression, vocabulary: Vocabulary, scope: Scope
) -> tuple[Expr | None, list[Diagnostic]]:
    """Give the typed form of an expression in a prepared scope."""
    findings = Findings()
    node = asked if not isinstance(asked, str) else None
    if isinstance(asked, str):
        node, found = parse_expression(SourceText("", asked))
        findings.extend(found)
    made = None
    if node is not None:
        resolver = Resolver(vocabulary, findings, Home("", "", "scenario"), sees_all=True)
        made = resolver.expr(node, scope)
    sound = not any(f.is_error for f in findings.all)
    return made if sound else None, list(findings.all)


def scope_of(local: Mapping[str, str], vocabulary: Vocabulary) -> Scope:
    """Give the scope in which the names of a position are constants."""
    scope = Scope(Frame())
    seats = [name for name, kind in local.items() if kind == "player"]
    for name, kind in local.items():
        value: object = seats.index(name) if kind == "player" else name
        if kind == "race":
            banners = vocabulary.card("banner", name, Home("", "", "scenario"))
            value = banners[0].full if banners else name
        op = "constant" if kind in ("player", "region", "race") else "local"
        scope.put(name, (op, 0, kind, value))
    return scope
