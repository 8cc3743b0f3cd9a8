"""How a text of an older language becomes one of the newest: step by step, by registered rewrites.

When the language gets another number, the change ships with a rewrite from the number before.  It
takes a whole text and gives a whole text, and it works on words and marks, not on a tree: the
program that has it no longer reads the older language.  The number in the first line is not its
business; it is set here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from talesmith.syntax import parse

Rewrite: TypeAlias = Callable[[str], str]

REWRITES: dict[int, Rewrite] = {}
"""By the language from which it leads: `REWRITES[1]` makes texts of language 1 those of language 2."""

HEADER = re.compile(r"\A(?:\s|//[^\n]*\n)*language\s+(?P<number>\d{1,9})\b")


class RewriteError(ValueError):
    """A text says no language, a newer one, or one from which no rewrite leads on."""


def rewrites(old: int) -> Callable[[Rewrite], Rewrite]:
    """Register the rewrite from a language to the next."""

    def register(function: Rewrite) -> Rewrite:
        if old in REWRITES:
            raise RewriteError(f"there are two rewrites from language {old}")
        REWRITES[old] = function
        return function

    return register


def newest() -> int:
    """Return the number of the language that this program speaks."""
    return parse.LANGUAGE


def language_of(text: str) -> int:
    """Return the number that the first line of a text says.  Raises RewriteError if it says none."""
    header = HEADER.match(text)
    if header is None:
        raise RewriteError("its first line does not say `language` and a number")
    return int(header["number"])


def rewritten(text: str) -> str:
    """Return a text in the newest language; as it is if that is its own.

    Raises RewriteError for a text that says no language, a newer one or an unknown one.
    """
    number = language_of(text)
    if number > newest():
        raise RewriteError(f"language {number} is newer than this program, which speaks {newest()}")
    while number < newest():
        if number not in REWRITES:
            raise RewriteError(f"no rewrite leads on from language {number}")
        text = _numbered(REWRITES[number](text), number + 1)
        number += 1
    return text


def _numbered(text: str, number: int) -> str:
    header = HEADER.match(text)
    if header is None:
        raise RewriteError(f"the rewrite to language {number} lost the first line")
    start, end = header.span("number")
    return f"{text[:start]}{number}{text[end:]}"
