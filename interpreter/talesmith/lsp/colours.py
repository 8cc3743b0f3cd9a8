"""The colours of the language for Pygments: documentation sites, rich and other terminals.

The words come from the grammar and from the tables of types, functions and constants, so a new one
has its colour at once.  Every sign that may stand in a text has a token; another one is an error.
"""

from __future__ import annotations

from collections.abc import Iterable

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from talesmith.names.declared import CARD_KINDS
from talesmith.names.functions import FUNCTIONS
from talesmith.ruleset.vocabulary import GAME, TYPES
from talesmith.syntax.expected import keywords
from talesmith.syntax.grammar import parser

HEADS = (*CARD_KINDS, "rules", "house_rule", "ruleset", "map")
CONSTANTS = ("yes", "no", "none")
ALSO_NAMES = frozenset({*TYPES, *GAME, "tokens", "coins"})
"""Keywords that are far more often the names of things."""


def keyword_list() -> tuple[str, ...]:
    """Give the keywords that have a colour, longest first."""
    return longest_first(keywords(parser()) - ALSO_NAMES)


def longest_first(found: Iterable[str]) -> tuple[str, ...]:
    """Give words so that none comes before one that begins with it."""
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


class TaleLexer(RegexLexer):  # type: ignore[misc]
    """The language Tale."""

    name = "Tale"
    aliases = ("tale", "talesmith")
    filenames = ("*.tale",)
    mimetypes = ("text/x-tale",)

    tokens = {  # noqa: RUF012 - the form that Pygments asks for
        "root": [
            (r"\s+", Text.Whitespace),
            (r"//[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (rf"\b({'|'.join(HEADS)})(\s+)([a-z_]\w*)(?=\s*[\"{{o])",
             bygroups(Keyword.Declaration, Text.Whitespace, Name.Class)),
            (r"(\.)([a-z_]\w*)", bygroups(Punctuation, Name.Attribute)),
            (r"[0-9]+\b", Number.Integer),
            (words(CONSTANTS, r"\b", r"\b"), Keyword.Constant),
            (r"T[0-9]{3}\b", Name.Label),
            (words(tuple(FUNCTIONS), r"\b", r"\b(?=\s*\()"), Name.Builtin),
            (words(keyword_list(), r"\b", r"\b"), Keyword),
            (words(TYPES, r"\b", r"\b"), Keyword.Type),
            (r"[a-z_]\w*(?=\s*\()", Name.Function),
            (r"[A-Za-z_]\w*", Name),
            (r"->|\.\.|==|!=|<=|>=|[<>=+*/-]", Operator),
            (r"[{}()\[\],.:?]", Punctuation),
        ],
    }  # fmt: skip
