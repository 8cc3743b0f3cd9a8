"""Statements that change the state, and those that make actions and moments run."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Attach,
    Change,
    Detach,
    Do,
    Draw,
    Exchange,
    Expire,
    Fire,
    Found,
    Mark,
    MoveAmount,
    MoveThing,
    Pair,
    Pot,
    Proceed,
    RemoveAmount,
    RemoveThing,
    Reveal,
    Set,
    Shuffle,
    Station,
    Swap,
    Unmark,
    Unpair,
)


def do(p: Parts) -> Do:
    """`do action(...) as name`."""
    return Do(p.after_keyword(), p.maybe_as_name(), span=p.span)


def pot(p: Parts) -> Pot:
    """`pot name`."""
    return Pot(p.as_name(), span=p.span)


def move(p: Parts) -> MoveAmount | MoveThing:
    """`move n nouns from a to b`, or `move thing to b`."""
    first = p.after_keyword()
    noun = p.maybe_word()
    if noun is None:
        return MoveThing(first, p.after_keyword(), p.takes("K_HIDDEN"), span=p.span)
    return MoveAmount(
        first, noun, p.after_keyword(), p.after_keyword(), p.takes("K_HIDDEN"), span=p.span
    )


def remove(p: Parts) -> RemoveAmount | RemoveThing:
    """`remove n nouns from a`, or `remove thing`."""
    first = p.after_keyword()
    noun = p.maybe_word()
    if noun is None:
        return RemoveThing(first, span=p.span)
    return RemoveAmount(first, noun, p.after_keyword(), span=p.span)


def set_(p: Parts) -> Set:
    """`set place = value`."""
    return Set(p.after_keyword(), p.expr(), span=p.span)


def mark(p: Parts) -> Mark:
    """`mark region with marker by player until`."""
    return Mark(p.after_keyword(), p.after_keyword(), p.expr_after("K_BY"), p.until(), span=p.span)


def unmark(p: Parts) -> Unmark:
    """`unmark region of marker`."""
    return Unmark(p.after_keyword(), p.as_name(), span=p.span)


def station(p: Parts) -> Station:
    """`station n marker on S where by player "..."`."""
    return Station(
        p.after_keyword(),
        p.word(),
        p.after_keyword(),
        p.where(named=False),
        p.after_keyword(),
        p.maybe_text(),
        span=p.span,
    )


def attach(p: Parts) -> Attach:
    """`attach thing to bearer until`."""
    return Attach(p.after_keyword(), p.after_keyword(), p.until(), span=p.span)


def detach(p: Parts) -> Detach:
    """`detach thing from bearer`."""
    return Detach(p.after_keyword(), p.expr_after("K_FROM"), span=p.span)


def swap(p: Parts) -> Swap:
    """`swap a with b`."""
    return Swap(p.after_keyword(), p.after_keyword(), span=p.span)


def exchange(p: Parts) -> Exchange:
    """`exchange a with b but (...)`."""
    left, right = p.after_keyword(), p.after_keyword()
    p.takes("K_BUT")
    return Exchange(left, right, p.words(), span=p.span)


def pair(p: Parts) -> Pair:
    """`pair banner with badge as name`."""
    return Pair(p.after_keyword(), p.after_keyword(), p.as_name(), span=p.span)


def unpair(p: Parts) -> Unpair:
    """`unpair combo as banner with badge`."""
    return Unpair(p.after_keyword(), p.as_name(), p.as_name(), span=p.span)


def found(p: Parts) -> Found:
    """`found combo by player as name`."""
    return Found(p.after_keyword(), p.after_keyword(), p.as_name(), span=p.span)


def shuffle(p: Parts) -> Shuffle:
    """`shuffle stack`."""
    return Shuffle(p.after_keyword(), span=p.span)


def draw(p: Parts) -> Draw:
    """`draw from stack as name branches`."""
    p.skip()
    return Draw(p.after_keyword(), p.as_name(), p.branches(), span=p.span)


def reveal(p: Parts) -> Reveal:
    """`reveal thing to player`."""
    return Reveal(p.after_keyword(), p.expr_after("K_TO"), span=p.span)


def proceed(p: Parts) -> Proceed:
    """`proceed with name = value, ...`."""
    p.skip()
    p.takes("K_WITH")
    return Proceed(p.while_(lambda: p.next_is("NAME"), lambda: _change(p)), span=p.span)


def _change(p: Parts) -> Change:
    name, value = p.word(), p.expr()
    return Change(name, value, span=name.span.to(value.span))


def fire(p: Parts) -> Fire:
    """`fire moment(...)`."""
    return Fire(p.after_keyword(), span=p.span)


def expire(p: Parts) -> Expire:
    """`expire duration`."""
    p.skip()
    return Expire(p.any(), span=p.span)


RULES = {
    "do": do,
    "pot": pot,
    "move": move,
    "remove": remove,
    "set_": set_,
    "mark": mark,
    "unmark": unmark,
    "station": station,
    "attach": attach,
    "detach": detach,
    "swap": swap,
    "exchange": exchange,
    "pair": pair,
    "unpair": unpair,
    "found": found,
    "shuffle": shuffle,
    "draw": draw,
    "reveal": reveal,
    "proceed": proceed,
    "fire": fire,
    "expire": expire,
}
