"""The parts of one rule of the grammar, read from left to right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from attrs import evolve
from lark import Token

from talesmith.ground.span import Span
from talesmith.syntax.tree import (
    Branch,
    Constant,
    Duration,
    Expression,
    FullName,
    Guard,
    Node,
    Number,
    Parameter,
    PlayWord,
    Statement,
    Text,
    Type,
    Where,
    Word,
)

T = TypeVar("T")
NodeT = TypeVar("NodeT", bound=Node)

Place = Callable[[int, int], Span]
"""From two offsets of the parsed text to the span in the author's text."""


class Parts:
    """What stands inside a rule: tokens, and what the rules inside it have been built to.

    Each method takes the next part; the ones that return None leave it when it does not fit.
    """

    def __init__(self, parts: list[Any], span: Span, place: Place) -> None:
        self.parts = parts
        self.span = span
        self.place = place
        self.at = 0

    def next_is(self, *kinds: str) -> bool:
        """Whether the next part is a token of one of these kinds."""
        part = self.parts[self.at] if self.at < len(self.parts) else None
        return isinstance(part, Token) and part.type in kinds

    def takes(self, *kinds: str) -> bool:
        """Take these tokens if they come next, and say whether they did."""
        if not self.next_is(kinds[0]):
            return False
        self.at += len(kinds)
        return True

    def skip(self, count: int = 1) -> None:
        """Leave out keywords."""
        self.at += count

    def any(self) -> Any:
        """Take the next part as it is."""
        self.at += 1
        return self.parts[self.at - 1]

    def has(self, kind: type | tuple[type, ...]) -> bool:
        """Whether the next part is a node of that kind."""
        return self.at < len(self.parts) and isinstance(self.parts[self.at], kind)

    def token(self) -> Token:
        """Take a token."""
        return cast("Token", self.any())

    def word(self) -> Word:
        """Take a token as a word."""
        token = self.token()
        return Word(str(token), span=self.token_span(token))

    def maybe_word(self, kind: str = "NAME") -> Word | None:
        """Take a word if one comes next."""
        return self.word() if self.next_is(kind) else None

    def words(self) -> tuple[Word, ...]:
        """Take all names that follow."""
        return self.while_(lambda: self.next_is("NAME"), self.word)

    def number(self) -> Number:
        """Take a token as a number."""
        token = self.token()
        return Number(int(token), span=self.token_span(token))

    def maybe_number(self) -> Number | None:
        """Take a number if one comes next."""
        return self.number() if self.next_is("INT") else None

    def text(self) -> Text:
        """Take a text in quotes."""
        token = self.token()
        return Text(str(token)[1:-1], span=self.token_span(token))

    def maybe_text(self) -> Text | None:
        """Take a text if one comes next."""
        return self.text() if self.next_is("STRING") else None

    def texts(self) -> tuple[Text, ...]:
        """Take all texts that follow."""
        return self.while_(lambda: self.next_is("STRING"), self.text)

    def expr(self) -> Expression:
        """Take an expression."""
        return self.number() if self.next_is("INT") else cast("Expression", self.any())

    def expr_after(self, keyword: str) -> Expression | None:
        """Take an expression led by that keyword if it comes next."""
        return self.expr() if self.takes(keyword) else None

    def after_keyword(self) -> Expression:
        """Leave out a keyword and take the expression behind it."""
        self.skip()
        return self.expr()

    def as_name(self) -> Word:
        """Leave out a keyword and take the word behind it."""
        self.skip()
        return self.word()

    def maybe_as_name(self) -> Word | None:
        """Take a word behind `as` if one comes next."""
        return self.word() if self.takes("K_AS") else None

    def constant(self) -> Constant:
        """Take a number with its sign, or a word."""
        if self.has(Number):
            return cast("Number", self.any())
        return self.number() if self.next_is("INT") else self.word()

    def play_word(self) -> PlayWord:
        """Take a word of an answer."""
        if self.next_is("INT"):
            return self.number()
        return self.text() if self.next_is("STRING") else self.full()

    def full(self) -> FullName:
        """Take a full name."""
        return cast("FullName", self.any())

    def type_(self) -> Type:
        """Take a type."""
        return cast("Type", self.any())

    def where(self, *, named: bool) -> Where | None:
        """Take a `where` if one comes next; `named` when a name stands before the set."""
        if not self.has(Where):
            return None
        where = cast("Where", self.any())
        return evolve(where, names_it=False) if named else where

    def guard(self) -> Guard | None:
        """Take a guard if one comes next."""
        return cast("Guard", self.any()) if self.has(Guard) else None

    def block(self) -> tuple[Statement, ...]:
        """Take a block."""
        return cast("tuple[Statement, ...]", self.any())

    def maybe_block(self) -> tuple[Statement, ...] | None:
        """Take a block if one is left."""
        return self.block() if self.has(tuple) else None

    def parameters(self) -> tuple[Parameter, ...]:
        """Take parameters if they come next."""
        return cast("tuple[Parameter, ...]", self.any()) if self.has(tuple) else ()

    def until(self) -> tuple[Duration, ...]:
        """Take an `until` if it comes next."""
        return cast("tuple[Duration, ...]", self.any()) if self.has(tuple) else ()

    def branches(self) -> tuple[Branch, ...]:
        """Take the branches of a choice."""
        return self.all(Branch)

    def all(self, kind: type[NodeT]) -> tuple[NodeT, ...]:
        """Take all nodes of that kind that follow."""
        return self.while_(lambda: self.has(kind), lambda: cast("NodeT", self.any()))

    def left(self) -> bool:
        """Whether any part is left."""
        return self.at < len(self.parts)

    def rest(self) -> tuple[Any, ...]:
        """Take everything that is left."""
        left = tuple(self.parts[self.at :])
        self.at = len(self.parts)
        return left

    def while_(self, goes_on: Callable[[], bool], take: Callable[[], T]) -> tuple[T, ...]:
        """Take parts as long as `goes_on`."""
        taken = []
        while goes_on():
            taken.append(take())
        return tuple(taken)

    def token_span(self, token: Token) -> Span:
        """Return where a token stands."""
        return self.place(cast("int", token.start_pos), cast("int", token.end_pos))
