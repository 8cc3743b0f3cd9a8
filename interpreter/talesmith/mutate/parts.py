"""One slip in a declaration: handlers, pieces, items, ways, hooks, steps, printed values of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from attrs import evolve, frozen

from talesmith.mutate.changes import changed
from talesmith.mutate.words import PHASES, ROUND, Words
from talesmith.ruleset.parts import (
    Card,
    Handler,
    Hook,
    Item,
    Piece,
    State,
    Step,
    Suppress,
    Way,
)

T = TypeVar("T", bound=Any)
G = TypeVar("G", Handler, Way, Suppress)
L = TypeVar("L", Handler, Way)

FATES = ("conquered", "abandoned", "declined")
LASTING = ((), (("game", None),), (("turn", None),))
UNTIL = ((("turn", None),), (("round", None),), ())
OWN = ("race", "power")
"""holders that have a phase"""


@frozen
class Slip:
    """A declaration with one slip; `new` is None if it is left out."""

    operator: str
    path: str
    """which part of the declaration, and the way from there, such as body.0.2"""
    at: int
    """line * 4096 + column; 0 if it is about the declaration as a whole"""
    new: Any
    is_text: bool = False
    """a slip in words that nobody plays by"""


Slips = Iterator[Slip]


def within(thing: T, field: str, words: Words) -> Slips:
    """The slips inside a body or an expression of a declaration."""
    for one in changed(getattr(thing, field), words):
        path = ".".join(map(str, (field, *one.path)))
        yield Slip(one.operator, path, one.at, evolve(thing, **{field: one.new}))


def whole(thing: T, operator: str, field: str, value: Any, *, is_text: bool = False) -> Slip:
    """A slip by which a part of a declaration has another value."""
    return Slip(operator, field, 0, evolve(thing, **{field: value}), is_text)


# ---- what handlers, ways and the like share ------------------------------------------------------


def guards(thing: G, words: Words) -> Slips:
    """No condition, the contrary one, and slips in it."""
    if thing.guard is not None:
        yield whole(thing, "no condition", "guard", None)
        yield whole(thing, "contrary condition", "guard", ("not", 0, "flag", thing.guard))
        yield from within(thing, "guard", words)


def phases(thing: L, words: Words) -> Slips:
    """In decline too, only in decline, only before."""
    for phase in words.others(thing.phase, PHASES) if thing.holder in OWN else ():
        yield whole(thing, f"{thing.phase} to {phase}", "phase", phase)


def limits(thing: L, words: Words) -> Slips:
    """No limit, another one."""
    limit = thing.limit
    if limit is None:
        return
    yield whole(thing, "no limit", "limit", None)
    for window in words.others(limit.window, ROUND):
        yield whole(thing, f"{limit.window} to {window}", "limit", evolve(limit, window=window))
    if limit.key is not None:
        yield whole(thing, "no key of the limit", "limit", evolve(limit, key=None))
    for one in changed(limit.n, words):
        yield whole(thing, f"limit {one.operator}", "limit", evolve(limit, n=one.new))


# ---- declarations --------------------------------------------------------------------------------


def handler(h: Handler, words: Words) -> Slips:
    """A handler, replacement or offer."""
    yield Slip("left out", "", 0, None)
    yield from phases(h, words)
    yield from guards(h, words)
    if h.may is not None:
        yield whole(h, "another text", "may", "Do so", is_text=True)
    for role in words.roles.get(h.hook, ()) if h.role is not None else ():
        if role != h.role:
            yield whole(h, f"role {h.role} to {role}", "role", role)
    for name in ("after", "before"):
        kept = getattr(h, name)
        for place in range(len(kept)):
            yield whole(h, f"not {name} {kept[place]}", name, kept[:place] + kept[place + 1 :])
    yield from limits(h, words)
    if h.target is not None:
        for one in changed(h.target[1], words):
            path = ".".join(map(str, ("target", *one.path)))
            yield Slip(one.operator, path, one.at, evolve(h, target=(h.target[0], one.new)))
    yield from within(h, "body", words)


def way(w: Way, words: Words) -> Slips:
    """A way to conquer."""
    text = None if w.text is not None else "Some way"
    yield whole(w, "another text", "text", text, is_text=True)
    yield from guards(w, words)
    yield from phases(w, words)
    yield from limits(w, words)


def suppress(s: Suppress, words: Words) -> Slips:
    """A suppression."""
    yield Slip("left out", "", 0, None)
    other = {"race": "power", "power": "race"}[s.kind]
    yield whole(s, f"{s.kind} to {other}", "kind", other)
    yield from guards(s, words)
    if s.scope is not None:
        yield whole(s, "no scope", "scope", None)
        yield from within(s, "scope", words)


def piece(p: Piece, words: Words) -> Slips:
    """A marker or unit."""
    yield whole(p, "more in a region", "most", (p.most or 0) + 1)
    yield whole(p, "more in all", "supply", (p.supply or 0) + 1)
    for place, fate in enumerate(p.fates):
        rest = p.fates[:place] + p.fates[place + 1 :]
        yield whole(p, f"does not stay {fate.kind}", "fates", rest)
    for kind in words.others("", FATES) if p.fates else ():
        if all(fate.kind != kind for fate in p.fates):
            moved = (evolve(p.fates[0], kind=kind), *p.fates[1:])
            yield whole(p, f"stays {kind}", "fates", moved)


def item(i: Item, words: Words) -> Slips:
    """A thing that is attached."""
    bearer = {"player": "race"}.get(i.bearer, "player")
    yield whole(i, f"{i.bearer} to {bearer}", "bearer", bearer)
    for until in words.others(i.until, UNTIL):
        name = until[0][0] if until else "the end"
        yield whole(i, f"until {name}", "until", until)


def state(s: State, words: Words) -> Slips:
    """A stored value."""
    for reset in words.others(s.reset, (None, "turn", "round")):
        yield whole(s, f"reset {reset}", "reset", reset)
    if s.initial[0] == "num":
        more = (*s.initial[:3], s.initial[3] + 1)
        yield whole(s, f"starts with {more[3]}", "initial", more)


def step(s: Step, words: Words) -> Slips:
    """A named body."""
    yield from within(s, "body", words)


def hook(h: Hook, words: Words) -> Slips:
    """What the rules themselves say about a value, a permission or an action."""
    for end in ("low", "high"):
        if getattr(h, end) is not None:
            yield whole(h, f"no {end}est", end, None)
            yield from within(h, end, words)
    if h.kind == "value" and h.type == "number":
        other = {"up": "down", "down": "up"}[h.rounding]
        yield whole(h, f"round {other}", "rounding", other)
    for slip in within(h, "body", words):
        if not slip.operator.startswith("become to "):  # a base knows no other line
            yield slip


def card(c: Card, words: Words) -> Slips:
    """What is printed on a card, and how long an event lasts."""
    for place, (name, value) in enumerate(c.facts):
        if isinstance(value, int):
            facts = (*c.facts[:place], (name, value + 1), *c.facts[place + 1 :])
            yield whole(c, f"{name} {value} to {value + 1}", "facts", facts)
    if c.kind == "event":
        for lasts in words.others(c.lasts, LASTING):
            yield whole(c, f"lasts {lasts[0][0] if lasts else 'a round'}", "lasts", lasts)


OF_PARTS: dict[str, Callable[[Any, Words], Slips]] = {
    "handlers": handler,
    "markers": piece,
    "units": piece,
    "items": item,
    "ways": way,
    "suppressions": suppress,
    "states": state,
    "steps": step,
    "hooks": hook,
    "cards": card,
}
"""the declarations of a ruleset in which slips are made"""
