"""Members that declare a word."""

from __future__ import annotations

from talesmith.syntax.build.parts import Parts
from talesmith.syntax.tree import (
    Action,
    Constant,
    Die,
    Entry,
    Key,
    Ledger,
    Moment,
    Natives,
    Number,
    Parameter,
    Permission,
    Pile,
    Point,
    Property,
    Range,
    SetKey,
    Stack,
    State,
    Step,
    Value,
    Word,
    Words,
)
from talesmith.syntax.tree import Type as TypeNode


def stack(p: Parts) -> Stack:
    """`stack name of piles on bearer hidden`."""
    p.skip()
    name = p.word()
    p.skip()
    piles = p.all(Pile)
    bearer = p.word() if p.takes("K_ON") else None
    return Stack(name, piles, bearer, p.takes("K_HIDDEN"), span=p.span)


def pile(p: Parts) -> Pile:
    """`kind count`."""
    return Pile(p.word(), p.maybe_number(), span=p.span)


def natives(p: Parts) -> Natives:
    """`natives name "title" supply n`."""
    p.skip()
    name, title = p.word(), p.maybe_text()
    p.skip()
    return Natives(name, title, p.number(), span=p.span)


def state(p: Parts) -> State:
    """`state name of holder: type = initial per reset`."""
    p.skip()
    name = p.word()
    p.skip()
    holder, kind, initial = p.word(), p.type_(), p.expr()
    reset = p.word() if p.takes("K_PER") else None
    return State(name, holder, kind, initial, reset, span=p.span)


def words(p: Parts) -> Words:
    """`words name = entries`."""
    p.skip()
    return Words(p.word(), p.all(Entry), span=p.span)


def entry(p: Parts) -> Entry:
    """`name "title" ...`."""
    return Entry(p.word(), p.texts(), span=p.span)


def property_(p: Parts) -> Property:
    """`property name of holder: type`."""
    p.skip()
    name = p.word()
    p.skip()
    return Property(name, p.word(), p.type_(), span=p.span)


def key(p: Parts) -> Key:
    """`key name "title": values`."""
    p.skip()
    name, title = p.word(), p.maybe_text()
    values: tuple[Constant, ...] = p.while_(p.left, p.constant)
    return Key(name, title, values, span=p.span)


def set_key(p: Parts) -> SetKey:
    """`set key = value`."""
    p.skip()
    return SetKey(p.word(), p.constant(), span=p.span)


def die(p: Parts) -> Die:
    """`die name "title" = faces`."""
    p.skip()
    name, title = p.word(), p.maybe_text()
    faces: tuple[Number, ...] = p.while_(p.left, p.number)
    return Die(name, title, faces, span=p.span)


def value(p: Parts) -> Value:
    """`value name(parameters) -> type range rounded { }`."""
    name, parameters = _named(p)
    result = p.type_()
    bounds: Range | None = p.any() if p.has(Range) else None
    rounded = p.word() if p.takes("K_ROUNDED") else None
    return Value(name, parameters, result, bounds, rounded, p.maybe_block(), span=p.span)


def _named(p: Parts) -> tuple[Word, tuple[Parameter, ...]]:
    p.skip()
    return p.word(), p.parameters()


def permission(p: Parts) -> Permission:
    """`permission name(parameters) { }`."""
    return Permission(*_named(p), p.maybe_block(), span=p.span)


def ledger(p: Parts) -> Ledger:
    """`ledger name(parameters)`."""
    return Ledger(*_named(p), span=p.span)


def moment(p: Parts) -> Moment:
    """`moment name(parameters)`."""
    return Moment(*_named(p), span=p.span)


def point(p: Parts) -> Point:
    """`point name(parameters)`."""
    return Point(*_named(p), span=p.span)


def _maybe_type(p: Parts) -> TypeNode | None:
    return p.type_() if p.has(TypeNode) else None


def action(p: Parts) -> Action:
    """`action name(parameters) -> type { }`."""
    return Action(*_named(p), _maybe_type(p), p.maybe_block(), span=p.span)


def step(p: Parts) -> Step:
    """`step name(parameters) -> type { }`: without brackets it has no parameters."""
    p.skip()
    name = p.word()
    result: TypeNode | None = None
    *before, block = p.rest()
    parameters: tuple[Parameter, ...] = ()
    for part in before:
        if isinstance(part, TypeNode):
            result = part
        else:
            parameters = part
    return Step(name, parameters, result, block, span=p.span)


RULES = {
    "stack": stack,
    "pile": pile,
    "natives": natives,
    "state": state,
    "words": words,
    "entry": entry,
    "property": property_,
    "key": key,
    "set_key": set_key,
    "die": die,
    "value": value,
    "permission": permission,
    "ledger": ledger,
    "moment": moment,
    "point": point,
    "action": action,
    "step": step,
}
