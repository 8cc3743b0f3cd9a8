"""Places as a person in a folder names them, and findings with the texts they are about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from talesmith.compile.library import Library
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.render import render
from talesmith.ground.span import Span


def near(span: Span, folder: Path) -> Span:
    """A place below the folder as seen from there, any other as it is."""
    path = Path(span.path)
    if not path.is_relative_to(folder):
        return span
    return evolve(span, path=path.relative_to(folder).as_posix())


def findings_text(findings: Sequence[Diagnostic], library: Library, folder: Path) -> str:
    """Findings in full, named as seen from a folder."""
    shown = [evolve(finding, span=near(finding.span, folder)) for finding in findings]
    pairs = zip(findings, shown, strict=True)
    sources = {
        own.span.path: library.parsed(Path(finding.span.path)).source for finding, own in pairs
    }
    return render(shown, sources)
