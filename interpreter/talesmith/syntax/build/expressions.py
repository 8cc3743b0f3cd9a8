"""Expressions, full names and types."""

from __future__ import annotations

from typing import cast

from attrs import frozen
from lark import Token

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    And,
    Arg,
    Argument,
    Arithmetic,
    Attribute,
    Call,
    Compare,
    Despite,
    Divide,
    Each,
    Exists,
    Expression,
    FullName,
    Has,
    Index,
    Member,
    Name,
    NamedArgument,
    Negative,
    Node,
    Not,
    Number,
    OneOf,
    Or,
    Past,
    Touches,
    Type,
    Where,
    Word,
)


@frozen
class Trailer(Node):
    """What follows a name in a path, until the path is put together."""

    kind: str
    part: object

    def after(self, source: Expression) -> Expression:
        """Return the path that ends with this trailer."""
        span = source.span.to(self.span)
        if self.kind == "attr":
            return Attribute(source, cast("Word", self.part), span=span)
        if self.kind == "index":
            return Index(source, cast("Expression", self.part), span=span)
        return Call(source, cast("tuple[Arg, ...]", self.part), span=span)


def attr(p: Parts) -> Trailer:
    """`.name`."""
    return Trailer("attr", p.word(), span=p.span)


def index(p: Parts) -> Trailer:
    """`[expression]`."""
    return Trailer("index", p.expr(), span=p.span)


def args(p: Parts) -> Trailer:
    """`(arguments)`."""
    return Trailer("args", p.rest(), span=p.span)


def path(p: Parts) -> Expression:
    """A name with its trailers."""
    token = p.token()
    made: Expression = Name(str(token), span=p.token_span(token))
    for trailer in p.all(Trailer):
        made = trailer.after(made)
    return made


def arg(p: Parts) -> Argument:
    """A positional argument."""
    return Argument(p.expr(), p.where(named=False), span=p.span)


def named_arg(p: Parts) -> NamedArgument:
    """`name: value`."""
    return NamedArgument(p.word(), p.expr(), span=p.span)


def each(p: Parts) -> Each:
    """`each x in S where c`, or `for x in S where c` of a head."""
    p.skip()
    name = p.word()
    p.skip()
    return Each(name, p.expr(), p.where(named=True), span=p.span)


def where(p: Parts) -> Where:
    """`where condition`; who stands around it knows whether it names its members."""
    p.skip()
    return Where(p.expr(), names_it=True, span=p.span)


def full(p: Parts) -> FullName:
    """`name` or `package.name`."""
    first = p.word()
    last = p.maybe_word()
    return FullName(first, last, span=p.span) if last else FullName(None, first, span=p.span)


def type_(p: Parts) -> Type:
    """A type with its members' type."""
    name, optional = p.word(), p.takes("OPT")
    if not p.takes("K_OF"):
        return Type(name, optional, span=p.span)
    of, of_optional = p.word(), p.takes("OPT")
    to = p.word() if p.takes("K_TO") else None
    return Type(name, optional, of, of_optional, to, span=p.span)


def names(p: Parts) -> tuple[Word, ...]:
    """One name, or several in brackets."""
    return p.words()


def or_(p: Parts) -> Or:
    """`a or b`."""
    return Or(_operands(p), span=p.span)


def and_(p: Parts) -> And:
    """`a and b`."""
    return And(_operands(p), span=p.span)


def _operands(p: Parts) -> tuple[Expression, ...]:
    operands = [p.expr()]
    while p.takes("K_OR") or p.takes("K_AND"):
        operands.append(p.expr())
    return tuple(operands)


def not_(p: Parts) -> Not:
    """`not a`."""
    p.skip()
    return Not(p.expr(), span=p.span)


def cmp(p: Parts) -> Compare:
    """`a == b`."""
    return Compare(p.expr(), p.word(), p.expr(), span=p.span)


def touches(p: Parts) -> Touches:
    """`a touches b`."""
    left = p.expr()
    p.skip()
    return Touches(left, p.expr(), span=p.span)


def has(p: Parts) -> Has:
    """`a has b`."""
    left = p.expr()
    p.skip()
    return Has(left, p.full(), span=p.span)


def exists(p: Parts) -> Exists:
    """`a exists`."""
    return Exists(p.expr(), span=p.span)


def member(p: Parts) -> Member:
    """`a in S`."""
    left = p.expr()
    p.skip()
    return Member(left, p.expr(), span=p.span)


def one_of(p: Parts) -> OneOf:
    """`a in (b, c)`."""
    left = p.expr()
    p.skip()
    return OneOf(left, p.all(FullName), span=p.span)


def despite(p: Parts) -> Despite:
    """`p(...) despite (a, b)`."""
    left = p.expr()
    p.skip()
    return Despite(left, p.any(), span=p.span)


def arithmetic(p: Parts) -> Arithmetic:
    """`a + b`, `a - b`, `a * b`."""
    return Arithmetic(p.expr(), p.word(), p.expr(), span=p.span)


def div(p: Parts) -> Divide:
    """`a / b up`."""
    left = p.expr()
    p.skip()
    return Divide(left, p.expr(), p.word(), span=p.span)


def neg(p: Parts) -> Negative:
    """`-a`."""
    return Negative(p.expr(), span=p.span)


def past(p: Parts) -> Past:
    """`past action this window`."""
    p.skip()
    action = p.word()
    p.skip()
    return Past(action, p.word(), span=p.span)


def negative(p: Parts) -> Number:
    """A constant below zero."""
    token: Token = p.token()
    return Number(-int(token), span=p.span)


RULES = {
    "attr": attr,
    "index": index,
    "args": args,
    "path": path,
    "arg": arg,
    "named_arg": named_arg,
    "each": each,
    "forall": each,
    "where": where,
    "full": full,
    "type": type_,
    "names": names,
    "or_": or_,
    "and_": and_,
    "not": not_,
    "cmp": cmp,
    "touches": touches,
    "has": has,
    "exists": exists,
    "member": member,
    "one_of": one_of,
    "despite": despite,
    "plus": arithmetic,
    "minus": arithmetic,
    "mul": arithmetic,
    "div": div,
    "neg": neg,
    "past": past,
    "negative": negative,
}
