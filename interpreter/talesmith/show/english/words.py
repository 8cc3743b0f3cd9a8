"""English itself: articles, plurals, lists, verbs that agree, sentences."""

import re
from collections.abc import Iterable

from attrs import frozen

_PLURALS = {"combo": "combos"}
_BENT = {"have": "has", "be": "is", "do": "does", "may": "may", "can": "can", "cannot": "cannot"}


@frozen
class Name:
    """How a sentence calls a thing.

    `plural` says that a verb behind it takes the plural form, as it does behind "you".
    """

    text: str
    owning: str = ""
    """the possessive if it is not made with 's"""
    plural: bool = False

    @property
    def possessive(self) -> str:
        """The form before a thing that belongs to it: your, that region's."""
        if self.owning:
            return self.owning
        return f"{self.text}'" if self.text.endswith("s") and self.plural else f"{self.text}'s"

    def does(self, verb: str) -> str:
        """Return the verb in the form that agrees: this race conquers, you conquer."""
        if self.plural:
            return "are" if verb == "be" else verb
        return third_person(verb)

    def __str__(self) -> str:
        return self.text


YOU = Name("you", "your", plural=True)


def third_person(verb: str) -> str:
    """Return the form behind he, she or it: conquers, carries, has."""
    if verb in _BENT:
        return _BENT[verb]
    return plural(verb)


def plural(noun: str) -> str:
    """Return the plural of a noun; of `Way-in-the-Wall` the first part is bent."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{plural(head)} of {rest}"
    head, dash, rest = noun.partition("-")
    if dash and rest.startswith(("in-", "of-", "on-")):
        return f"{plural(head)}-{rest}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    if noun.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{noun}es"
    return f"{noun}s"


def a(noun: str) -> str:
    """Return the noun with its article: a region, an attempt."""
    if noun.startswith("other "):
        return f"an{noun}"
    vowel = noun[:1].lower() in "aeio" or re.match(r"u[^n]|un[^i]", noun.lower())
    return f"{'an' if vowel else 'a'} {noun}"


def counted(n: int, noun: str) -> str:
    """Return a number with its noun: 1 token, 0 tokens, 3 coins."""
    return f"{n} {noun if n in (1, -1) else plural(noun)}"


def joined(parts: Iterable[str], word: str = "and") -> str:
    """Return a list as it is spoken: a, b and c."""
    *most, last = list(parts)
    return f"{', '.join(most)} {word} {last}" if most else last


def spoken(identifier: str) -> str:
    """Return the words of an identifier: `conquest_cost` is "conquest cost"."""
    return identifier.replace("_", " ")


def sentence(text: str) -> str:
    """Return a text as a sentence: a capital in front, a full stop behind."""
    text = " ".join(text.split())
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ".)")) else f"{text}."


def times_a(n: int, window: str) -> str:
    """Return how often: once a turn, twice a round, at most 3 times a game."""
    often = {1: "once", 2: "twice"}.get(n, f"{n} times")
    return f"at most {often} a {window}"
