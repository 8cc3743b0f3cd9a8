"""Meetings: which two sources can speak in one hook at the same time, as far as the text tells.

A source is a card, or a piece, item or way of one.  A cell of the matrix is a hook and two sources
that have handlers in it.  Two banners cannot speak for one race, nor two badges where nothing lends
a second one; a race that is active is not in decline; and two texts may contradict each other
(`facts`).  Such cells can never be seen; they are counted apart, by their reasons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

from attrs import field, frozen

from talesmith.cover.facts import BANNER, Telling, contradict
from talesmith.cover.units import Cell
from talesmith.ruleset.ops import walk
from talesmith.ruleset.parts import Handler, Hook, Ruleset

ALWAYS = "rules"
"""holder of what is always there, and so meets nobody in particular"""
SLOT = "there is one banner and one badge of a race"
PHASE = "one is for active races, one for races in decline"
GUARDS = "what one wants the other rules out"
ABSENT = "one wants what no board has"


@frozen
class Cells:
    """The cells of some rulesets."""

    possible: set[Cell] = field(factory=set)
    impossible: dict[Cell, str] = field(factory=dict)
    """cells whose handlers cannot speak in one evaluation, and why"""

    def add(self, other: Cells) -> None:
        """Add those of another ruleset: what is possible in one of them is possible."""
        self.possible.update(other.possible)
        self.impossible.update(other.impossible)
        for cell in self.impossible.keys() & self.possible:
            del self.impossible[cell]


def cells_of(ruleset: Ruleset, files: Collection[str] | None = None) -> Cells:
    """The cells of a ruleset, of handlers in these files only if some are named."""
    found, out, meeting = Cells(), ruleset.left_out, Meeting(ruleset)
    for name, handlers in _by_hook(ruleset, out, files):
        hook = hook_answered(ruleset, handlers[0])
        sources: dict[str, list[Handler]] = {}
        for handler in handlers:
            sources.setdefault(handler.piece or handler.card, []).append(handler)
        for one, two in combinations(sorted(sources), 2):
            reasons = [meeting.hindrance(hook, x, y) for x in sources[one] for y in sources[two]]
            reason = next((r for r in reasons if r is None), reasons[0])
            if reason is None:
                found.possible.add((name, one, two))
            else:
                found.impossible[name, one, two] = reason
    return found


def _by_hook(
    ruleset: Ruleset, out: set[str], files: Collection[str] | None
) -> Iterator[tuple[str, list[Handler]]]:
    found: dict[str, list[Handler]] = {}
    for handler in ruleset.handlers:
        is_meant = files is None or handler.where.path in files
        is_one = handler.form != "offer" and handler.holder != ALWAYS
        if is_one and is_meant and handler.card not in out:
            found.setdefault(hook_name(handler), []).append(handler)
    yield from found.items()


def hook_name(handler: Handler) -> str:
    """What the cells of a handler say as its hook."""
    return f"instead of {handler.hook}" if handler.form == "instead" else handler.hook


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


class Meeting:
    """Tells of the handlers of one ruleset whether two can speak in one evaluation."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Look at what the ruleset has."""
        self.telling, self.lends = Telling(ruleset), lends_badges(ruleset)

    def hindrance(self, hook: Hook, one: Handler, two: Handler) -> str | None:
        """Why two handlers never speak in one evaluation; None if they can."""
        told = [self.telling.told(hook, handler) for handler in (one, two)]
        if not all(told):
            return ABSENT
        key = contradict(*told)
        return self._shared(hook, one, two) if key is None else _cause(key)

    def _shared(self, hook: Hook, one: Handler, two: Handler) -> str | None:
        """Why two cards cannot speak for the same race, or the same player, together."""
        on_race = all(h.piece is None and h.holder in ("race", "power") for h in (one, two))
        if not on_race or one.role is None or one.role != two.role:
            return None
        phases = {one.phase, two.phase}
        is_lent = self.lends and one.holder == "power"
        is_one = one.holder == two.holder and not is_lent
        if one.role < len(hook.params) and hook.params[one.role].type.startswith("player"):
            return SLOT if is_one and phases == {"active"} else None
        if phases == {"active", "only"} or "offered" in phases:
            return PHASE
        return SLOT if is_one else None


def _cause(key: Any) -> str:
    if key[0] == BANNER:
        return SLOT
    if key[:2] == ("get", "race.declined"):
        return PHASE
    return GUARDS
