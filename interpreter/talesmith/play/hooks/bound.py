"""A handler with its closures, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from talesmith.play.expressions.fold import never
from talesmith.play.expressions.scalars import Fn
from talesmith.play.expressions.shapes import Lifted, Vector
from talesmith.play.hooks.sources import TIERS
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.hook_texts import printed_expr, printed_set
from talesmith.ruleset.ops import GUARD_AT, Expr
from talesmith.ruleset.parts import PURE, Handler

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

T = TypeVar("T")
ScalarLine: TypeAlias = tuple[tuple[Any, ...], Fn | None, Fn | None]
LiftedLine: TypeAlias = tuple[tuple[Any, ...], Lifted | None, Vector | None]


class Bound:
    """A handler under the keys of one game; a handler whose guard is never true is not made."""

    def __init__(self, b: Binder, handler: Handler, number: int) -> None:
        """Bind a handler; `number` is its place among all handlers of the ruleset."""
        self.b = b
        self.handler = handler
        self.number = number
        self.slots = dict(handler.slots)
        self.own = self.slots.get("self")
        self.source = b.ways.holder(handler.piece) if handler.holder == "way" else handler.holder
        """kind of card or piece that speaks; a way speaks as what holds it"""
        self.tier = TIERS[self.source]
        self.guard: Expr | None = None
        if handler.guard is not None:
            guard = b.fold(handler.guard)
            self.guard = None if guard[0] == "flag" and guard[3] else guard
        self.lines = tuple(b.fold_line(line) for line in handler.body) if self.is_pure else ()
        self._made: dict[Any, Any] = {}
        self._scalars: tuple[ScalarLine, ...] | None = None
        self._lifted: dict[int, tuple[LiftedLine, ...]] = {}

    @cached_property
    def shared(self) -> int:
        """How many of its first slots are the parameters of its hook."""
        return len(self.b.params_of(self.handler))

    @cached_property
    def own_slots(self) -> tuple[tuple[str, int], ...]:
        """Its named slots behind those: what it is told besides."""
        return tuple((name, slot) for name, slot in self.slots.items() if slot >= self.shared)

    @cached_property
    def settled(self) -> int | None:
        """The number that a handler makes of a value, whatever it was; None if there is doubt."""
        line = self.lines[0] if len(self.lines) == 1 else None
        if line is None or line[0] != "become" or line[2][0] != "num":
            return None
        return None if self.line_guard(line) is not None else int(line[2][3])

    @property
    def is_pure(self) -> bool:
        """Whether the body is made of lines."""
        return self.handler.form in PURE

    @property
    def never(self) -> bool:
        """Whether the guard is never true in this game."""
        return never(self.guard)

    def phase_fits(self, declined: bool) -> bool:
        """Whether a race or power card's handler works in this phase."""
        phase = self.handler.phase
        return phase in ("also", "only" if declined else "active")

    def must_follow(self, other: Bound) -> bool:
        """Whether `after` or `before` wants this handler to run later than the other."""
        return other.handler.card in self.handler.after or self.handler.card in other.handler.before

    def make(self, key: Any, build: Callable[[], T]) -> T:
        """The closure under a key, made in this handler's scope when first asked for."""
        found = self._made.get(key)
        if found is None:
            with self.b.scope(
                self.handler.nslots, self.slots, self.handler.id, card=self.handler.card
            ):
                found = self._made[key] = build()
        return found

    def holds(self) -> Fn | None:
        """The guard as a closure, None if there is none."""
        if self.guard is None:
            return None
        return self._made.get("guard") or self._printed_guard(self.guard)

    def _printed_guard(self, guard: Expr) -> Fn:
        return self.make("guard", lambda: printed_expr(self.b, guard, self.handler.id))

    def line_guard(self, line: tuple[Any, ...]) -> Expr | None:
        """The guard of a line and that of the handler together."""
        own = line[GUARD_AT[line[0]]]
        parts = [guard for guard in (self.guard, own) if guard is not None]
        if len(parts) == 2:
            return ("and", 0, "flag", *parts)
        return parts[0] if parts else None

    @property
    def scalars(self) -> tuple[ScalarLine, ...]:
        """Every line for one situation: (line, guard, value)."""
        found = self._scalars
        if found is None:
            with self.b.scope(
                self.handler.nslots, self.slots, self.handler.id, card=self.handler.card
            ):
                found = self._scalars = tuple(self._scalar(line) for line in self.lines)
        return found

    def _scalar(self, line: tuple[Any, ...]) -> ScalarLine:
        guard, value = self.line_guard(line), line_value(line)
        return (
            line,
            None if guard is None else printed_expr(self.b, guard, self.handler.id),
            None if value is None else self.b.expr(value),
        )

    def lifted(self, x: int) -> tuple[LiftedLine, ...]:
        """Every line for all regions at once, x being the parameter of the region."""
        found = self._lifted.get(x)
        if found is None:
            found = self._lifted[x] = self._lift_all(x)
        return found

    def _lift_all(self, x: int) -> tuple[LiftedLine, ...]:
        known = self.b.known_from(self.handler, x)
        with self.b.scope(self.handler.nslots, self.slots, self.handler.id, card=self.handler.card):
            return tuple(self._lift(line, x, known) for line in self.lines)

    def _lift(self, line: tuple[Any, ...], x: int, known: Callable[[Expr], Expr]) -> LiftedLine:
        guard, value = self.line_guard(line), line_value(line)
        return (
            line,
            None if guard is None else printed_set(self.b, known(guard), x, self.handler.id),
            None if value is None else self.b.vector(known(value), x),
        )


def line_value(line: tuple[Any, ...]) -> Expr | None:
    """The number of a line, None for lines that have none or a printed one."""
    return line[2] if line[0] in ("become", "add", "cap", "floor", "earn") else None


def speaking(m: Machine, s: Slots, mask: int, where: int | None, guard: Lifted | None) -> int:
    """The regions of a mask in which a line speaks."""
    if where is not None:
        mask &= where
    return guard(m, s, mask) if mask and guard is not None else mask


def fill_slots(s: Slots, fill: Sequence[tuple[int, Any]], size: int) -> Slots:
    """Slots for one handler: the arguments and what it is told besides."""
    if not fill and len(s) >= size:
        return s
    own = [*s, *[None] * (size - len(s))]
    for slot, value in fill:
        own[slot] = value
    return own
