"""The bodies of a ruleset under the names that their code has, and how to know one again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from talesmith.play.machine import Code
from talesmith.ruleset.ops import EXPRESSIONS, STATEMENTS
from talesmith.ruleset.parts import Ruleset, Where

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def bodies_of(ruleset: Ruleset) -> Iterator[tuple[str, Any, Where]]:
    """Name, statements and place of every body that can run: steps, handlers, actions."""
    for step in ruleset.steps:
        yield f"{step.card or 'rules'}/{step.name}", step.body, step.where
    for handler in ruleset.handlers:
        yield handler.id, handler.body, handler.where
    for hook in ruleset.hooks:
        if hook.kind == "action":
            yield f"{hook.package}/{hook.name}", hook.body, hook.where


def body_in(rules: Binder, code: Code, name: str) -> Any:
    """The body of this name as it runs in some code, which may be one written into it.

    None if there is none.
    """
    if code.name != name:
        return next((body for known, body in code.inlined.values() if known == name), None)
    return next((body for known, body, _ in bodies_of(rules.ruleset) if known == name), None)


def signature(rules: Binder, code: Code) -> str | None:
    """What a body is, wherever it stands in its file; None for code of the machine itself.

    A frame may go on in a body of another ruleset, or of another version of the program, if both
    have the same signature: statements, number of instructions and slots are the same.
    """
    name = code.name.removesuffix("/secretly")
    body = next((body for known, body, _ in bodies_of(rules.ruleset) if known == name), None)
    if body is None:
        return None
    bodies = [without_places(part) for part in (body, *(b for _, b in code.inlined.values()))]
    text = repr((*bodies, len(code.ops), code.nslots, rules.ruleset.settings))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def without_places(node: Any) -> Any:
    """A body without the lines and columns in which it was written."""
    if not isinstance(node, tuple):
        return node
    is_node = len(node) > 1 and isinstance(node[0], str) and isinstance(node[1], int)
    if is_node and (node[0] in EXPRESSIONS or node[0] in STATEMENTS):
        return (node[0], *(without_places(part) for part in node[2:]))
    return tuple(without_places(part) for part in node)
