"""Nodes every other node is made of: words, numbers, texts, full names."""

from __future__ import annotations

from attrs import field, frozen

from talesmith.ground.span import NOWHERE, Span


@frozen
class Node:
    """Anything written in a text; equality ignores where."""

    span: Span = field(default=NOWHERE, kw_only=True, eq=False, repr=False)


@frozen
class Word(Node):
    """A single word as the author wrote it: a name, a keyword or an operator sign."""

    text: str

    def __str__(self) -> str:
        return self.text


@frozen
class Number(Node):
    """A whole number; in constants the sign is part of it. An expression as well."""

    value: int


@frozen
class Text(Node):
    """A text in straight quotes, without them."""

    text: str

    def __str__(self) -> str:
        return self.text


@frozen
class FullName(Node):
    """`thing` or `package.thing`."""

    package: Word | None
    name: Word

    def __str__(self) -> str:
        return f"{self.package}.{self.name}" if self.package else self.name.text


@frozen
class Type(Node):
    """`race?`, `list of player`, `map of region to number`."""

    name: Word
    optional: bool = False
    of: Word | None = None
    of_optional: bool = False
    to: Word | None = None


Constant = Number | Word
"""What may stand as a printed value, a key's value or a fact."""
