"""Statements that say what comes next."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    AtOnce,
    Block,
    Branch,
    CallStep,
    Circle,
    End,
    Expression,
    For,
    If,
    Let,
    Loop,
    Next,
    Return,
    Secretly,
    Stop,
    Using,
    Where,
    Word,
)


def block(p: Parts) -> Block:
    """Statements between braces."""
    return p.rest()


def let(p: Parts) -> Let:
    """`let name = value where`."""
    p.skip()
    return Let(p.word(), p.expr(), p.where(named=False), span=p.span)


def if_(p: Parts) -> If:
    """`if`, with `else` and `else if`."""
    p.skip()
    condition, then = p.expr(), p.block()
    if not p.takes("K_ELSE"):
        return If(condition, then, None, span=p.span)
    otherwise: Block = (p.any(),) if p.has(If) else p.block()
    return If(condition, then, otherwise, span=p.span)


def _over_a_set(p: Parts) -> tuple[Word, Expression, Where | None, Block]:
    p.skip()
    name = p.word()
    p.skip()
    return name, p.expr(), p.where(named=True), p.block()


def for_(p: Parts) -> For:
    """`for name in S where`."""
    return For(*_over_a_set(p), span=p.span)


def at_once(p: Parts) -> AtOnce:
    """`at_once name in S where`."""
    return AtOnce(*_over_a_set(p), span=p.span)


def secretly(p: Parts) -> Secretly:
    """`secretly name in S where { } as result`."""
    head = _over_a_set(p)
    p.skip()
    return Secretly(*head, p.word(), span=p.span)


def loop(p: Parts) -> Loop:
    """`loop name at_most n times`."""
    p.skip()
    name = p.maybe_word()
    p.skip()
    most = p.expr()
    p.skip()
    return Loop(name, most, p.block(), span=p.span)


def circle(p: Parts) -> Circle:
    """`circle name in S at_most n times`."""
    p.skip()
    name = p.word()
    p.skip()
    source, most = p.expr(), p.expr_after("K_AT_MOST")
    p.takes("K_TIMES")
    return Circle(name, source, most, p.block(), span=p.span)


def using(p: Parts) -> Using:
    """`using attempt`."""
    p.skip()
    return Using(p.expr(), p.block(), span=p.span)


def call(p: Parts) -> CallStep:
    """`call step(...) as name`."""
    return CallStep(p.after_keyword(), p.maybe_as_name(), span=p.span)


def return_(p: Parts) -> Return:
    """`return value`."""
    return Return(p.after_keyword(), span=p.span)


def stop(p: Parts) -> Stop:
    """`stop`."""
    return Stop(span=p.span)


def next_(p: Parts) -> Next:
    """`next`."""
    return Next(span=p.span)


def end(p: Parts) -> End:
    """`end name`."""
    return End(p.as_name(), span=p.span)


def branch(p: Parts) -> Branch:
    """`else`, `or done`, `or else`."""
    if p.takes("K_ELSE"):
        return Branch("nothing", p.block(), span=p.span)
    p.skip()
    done = p.takes("K_DONE")
    p.takes("K_ELSE")
    return Branch("done" if done else "both", p.block(), span=p.span)


RULES = {
    "block": block,
    "let": let,
    "if_": if_,
    "for_": for_,
    "at_once": at_once,
    "secretly": secretly,
    "loop": loop,
    "circle": circle,
    "using": using,
    "call": call,
    "return_": return_,
    "stop": stop,
    "next": next_,
    "end": end,
    "or_nothing": branch,
    "or_done": branch,
    "or_both": branch,
}
