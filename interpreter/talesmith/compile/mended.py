"""Safe fixes for findings about what says nothing: it can be left out.

A name that is never used, a floor that says nothing, an `allow` that silences nothing.
Whoever applies such a fix checks the text again; here is only said what would go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Safety
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

UNUSED = "T308"
BODIES = ("block", "then", "otherwise")


def with_fixes(found: Iterable[Diagnostic], parsed: Parsed) -> list[Diagnostic]:
    """Give findings with a safe fix where leaving something out is all there is to do."""
    return [_fixed(one, parsed) for one in found]


def _fixed(one: Diagnostic, parsed: Parsed) -> Diagnostic:
    if one.code != UNUSED or one.fix is not None or one.span.path != parsed.source.path:
        return one
    span = _needless(one.span, parsed)
    if span is None:
        return one
    return evolve(one, fix=without(span, parsed.source))


def without(span: Span, source: SourceText) -> Fix:
    """Give the fix that leaves a stretch out, with the line that would be empty without it."""
    return Fix(_with_its_line(span, source), "", Safety.SAFE)


def _needless(span: Span, parsed: Parsed) -> Span | None:
    """Give the stretch that a finding is about, if it may go without anything else changing."""
    for top in parsed.file.tops:
        for node in tree.walk(top):
            if isinstance(node, tree.Allow) and node.span == span:
                return span
            for block in _blocks(node):
                needless = [line for line in block if _is_needless(line, span)]
                if needless and len(block) > 1:
                    return needless[0].span
    return None


def _blocks(node: tree.Node) -> Iterator[tree.Block]:
    """Yield the bodies that a node has."""
    for name in BODIES:
        block = getattr(node, name, None)
        if block is not None:
            yield block


def _is_needless(line: tree.Node, span: Span) -> bool:
    """Tell whether a finding is about a line that can go: a name bound for nothing, a floor."""
    if isinstance(line, tree.Let):
        return line.name.span == span
    start = (line.span.line, line.span.column)
    return isinstance(line, tree.Floor) and start == (span.line, span.column)


def _with_its_line(span: Span, source: SourceText) -> Span:
    """Give a stretch with the line that would be empty without it, or with the blanks before it."""
    before = source.line(span.line)[: span.column - 1]
    behind = source.line(span.end_line)[span.end_column - 1 :]
    if not before.strip() and not behind.strip() and span.end_line < len(source.lines):
        return evolve(span, column=1, end_line=span.end_line + 1, end_column=1)
    blanks = len(before) - len(before.rstrip())
    return evolve(span, column=span.column - blanks)
