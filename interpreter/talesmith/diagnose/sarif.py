"""Findings in SARIF 2.1.0, the form in which code hosts and editors take findings of any tool.

One run; its driver lists every code once, with the text of its page.  A finding has a fingerprint
of its code, its file and the words on its line, so that one that has only moved is no new one.
"""

import json
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import PurePath
from typing import Any

from talesmith.diagnose.diagnostic import Diagnostic, Fix
from talesmith.diagnose.registry import ALL, Code
from talesmith.ground.data import grammar_folder
from talesmith.ground.source import SourceText
from talesmith.ground.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
PAGES = "grammar/explain"


def sarif(findings: tuple[Diagnostic, ...], sources: Mapping[str, SourceText]) -> str:
    """Return the findings as one run of this program."""
    driver = {
        "name": "talesmith",
        "version": version("talesmith"),
        "rules": [_rule(code) for code in ALL],
    }
    seen: Counter[str] = Counter()
    results = [_result(finding, sources, seen) for finding in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    page = (grammar_folder() / "explain" / f"{code.code}.md").read_text("utf-8")
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": code.message.replace("{", "<").replace("}", ">")},
        "help": {"text": page, "markdown": page},
        "helpUri": f"{PAGES}/{code.code}.md",
        "defaultConfiguration": {"level": LEVELS[code.severity.value]},
    }


NUMBERS = {code.code: number for number, code in enumerate(ALL)}


def _result(
    finding: Diagnostic, sources: Mapping[str, SourceText], seen: Counter[str]
) -> dict[str, Any]:
    said = ". ".join(part for part in (finding.message, finding.label, finding.hint) if part)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": NUMBERS[finding.code],
        "level": LEVELS[finding.severity.value],
        "message": {"text": said},
        "locations": [_location(finding.span)],
        "partialFingerprints": {"lineWords/v1": _fingerprint(finding, sources, seen)},
    }
    if finding.places:
        result["relatedLocations"] = [
            {"id": n, **_location(place.span), "message": {"text": place.caption}}
            for n, place in enumerate(finding.places)
        ]
    if finding.fix is not None:
        result["fixes"] = [_fix(finding.fix, finding.label)]
    return result


def _location(span: Span) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": PurePath(span.path).as_posix()},
            "region": _region(span),
        }
    }


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(fix: Fix, label: str) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
    change = {
        "artifactLocation": {"uri": PurePath(fix.span.path).as_posix()},
        "replacements": [replacement],
    }
    said = label or f"{fix.safety.value} fix"
    return {"description": {"text": said}, "artifactChanges": [change]}


def _fingerprint(finding: Diagnostic, sources: Mapping[str, SourceText], seen: Counter[str]) -> str:
    """Return a mark of a finding that does not change when its line moves."""
    source = sources.get(finding.span.path)
    line = source.line(finding.span.line).strip() if source is not None else ""
    base = f"{finding.code}\n{finding.span.path}\n{line}\n{finding.message}"
    seen[base] += 1
    # the name of a file may have bytes that are no text
    marked = f"{base}\n{seen[base]}".encode("utf-8", "surrogatepass")
    return sha256(marked).hexdigest()[:32]
