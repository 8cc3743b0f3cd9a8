"""Permissions on two regions: for some member of a set and the whole map at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from talesmith.model.board import members
from talesmith.play.expressions.fold import NO, YES
from talesmith.play.expressions.images import image
from talesmith.play.expressions.shapes import Image
from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.sources import Entry
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.call_texts import image_text
from talesmith.play.printing.hook_texts import hearing, print_image
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.hooks.permissions import PermissionHook


class PermissionImage:
    """A permission over two regions: for some member y of a set, and a whole map as x.

    With one `forbid` line alive this is the union of the images of "not forbidden" and of every
    `waive`; otherwise it is asked member by member.
    """

    def __init__(self, hook: PermissionHook, y: int, x: int) -> None:
        """Prepare; handlers must be known when it is first asked."""
        self.hook, self.y, self.x = hook, y, x
        self.allowed: Callable[[Machine, Slots, int, int], int] = self._first_allowed
        """the regions of a mask, for arguments in a list of their own and a set"""
        self._pictures: dict[tuple[tuple[int, int], ...], list[Image]] = {}

    def _first_allowed(self, m: Machine, s: Slots, group: int, mask: int) -> int:
        hook, b = self.hook, self.hook.b
        self.allowed = self._by_closures
        guards = [line[4] for _, _, _, line in hook.parts]
        if b.fusing and len(guards) == 1:
            free = NO if guards[0] is None else b.fold(("not", 0, "flag", guards[0]))
            first = hearing(b, hook.sources, self._heard, self._argued, ", group, mask")
            with b.scope(hook.size, {}, hook.hook.name):
                picture = image_text(b, free, self.y, self.x, "group", "mask")
                if picture is not None:
                    self.allowed = print_image(b, hook.hook, picture, first)
        return self.allowed(m, s, group, mask)

    def _heard(self, m: Machine, s: Slots) -> list[Entry]:
        """Who speaks about these arguments, which get all their slots."""
        s += [None] * (self.hook.size - len(s))
        return self.hook.sources.live(m, s, self.x)

    def _by_closures(self, m: Machine, s: Slots, group: int, mask: int) -> int:
        return self._argued(m, s, group, mask, self._heard(m, s))

    def _argued(self, m: Machine, s: Slots, group: int, mask: int, entries: list[Entry]) -> int:
        lines = [(e[0], at) for e in entries for at, _ in enumerate(e[0].lines)]
        forbids = len(self.hook.parts)
        forbids += sum(1 for bound, at in lines if bound.lines[at][0] == "forbid")
        if forbids != 1 or any(e[1] or e[2] is not None for e in entries):
            return self._by_member(m, s, group, mask)
        result = 0
        for picture in self._pictured(lines):
            result |= picture(m, s, group, mask & ~result)
        return result

    def _pictured(self, lines: Sequence[tuple[Bound, int]]) -> list[Image]:
        """The images of the one `forbid` line, turned round, and of every `waive`."""
        key = tuple((bound.number, at) for bound, at in lines)
        found = self._pictures.get(key)
        if found is None:
            b, hook = self.hook.b, self.hook
            with b.scope(hook.size, {}, hook.hook.name):
                own = [_turned(line[4]) for _, _, _, line in hook.parts]
                spoken = [self._allowing(bound, at) for bound, at in lines]
                pictures = [image(b, b.fold(e), self.y, self.x) for e in (*own, *spoken)]
            found = self._pictures[key] = pictures
        return found

    def _allowing(self, bound: Bound, at: int) -> Expr:
        guard = bound.line_guard(bound.lines[at])
        if bound.lines[at][0] == "forbid":
            return _turned(guard)
        return YES if guard is None else guard

    def _by_member(self, m: Machine, s: Slots, group: int, mask: int) -> int:
        over, result = self.hook.over(self.x), 0
        for member in members(group):
            s[self.y] = member
            result |= over.allowed(m, s[: len(self.hook.hook.params)], mask & ~result)
        return result


def _turned(guard: Expr | None) -> Expr:
    """When a line does not forbid."""
    return NO if guard is None else ("not", 0, "flag", guard)
