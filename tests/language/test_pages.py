"""The example of each code: the wrong one gives that code and no other, the right one none."""

import re
from functools import cache
from pathlib import Path

import pytest

from talesmith.ground.source import SourceText

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "grammar" / "explain").glob("T*.md"))
FENCE = re.compile(r"```tale(?P<info>[^\n]*)\n(?P<text>.*?)```", re.DOTALL)


def examples(page):
    return [(m["info"], m["text"]) for m in FENCE.finditer(page.read_text("utf-8"))]


@pytest.fixture(scope="module")
def findings(checks, tmp_path_factory):
    """The findings of an example, looked for once."""
    folder = tmp_path_factory.mktemp("pages")
    return cache(lambda info, text: looked_for(checks, info, text, folder))


def looked_for(checks, info, text, folder):
    r"""A fence may say in which file its text stands, that cards need scenarios, and that the
    order of cards is looked at.

    It may also stand for what no page can show: `times=N`, the text so many times, and `bytes`,
    a file in which `\xe9` is one byte.
    """
    path = written(info, text, folder) or checks.library.put(text_of(info, text))
    checks.forget(path)
    needs_scenarios = "with=scenarios" in info
    checks.mentioned = checks.mentioned_in([path]) if needs_scenarios else None
    checks.order = "with=order" in info
    found = checks.file(path)
    checks.mentioned, checks.order = None, False
    return found


def text_of(info, text):
    file, times = re.search(r"file=(\S+)", info), re.search(r"times=(\d+)", info)
    return SourceText(
        str(ROOT / file[1]) if file else "page.tale", text * int(times[1]) if times else text
    )


def written(info, text, folder):
    if "bytes" not in info:
        return None
    path = folder / "page.tale"
    path.write_bytes(text.encode("ascii").decode("unicode_escape").encode("latin-1"))
    return path


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_the_wrong_example_gives_its_code_and_the_right_one_nothing(page, findings):
    wrong, right = examples(page)
    assert {finding.code for finding in findings(*wrong)} == {page.stem}
    assert findings(*right) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_finding_says_something_and_points_into_the_example(page, findings):
    info, text = examples(page)[0]
    lines = text.split("\n")
    for finding in findings(info, text):
        assert finding.message
        assert 1 <= finding.span.line <= len(lines)
        assert finding.span.column <= len(lines[finding.span.line - 1]) + 1
