"""What an author reads: the wrong example of every page of a code, with its exact message."""

import re
from pathlib import Path

import pytest

from talesmith.compile.check import Checks
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "grammar" / "explain").glob("T*.md"))
FENCE = re.compile(r"```tale(?P<info>[^\n]*)\n(?P<text>.*?)```", re.DOTALL)
UNSHOWN = re.compile(r"times=|bytes")
"""in the fence of a text that only stands for the wrong one"""
FAMILIES = {
    "T0": "texts, sides, termination, order",
    "T1": "names",
    "T2": "types",
    "T3": "judgement",
    "T4": "authors",
}


@pytest.fixture(scope="module")
def checks():
    return Checks([ROOT])


def shown(checks, info, text):
    """The findings of an example as `check` prints them, without the machine's folders."""
    file = re.search(r"file=(\S+)", info)
    source = SourceText(str(ROOT / file[1]) if file else "page.tale", text)
    path = checks.library.put(source)
    checks.forget(path)
    checks.mentioned = checks.mentioned_in([path]) if "with=scenarios" in info else None
    checks.order = "with=order" in info
    found = checks.file(path)
    sources = {f.span.path: source for f in found}
    for place in (place for f in found for place in f.places):
        if place.span.path not in sources:
            sources[place.span.path] = SourceText.read(Path(place.span.path))
    return render(found, sources).replace(f"{ROOT}/", "")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_wrong_example_of_every_page(checks, golden, family):
    blocks = []
    for page in (page for page in PAGES if page.stem.startswith(family)):
        examples = [(m["info"], m["text"]) for m in FENCE.finditer(page.read_text("utf-8"))]
        if not UNSHOWN.search(examples[0][0]):
            blocks.append(f"# {page.stem}\n{shown(checks, *examples[0])}")
    assert "\n".join(blocks) == golden


def test_every_family_has_pages():
    assert {page.stem[:2] for page in PAGES} == set(FAMILIES)
