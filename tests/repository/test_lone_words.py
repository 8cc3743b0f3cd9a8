"""No word of the language is there for the sake of one card.

A function, property, constant or statement that a single card of the games uses, and no rules file,
must be needed by two cards of the fixture `alone.tale`; the decision note tells them all.
"""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = ROOT / "tests" / "fixtures" / "alone.tale"
NOTE = ROOT / "grammar" / "decisions" / "0023-words-that-one-card-uses.md"
SECTIONS = ("Functions", "Statements and lines", "Constants of the game", "Properties")
MADE = re.compile(r"^(?:race|power|event|artifact|place) (\w+) .*?^\}", re.DOTALL | re.MULTILINE)
QUOTED_OR_TOLD = re.compile(r'"[^"]*"|//.*')


def words():
    """The words that the tables of the reference begin with, of properties the last part."""
    text = (ROOT / "grammar" / "reference.md").read_text("utf-8")
    for title in SECTIONS:
        table = text.split(f"## {title}\n")[1].split("\n## ")[0]
        yield from re.findall(r"^\| `(?:\w+\.)?([a-z_]+)", table, re.MULTILINE)


def used(text):
    return set(re.findall(r"[a-z_]+", QUOTED_OR_TOLD.sub("", text)))


def rules_in(folder):
    """The words of each card below a folder, by its name, and those of each other text."""
    cards, others = {}, set()
    for path in (ROOT / folder).rglob("*.tale"):
        text = path.read_text("utf-8").partition("\nscenario ")[0]
        made = list(MADE.finditer(text))
        cards.update({one[1]: used(one[0]) for one in made})
        others |= set() if made else used(text)
    return cards, others


def lone():
    """The words of which one card alone makes use, with that card."""
    cards, elsewhere = rules_in("cards")[0], rules_in("rules")[1]
    users = defaultdict(set)
    for card, said in cards.items():
        for word in said & set(words()):
            users[word].add(card)
    return {
        word: cards for word, cards in users.items() if len(cards) == 1 and word not in elsewhere
    }


def test_the_tables_are_read():
    found = set(words())
    assert len(found) > 120
    assert {"distance", "owner", "move", "first_player", "circle"} <= found


def test_a_word_that_one_card_uses_is_needed_by_two_others():
    invented = {one[1]: used(one[0]) for one in MADE.finditer(FIXTURE.read_text("utf-8"))}
    needed = {word: sum(word in said for said in invented.values()) for word in lone()}
    assert {word: n for word, n in needed.items() if n < 2} == {}


def test_the_note_tells_each_of_them_with_its_cards():
    rows = re.findall(
        r"^\| `(\w+)` \| (\w+) \| ([\w, ]+) \|$", NOTE.read_text("utf-8"), re.MULTILINE
    )
    assert {word: {card} for word, card, _ in rows} == lone()
    invented = {one[1]: used(one[0]) for one in MADE.finditer(FIXTURE.read_text("utf-8"))}
    for word, _, told in rows:
        assert set(told.split(", ")) == {name for name, said in invented.items() if word in said}
