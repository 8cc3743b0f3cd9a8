"""Texts whose mistakes are marked where they stand: `// T041` at the end of a line."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MARK = re.compile(r"// ((?:T\d{3} ?)+)$")


def marked(path):
    lines = path.read_text("utf-8").split("\n")
    marks = ((number, MARK.search(line)) for number, line in enumerate(lines, 1))
    return sorted((number, code) for number, mark in marks if mark for code in mark[1].split())


@pytest.mark.parametrize("path", sorted((HERE / "bad").glob("*.tale")), ids=lambda p: p.stem)
def test_every_marked_mistake_is_found_and_nothing_else(path, checks):
    found = [(finding.span.line, finding.code) for finding in checks.file(path)]
    assert sorted(found) == marked(path)
    assert found


@pytest.mark.parametrize("path", sorted((HERE / "good").glob("*.tale")), ids=lambda p: p.stem)
def test_nothing_is_found_in_good_texts(path, checks):
    assert checks.file(path) == []
    assert marked(path) == []


def test_the_marks_cover_the_checks_of_names_types_and_endings():
    codes = {code for path in (HERE / "bad").glob("*.tale") for _, code in marked(path)}
    assert codes >= {"T041", "T042", "T043", "T044", "T045"}
    assert codes >= {f"T10{n}" for n in (1, 2, 3, 4, 5, 9)} | {"T111", "T112", "T113", "T115"}
    assert codes >= {"T201", "T202", "T203", "T204", "T206", "T207", "T208", "T209"}
    assert codes >= {"T051", "T052", "T053", "T054", "T055", "T056", "T061", "T211", "T212"}


def test_the_rules_and_cards_have_no_findings(checks):
    root = HERE.parents[1]
    files = sorted([*(root / "rules").rglob("*.tale"), *(root / "cards").rglob("*.tale")])
    found = [f for path in files for f in checks.file(path) if f.severity.value != "info"]
    assert len(files) >= 40
    assert found == []
