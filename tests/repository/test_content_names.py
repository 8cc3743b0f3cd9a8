"""No name of a thing of the games stands in the Python of the machine.

The words are taken from everything that cards and rules declare: ids and display names of cards,
markers, units, items, natives and of the members of word sets, in singular and plural. A word of
ordinary English or of programming that happens to be such a name is listed with its reason.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from talesmith.ground.source import SourceText
from talesmith.syntax.parse import parse
from talesmith.syntax.tree import Card, Entry, Item, Marker, Natives, Unit, Words, walk

ROOT = Path(__file__).resolve().parents[2]
DECLARING = (Card, Entry, Item, Marker, Natives, Unit)
NO_CONTENT = ("rules", "house_rule")
SINGULARS = (("ves", "f"), ("men", "man"))
"""plurals that are not made with s: elves, ratmen"""

ORDINARY = {
    "conquest": "the rulebook's word for what an attack does; a cause of a loss as well",
    "entry": "a line of a table, here and everywhere in Python; a symbol as well",
    "event": "what the log tells of a change, here and in every machine; a kind of card as well",
    "fields": "what a position or a record is made of; a terrain of another game as well",
    "gift": "plain English; a marker of an event as well",
    "human": "who sits at the keyboard, as opposed to a bot; in the plural a race",
    "known": "plain English for what has been found or read; how sure a print is as well",
    "neutral": "plain English for what changes nothing; a side of a war as well",
    "ordinary": "plain English; a slot as well",
    "plain one": "plain English; the stand-in of a scenario as well",
    "proposed": "plain English for a word that is offered; how sure a print is as well",
    "swap": "a statement of the language; a cause of a loss as well",
    "tale": "the name of the language; a level of events as well",
}


def test_no_content_name_in_the_interpreter():
    names = all_forms()
    found = [
        f"{path.relative_to(ROOT)}:{line}: {names[words]}"
        for path in sorted(ROOT.glob("interpreter/talesmith/**/*.py"))
        for words, line in mentions(path.read_text("utf-8"), frozenset(names))
    ]
    assert found == [], "\n".join(["", *found])


def test_the_list_of_names_is_not_empty():
    assert {"trolls", "flying", "forest", "cavern", "fortress"} <= set(declared())


def test_every_ordinary_word_is_still_declared_and_has_a_reason():
    known = {words for name in everything_declared() for words in forms(name)}
    assert [word for word in ORDINARY if tuple(split(word)) not in known] == []
    assert all(len(reason.split()) >= 3 for reason in ORDINARY.values())


@pytest.mark.parametrize(
    "text",
    ["TROLLS = 1", "def is_troll():", "# a Troll", "x = 'forests'", "class FlyingRace:", "an_elf"],
)
def test_a_name_would_be_found_in_any_dress(text):
    assert list(mentions(text, frozenset(all_forms())))


@cache
def everything_declared() -> frozenset[str]:
    names = set()
    for folder in ("cards", "rules"):
        for path in sorted(ROOT.glob(f"{folder}/**/*.tale")):
            names |= set(declared_in(path))
    return frozenset(names)


def declared():
    return sorted(everything_declared() - set(ORDINARY))


def all_forms():
    """Return each way to write each name, with the name."""
    ordinary = {tuple(split(word)) for word in ORDINARY}
    found = {words: name for name in declared() for words in forms(name)}
    return {words: name for words, name in found.items() if words not in ordinary}


def declared_in(path):
    file = parse(SourceText.read(path)).file
    phrases = {entry for part in walk(file) if is_phrasebook(part) for entry in part.entries}
    for node in (part for part in walk(file) if isinstance(part, DECLARING)):
        if node in phrases:
            continue
        if isinstance(node, Card) and node.kind.text in NO_CONTENT:
            continue
        title = node.texts[0] if isinstance(node, Entry) and node.texts else None
        title = title or getattr(node, "title", None)
        yield node.name.text
        if title:
            yield title.text.lower()


def is_phrasebook(node):
    """Tell whether a word set holds phrases for hooks and actions, which are no things of a game."""
    return isinstance(node, Words) and node.name.text.startswith("english_")


def forms(name):
    """Return the name as words, in singular and plural."""
    *most, last = split(name)
    singular = last[:-1] if last.endswith("s") and not last.endswith("ss") else last
    others = {last.removesuffix(many) + one for many, one in SINGULARS if last.endswith(many)}
    for ending in {last, singular, singular + "s", f"{singular}es"} | others:
        yield (*most, ending)


def mentions(text, names):
    """Yield each name in a text, in code, in texts and in comments, with its line."""
    longest = max(map(len, names))
    for number, line in enumerate(text.splitlines(), 1):
        for words in runs(line):
            for start in range(len(words)):
                for end in range(start + 1, min(start + longest, len(words)) + 1):
                    if tuple(words[start:end]) in names:
                        yield tuple(words[start:end]), number


def runs(line):
    """Yield words that may be one name: only a blank, a dash or an underscore between them."""
    for part in re.split(r"[^A-Za-z_' -]+", line):
        yield split(part)


def split(text):
    """Return the words of a text: `FlyingRace`, `flying_race` and "Flying race" are the same."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.replace("'s", "s"))
    return [word.lower() for word in re.findall(r"[A-Za-z]+", apart)]
