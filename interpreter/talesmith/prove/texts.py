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
    """Findings in full, all their places named as seen from a folder."""
    spans = [span for finding in findings for span in _spans(finding)]
    sources = {near(span, folder).path: library.parsed(Path(span.path)).source for span in spans}
    return render([_near_finding(finding, folder) for finding in findings], sources)


def _spans(finding: Diagnostic) -> list[Span]:
    return [finding.span, *(place.span for place in finding.places)]


def _near_finding(finding: Diagnostic, folder: Path) -> Diagnostic:
    places = tuple(evolve(place, span=near(place.span, folder)) for place in finding.places)
    return evolve(finding, span=near(finding.span, folder), places=places)
