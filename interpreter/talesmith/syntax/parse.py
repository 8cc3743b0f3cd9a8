"""From a text to its tree and everything that is wrong with it.

The passes: the size; what can be seen without grammar (`scan`); braces (`braces`); the parser,
as often as it takes to reach the end (`recover`); the depth of the tree; the nodes (`build`).
Afterwards every span leads to the author's text, and whatever could be read is in the tree, so
that the checks behind this one find what is wrong there in the same run.
"""

from __future__ import annotations

from typing import cast

from attrs import frozen
from lark import Token, Tree

from talesmith.diagnose.diagnostic import Diagnostic, in_reading_order
from talesmith.diagnose.registry import finding
from talesmith.ground.source import LARGEST, SourceText
from talesmith.syntax import braces
from talesmith.syntax.build.build import build, too_deep
from talesmith.syntax.draft import Draft
from talesmith.syntax.grammar import parser
from talesmith.syntax.recover import Recovery
from talesmith.syntax.scan import Comment, scan
from talesmith.syntax.tree import Expression, File

LANGUAGE = 1
"""The version of the language that this program speaks."""


@frozen
class Parsed:
    """What became of a text: the tree of all that could be read, comments, findings."""

    source: SourceText
    file: File
    findings: tuple[Diagnostic, ...] = ()
    comments: tuple[Comment, ...] = ()


def parse(source: SourceText) -> Parsed:
    """Parse a whole text; never raises because of what stands in it."""
    if source.is_too_large:
        findings = [finding("T007", source.span(0, 0), limit=LARGEST)]
        return Parsed(source, File(None, ()), tuple(findings))
    draft = Draft(source)
    comments, findings = scan(draft)
    findings += braces.repair(draft)
    file = _read(draft, findings)
    findings += _language(source, file, findings)
    return Parsed(source, file, in_reading_order(tuple(findings)), comments)


def parse_expression(source: SourceText) -> tuple[Expression | None, tuple[Diagnostic, ...]]:
    """Parse one expression, such as a question of `why`; None when it is not one."""
    if source.is_too_large:
        return None, (finding("T007", source.span(0, 0), limit=LARGEST),)
    draft = Draft(source)
    _, findings = scan(draft)
    recovery = Recovery(parser(), draft, "expr")
    tree = _shallow(draft, recovery.once(), findings)
    findings += recovery.findings
    node = None if tree is None or findings else build(tree, draft.span)
    return cast("Expression | None", node), in_reading_order(tuple(findings))


def _read(draft: Draft, findings: list[Diagnostic]) -> File:
    recovery = Recovery(parser(), draft, "start")
    tree = _shallow(draft, recovery.run(), findings)
    findings += recovery.findings
    return File(None, ()) if tree is None else cast("File", build(tree, draft.span))


def _shallow(
    draft: Draft, tree: Tree[Token] | Token | None, findings: list[Diagnostic]
) -> Tree[Token] | Token | None:
    """Return the tree if nobody will run out of Python's stack in it."""
    deep = None if tree is None else too_deep(tree)
    if deep is None:
        return tree
    start = deep.meta.start_pos
    findings.append(finding("T012", draft.span(start, start + 1)))
    return None


def _language(source: SourceText, file: File, findings: list[Diagnostic]) -> list[Diagnostic]:
    header = file.header
    if header is None:
        if findings and (not file.tops or any(f.span.line == 1 for f in findings)):
            return []
        problem = "the first line must say `language 1`"
        return [finding("T005", source.span(0, 0), problem=problem)]
    version = header.language.value
    if version == LANGUAGE:
        return []
    problem = f"language {version} is newer than this program, which speaks {LANGUAGE}"
    if version < LANGUAGE:
        problem = f"there is no language {version}"
    return [finding("T005", header.language.span, problem=problem)]
