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

    @property
    def behind_of(self) -> str:
        """The form behind a thing and "of": a region of this race, a region of yours."""
        return "yours" if self == YOU else self.text

    @property
    def is_short(self) -> bool:
        """Whether a possessive before a thing reads better than "of" behind it."""
        return bool(self.owning) or not re.search(r"'s? | of |\x04", self.text)

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


OPEN, CLOSE = "\2", "\3"
"""Round a block of several clauses inside a sentence; brackets, unless the sentence ends with it."""
BUT_IF_NOT = "; otherwise "
_OWN = re.compile(
    r"\b((?:this|that|the) (\w+)) (\w+s) ((?:(?:all|all but \d+|[\dA-Z]+) of )?(?:the tokens of )?)\1's"
)
_OBJECT = re.compile(r"\b(of|to|from|for|in|on|by|with|against|next to|over) they\b")


def sentence(text: str) -> str:
    """Return a text as a sentence: a capital in front, a full stop behind.

    A block at its end needs no brackets; what happens otherwise becomes a sentence of its own.
    """
    text = _OBJECT.sub(r"\1 them", " ".join(text.split()))
    text = _OWN.sub(_back, text)
    parts = _outside(text, BUT_IF_NOT)
    if len(parts) == 2 and OPEN in text:
        first, last = parts
        first = first if BUT_IF_NOT in first else _opened(first)
        return f"{_finished(first)} {_finished(_opened(f'otherwise {last}'))}"
    return _finished(_opened(text))


def _back(match: re.Match[str]) -> str:
    """Return a thing of the subject as its own: this race loses its tokens."""
    whole, noun, verb, some = match.groups()
    own = "their" if noun in ("player", "winner") else "its"
    return f"{whole} {verb} {some}{own}"


def _finished(text: str) -> str:
    text = text.replace(OPEN, "(").replace(CLOSE, ")")
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ".)")) else f"{text}."


def _opened(text: str) -> str:
    """Return a text without the brackets round the block at its end."""
    if not text.endswith(CLOSE):
        return text
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == CLOSE) - (text[place] == OPEN)
        if not depth:
            return text[:place] + text[place + 1 : -1]
    return text


def _outside(text: str, mark: str) -> list[str]:
    """Return the parts of a text between the marks that stand in no block."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == OPEN) - (letter == CLOSE)
        if not depth and text.startswith(mark, place):
            parts.append(text[start:place])
            start = place + len(mark)
    return [*parts, text[start:]]


def is_simple(text: str) -> bool:
    """Tell whether a clause can stand inside a longer sentence without brackets."""
    return len(_outside(text, ";")) == 1


def times_a(n: int, window: str) -> str:
    """Return how often: once a turn, twice a round, at most 3 times a game."""
    often = {1: "once", 2: "twice"}.get(n, f"{n} times")
    return f"at most {often} a {window}"
