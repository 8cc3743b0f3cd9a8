"""A game that is filmed: the reference form of the machine, with a recorder at every statement.

`Filmed` is bound closure by closure, every action in a frame of its own and every region asked by
itself, as a watched game is (`cover`); it plays the same game.  Its bodies are written by a `Flow`
that puts an instruction for the recorder before each statement, so statements keep their places
and nothing has to be written twice.  A game that is not filmed has none of this.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve

from talesmith.model.board import Board
from talesmith.play.bind import Binder
from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.earning import Line
from talesmith.play.hooks.effects import Effects
from talesmith.play.hooks.ledgers import LedgerHook
from talesmith.play.hooks.one_by_one import EachPermission, EachValue
from talesmith.play.hooks.sources import Entry
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.actions import Action
from talesmith.play.statements.flow import Flow
from talesmith.play.statements.replacing import Replacing
from talesmith.play.telling.explain import why_allowed, why_value
from talesmith.ruleset.ops import Body, Stmt
from talesmith.ruleset.parts import Ruleset
from talesmith.trace.binding import bound_by, bound_inside
from talesmith.trace.bodies import Written, bodies_of
from talesmith.trace.shots import Name, Place, Spot
from talesmith.trace.tape import ANSWERS, HANDLERS, Tape

if TYPE_CHECKING:
    from talesmith.play.machine import Code


class Filmed(Binder):
    """A game whose tape can be rolled."""

    def __init__(self, ruleset: Ruleset, players: int, board: Board) -> None:
        """Bind a ruleset; the tape stands still."""
        self.tape = Tape()
        self.written = bodies_of(ruleset)
        super().__init__(ruleset, players, board, lifting=False, inlining=False, fusing=False)

    def names_in(self, bound: Bound) -> Sequence[Name]:
        """The names that a handler begins with."""
        return self.written[bound.handler.id].names


def filmed(b: Binder) -> Filmed:
    """The same game, which must be a filmed one."""
    return cast(Filmed, b)


class FilmedFlow(Flow):
    """Writes a body with the recorder before each statement."""

    def __init__(self, b: Binder, code: Code, **named: Any) -> None:
        """Begin a body with the names that it is told."""
        super().__init__(b, code, **named)
        known = filmed(b).written.get(code.name.removesuffix("/secretly"))
        self._body = known or Written("", code.name, ())
        self._names = list(self._body.names)

    def body(self, body: Body) -> None:
        """Write the statements of a block; what is bound in it is known to its end."""
        known = len(self._names)
        for stmt in body:
            self._point_at(stmt)
            inside = bound_inside(stmt)
            self._names += inside
            super().body((stmt,))
            if inside:
                del self._names[-len(inside) :]
            self._names += [self._typed(name, stmt) for name in bound_by(stmt)]
        del self._names[known:]

    def _typed(self, name: Name, stmt: Stmt) -> Name:
        """The name with the type of what its statement gives."""
        if name.type:
            return name
        if stmt[0] == "do":
            return evolve(name, type=self.b.hooks[stmt[2]].type)
        if stmt[0] == "call":
            return evolve(name, type=self.b.step_named(stmt[2]).type)
        kinds = [branch[2][2] for branch in stmt[5] if branch[2] is not None]
        return evolve(name, type=kinds[0].removeprefix("list ") if kinds else "")

    def _point_at(self, stmt: Stmt) -> None:
        written, ran = self._body, filmed(self.b).tape.ran
        spot = Spot(written.path, stmt[1], written.card, self.name, tuple(self._names))
        self.note(lambda m, s: ran(m, spot, s))


class FilmedEffects(Effects):
    """Moments and offers that tell which handlers run."""

    def _run(self, m: Machine, bound: Bound, fill: Any, args: Sequence[Any]) -> int:
        self._tell(m, bound.handler.hook, bound, self.handler_slots(bound, args, fill))
        return super()._run(m, bound, fill, args)

    def taken(self, m: Machine, bound: Bound, slots: Slots) -> None:
        """Count one use; replacements are told by `FilmedReplacing`, before they ask anything."""
        if bound.handler.form == "offer":
            self._tell(m, f"at {bound.handler.hook}", bound, slots)
        super().taken(m, bound, slots)

    def _tell(self, m: Machine, moment: str, bound: Bound, s: Slots) -> None:
        b = filmed(self.b)
        b.tape.fired(m, moment, bound, s, b.names_in(bound))


class FilmedReplacing(Replacing):
    """Replacements that tell which of them run."""

    def _run(self, m: Machine, action: Action, s: Slots, entry: Entry) -> int:
        b, (bound, fill, _) = filmed(self.b), entry
        slots = self.b.handler_slots(bound, s[: action.n], fill)
        b.tape.fired(m, f"instead of {action.hook.name}", bound, slots, b.names_in(bound))
        return super()._run(m, action, s, entry)


class FilmedValue(EachValue):
    """A value that tells of its answers in which a card had a say."""

    def _layered(self, m: Machine, s: Slots, entries: list[Entry]) -> Any:
        value = super()._layered(m, s, entries)
        tape, args = filmed(self.b).tape, s[: len(self.hook.params)]
        if entries and tape.is_rolling(ANSWERS):
            with tape.still():
                told = why_value(self.b, m, self.hook.name, args)
            parts = [(p.card, (p.path, p.line)) for p in told.parts]
            if parts and tape.is_news(self.hook.name, *args, told.text(self.b)):
                tape.asked(m, self.hook, args, (told.text(self.b), told.lines(self.b)), parts)
        return value


class FilmedPermission(EachPermission):
    """A permission that tells of its answers in which a card had a say."""

    def _judged(
        self, m: Machine, s: Slots, entries: list[Entry], despite: Collection[str] = ()
    ) -> bool:
        allowed = super()._judged(m, s, entries, despite)
        tape, args = filmed(self.b).tape, s[: len(self.hook.params)]
        if entries and tape.is_rolling(ANSWERS):
            with tape.still():
                told = why_allowed(self.b, m, self.hook.name, args, tuple(despite))
            spoken = [o for o, _ in told.objections if o.path != self.hook.where.path]
            speakers: list[tuple[str, Place]] = [(o.card, (o.path, o.line)) for o in spoken]
            speakers += [(o.waived_by, ("", 0)) for o, _ in told.objections if o.waived_by]
            if speakers and tape.is_news(self.hook.name, *args, told.text()):
                tape.asked(m, self.hook, args, (told.text(), told.lines(self.b)), speakers)
        return allowed


class FilmedLedger(LedgerHook):
    """A ledger that tells whose lines earn something."""

    def __call__(self, m: Machine, args: Sequence[Any]) -> tuple[Line, ...]:
        """All lines for these arguments."""
        lines = super().__call__(m, args)
        tape = filmed(self.b).tape
        if tape.is_rolling(HANDLERS):
            self._tell(tape, m, [*args], lines)
        return lines

    def _tell(self, tape: Tape, m: Machine, args: list[Any], lines: tuple[Line, ...]) -> None:
        earned: dict[str, int] = {}
        for line in lines:
            earned[str(line[5])] = earned.get(str(line[5]), 0) + line[0]
        known = {b.handler.piece or b.handler.card: b.handler for b in self.sources.all}
        speakers = [
            (card, (known[card].where.path, known[card].where.line))
            for card, n in earned.items() if n and card in known
        ]  # fmt: skip
        if not speakers or not tape.is_news(self.hook.name, *args, lines):
            return
        total = sum(earned.values())
        terms = [f"{earned[card]} {card.rpartition('.')[2]}" for card, _ in speakers]
        told = [f"{card} {earned[card]:+} ({path}:{at})" for card, (path, at) in speakers]
        tape.asked(m, self.hook, args, (f"{' + '.join(terms)} = {total}", told), speakers)


Filmed.flow = FilmedFlow
Filmed.effects_run = FilmedEffects
Filmed.replaced = FilmedReplacing
Filmed.value_hook = FilmedValue
Filmed.permission_hook = FilmedPermission
Filmed.ledger_hook = FilmedLedger
