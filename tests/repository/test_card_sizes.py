"""Cards are small: lines of hooks and statements, without names, texts, ids, printed values.

Counted is what stands between the braces of a card: neither blank lines nor comments, nor the lines
`text`, `cites`, `is` and `allow`, nor the closing brace.
"""

import re
from pathlib import Path
from statistics import median, quantiles

import pytest

CARDS = Path(__file__).resolve().parents[2] / "cards"
CARD = re.compile(r"^(?:race|power|event) (\w+) .*?\{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"\s*(?:text|cites|is|allow)\b")


def rules_of(text):
    """The lines of a card that say what it does."""
    lines = (line.partition("//")[0].rstrip() for line in text.splitlines())
    return [line.strip() for line in lines if line and not PRINTED.match(line)]


def cards(folder):
    found = {}
    for path in sorted((CARDS / folder).rglob("*.tale")):
        found.update({name: rules_of(body) for name, body in CARD.findall(path.read_text("utf-8"))})
    return found


@pytest.mark.parametrize(("folder", "number"), [("base", 34), ("tales", 54)])
def test_cards_are_small(folder, number):
    sizes = {name: len(rules) for name, rules in cards(folder).items()}
    assert len(sizes) == number
    assert median(sizes.values()) <= 8
    assert quantiles(sizes.values(), n=100)[94] <= 30
    assert max(sizes.values()) <= 30


def test_cards_that_suspend_others_hold_one_statement_for_it():
    tales = cards("tales")
    suspending = {name: [line for line in rules if line.startswith("suppress ")]
                  for name, rules in tales.items()}  # fmt: skip
    assert {name for name, lines in suspending.items() if lines} == {
        "rats", "the_great_curse", "philter_of_forgetfulness",
    }  # fmt: skip
    assert all(len(lines) <= 1 for lines in suspending.values())
    assert tales["rats"] == ["suppress race"]
    assert len(tales["the_great_curse"]) == 1
    assert len(tales["philter_of_forgetfulness"]) == len(["suppress", "on_score"])
