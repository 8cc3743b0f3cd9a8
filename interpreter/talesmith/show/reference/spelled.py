"""What a hook or step is like: how it is written, whose it is, its range, what it means."""

from __future__ import annotations

from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Hook, Param, Step
from talesmith.show.english.actions import thing_done
from talesmith.show.english.book import Book
from talesmith.show.english.clauses import permission
from talesmith.show.english.openings import parameter
from talesmith.show.english.scene import Scene
from talesmith.show.english.words import spoken


def kind_of(kind: str) -> str:
    """Return a type as people write it."""
    return kind.replace("word ", "").replace("list ", "list of ")


def signature(thing: Hook | Step) -> str:
    """Return a hook or step with its parameters and what it gives."""
    kind = "" if thing.type in ("none", "flag") and isinstance(thing, Hook) else thing.type
    result = f" -> {kind_of(kind)}" if kind not in ("", "none") else ""
    return f"{thing.name}({', '.join(_parameter(p) for p in thing.params)}){result}"


def _parameter(param: Param) -> str:
    kind = kind_of(param.type)
    words = param.name if param.name == kind else f"{param.name}: {kind}"
    return words if param.default is None else f"{words} = ..."


def own_roles(hook: Hook) -> list[str]:
    """Return the parameters that may be "my own"."""
    return [hook.params[role].name for role in hook.roles]


def _scene(book: Book, hook: Hook) -> tuple[Scene, dict[str, Expr]]:
    scene = Scene(book, "")
    for slot, param in enumerate(hook.params):
        scene.slots[slot] = parameter(param, book.phrases)
        scene.slots[slot].is_needed = param.default is None
    return scene, {p.name: ("local", 0, p.type, n) for n, p in enumerate(hook.params)}


def bounds(book: Book, hook: Hook) -> str:
    """Return the range of a value, and how it is rounded if not down."""
    if hook.kind != "value":
        return ""
    scene, _ = _scene(book, hook)
    for entity in scene.slots.values():
        entity.is_seen = True
    limits = [(hook.low, "at least"), (hook.high, "at most")]
    said = [f"{word} {scene.figure(e).text}" for e, word in limits if e is not None]
    return ", ".join([*said, *([f"rounded {hook.rounding}"] if hook.rounding != "down" else [])])


def meaning(book: Book, hook: Hook) -> str:
    """Return what a hook is about, in English."""
    scene, given = _scene(book, hook)
    if hook.kind == "permission":
        return permission(scene, hook.name, given, yes=True)
    if hook.kind == "action":
        return thing_done(scene, hook.name, given)
    known = book.phrases
    tables = {"ledger": known.ledgers, "moment": known.moments, "point": known.points}
    phrases = tables.get(hook.kind)
    if phrases is not None:
        return scene.fill(phrases.get(hook.name, f"at “{spoken(hook.name)}”"), given)
    kind = "number" if hook.type == "number" else hook.type
    needed = tuple(given[p.name] if p.default is None else None for p in hook.params)
    return str(scene.name(("value", 0, kind, hook.name, needed)))
