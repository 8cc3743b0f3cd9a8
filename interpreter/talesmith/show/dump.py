"""The canonical text of a compiled card: everything the machine plays by, nothing else.

A golden of this text is the net under every change of parser, checker and compiler.  Where a rule
was written (paths, lines, columns), its hashes and its card text are left out, so the dump changes
exactly when the compiled rule does.  Expressions come as `(operation:type part ...)`, bodies with
one statement a line, what is inside a statement indented under it.
"""

from collections.abc import Iterator
from typing import Any

import attrs

from talesmith.ruleset.ops import EXPRESSIONS, STATEMENTS
from talesmith.ruleset.parts import Card, Hook, Ruleset, Step, Where

LEFT_OUT = frozenset({"where", "text", "cites", "digest", "card", "package", "id", "name"})
NAMED = ("id", "name")
INDENT = "  "


def dump(ruleset: Ruleset, card_id: str) -> str:
    """Return the canonical text of a card, or of a part of the rules, by its full name.

    Raises KeyError for a card that the ruleset does not have.
    """
    cards = {card.id: card for card in ruleset.cards}
    card = cards[card_id]
    blocks = [_thing(card.kind, card), *_parts(ruleset, card)]
    return "\n".join(blocks) + "\n"


def _parts(ruleset: Ruleset, card: Card) -> Iterator[str]:
    groups: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("handler", ruleset.handlers),
        ("marker", ruleset.markers),
        ("unit", ruleset.units),
        ("item", ruleset.items),
        ("way", ruleset.ways),
        ("suppress", ruleset.suppressions),
        ("state", ruleset.states),
        ("step", ruleset.steps),
    )
    if card.kind in ("rules", "house_rule"):
        yield from _declared(ruleset, card)
    for kind, things in groups:
        for thing in things:
            if thing.card == card.id:
                yield _thing(kind, thing)


def _declared(ruleset: Ruleset, card: Card) -> Iterator[str]:
    """Yield what belongs to everybody but stands in the text of this part of the rules."""
    for hook in ruleset.hooks:
        if _is_in(ruleset, card, hook):
            yield _thing(hook.kind, hook)
    for step in ruleset.steps:
        if step.card is None and _is_in(ruleset, card, step):
            yield _thing("step", step)
    other: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("key", ruleset.keys),
        ("die", ruleset.dice),
        ("stack", ruleset.stacks),
        ("natives", ruleset.natives),
    )
    for kind, things in other:
        for thing in things:
            if _is_in(ruleset, card, thing):
                yield _thing(kind, thing)


def _is_in(ruleset: Ruleset, card: Card, thing: Any) -> bool:
    """Tell whether a declaration stands behind this head and before the next in its file."""
    place: Where = thing.where
    heads = [c.where.line for c in ruleset.cards if c.where.path == place.path]
    before = [line for line in heads if line <= place.line]
    return place.path == card.where.path and bool(before) and card.where.line == max(before)


def _thing(kind: str, thing: Card | Hook | Step | Any) -> str:
    """Return a declaration: its kind and names, then every value that is not the usual one."""
    names = [str(getattr(thing, n)) for n in NAMED if hasattr(thing, n)]
    lines = [" ".join([kind, *names[:1], *(f'"{n}"' for n in names[1:])])]
    for field in attrs.fields(type(thing)):
        value = getattr(thing, field.name)
        if field.name in LEFT_OUT or value is None or value is False or value in ("", ()):
            continue
        if field.name == "kind" and kind == value:
            continue
        lines += [f"{INDENT}{line}" for line in _field(field.name, value)]
    return "\n".join(lines)


def _field(name: str, value: Any) -> Iterator[str]:
    if name == "body":
        yield "body"
        yield from body(value)
    elif name in ("facts", "slots"):
        yield f"{name} {' '.join(f'{word}={plain(part)}' for word, part in value)}"
    else:
        yield f"{name} {plain(value)}"


def body(statements: tuple[Any, ...], depth: int = 1) -> Iterator[str]:
    """Yield a body, one statement a line, inner bodies indented."""
    for s in statements:
        op, _, *parts = s
        flat = [plain(part) for part in parts if not _is_body(part)]
        yield INDENT * depth + " ".join([op, *flat])
        for number, part in enumerate(parts, 1):
            if _is_body(part):
                yield INDENT * (depth + 1) + f"part {number}"
                yield from body(part, depth + 2)


def plain(value: Any) -> str:
    """Return any part of a compiled rule as text without the place where it was written."""
    if isinstance(value, tuple):
        return _tuple(value)
    if attrs.has(type(value)):
        fields = [f for f in attrs.fields(type(value)) if f.name not in ("where", "digest")]
        known = [(f.name, getattr(value, f.name)) for f in fields]
        return "{" + ", ".join(f"{n} {plain(v)}" for n, v in known if v not in (None, ())) + "}"
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f'"{value}"' if isinstance(value, str) and not _is_word(value) else str(value)


def _tuple(value: tuple[Any, ...]) -> str:
    if _is_expression(value):
        op, _, kind, *parts = value
        words = [f"{op}:{kind.replace(' ', '_')}", *(plain(part) for part in parts)]
        return f"({' '.join(words)})"
    if _is_statement(value):
        return f"({' '.join([value[0], *(plain(part) for part in value[2:])])})"
    return f"[{' '.join(plain(part) for part in value)}]"


def _is_expression(value: tuple[Any, ...]) -> bool:
    return len(value) > 2 and value[0] in EXPRESSIONS and isinstance(value[2], str) and (
        isinstance(value[1], int)
    )  # fmt: skip


def _is_statement(value: Any) -> bool:
    if not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[1], int):
        return False
    return value[0] in STATEMENTS and not _is_expression(value)


def _is_body(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(_is_statement(part) for part in value)


def _is_word(text: str) -> bool:
    return bool(text) and all(c.isalnum() or c in "._/?-" for c in text)
