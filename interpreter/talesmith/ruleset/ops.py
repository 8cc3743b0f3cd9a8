"""The typed form: what a checked body looks like when the machine gets it.

Every expression is a plain tuple ``(op, at, type, *args)`` and every statement or line is a plain
tuple ``(op, at, *args)``.  They hold nothing but tuples, strings, numbers, flags and ``None``, so a
ruleset can be stored, compared, hashed and printed without a class for each construct.

``at`` is ``line * 4096 + column`` in the file of the body.  ``type`` is a text: ``number``, ``flag``,
``player``, ``race``, ``banner``, ``badge``, ``event``, ``artifact``, ``place``, ``card``, ``combo``,
``region``, ``attempt``, ``pool``, ``purse``, ``troops``, ``record``, ``line``, ``item``, ``unit``,
``marker``, ``record ACTION``, ``stack THING``, ``word SET``, ``list TYPE``, ``map player``, ``map region``, ``none``;
a ``?`` at the end says that the value may be missing.

A name bound in a body is a slot number; parameters of the hook, action or step come first
(0, 1, 2 ...).  ``let`` in a pure body does not exist here: its expression stands wherever the name
was used.  ``S`` below is an expression of a list type.  ``[x]`` may be ``None``.

Pieces, cards, items, ways and natives are named by full name (``base.MARKER``; items and ways of a
card ``base.CARD.ITEM``), hooks, keys, dice, stacks and steps of the rules by short name, a step
of a card by ``CARD.STEP``.

The two tables are the whole language of bodies; the checker builds nothing else and the machine
accepts nothing else (a test compares both with these tables).
"""

from typing import Any, TypeAlias

Expr: TypeAlias = tuple[Any, ...]
Stmt: TypeAlias = tuple[Any, ...]
Body: TypeAlias = tuple[Stmt, ...]

EXPRESSIONS: dict[str, str] = {
    "num": "n",
    "flag": "yes",
    "word": "set id; type 'word SET'; of a key: set = 'key NAME'",
    "none": "the missing value",
    "constant": "full name; a card (type banner, badge ...), a marker, unit or item; "
    "in scenarios also: seat of a player, name of a region, banner of a race",
    "local": "slot",
    "key": "name; a flag, or 'word key NAME'",
    "game": "name from vocabulary.GAME",
    "stack": "name [race]; a declared stack, of that race if it is one per race",
    "natives": "name; the race of nobody with that declaration",
    "card": "full name of the card in which the body stands",
    "get": "property e; property is HOLDER.NAME of vocabulary.PROPERTIES",
    "printed": "HOLDER.NAME e; a printed value declared by `property`",
    "state": "full name e; a declared state of the thing e (None for a state of the game)",
    "units": "unit e; the pool of that unit kind of race e",
    "field": "name e; a parameter, or the result, of the action of record e",
    "lying": "stack e; the face-down thing of that stack in region e",
    "pool_of": "e; the pool of tokens in region e",
    "index": "map key",
    "neg": "e",
    "not": "e",
    "and": "e e ...",
    "or": "e e ...",
    "eq": "a b",
    "ne": "a b",
    "lt": "a b",
    "le": "a b",
    "gt": "a b",
    "ge": "a b",
    "plus": "a b; numbers, or two troops",
    "minus": "a b",
    "mul": "a b",
    "div": "a n way; n a number, way 'up' or 'down'",
    "touches": "a b; a region; b region, list region, race, or a 'word terrain'",
    "has": "e kind name; kind: symbol marker unit card stack badge banner item",
    "exists": "e",
    "in": "e S",
    "one_of": "e (e ...)",
    "value": "hook (arg ...); an argument left out is None: its default is taken",
    "permit": "hook (arg ...) (left-out part ...)",
    "ledger": "hook (arg ...); list line",
    "filter": "S slot condition",
    "collect": "S slot e; list of the values of e",
    "count": "S; also of troops and stacks: how many",
    "any": "S",
    "sum": "S slot e",
    "max": "S slot e; 0 over no member",
    "min": "S slot e; 0 over no member",
    "larger": "a b ...",
    "smaller": "a b ...",
    "first": "S",
    "last": "S",
    "front": "S n",
    "least": "S slot e; the first member with the smallest e",
    "greatest": "S slot e",
    "set": "e e ...; list without repeats, in order",
    "set_of": "S slot e; the same from a binder",
    "distance": "S region",
    "components": "S",
    "clockwise_from": "player",
    "clockwise_after": "player",
    "attempts": "race [way]",
    "supply_left": "kind name; kind: marker unit natives",
    "marks": "region marker",
    "tokens_in": "region n",
    "part": "troops x; x a race or a region",
    "less": "troops n",
    "units_first": "troops unit",
    "top": "stack",
    "bottom": "stack; a place to move to, or the last thing in it",
    "past": "action window; window: turn round game stay",
    "active_or_next": "player; only where something is attached",
    "next_race": "player; only where something is attached",
}

