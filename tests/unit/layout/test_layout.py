"""The layout of samples, and what is refused."""

from pathlib import Path

import pytest

from talesmith.ground.source import SourceText
from talesmith.layout import layout
from talesmith.layout.document import Text
from talesmith.layout.layout import Changed, laid_out
from talesmith.syntax import tree
from talesmith.syntax.parse import parse

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.in"))


def again(text):
    return laid_out(parse(SourceText("sample", text)))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_sample(path, golden):
    text = again(path.read_text("utf-8"))
    assert text == golden
    assert again(text) == text


def test_the_samples_and_the_good_texts_hold_every_construct():
    good = (Path(__file__).parents[2] / "language" / "good").glob("*.tale")
    files = [parse(SourceText.read(path)).file for path in (*SAMPLES, *good)]
    nodes = {value for value in vars(tree).values() if isinstance(value, type)} - {tree.Node}
    assert nodes - {type(node) for file in files for node in tree.walk(file)} == set()


def test_what_is_shown_fits_on_the_page():
    for path in SAMPLES:
        long = [line for line in again(path.read_text("utf-8")).splitlines() if len(line) > 100]
        assert [line for line in long if '"' not in line and "//" not in line] == []


def test_an_empty_text_and_one_of_comments_are_laid_out():
    assert again("language 1") == "language 1\n"
    assert again("\n\n// a\n\n\n// b\nlanguage 1 // c") == ("// a\n\n// b\nlanguage 1  // c\n")


def test_a_text_with_mistakes_has_no_layout():
    with pytest.raises(ValueError, match="has mistakes"):
        again("language 1\nrace elves {")


@pytest.mark.parametrize(
    ("instead", "what"),
    [
        ('language 1\nrace elf "E" { is tokens: 2 } // c', "another tree"),
        ('language 1\nrace elf "E" { is tokens: 1 }', "other comments"),
        ('language 1\nrace elf "E" { is tokens: 1 } // c\n// c', "other comments"),
        ('language 1\nrace elf "E" { is tokens: 1', "another tree"),
    ],
)
def test_a_layout_that_says_something_else_is_no_layout(instead, what, monkeypatch):
    monkeypatch.setattr(layout, "printed", lambda _file, _pieces: Text(instead))
    with pytest.raises(Changed, match=what):
        again('language 1\nrace elf "E" { is tokens: 1 } // c')
