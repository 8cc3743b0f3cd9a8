"""What `NAME=VALUE` behind a `+` says of a game: the value of a key, or which cards are in play.

second_tie=earlier_seat            set second_tie = earlier_seat
event=a,b                          pool event is a, b
artifact=none                      pool artifact where 0 == 1
event.theme=a                      pool event where it.theme == a
event.theme=a,b                    pool event where it.theme == a or it.theme == b
"""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.ground.span import Span
from talesmith.names.declared import CARD_KINDS
from talesmith.syntax import tree

SIGN, NONE = "=", "none"
NOTHING = tree.Where(tree.Compare(tree.Number(0), tree.Word("=="), tree.Number(1)), names_it=True)
"""what no card fulfils"""


def line_of(said: str) -> tree.RulesetLine:
    """Give the line of a ruleset that says the same; whether its words exist is found later."""
    name, _, value = said.partition(SIGN)
    kind, _, fact = name.partition(".")
    words = _words(said)
    if kind not in CARD_KINDS:
        return tree.SetKey(next(words), tree.Word(value, span=next(words).span))
    first = next(words)
    if not fact and value == NONE:
        return tree.Pool(tree.Word(kind, span=first.span), NOTHING, ())
    if not fact:
        return tree.Pool(tree.Word(kind, span=first.span), None, tuple(map(full_name, words)))
    printed = tree.Attribute(tree.Name("it"), tree.Word(fact, span=first.span))
    same = tuple(tree.Compare(printed, tree.Word("=="), _value(one)) for one in words)
    condition = same[0] if len(same) == 1 else tree.Or(same)
    return tree.Pool(tree.Word(kind, span=first.span), tree.Where(condition, names_it=True), ())


def spoken(said: str) -> str:
    """Give the same for the title of a game: `theme a, b`."""
    name, _, value = said.partition(SIGN)
    return f"{name.partition('.')[2] or name} {value}".replace("_", " ").replace(",", ", ")


def _words(said: str) -> Iterator[tree.Word]:
    """Yield the name and each value, with the column in which it stands: it has no file."""
    at = 1
    for text in said.replace(SIGN, ",", 1).split(","):
        yield tree.Word(text, span=Span("", 1, at, 1, at + len(text)))
        at += len(text) + 1


def _value(word: tree.Word) -> tree.Number | tree.Name:
    if word.text.isdecimal():
        return tree.Number(int(word.text), span=word.span)
    return tree.Name(word.text, span=word.span)


def full_name(word: tree.Word) -> tree.FullName:
    """Give a name with or without its package as the name of something that is used."""
    package, _, short = word.text.rpartition(".")
    home = tree.Word(package, span=word.span) if package else None
    return tree.FullName(home, tree.Word(short, span=word.span), span=word.span)
