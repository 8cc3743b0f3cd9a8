"""Expressions under the keys of one game, and calls of hooks: for one situation or a whole map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from talesmith.model.layout import NONE
from talesmith.play.expressions import sets, vectors
from talesmith.play.expressions.facts import Facts
from talesmith.play.expressions.fold import YES, Folder, mentions
from talesmith.play.expressions.scalars import BUILDERS, Fn, constant
from talesmith.play.expressions.scopes import Scopes
from talesmith.play.expressions.shapes import (
    Image,
    Lifted,
    Vector,
    is_property,
    only_through_race,
    read_from,
    region_parameter,
    replace_occupant,
)
from talesmith.play.hooks.speakers import regions_spoken_of
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.inline import replace_locals
from talesmith.ruleset.ops import GUARD_AT, Expr
from talesmith.ruleset.parts import Handler, Hook, Param

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.attempts import Attempts
    from talesmith.play.hooks.permissions import PermissionHook
    from talesmith.play.hooks.values import ValueHook

NOTHING: Fn = constant(None)


class Calls(Facts, Scopes):
    """Turns expressions into closures."""

    lifting: bool
    hooks: dict[str, Hook]
    at_race: int
    values: dict[str, ValueHook]
    permissions: dict[str, PermissionHook]
    attempts: Attempts
    _folder: Folder
    _complete: bool

    @property
    def _binder(self) -> Binder:
        return cast("Binder", self)

    def fold(self, e: Expr) -> Expr:
        """An expression with the keys of this game worked out."""
        return self._folder.fold(e)

    def _fixed_answer(self, e: Expr) -> Expr | None:
        """A hook that nothing in this game can change, as the constant that it always gives."""
        if not self._complete:
            return None
        if e[0] == "permit":
            return YES if self.permissions[e[3]].is_free else None
        known = self.values[e[3]].constant
        return None if known is None else ("num", e[1], "number", known)

    def fold_line(self, line: Any) -> Any:
        """A line of a pure body with its parts folded; a guard that is always true falls away."""
        parts = [self._folder.fold_part(part) for part in line]
        at = GUARD_AT.get(line[0])
        if at is not None and parts[at] is not None and parts[at][0] == "flag" and parts[at][3]:
            parts[at] = None
        return tuple(parts)

    def expr(self, e: Expr) -> Fn:
        """The closure of an expression."""
        return self.once(e, "expr", lambda: self._expr(e))

    def _expr(self, e: Expr) -> Fn:
        if e[0] == "value":
            return self._value_call(e)
        if e[0] == "permit":
            return self._permission_call(e)
        build = BUILDERS.get(e[0])
        if build is None:
            place = f"{self._scopes[-1]['name']}, line {e[1] >> 12}"
            raise ValueError(f"{place}: the machine cannot play the word of `{e[0]}` yet")
        return build(self._binder, e)

    def defaults(self, params: Sequence[Param]) -> list[tuple[int, Fn]]:
        """The parameters that have a default: which, and its closure."""
        written = [(at, param.default) for at, param in enumerate(params)]
        return [(at, self.expr(self.fold(e))) for at, e in written if e is not None]

    def lift(self, e: Expr, x: int) -> Lifted:
        """The closure that gives the regions of a mask for which a condition on slot x holds."""
        return self.once(e, ("lift", x), lambda: sets.lift(self._binder, e, x))

    def vector(self, e: Expr, x: int) -> Vector:
        """The closure that gives a number for each of some regions in slot x."""
        return self.once(e, ("vector", x), lambda: vectors.vector(self._binder, e, x))

    def attempts_where(self, source: Expr, slot: int, condition: Expr) -> Fn:
        """Attempts for which a condition holds."""
        return self.attempts.where(source, slot, condition)

    def arguments(self, args: Sequence[Expr | None]) -> Callable[[Machine, Slots], list[Any]]:
        """The arguments of a call as one closure; those left out are None."""
        fs = [NOTHING if arg is None else self.expr(arg) for arg in args]
        if not fs:
            return lambda _m, _s: []
        if len(fs) == 1:
            one = fs[0]
            if args[0] is not None and args[0][0] == "local":
                only = args[0][3]
                return lambda _m, s: [s[only]]
            return lambda m, s: [one(m, s)]
        slots: list[int | None] = [arg[3] if arg and arg[0] == "local" else None for arg in args]
        if len(fs) == 2:
            one, two = fs
            first, second = slots
            if first is not None and second is not None:
                return lambda _m, s: [s[first], s[second]]
            if first is not None and args[1] is None:
                return lambda _m, s: [s[first], None]
            return lambda m, s: [one(m, s), two(m, s)]
        return lambda m, s: [f(m, s) for f in fs]

    def _value_call(self, e: Expr) -> Fn:
        hook, args = self.values[e[3]], self.arguments(e[4])
        return lambda m, s: hook(m, args(m, s))

    def _permission_call(self, e: Expr) -> Fn:
        hook, args, despite = self.permissions[e[3]], self.arguments(e[4]), frozenset(e[5])
        if not despite:
            return lambda m, s: hook(m, args(m, s))
        return lambda m, s: hook(m, args(m, s), despite)

    def lift_permission(self, e: Expr, x: int) -> Lifted | None:
        """A permission asked for all regions at once, if x is exactly one of its parameters."""
        hook, despite = self.permissions[e[3]], frozenset(e[5])
        at = region_parameter(hook.hook, e[4], x)
        if at is None:
            return None
        args = self.arguments([None if n == at else arg for n, arg in enumerate(e[4])])
        return lambda m, s, mask: hook.lifted(m, args(m, s), at, mask, despite) if mask else 0

    def image_permission(self, e: Expr, y: int, x: int) -> Image | None:
        """A permission on two regions, for some member of a set and all regions at once."""
        hook, args = self.permissions[e[3]], list(e[4])
        near, far = (region_parameter(hook.hook, args, slot) for slot in (y, x))
        if e[5] or near is None or far is None or near == far:
            return None
        rest = self.arguments([None if at in (near, far) else a for at, a in enumerate(args)])
        return lambda m, s, group, mask: hook.image(m, rest(m, s), near, far, group, mask)

    def vector_value(self, e: Expr, x: int) -> Vector | None:
        """A value for each of some regions, if x is exactly one of its parameters."""
        hook = self.values[e[3]]
        at = region_parameter(hook.hook, e[4], x)
        if at is None and hook.is_number:
            return self._by_occupant(e, x)
        if at is None or not hook.is_number:
            return None
        args = self.arguments([None if n == at else arg for n, arg in enumerate(e[4])])
        return lambda m, s, regions: hook.vector(m, args(m, s), at, regions)

    def spoken_of(self, e: Expr, x: int) -> Callable[[Machine, Slots, int], Any] | None:
        """A value asked for each region of a mask about which anybody speaks, as a table."""
        hook = self.values[e[3]]
        at = region_parameter(hook.hook, e[4], x)
        if at is None:
            return None
        args = self.arguments([None if n == at else arg for n, arg in enumerate(e[4])])
        return lambda m, s, mask: hook.over(at).spoken_of(m, args(m, s), mask)

    def doubted(self, e: Expr, x: int) -> Callable[[Machine, int], int] | None:
        """The regions of a mask where a value may differ from its silent one, asked race by race."""
        at = self._occupant_parameter(e, x)
        about = [at for at, arg in enumerate(e[4]) if arg and is_property(arg, "region.race", x)]
        if at is None or len(about) != 1:
            return None
        return regions_spoken_of(self._binder, self.values[e[3]].sources, about[0])

    def _occupant_parameter(self, e: Expr, x: int) -> int | None:
        """The parameter of a value that is region x, if it reads that region else through its race."""
        own = [at for at, arg in enumerate(e[4]) if arg and arg[0] == "local" and arg[3] == x]
        about = [arg for arg in e[4] if arg and mentions(arg, x) and arg[0] != "local"]
        if len(own) != 1 or not all(only_through_race(arg, x) for arg in about):
            return None
        hook, at = self.values[e[3]].hook, own[0]
        is_read = all(
            arg is None
            or (is_property(arg, "region.race", x) and is_property(default, "region.race", at))
            for arg, default in read_from(hook, e[4], at)
        )
        return at if hook.params[at].type == "region" and is_read else None

    def _by_occupant(self, e: Expr, x: int) -> Vector | None:
        """A value that is asked about regions and the races in them: race by race."""
        own = self._occupant_parameter(e, x)
        if own is None:
            return None
        hook, slot, at_race = self.values[e[3]], self.spare_slot(), self.at_race
        given = [None if arg is None else replace_occupant(arg, x, slot) for arg in e[4]]
        args = self.arguments([None if at == own else arg for at, arg in enumerate(given)])

        def grouped(m: Machine, s: Slots, regions: Sequence[int]) -> list[Any]:
            found: dict[int, Any] = {}
            races: dict[int, list[int]] = {}
            for region in regions:
                races.setdefault(m.cells[at_race + region], []).append(region)
            s += [None] * (slot + 1 - len(s))
            for race, held in races.items():
                s[slot] = None if race == NONE else race
                found.update(zip(held, hook.vector(m, args(m, s), own, held), strict=True))
            return [found[region] for region in regions]

        return grouped

    def known_in(self, hook: Hook, x: int) -> Callable[[Expr], Expr]:
        """For lifting over parameter x: defaults that read x stand where their names were."""
        table = {
            at: self.fold(param.default)
            for at, param in enumerate(hook.params)
            if param.default is not None and mentions(param.default, x)
        }
        return lambda e: replace_locals(e, table) if table else e

    def known_from(self, handler: Handler, x: int) -> Callable[[Expr], Expr]:
        """The same inside a handler: its own role is given, other defaults are read from x."""
        hook = self.hooks.get(handler.hook) or self.hooks[handler.hook.removeprefix("after_")]
        table = {
            at: self.fold(param.default)
            for at, param in enumerate(hook.params)
            if param.default is not None and mentions(param.default, x) and at != handler.role
        }
        return lambda e: replace_locals(e, table) if table else e
