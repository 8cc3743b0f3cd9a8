"""Every code of the checker has a page, every page a code, all pages one shape."""

import re
from pathlib import Path

import pytest

from talesmith.diagnose.registry import ALL, CODES

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "grammar" / "explain"
HEADINGS = ["What it does", "Why it matters", "Wrong", "Right", "When to silence it"]


def test_codes_and_names_are_unique_and_well_formed():
    assert len({code.code for code in ALL}) == len(ALL) == len({code.name for code in ALL})
    for code in ALL:
        assert re.fullmatch(r"T\d{3}", code.code)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.name)


def test_there_is_one_page_per_code_and_no_other():
    assert {page.stem for page in PAGES.glob("T*.md")} == set(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_page_has_the_fixed_headings(code):
    page = (PAGES / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code} {CODES[code].name}\n")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == HEADINGS
    assert len(page.splitlines()) <= 40


def test_every_code_is_reported_somewhere():
    sources = ROOT.glob("interpreter/talesmith/**/*.py")
    said = {
        code
        for path in sources
        if path.name != "registry.py"
        for code in re.findall(r"T\d{3}", path.read_text("utf-8"))
    }
    assert sorted(set(CODES) - said) == []
