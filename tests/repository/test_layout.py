"""All texts of the language that are shipped, and the examples in the pages, have its layout."""

from pathlib import Path

import pytest

from talesmith.ground.source import SourceText
from talesmith.layout.layout import laid_out
from talesmith.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "cards/README.md", "rules/README.md", "tests/scenarios/README.md"]
EXAMPLES = [
    (page, number, text.split("```")[0])
    for page in PAGES
    for number, text in enumerate((ROOT / page).read_text("utf-8").split("```tale\n")[1:])
]


@pytest.mark.parametrize("folder", ["cards", "rules", "grammar", "tests/scenarios"])
def test_texts_have_the_layout(folder):
    files = sorted((ROOT / folder).rglob("*.tale"))
    sources = {path: SourceText.read(path) for path in files}
    assert len(files) >= 4
    assert [path for path in files if laid_out(parse(sources[path])) != sources[path].text] == []


@pytest.mark.parametrize(("page", "number", "text"), EXAMPLES, ids=lambda part: str(part)[:20])
def test_examples_have_the_layout(page, number, text):
    head = "" if text.startswith("language") else "language 1\n\n"
    parsed = parse(SourceText(f"{page}, example {number}", head + text))
    assert parsed.findings == ()
    assert laid_out(parsed) == head + text
