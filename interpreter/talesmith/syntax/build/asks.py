"""Statements that ask."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Allot,
    Ask,
    Choose,
    ChooseNumber,
    ChooseOption,
    Each,
    Expression,
    Name,
    Option,
    Order,
    Roll,
    Word,
)


def ask(p: Parts) -> Ask:
    """`ask player "question" if condition as name`."""
    player, question = p.after_keyword(), p.text()
    return Ask(player, question, p.expr_after("K_IF"), p.as_name(), span=p.span)


def choose_option(p: Parts) -> ChooseOption:
    """`choose option by player "question" at point as name { } branches`."""
    p.skip(2)
    by, question = p.after_keyword(), p.maybe_text()
    point, name = p.expr_after("K_AT"), p.maybe_as_name()
    return ChooseOption(by, question, point, name, p.all(Option), p.branches(), span=p.span)


def option(p: Parts) -> Option:
    """One written option."""
    title = p.text()
    for_each: Each | None = p.any() if p.has(Each) else None
    return Option(title, for_each, p.expr_after("K_IF"), p.block(), span=p.span)


def choose_number(p: Parts) -> ChooseNumber:
    """`choose number a .. b by player "question" as name branches`."""
    p.skip(2)
    return ChooseNumber(
        p.expr(),
        p.expr(),
        p.after_keyword(),
        p.maybe_text(),
        p.as_name(),
        p.branches(),
        span=p.span,
    )


def choose(p: Parts) -> Choose:
    """`choose`, of one thing, several things or tokens."""
    p.skip()
    up_to = p.takes("K_UP_TO")
    count: Expression | None = p.expr()
    noun = p.maybe_word()
    if noun is None and not up_to and isinstance(count, Name):
        noun, count = Word(count.text, span=count.span), None
    source, where, by = p.after_keyword(), p.where(named=False), p.after_keyword()
    question, keeping = p.maybe_text(), p.expr_after("K_KEEPING")
    name, branches = p.as_name(), p.branches()
    return Choose(
        up_to, count, noun, source, where, by, question, keeping, name, branches, span=p.span
    )


def allot(p: Parts) -> Allot:
    """`allot name in S where least a most b total c by player "question" as result branches`."""
    p.skip()
    name = p.word()
    source, where = p.after_keyword(), p.where(named=True)
    least, most = p.expr_after("K_LEAST"), p.expr_after("K_MOST")
    total, by, question = p.expr_after("K_TOTAL"), p.after_keyword(), p.maybe_text()
    result, branches = p.as_name(), p.branches()
    return Allot(
        name, source, where, least, most, total, by, question, result, branches, span=p.span
    )


def order(p: Parts) -> Order:
    """`order S by player "question" as name`."""
    return Order(p.after_keyword(), p.after_keyword(), p.maybe_text(), p.as_name(), span=p.span)


def roll(p: Parts) -> Roll:
    """`roll die by player as name`."""
    return Roll(p.as_name(), p.after_keyword(), p.as_name(), span=p.span)


RULES = {
    "ask": ask,
    "choose_option": choose_option,
    "option": option,
    "choose_number": choose_number,
    "choose": choose,
    "allot": allot,
    "order": order,
    "roll": roll,
}
