"""No text ever raises: whatever stands in it, the answer is a tree and findings."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from talesmith.diagnose.render import FORMATS, render
from talesmith.ground.source import SourceText
from talesmith.syntax.dump import dump
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser
from talesmith.syntax.parse import parse, parse_expression
from talesmith.syntax.tree import File

SAMPLES = (Path(__file__).parent / "constructs.txt").read_text("utf-8").splitlines()[1:]
SIGNS = """{ } ( ) [ ] " . , : = + - * / < > ? \u201c \u201d == .. -> // 1 2.5 x r1""".split()

few = settings(max_examples=60)


@cache
def bricks():
    return [*sorted(keywords(parser())), *SIGNS, "\n", '"a b"']


@cache
def pieces_of_samples():
    text = "language 1 " + " ".join(line.split(" | ", 1)[1] for line in SAMPLES[:60])
    return re.findall(r'"[^"]*"|\w+|\S', text)


def holds(text):
    source = SourceText("any.tale", text)
    parsed = parse(source)
    assert isinstance(parsed.file, File)
    dump(parsed.file)
    for found in parsed.findings:
        span = found.span
        assert 1 <= span.line <= span.end_line <= len(source.lines)
        assert span.column >= 1
        assert span.end_column <= len(source.line(span.end_line)) + 2
    for form in FORMATS:
        render(parsed.findings, {source.path: source}, form)
    if not parsed.findings:
        assert parsed.file.header
    node, findings = parse_expression(source)
    assert (node is None) == bool(findings)


@few
@given(st.text(max_size=200))
@example("\x00\ud800\u2028")
@example("\ud800 race")
@example("language 1 // \r\n")
@example("\ufeffrace x { }")
def test_any_text(text):
    holds(text)


@few
@given(st.lists(st.sampled_from(range(10_000)), max_size=40))
def test_any_heap_of_words_of_the_language(numbers):
    words = bricks()
    holds("language 1 " + " ".join(words[number % len(words)] for number in numbers))


@few
@given(
    start=st.integers(0, 400),
    size=st.integers(1, 60),
    edits=st.lists(
        st.tuples(st.integers(0, 200), st.integers(0, 3), st.integers(0, 9999)), max_size=5
    ),
)
def test_any_damage_to_real_texts(start, size, edits):
    pieces = ["language 1 race x {", *pieces_of_samples()[start : start + size], "}"]
    for at, kind, brick in edits:
        place = at % len(pieces)
        old, new = pieces[place], bricks()[brick % len(bricks())]
        pieces[place : place + 1] = [[""], [old, old], [new], [old, new]][kind]
    holds(" ".join(pieces))


@pytest.mark.parametrize("brick", ["{", "}", "(", '"', "if", "race", "-", "\u201c", "x", "1", "."])
def test_long_texts_of_one_thing(brick):
    holds(f"{brick} " * 400)
    holds(brick * 400)
