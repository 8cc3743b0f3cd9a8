"""The layout of texts that were written in every way, and of texts that were torn apart.

`laid_out` itself compares the trees and the comments; that it does is in `unit/layout`.
"""

from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from talesmith.ground.source import SourceText
from talesmith.layout.layout import laid_out
from talesmith.syntax.draft import Draft
from talesmith.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
WRITTEN = [
    path
    for folder in ("fixtures", "goldens", "language/good", "properties", "unit")
    for path in sorted((TESTS / folder).rglob("*.tale"))
    if path.stat().st_size < 7000
]
SHORT = [
    path
    for path in (*WRITTEN, *sorted((ROOT / "cards").rglob("*.tale")))
    if path.stat().st_size < 2000
]


def parsed(text):
    return parse(SourceText("text", text))


@cache
def original(path):
    return parse(SourceText.read(path))


@cache
def words(path):
    """The pieces of a file without its comments, and their layout."""
    pieces = tuple(piece.text for piece in Draft(original(path).source).pieces())
    return pieces, laid_out(parsed(" ".join(pieces)))


def test_a_layout_is_its_own_layout():
    """That of what is shipped is in `repository`; these texts are written in every way."""
    assert len(WRITTEN) > 30
    for path in WRITTEN:
        if not original(path).findings:
            text = laid_out(original(path))
            assert laid_out(parsed(text)) == text, path


@given(st.sampled_from(SHORT), st.data())
@settings(max_examples=25)
def test_how_a_text_was_broken_does_not_matter(path, data):
    pieces, layout = words(path)
    gaps = st.sampled_from([" ", "\n", "  \n    ", "\t"])
    blanks = data.draw(st.lists(gaps, min_size=len(pieces), max_size=len(pieces)))
    torn = "".join(part for pair in zip(pieces, blanks, strict=True) for part in pair)
    assert laid_out(parsed(torn)) == layout


@given(st.sampled_from(SHORT), st.data())
@settings(max_examples=40)
def test_a_comment_may_stand_anywhere(path, data):
    pieces, _ = words(path)
    comments = data.draw(
        st.dictionaries(
            st.integers(0, len(pieces) - 1),
            st.lists(
                st.sampled_from(
                    [
                        " // a remark\n",
                        "\n// above\n",
                        "\n\n\n// apart\n",
                        " // C-8\n",
                        "\n\n",
                        "//\n",
                    ]
                ),
                min_size=1,
                max_size=3,
            ),
            min_size=1,
            max_size=8,
        )
    )
    torn = "".join(
        piece + "".join(comments.get(number, [" "])) for number, piece in enumerate(pieces)
    )
    text = laid_out(parsed(torn))
    assert laid_out(parsed(text)) == text
    assert "\n\n\n" not in text
    assert text.count("//") >= torn.count("//")


@given(st.sampled_from(SHORT), st.data())
@settings(max_examples=20)
def test_longer_names_break_other_lines(path, data):
    pieces, _ = words(path)
    length = data.draw(st.integers(1, 60))
    name = data.draw(st.sampled_from(sorted({p for p in pieces if p.islower()})))
    torn = " ".join(piece + "x" * length if piece == name else piece for piece in pieces)
    found = parsed(torn)
    if not found.findings:
        text = laid_out(found)
        assert laid_out(parsed(text)) == text
