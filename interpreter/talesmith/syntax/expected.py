"""What the parser would take at a place, in words an author knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from lark import Lark
from lark.lexer import PatternStr

KINDS_OF_WORD: Mapping[str, str] = {
    "NAME": "a name",
    "STRING": 'a text in "quotes"',
    "INT": "a number",
    "CODE": "a code such as `T304`",
    "CMP": "a comparison such as `==`",
    "$END": "the end of the text",
}

GROUPS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("a statement", frozenset({"K_LET", "K_IF"}), frozenset()),
    ("a hook or another member", frozenset({"K_OFFER", "NAME"}), frozenset({"NAME"})),
    ("a line of a scenario", frozenset({"K_UNDER", "K_GIVEN"}), frozenset()),
    ("a value", frozenset({"K_PAST", "INT", "NAME"}), frozenset({"LPAR", "MINUS", "K_NOT"})),
)
"""Many words that mean one thing: its name, two signs of it, what else it may swallow."""

OPERATORS = frozenset(
    [
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "CMP",
        "DOT",
        "LSQB",
        "LPAR",
        "K_AND",
        "K_OR",
        "K_IN",
        "K_HAS",
        "K_TOUCHES",
        "K_EXISTS",
        "K_DESPITE",
        "OPT",
        "K_WHERE",
    ]
)
"""What can always follow a value; said only when nothing else is expected."""

MOST_SHOWN = 8


@cache
def spelling(parser: Lark) -> Mapping[str, tuple[str, ...]]:
    """Return the words and signs each terminal stands for; none for names, texts, numbers."""
    return {terminal.name: _spelled(terminal.pattern) for terminal in parser.terminals}


def _spelled(pattern: object) -> tuple[str, ...]:
    if isinstance(pattern, PatternStr):
        return (pattern.value,)
    value = str(getattr(pattern, "value", ""))
    match = re.fullmatch(r"\(?([a-z_|]+)\)?\\b", value)
    return tuple(match[1].split("|")) if match else ()


def words(parser: Lark, accepts: Iterable[str]) -> dict[str, str]:
    """Return the keywords among what is accepted, each with its terminal."""
    spelled = spelling(parser)
    return {word: name for name in accepts for word in spelled.get(name, ()) if word[0].isalpha()}


def keywords(parser: Lark) -> frozenset[str]:
    """Return every keyword of the language."""
    return frozenset(words(parser, spelling(parser)))


def describe(parser: Lark, accepts: Iterable[str]) -> str:
    """Return what is expected as a phrase: "expected `as` or `{`"; empty when nothing is."""
    left, said = set(accepts), []
    for phrase, signs, swallowed in GROUPS:
        if signs <= left:
            said.append(phrase)
            left -= _group(parser, phrase) | signs | swallowed
    if (left - OPERATORS) or said:
        left -= OPERATORS
    shown = sorted(_shown(parser, left))
    rest = len(shown) - MOST_SHOWN
    if rest > 0:
        shown = [*shown[:MOST_SHOWN], f"{rest} other words"]
    return _join([*said, *shown])


def _group(parser: Lark, phrase: str) -> set[str]:
    if phrase == "a value":
        return set()
    return {name for name in spelling(parser) if name.startswith("K_")}


def _shown(parser: Lark, names: Iterable[str]) -> Iterable[str]:
    spelled = spelling(parser)
    for name in names:
        if name in KINDS_OF_WORD:
            yield KINDS_OF_WORD[name]
        else:
            yield from (f"`{word}`" for word in spelled.get(name, ()))


def _join(parts: list[str]) -> str:
    if not parts:
        return ""
    *most, last = parts
    return "expected " + (f"{', '.join(most)} or {last}" if most else last)
