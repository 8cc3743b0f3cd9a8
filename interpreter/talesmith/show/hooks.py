"""The hooks of a ruleset as a list, and one of them with everything about it.

All is read from what is compiled: what the rules declare, which bodies ask for a hook or make it
happen, and which cards answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talesmith.ruleset.ops import walk
from talesmith.ruleset.parts import Handler, Hook, Ruleset, Step
from talesmith.show.english.book import Book
from talesmith.show.english.rules import declaration
from talesmith.show.english.words import joined, spoken
from talesmith.show.lines import heading, listed, wrapped
from talesmith.show.reference.spelled import bounds, meaning, own_roles, signature

KINDS = {
    "value": "Values: numbers, words and answers, changed in layers",
    "permission": "Permissions: hold unless a `forbid` stands that nothing waives",
    "ledger": "Ledgers: lines of income",
    "moment": "Moments: when effects happen",
    "point": "Points: where offers appear",
    "action": "Actions: recorded, can be replaced, followed by after_NAME",
}
FORMS = {"instead": "instead of {}", "offer": "offer in {}"}
"""How handlers are written that do not begin with the name of their hook."""
ASKING = {
    "value": "value",
    "permission": "permit",
    "ledger": "ledger",
    "moment": "fire",
    "action": "do",
}
"""The operation by which a body asks for a hook of a kind, or makes it happen."""
PARTS = ("forbid", "waive")
"""The lines that name a part of a permission."""
USES = {
    "moment": "Happens in", "action": "Done in", "point": "Offered in",
}  # fmt: skip


def overview(ruleset: Ruleset) -> list[str]:
    """Every hook by kind: how it is written, and what it is about."""
    book, lines = Book.of(ruleset), list[str]()
    for kind, title in KINDS.items():
        hooks = sorted((h for h in ruleset.hooks if h.kind == kind), key=lambda h: h.name)
        if hooks:
            lines += ["", *heading(title)] if lines else heading(title)
        for hook in hooks:
            lines += wrapped(signature(hook), "", "    ")
            lines += wrapped(meaning(book, hook), "    ")
    return lines


def in_full(ruleset: Ruleset, hook: Hook) -> list[str]:
    """One hook: its shape, roles, range and meaning, what the rules say, who asks, who answers."""
    book = Book.of(ruleset)
    lines = [
        *heading(hook.name, f"{hook.kind} of {hook.package}"),
        *wrapped(signature(hook), "", "    "),
    ]
    lines += wrapped(f"Meaning: {meaning(book, hook)}.")
    lines += wrapped(f"Whose: {whose(hook)}.")
    if bounds(book, hook):
        lines += wrapped(f"Range: {bounds(book, hook)}.")
    if hook.kind == "action":
        lines += wrapped(f"Before it: `instead of {hook.name}`; after it: `after_{hook.name}`.")
    if hook.body:
        lines += wrapped(f"Rules: {' '.join(declaration(book, hook))}")
    lines += _forbidden(ruleset, hook)
    uses = list(dict.fromkeys(users(ruleset, hook)))
    lines += listed(uses or ["the machine alone"], f"{USES.get(hook.kind, 'Asked in')}: ", "    ")
    return [*lines, *_answers(ruleset, hook)]


def step_in_full(ruleset: Ruleset, step: Step) -> list[str]:
    """A step of the rules: its shape, what it does, and what calls it."""
    book, bodies = Book.of(ruleset), [("step " + s.name, s.body) for s in ruleset.steps]
    bodies += [(hook.name, hook.body) for hook in ruleset.hooks]
    bodies += [(handler.card, handler.body) for handler in ruleset.handlers]
    found = dict.fromkeys(
        who
        for who, body in bodies
        for part in walk(body)
        if part[:1] + part[2:3] == ("call", step.name)
    )
    return [
        *heading(step.name, "step of the rules"),
        *wrapped(signature(step), "", "    "),
        *wrapped(f"Rules: {' '.join(declaration(book, step))}"),
        *listed(list(found) or ["the machine alone"], "Called in: ", "    "),
    ]


def _forbidden(ruleset: Ruleset, hook: Hook) -> Iterator[str]:
    """What may stand against a permission, by the name that `waive` takes, and who says it."""
    bodies = [(hook.package, hook.body)]
    bodies += [(h.card, h.body) for h in answering(ruleset, hook)]
    parts = [(who, line) for who, body in bodies for line in walk(body) if line[0] == "forbid"]
    if hook.kind == "permission":
        yield "Forbidden by, each to be waived by its name:" if parts else "Nothing forbids it."
    for who, (_, _, name, reason, _) in parts:
        yield from wrapped(f"{name}: {f'“{reason}”, ' if reason else ''}{who}", "  ", "      ")


def whose(hook: Hook) -> str:
    """How a card says for whom its handler speaks."""
    roles = own_roles(hook)
    if len(roles) > 1:
        return joined((f"`as {role}`" for role in (*roles, "anyone")), "or")
    if not roles:
        return "nobody's; it takes no side"
    return f"that of the card's own {roles[0]}, unless it says `as anyone`"


def users(ruleset: Ruleset, hook: Hook) -> Iterator[str]:
    """Yield the names of the bodies that ask for a hook or make it happen."""
    for step in ruleset.steps:
        if _uses(step.body, hook):
            yield f"step {step.name}" + (f" of {step.card}" if step.card else "")
    for other in ruleset.hooks:
        if other.name != hook.name and _uses((other.body, other.low, other.high), hook):
            yield other.name
    for handler in ruleset.handlers:
        if _uses((handler.guard, handler.target, handler.body), hook):
            yield handler.card


def _uses(parts: Any, hook: Hook) -> bool:
    if hook.kind == "point":
        return any(s[0] == "option" and s[3] and s[3][0] == hook.name for s in walk(parts))
    op = ASKING[hook.kind]
    at = 2 if hook.kind in ("moment", "action") else 3
    return any(part[0] == op and part[at] == hook.name for part in walk(parts))


def answering(ruleset: Ruleset, hook: Hook) -> list[Handler]:
    """The handlers on a hook, and on its `instead of` and `after_`."""
    names = {hook.name, f"after_{hook.name}"} if hook.kind == "action" else {hook.name}
    return [h for h in ruleset.handlers if names.intersection(h.hook.split())]


def _answers(ruleset: Ruleset, hook: Hook) -> list[str]:
    found, name = answering(ruleset, hook), ruleset.id.rpartition(".")[2]
    if not found:
        return [f"No card of {name} answers; other games are asked with --ruleset."]
    lines = [f"Answered in {name} by:"]
    for handler in found:
        piece = f" in {spoken(handler.piece.rpartition('.')[2])}" if handler.piece else ""
        head = FORMS.get(handler.form, "{}").format(handler.hook.replace(" ", ", "))
        parts = [f", {line[0]}s {line[2]}" for line in walk(handler.body) if line[0] in PARTS]
        lines += wrapped(f"{handler.card}{piece}: {head}{''.join(parts)}", "  ", "      ")
    return lines
