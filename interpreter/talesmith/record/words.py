"""Texts as words of a line, and messages about words that name nothing."""

from __future__ import annotations

import re
from collections.abc import Collection

from talesmith.ground.nearest import nearest

SHOWN = 8
"""so many known words stand in a message"""


def short_id(full: str) -> str:
    """The last part of a full name."""
    return full.rpartition(".")[2]


def word_of(text: str) -> str:
    """A text as one word: lower case, everything but letters and digits as `_`."""
    return re.sub(r"\W+", "_", text.strip().lower()).strip("_")


def spoken(text: str) -> str:
    """A text as it is said in a line: lower case words without signs."""
    return word_of(text).replace("_", " ")


def spaced(text: str) -> str:
    """What somebody typed, or a spelling, for comparing: `Old_Harbour  x` as `old harbour x`."""
    return " ".join(text.lower().replace("_", " ").split())


def sure(kind: str) -> str:
    """A type without `?` and without `list`."""
    return kind.removesuffix("?").removeprefix("list ")


def unknown(kind: str, text: str, known: Collection[str]) -> str:
    """A message about a word that names nothing: the nearest word, or what is known."""
    close = nearest(text, known)
    if close is not None:
        return f"no {kind} is called {text!r}: did you mean {close}?"
    shown = ", ".join(list(known)[:SHOWN]) or "nothing"
    more = ", ..." if len(known) > SHOWN else ""
    return f"no {kind} is called {text!r}; there are {shown}{more}"
