"""The bodies of a ruleset: where each is written, in which card, and the names it begins with."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from talesmith.ruleset.parts import Handler, Hook, Param, Ruleset
from talesmith.trace.binding import TARGET
from talesmith.trace.shots import Name

TYPES = {"self": "race", "here": "region", "race": "race", "maker": "race", "player": "player",
         "badge": "badge"}  # fmt: skip
"""types of what a handler may be told besides its parameters"""


@frozen(eq=False)
class Written:
    """A body as it stands in a text."""

    path: str
    card: str
    names: tuple[Name, ...]


def bodies_of(ruleset: Ruleset) -> dict[str, Written]:
    """Every body of a ruleset by the name of its code."""
    found: dict[str, Written] = {}
    hooks = {hook.name: hook for hook in ruleset.hooks}
    items = {item.id: (item.bearer, item.params) for item in ruleset.items}
    for handler in ruleset.handlers:
        names = names_of(handler, hook_of(handler, hooks), items.get(handler.piece or ""))
        found[handler.id] = Written(handler.where.path, handler.piece or handler.card, names)
    for step in ruleset.steps:
        name = f"{step.card or 'rules'}/{step.name}"
        named = (*_numbered(step.params), *_told(step.slots, {}))
        found[name] = Written(step.where.path, step.card or f"step {step.name}", named)
    for hook in ruleset.hooks:
        if hook.kind == "action":
            named = _numbered(hook.params)
            found[f"{hook.package}/{hook.name}"] = Written(
                hook.where.path, f"action {hook.name}", named
            )
    return found


def hook_of(handler: Handler, hooks: dict[str, Hook]) -> Hook:
    """The hook that a handler answers; of an offer its first point."""
    name = handler.hook.split()[0]
    return hooks.get(name) or hooks[name.removeprefix("after_")]


def names_of(
    handler: Handler, hook: Hook, item: tuple[str, tuple[Param, ...]] | None
) -> tuple[Name, ...]:
    """The parameters of a handler and what it is told besides."""
    named = list(_numbered(hook.params))
    if handler.form == "effect" and hook.kind == "action" and hook.type != "none":
        named.append(Name(len(named), hook.type, "result"))
    types = {"self": "combo"} if handler.phase == "offered" else {}
    if item is not None:
        bearer, params = item
        types["bearer"] = bearer
        types |= {param.name: param.type for param in params}
        if bearer != "race":
            types["self"] = bearer
    if handler.target is not None:
        slot, things = handler.target
        kind = things[2].removeprefix("list ")
        named.append(Name(slot, kind, at=handler.where.line << 12, part=TARGET))
    return (*_told(handler.slots, types), *named)


def _numbered(params: Sequence[Param]) -> tuple[Name, ...]:
    return tuple(Name(at, param.type, param.name) for at, param in enumerate(params))


def _told(slots: Sequence[tuple[str, int]], types: dict[str, str]) -> tuple[Name, ...]:
    known = TYPES | types
    return tuple(Name(slot, known[name], name) for name, slot in slots if name in known)
