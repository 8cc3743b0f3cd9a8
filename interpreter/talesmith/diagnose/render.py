"""Findings as text: for people (full), for editors (concise), for programs (json, github)."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from talesmith.diagnose.diagnostic import Diagnostic, Fix, in_reading_order
from talesmith.diagnose.frame import frame
from talesmith.diagnose.sarif import sarif
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

Sources = Mapping[str, SourceText]
"""The texts at hand, by the path that spans carry."""

SHAPE = 1
"""Number of the json shape: fields may be added, never renamed."""

MOST_OF_ONE_CODE = 10
"""So many findings of one code in one text are shown; the rest is counted."""


def render(findings: Iterable[Diagnostic], sources: Sources, form: str = "full") -> str:
    """Return the findings in reading order, in one of FORMATS.

    Raises KeyError for an unknown format.
    """
    return FORMATS[form](in_reading_order(tuple(findings)), sources)


def full(findings: tuple[Diagnostic, ...], sources: Sources) -> str:
    """Return each finding with its source frame, its other places and its hint."""
    kept, more = _at_most(findings)
    return "\n".join([*(_full_one(f, sources) for f in kept), *more])


def concise(findings: tuple[Diagnostic, ...], _sources: Sources) -> str:
    """Return one line per finding: `path:line:column: CODE message`."""
    kept, more = _at_most(findings)
    lines = [f"{f.span}: {f.code} {_mild(f)}{f.message}{_in_brackets(f.hint)}\n" for f in kept]
    return "".join([*lines, *(f"{line}\n" for line in more)])


def _mild(finding: Diagnostic) -> str:
    return "" if finding.is_error else f"{finding.severity.value}: "


def as_json(findings: tuple[Diagnostic, ...], _sources: Sources) -> str:
    """Return a JSON list with one object per finding; nothing is left out."""
    return json.dumps([_json_one(f) for f in findings], indent=2, ensure_ascii=False) + "\n"


def github(findings: tuple[Diagnostic, ...], _sources: Sources) -> str:
    """Return one workflow command per finding."""
    return "".join(_github_one(f) + "\n" for f in findings)


FORMATS: Mapping[str, Callable[[tuple[Diagnostic, ...], Sources], str]] = MappingProxyType(
    {"full": full, "concise": concise, "json": as_json, "github": github, "sarif": sarif}
)
"""Every output format by its name."""


def _at_most(findings: tuple[Diagnostic, ...]) -> tuple[list[Diagnostic], list[str]]:
    seen: Counter[tuple[str, str]] = Counter()
    kept = []
    for finding in findings:
        key = (finding.span.path, finding.code)
        seen[key] += 1
        if seen[key] <= MOST_OF_ONE_CODE:
            kept.append(finding)
    left = {key: count - MOST_OF_ONE_CODE for key, count in seen.items()}
    more = [f"{path}: {code} and {n} more" for (path, code), n in sorted(left.items()) if n > 0]
    return kept, more


def _full_one(finding: Diagnostic, sources: Sources) -> str:
    spans = [finding.span, *(place.span for place in finding.places)]
    gutter = 2 + max(len(str(span.line)) for span in spans)
    severity = "" if finding.is_error else f"{finding.severity.value}: "
    lines = [f"{finding.code}  {severity}{finding.message}", f"  {finding.span}"]
    lines += frame(sources.get(finding.span.path), finding.span, finding.label, gutter)
    for place in finding.places:
        lines += _other_place(place.span, place.caption, finding.span.path, sources, gutter)
    if finding.hint:
        lines.append(f"{'':{gutter}} = {finding.hint}")
    return "\n".join(lines) + "\n"


def _other_place(span: Span, caption: str, path: str, sources: Sources, gutter: int) -> list[str]:
    shown = frame(sources.get(span.path), span, caption, gutter)
    if not shown:
        return [f"  {span}: {caption}"]
    return shown if span.path == path else [f"  {span}", *shown]


def _json_one(finding: Diagnostic) -> dict[str, object]:
    return {
        "shape": SHAPE,
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        **_json_span(finding.span),
        "label": finding.label,
        "places": [{**_json_span(p.span), "caption": p.caption} for p in finding.places],
        "hint": finding.hint,
        "fix": _json_fix(finding.fix),
        "documentation": f"grammar/explain/{finding.code}.md",
    }


def _json_span(span: Span) -> dict[str, object]:
    return {
        "path": span.path,
        "start": {"row": span.line, "column": span.column},
        "end": {"row": span.end_line, "column": span.end_column},
    }


def _json_fix(fix: Fix | None) -> dict[str, object] | None:
    if fix is None:
        return None
    return {"safety": fix.safety.value, "edits": [{**_json_span(fix.span), "text": fix.text}]}


def _github_one(finding: Diagnostic) -> str:
    level = {"error": "error", "warning": "warning", "info": "notice"}[finding.severity.value]
    span = finding.span
    where = (
        f"file={_property(span.path)},line={span.line},endLine={span.end_line},"
        f"col={span.column},endColumn={span.end_column},title={finding.code}"
    )
    return f"::{level} {where}::{_data(finding.message + _in_brackets(finding.hint))}"


def _in_brackets(hint: str) -> str:
    return f" ({hint})" if hint else ""


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
