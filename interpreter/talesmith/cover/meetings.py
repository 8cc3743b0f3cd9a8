"""Meetings: which two sources can speak in one hook at the same time, as far as the text tells.

A source is a card, or a piece, item or way of one.  A cell of the matrix is a hook and two sources
that have handlers in it.  Two banners cannot speak for one race, nor two badges where nothing lends
a second one; a race that is active is not in decline.  Such cells can never be seen; they are
counted apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from attrs import field, frozen

from talesmith.cover.units import Cell
from talesmith.ruleset.ops import GUARD_AT, Expr, walk
from talesmith.ruleset.parts import Handler, Hook, Ruleset

ALWAYS = "rules"
"""holder of what is always there, and so meets nobody in particular"""


@frozen
class Cells:
    """The cells of some rulesets."""

    possible: set[Cell] = field(factory=set)
    impossible: set[Cell] = field(factory=set)
    """cells whose handlers cannot speak in one evaluation"""

    def add(self, other: Cells) -> None:
        """Add those of another ruleset: what is possible in one of them is possible."""
        self.possible.update(other.possible)
        self.impossible.update(other.impossible)
        self.impossible.difference_update(self.possible)


def cells_of(ruleset: Ruleset, files: Collection[str] | None = None) -> Cells:
    """The cells of a ruleset, of handlers in these files only if some are named."""
    found, out = Cells(), ruleset.left_out
    lends = lends_badges(ruleset)
    for name, handlers in _by_hook(ruleset, out, files):
        hook = hook_answered(ruleset, handlers[0])
        sources: dict[str, list[Handler]] = {}
        for handler in handlers:
            sources.setdefault(handler.piece or handler.card, []).append(handler)
        for one, two in combinations(sorted(sources), 2):
            pairs = ((x, y) for x in sources[one] for y in sources[two])
            meets = any(meet(hook, x, y, lends=lends) for x, y in pairs)
            (found.possible if meets else found.impossible).add((name, one, two))
    return found


def _by_hook(
    ruleset: Ruleset, out: set[str], files: Collection[str] | None
) -> Iterator[tuple[str, list[Handler]]]:
    found: dict[str, list[Handler]] = {}
    for handler in ruleset.handlers:
        is_meant = files is None or handler.where.path in files
        is_one = handler.form != "offer" and handler.holder != ALWAYS
        if is_one and is_meant and handler.card not in out:
            name = f"instead of {handler.hook}" if handler.form == "instead" else handler.hook
            found.setdefault(name, []).append(handler)
    yield from found.items()


def hook_answered(ruleset: Ruleset, handler: Handler) -> Hook:
    """The hook, or action, to which a handler answers."""
    names = (handler.hook, handler.hook.removeprefix("after_"))
    return next(hook for name in names for hook in ruleset.hooks if hook.name == name)


def lends_badges(ruleset: Ruleset) -> bool:
    """Whether a race may get a second badge."""
    bodies = [handler.body for handler in ruleset.handlers] + [s.body for s in ruleset.steps]
    return any(
        node[0] == "attach" and node[2][0] != "item" for body in bodies for node in walk(body)
    )


def meet(hook: Hook, one: Handler, two: Handler, *, lends: bool) -> bool:
    """Whether two handlers can speak in one evaluation."""
    one_terrain, two_terrain = (terrains(hook, handler) for handler in (one, two))
    if one_terrain is not None and two_terrain is not None and not one_terrain & two_terrain:
        return False
    on_race = all(h.piece is None and h.holder in ("race", "power") for h in (one, two))
    if not on_race or one.role is None or one.role != two.role:
        return True
    phases = {one.phase, two.phase}
    if one.role < len(hook.params) and hook.params[one.role].type.startswith("player"):
        return one.holder != two.holder or phases != {"active"} or (lends and one.holder == "power")
    if phases == {"active", "only"} or "offered" in phases:
        return False
    return one.holder != two.holder or (lends and one.holder == "power")


def terrains(hook: Hook, handler: Handler) -> frozenset[str] | None:
    """The terrains of the hook's region for which a handler of lines speaks; None: any."""
    if handler.form not in ("value", "permission") or not handler.body:
        return None
    slots = {at for at, param in enumerate(hook.params) if param.type == "region"}
    found: set[str] = set()
    for line in handler.body:
        guards = [g for g in (handler.guard, line[GUARD_AT[line[0]]]) if g is not None]
        told = [known for guard in guards for known in _told(guard, slots)]
        if not told:
            return None
        found |= frozenset.intersection(*told)
    return frozenset(found)


def _told(guard: Expr, slots: set[int]) -> Iterator[frozenset[str]]:
    """What a guard says of the terrain of a region: each part that must hold and is about it."""
    if guard[0] == "and":
        for part in guard[3:]:
            yield from _told(part, slots)
    elif guard[0] in ("eq", "one_of") and _is_terrain(guard[3], slots):
        words = guard[4] if guard[0] == "one_of" else (guard[4],)
        if all(word[0] == "word" for word in words):
            yield frozenset(word[4] for word in words)


def _is_terrain(e: Expr, slots: set[int]) -> bool:
    return bool(
        e[0] == "get" and e[3] == "region.terrain" and e[4][0] == "local" and e[4][3] in slots
    )