STATEMENTS: dict[str, str] = {
    # flow
    "let": "slot e",
    "if": "condition body body",
    "for": "slot S body",
    "loop": "name n body",
    "circle": "slot S [n] body",
    "at_once": "slot S body",
    "using": "attempt body",
    "call": "step (arg ...) [slot]",
    "return": "e",
    "stop": "",
    "end": "name of a running loop or step",
    "next": "",
    # questions; `by` is an expression of type player, or None for chance
    "ask": "by prompt [condition] slot",
    "option": "by [point (arg ...)] [slot] (branch ...) [done body] [empty body] [prompt]; "
    "branch = (text, [slot], [S], [condition], body); the result slot takes the bound thing",
    "number": "low high by slot [done] [empty] [prompt]",
    "choose": "up_to [n] type S by slot [done] [empty] [prompt]; n None: one thing, else a list",
    "tokens": "up_to n troops by [keeping] slot [done] [empty] [prompt]",
    "allot": "slot S [least] [most] [total] by result-slot [done] [empty] [prompt]",
    "order": "S by slot [prompt]",
    "secretly": "slot S body result-slot; the value of the body is its last bound name",
    "roll": "die by slot",
    # change
    "pot": "slot",
    "move_n": "what n from to; what: coins tokens or 'unit NAME'",
    "move": "thing to hidden; to: expression, or ('column',) ('current',) ('box',) ('bank',)",
    "remove": "troops, pool or piece",
    "remove_n": "what n from",
    "set": "target e; target: a get, state or game expression",
    "mark": "region marker [n] [by] [until]; until = ((kind [e]) ...)",
    "unmark": "S marker; S may be one region",
    "station": "n marker S by [prompt]",
    "attach": "('item', name, (arg ...)) or an expression; to [until]",
    "detach": "thing [from]; thing None = this item",
    "swap": "place place",
    "exchange": "region region (left-out kind ...)",
    "pair": "banner badge slot",
    "unpair": "combo slot slot",
    "found": "combo by slot",
    "shuffle": "stack",
    "draw": "stack slot [empty]",
    "reveal": "thing [to]",
    "do": "action (arg ...) [slot]",
    "proceed": "((parameter number, e) ...)",
    "fire": "moment (arg ...)",
    "expire": "kind [e]",
    # lines of pure bodies; each may carry a guard
    "become": "e guard (over ...)",
    "times": "a b guard [slot condition]; a/b; with slot: lines of a ledger",
    "add": "e guard",
    "cap": "e guard",
    "floor": "e guard",
    "earn": "e [slot] [S] [at] [of] [to] guard",
    "drop": "slot condition",
    "forbid": "name [reason] guard",
    "waive": "name guard",
}

BLOCK_AT = {"for": 4, "loop": 4, "circle": 5, "at_once": 4, "secretly": 4, "using": 3}
"""where the one block of a statement stands"""
ENDS_AT = {"number": 6, "choose": 8, "tokens": 8, "allot": 9}
"""where the two blocks of a choice stand: for a refusal, and for nothing to choose from"""
GUARD_AT = {
    "become": 3, "times": 4, "add": 3, "cap": 3, "floor": 3, "forbid": 4, "waive": 3, "earn": 8,
}  # fmt: skip
"""where the guard of a line stands"""
PICK_AT = {"drop": 3, "times": 6}
"""where the condition stands by which a line chooses lines of a ledger"""
NAMED_BLOCKS: dict[str, tuple[tuple[int, str], ...]] = {
    "if": ((3, "then"),),
    **{op: ((at, "ran" if op == "using" else "each"),) for op, at in BLOCK_AT.items()},
    "option": ((6, "done"), (7, "none")),
    **{op: ((at, "done"), (at + 1, "none")) for op, at in ENDS_AT.items()},
    "draw": ((4, "none"),),
}
"""where the blocks of a statement stand, and what it means to come there"""
ELSE_AT = 4
"""where the other block of an `if` stands, which may be absent"""
OPTIONS_AT = 5
"""where the branches of an option stand, with a block in each"""


def line_of(node: Expr) -> int:
    """The line (from 1) in which an expression or statement was written."""
    return int(node[1]) >> 12


def column_of(node: Expr) -> int:
    """The column (from 1) in which an expression or statement was written."""
    return int(node[1]) & 4095


def walk(node: Any) -> Any:
    """Yield every expression and statement inside a body or node, outermost first."""
    if not isinstance(node, tuple):
        return
    if node and isinstance(node[0], str) and (node[0] in EXPRESSIONS or node[0] in STATEMENTS):
        yield node
        inner: tuple[Any, ...] = node[2:]
    else:
        inner = node
    for part in inner:
        if isinstance(part, tuple):
            yield from walk(part)
