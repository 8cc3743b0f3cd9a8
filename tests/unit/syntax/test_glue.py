"""Words run together are never read as something else: the boundary of every keyword."""

import re
from itertools import pairwise

import pytest

from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

WORDS = re.compile(r"\w+")
APART = re.compile(r'"[^"]*"|\w+|\S')

# Some neighbours run together make a longer name in the same place; that nobody declared it, the
# check of names says. A keyword without a left or right side, a number behind a name, and:
MAKES_A_NAME_BEFORE = {"not", "up_to"}
MAKES_A_NAME_BEHIND = {"exists", "hidden", "leaves", "declines", "stop", "next", "ends"}
MAKES_A_NAME = {
    ("step", "nothing"): "a step without brackets reads as a hook",
    ("terrain", "in"): "`x in (a, b)` reads as a call",
    ("b", "but"): "`exchange a with b but (c)` reads as a call",
    ("each", "r"): "`each r in s` reads as the question whether `eachr` is in s",
    ("r", "or"): "`as r or else` reads as the branch `else` of another name",
}


def glued(text):
    """Yield each way to run two neighbouring words together, a keyword or a number among them."""
    known = keywords(parser())
    pieces = [(m.group(), m.start(), m.end()) for m in APART.finditer(text)]
    answers = [m.span() for m in re.finditer(r">( [\w\"]+)+", text)]
    for (left, start, end), (right, begin, _) in pairwise(pieces):
        if not (WORDS.fullmatch(left) and WORDS.fullmatch(right)):
            continue
        if left in MAKES_A_NAME_BEFORE or right in MAKES_A_NAME_BEHIND:
            continue
        if (left, right) in MAKES_A_NAME or (right.isdigit() and left not in known):
            continue
        if any(a <= start < b for a, b in answers):
            continue
        if {left, right} & known or left.isdigit() or right.isdigit():
            yield start, text[:end] + text[begin:]


def test_glued_words_are_refused(kind, construct, whole, read):
    text = whole(kind, construct)
    for start, wrong in glued(text):
        findings = read(wrong).findings
        assert findings, wrong
        assert findings[0].span.column - 1 <= start + len(construct), wrong


def test_the_report_names_the_glued_word(samples, whole, read):
    seen = named = 0
    missed = []
    for kind, construct in samples:
        for start, wrong in glued(whole(kind, construct)):
            seen += 1
            found = {(f.code, f.span.column - 1) for f in read(wrong).findings}
            named += ("T008", start) in found
            if ("T008", start) not in found:
                missed.append(wrong[start : start + 20])
    assert named / seen >= 0.9, missed


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("language1 race x { }", "language 1"),
        ("language 1 race x { h asattacker { } }", "as attacker"),
        ("language 1 race x { h { add1 } }", "add 1"),
        ("language 1 race x { h { add 1floor 2 } }", "1 floor"),
        ("language 1 race x { h { stopstop } }", "stop stop"),
        ("language 1 race x { h { movex to p } }", "move x"),
        ("language 1 race x { marker m max1 { } }", "max 1"),
        ("language 1 race x { item i on race untilround { } }", "until round"),
        ("language 1 race x { stepauction() -> player? { } }", "step auction"),
        ("language 1 race x { conquest_costas attacker { } }", "conquest_cost as"),
    ],
)
def test_the_repair_is_shown(wrong, right, read):
    (only,) = read(wrong).findings
    assert only.code == "T008"
    assert only.label == f"write `{right}`"
    assert only.fix.text == right
