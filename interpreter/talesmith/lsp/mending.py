"""The layout of a text, and what would mend a finding, as edits."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from talesmith.diagnose.diagnostic import Diagnostic, Safety
from talesmith.layout.layout import laid_out
from talesmith.lsp.pointing import Edit
from talesmith.lsp.workspace import Workspace


@frozen
class Mend:
    """A way to mend a finding; `is_safe` when nothing else changes by it."""

    title: str
    finding: Diagnostic
    edit: Edit
    is_safe: bool


def formatted(workspace: Workspace, path: Path) -> Edit | None:
    """Give the edit that lays a text out; None when it has that layout, or mistakes."""
    parsed = workspace.parsed(path)
    if parsed.findings:
        return None
    text = laid_out(parsed)
    whole = parsed.source.span(0, len(parsed.source.text))
    return None if text == parsed.source.text else Edit(whole, text)


def mends(workspace: Workspace, path: Path, lines: tuple[int, int]) -> list[Mend]:
    """Give what would mend the findings that touch some lines, the safe ones first."""
    found = []
    for finding in workspace.findings(path):
        fix = finding.fix
        if fix is None or fix.span.path != str(path):
            continue
        if finding.span.line > lines[1] or finding.span.end_line < lines[0]:
            continue
        is_safe = fix.safety is Safety.SAFE
        title = _title(fix.text, finding)
        found.append(Mend(title, finding, Edit(fix.span, fix.text), is_safe))
    return sorted(found, key=lambda mend: not mend.is_safe)


def _title(text: str, finding: Diagnostic) -> str:
    if not text.strip():
        return f"Leave it out ({finding.code})"
    shown = text.strip().splitlines()[0]
    return f"Write {shown} ({finding.code})"
