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

from talesmith.cover.watching import Cell
from talesmith.ruleset.ops import walk
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
    found, pools = Cells(), dict(ruleset.pools)
    out = {card.id for card in ruleset.cards if card.id not in pools.get(card.kind, (card.id,))}
    lends = _lends(ruleset)
    for name, handlers in _by_hook(ruleset, out, files):
        hook = _hook_of(ruleset, handlers[0])
        sources: dict[str, list[Handler]] = {}
        for handler in handlers:
            sources.setdefault(handler.piece or handler.card, []).append(handler)
        for one, two in combinations(sorted(sources), 2):
            pairs = ((x, y) for x in sources[one] for y in sources[two])
            meets = any(_meet(hook, x, y, lends=lends) for x, y in pairs)
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


def _hook_of(ruleset: Ruleset, handler: Handler) -> Hook:
    names = (handler.hook, handler.hook.removeprefix("after_"))
    return next(hook for name in names for hook in ruleset.hooks if hook.name == name)


def _lends(ruleset: Ruleset) -> bool:
    """Whether a race may get a second badge."""
    bodies = [handler.body for handler in ruleset.handlers] + [s.body for s in ruleset.steps]
    return any(
        node[0] == "attach" and node[2][0] != "item" for body in bodies for node in walk(body)
    )


def _meet(hook: Hook, one: Handler, two: Handler, *, lends: bool) -> bool:
    """Whether two handlers can speak in one evaluation."""
    on_race = all(h.piece is None and h.holder in ("race", "power") for h in (one, two))
    if not on_race or one.role is None or one.role != two.role:
        return True
    phases = {one.phase, two.phase}
    if one.role < len(hook.params) and hook.params[one.role].type.startswith("player"):
        return one.holder != two.holder or phases != {"active"} or (lends and one.holder == "power")
    if phases == {"active", "only"} or "offered" in phases:
        return False
    return one.holder != two.holder or (lends and one.holder == "power")
