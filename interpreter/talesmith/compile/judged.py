"""Hands a finished ruleset to the checks that judge, and silences what an author has allowed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from talesmith.compile.gathered import Gathered
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ground.span import Span
from talesmith.lint import habits, printed
from talesmith.lint.lint import lint
from talesmith.lint.whole import Text, Whole
from talesmith.names.findings import Findings
from talesmith.names.vocabulary import Vocabulary
from talesmith.syntax import tree

MAY_BE_ALLOWED = ("T06", "T206", "T3", "T4")
"""Codes that a card may silence: what is judged, not what is wrong."""


def whole_of(
    gathered: Gathered, heads: Mapping[str, tree.Card], sources: Mapping[str, Sequence[str]],
    findings: Findings, near: str = "", known: Mapping[str, Text] | None = None,
) -> Whole:  # fmt: skip
    """Give what the judging checks look at; `near` and `known` as in `Whole`."""
    return Whole(
        gathered.cards, gathered.hooks, gathered.steps, gathered.handlers, gathered.ways,
        gathered.items, gathered.markers, gathered.units, gathered.stacks,
        gathered.suppressions, heads, gathered.spans, gathered.frames, sources, findings,
        near, known or {},
    )  # fmt: skip


def judge(
    whole: Whole, vocabulary: Vocabulary, mentioned: Collection[str] | None,
    indexed: Collection[str],
) -> None:  # fmt: skip
    """Run the judging checks; those about scenarios only if their words are known.

    `indexed` are the packages whose rules have ids.
    """
    words = {name: tuple(known) for name, known in vocabulary.words.items()}
    words.update({f"key {name}": values for name, values in vocabulary.keys.items()})
    lint(whole, words)
    if mentioned is not None:
        habits.check_cards(whole, mentioned, indexed)
        printed.check_cards(whole, vocabulary.properties.keys())


def without_allowed(whole: Whole, found: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """Leave out what `allow CODE` silences in its card; one that silences nothing is unused."""
    kept: list[Diagnostic] = []
    used: set[Span] = set()
    allowed = [
        (card, member)
        for card in whole.heads.values()
        for member in card.members
        if isinstance(member, tree.Allow)
    ]
    for finding in found:
        silencing = [a for c, a in allowed if _silences(c, a, finding)]
        used.update(a.span for a in silencing)
        if not silencing:
            kept.append(finding)
    extra = Findings()
    for _, allow in allowed:
        if allow.span not in used:
            extra.add("T308", allow.span, problem=f"there is no {allow.code} here to allow")
    return [*kept, *extra.all]


def _silences(card: tree.Card, allow: tree.Allow, finding: Diagnostic) -> bool:
    span, inside = finding.span, card.span
    return (
        finding.code == allow.code.text
        and finding.code.startswith(MAY_BE_ALLOWED)
        and span.path == inside.path
        and (inside.line, inside.column) <= (span.line, span.column)
        and (span.line, span.column) <= (inside.end_line, inside.end_column)
    )
