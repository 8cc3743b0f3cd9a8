"""Moments, offers and the sweep: running handlers one after the other.

When a moment is fired the list of sources with an alive handler is frozen; each is tested again
just before it runs.  One handler needs no frame of its own for the moment; several stand in a
`fire` frame with those that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.changes import states
from talesmith.play.changes.limits import NOTHING
from talesmith.play.changes.tokens import ARRIVAL, SWEEP, THIN
from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.machine import SWITCH, Machine, Slots
from talesmith.play.printing.hook_texts import Stirring, print_stirring
from talesmith.play.statements.offers import Target
from talesmith.play.statements.questions import OFFER
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

SWEEP_STEP = "sweep"
GARRISON = "min_garrison"
"""the value that says how many tokens at least stay in a region"""
WAKING = "on_wake"
"""the moment that runs only for sources that were suppressed and are no longer"""


class Effects:
    """Running handlers in one game."""

    def __init__(self, b: Binder) -> None:
        """Write the code of a fired moment."""
        self.b = b
        self.firing = b.new_code("fire", "fire")
        self.firing.nslots = 3
        self.firing.ops.append(self._next)
        self.moments = list(b.effects)
        self.resets = {kind: self._resets(kind) for kind in ("turn", "round")}
        self.sweep_code = b.step_codes.get((None, SWEEP_STEP))
        self._stirring: dict[str, Stirring | None] = {}
        self._raisers = self._who_may_raise()
        """who may want more tokens in a region than the rules do"""

    def _who_may_raise(self) -> Sources | None:
        garrison = self.b.values.get(GARRISON)
        if garrison is None:
            return None
        return garrison.sources.parted(lambda x: all(line[0] == "cap" for line in x.lines))[0]

    def _resets(self, kind: str) -> list[tuple[bool, slice, Any]]:
        found: list[tuple[bool, slice, Any]] = []
        for field in self.b.layout.resets(kind):
            at, size = self.b.layout[field.name], self.b.layout.size(field.name)
            start = bytes([field.initial]) * size if field.cell else [field.initial] * size
            found.append((field.cell, slice(at, at + size), start))
        return found

    def fire(self, m: Machine, moment: str, args: list[Any]) -> int | None:
        """Start the handlers of a moment; None if none is alive."""
        stirs = self.stirs(moment)
        return None if stirs and not stirs.asked(m, args) else self.start(m, moment, args)

    def stirs(self, moment: str) -> Stirring | None:
        """Whether anybody may answer a moment to which rules listen; None if it is not known."""
        if moment not in self._stirring:
            sources = self.b.effects[moment]
            is_asked = sources.rules and self.b.fusing and moment != WAKING
            self._stirring[moment] = print_stirring(self.b, sources) if is_asked else None
        return self._stirring[moment]

    def start(self, m: Machine, moment: str, args: list[Any]) -> int | None:
        """Start the handlers of a moment that somebody may answer; None if none is alive."""
        sources = self.b.effects[moment]
        entries = sources.live(m, args)
        if moment == WAKING:
            entries = self._all_woken(m, entries)
        for at, entry in enumerate(entries := sources.in_order(m, entries, args), 1):
            if self.willing(m, entry, args):
                if at < len(entries):
                    left = tuple([(bound.number, fill) for bound, fill, _ in entries[at:]])
                    m.push(self.firing, [self.moments.index(moment), tuple(args), left])
                return self._run(m, entry[0], entry[1], args)
        return None

    def willing(self, m: Machine, entry: Entry, args: Sequence[Any]) -> bool:
        """Whether the guard holds and the limit is open."""
        bound, fill, _ = entry
        if bound.guard is None and bound.handler.limit is None:
            return True
        own = self.handler_slots(bound, args, fill)
        guard = bound.holds()
        return (guard is None or bool(guard(m, own))) and self.b.limits.open(m, bound, own)

    def _next(self, m: Machine, s: Slots) -> int:
        moment, args, left = s[0], s[1], s[2]
        sources = self.b.effects[self.moments[moment]]
        while left:
            (number, fill), left = left[0], left[1:]
            bound = self.b.bounds[number]
            alive = any(b is bound and f == fill for b, f, _ in sources.live(m, args))
            if alive and self.willing(m, (bound, fill, None), args):
                s[2] = left
                m.frames[-1].pc = 0
                return self._run(m, bound, fill, list(args))
        return m.leave(None)

    def _run(self, m: Machine, bound: Bound, fill: Any, args: Sequence[Any]) -> int:
        slots = self.handler_slots(bound, args, fill)
        self.b.limits.use(m, bound, slots)
        return m.push(self.b.handler_codes[bound.number], slots)

    def handler_slots(self, bound: Bound, args: Sequence[Any], fill: Any) -> Slots:
        """The parameters and what the handler is told besides."""
        slots = [*args, *[None] * (bound.handler.nslots - len(args))]
        for slot, value in fill:
            slots[slot] = value
        return slots

    # ---- offers ----

    def offered(self, m: Machine, sources: Sources, args: list[Any]) -> list[Any]:
        """Options: (OFFER + number of the handler, target, what the handler is told)."""
        found: list[Any] = []
        for bound, fill, _ in sources.in_order(m, sources.live(m, args), args):
            slots = self.handler_slots(bound, args, fill)
            if bound.handler.target is not None:
                found += self._targeted(m, bound, fill, slots)
            elif self._holds(m, bound, slots) and self.b.limits.open(m, bound, slots):
                found.append((OFFER + bound.number, None, fill))
        return found

    def _targeted(self, m: Machine, bound: Bound, fill: Any, slots: Slots) -> list[Any]:
        """Options of an offer for each of its targets; what is not about one is asked once."""
        target, is_open, number = self._target(bound), self.b.limits.open, OFFER + bound.number
        if not target.guarded and not self._holds(m, bound, slots):
            return []
        if not target.limited and not is_open(m, bound, slots):
            return []
        things, found = target.things(m, slots), []
        if not target.guarded and not target.limited:
            return [(number, thing, fill) for thing in things]
        for thing in things:
            slots[target.slot] = thing
            if target.guarded and not self._holds(m, bound, slots):
                continue
            if not target.limited or is_open(m, bound, slots):
                found.append((number, thing, fill))
        return found

    def _holds(self, m: Machine, bound: Bound, slots: Slots) -> bool:
        guard = bound.holds()
        return guard is None or bool(guard(m, slots))

    def _target(self, bound: Bound) -> Target:
        return bound.make("target", lambda: Target(self.b, bound))

    def take_offer(self, m: Machine, chosen: Any, args: list[Any]) -> int:
        """Run the body of a chosen offer, its use counted first."""
        number, thing, fill = chosen
        bound = self.b.bounds[number]
        slots = self.handler_slots(bound, args, fill)
        if bound.handler.target is not None:
            slots[bound.handler.target[0]] = thing
        self.taken(m, bound, slots)
        return m.push(self.b.handler_codes[number], slots)

    def taken(self, m: Machine, bound: Bound, slots: Slots) -> None:
        """Count one use of an offer or replacement; what lasts until it is used is gone."""
        self.b.limits.use(m, bound, slots)
        item = bound.slots.get("item")
        if item is not None:
            self.b.lasting.used(m, slots[item])

    # ---- the sweep, ends of turns and rounds ----

    def sweep(self, m: Machine, after: int) -> int:
        """Fates of markers in abandoned regions; the step `sweep` if a rule of it may apply."""
        due = m.nums[self.b.at_unswept]
        m.nums[self.b.at_unswept] = 0
        self.b.pieces.abandon(m)
        if due & THIN and self._raisers is not None and self._raisers.may_speak(m):
            due |= SWEEP
        if due & ARRIVAL:
            self.b.lasting.arrive(m)
        if not due & SWEEP or self.sweep_code is None:
            return after
        m.frames[-1].pc = after
        m.push(self.sweep_code, [])
        return SWITCH

    def expire(self, m: Machine, kind: str, thing: int | None) -> None:
        """End what lasts until now: things, limits, states, records."""
        if m.lasting:
            self.b.lasting.expire(m, kind, thing)
        if kind == "start":
            self.forget_turn(m)
        if kind in ("start", "end"):
            m.nums[self.b.at_between] = int(kind == "end")
        else:
            self.reset(m, kind)

    def reset(self, m: Machine, kind: str) -> None:
        """What begins anew at the end of a turn or round: limits, states, records."""
        self._empty(m, kind)
        if kind == "turn":
            m.nums[self.b.records.turn] += 1
        else:
            self.b.records.forget(m)
        m.memo.clear()

    def forget_turn(self, m: Machine) -> None:
        """As a turn starts: limits and states of a turn know nothing of what came between turns."""
        self._empty(m, "turn")
        m.memo.clear()

    def _empty(self, m: Machine, kind: str) -> None:
        self.b.limits.forget(m, kind)
        for is_cell, place, initial in self.resets[kind]:
            if is_cell:
                m.cells[place] = initial
            else:
                m.nums[place] = initial

    def expire_text(self, kind: str, thing: str) -> list[str]:
        """The lines of Python that do the same."""
        b, lines = self.b, []
        if kind == "start":
            lines += [*self._empty_text("turn"), "m.memo.clear()"]
        if kind in ("start", "end"):
            lines.append(f"n[{b.at_between}] = {int(kind == 'end')}")
        elif kind == "turn":
            lines += [*self._empty_text(kind), f"n[{b.records.turn}] += 1", "m.memo.clear()"]
        else:
            lines.append(f"{b.constants.named(self.reset)}(m, {kind!r})")
        ended = b.constants.made("expire", lambda: b.lasting.expire)
        return [f"if m.lasting: {ended}(m, {kind!r}, {thing})", *lines]

    def _empty_text(self, kind: str) -> list[str]:
        b = self.b
        none, forget = (
            b.constants.named(NOTHING),
            b.constants.made("forget", lambda: b.limits.forget),
        )
        lines = [f"if m.limits is not {none}: {forget}(m, {kind!r})"]
        for is_cell, place, initial in self.resets[kind]:
            where = f"{'c' if is_cell else 'n'}[{place.start}:{place.stop}]"
            lines.append(f"{where} = {b.constants.named(initial)}")
        return lines

    def _all_woken(self, m: Machine, entries: list[Entry]) -> list[Entry]:
        """The handlers of sources that have woken; from now on those count as awake."""
        found = [entry for entry in entries if self._woken(m, entry)]
        m.nums[self.b.layout["woken races"]] = m.nums[self.b.layout["woken badges"]] = 0
        return found

    def _woken(self, m: Machine, entry: Entry) -> bool:
        """Whether the source of a handler was suppressed and is no longer."""
        bound, fill, _ = entry
        h, layout, number = bound.handler, self.b.layout, self.b.card_number(bound.handler.card)
        races, badges = m.nums[layout["woken races"]], m.nums[layout["woken badges"]]
        if h.holder == "race":
            race = dict(fill).get(-1 if bound.own is None else bound.own)
            return race is not None and bool(races >> race & 1)
        kind = "" if self.b.suppression is None else self.b.suppression.kind_of.get(h.card, "")
        if kind == "race":
            return any(m.cells[self.b.at_banner + race] == number for race in members(races))
        return kind == "power" and bool(badges >> number & 1)

    # ---- setting ----

    def writer(self, target: Expr) -> Callable[[Machine, Any, Any], None]:
        """How a state, a settable property or a constant of the game is changed."""
        b = self.b
        if target[0] == "state":
            return states.writer(b, f"state {target[3]}")
        if target[0] == "game":
            return self._cell_writer(target[3])
        if target[3] == "race.owner":
            return b.races.set_owner
        if target[3] == "race.declined":
            return self._decline
        return self._cell_writer(target[3])

    def _decline(self, m: Machine, race: int, declined: bool) -> None:
        is_new = declined and not m.cells[self.b.at_declined + race]
        self.b.races.set_declined(m, race, declined)
        if is_new:
            self.b.pieces.decline(m, race)
            self.b.lasting.expire(m, "declines", race)

    def _cell_writer(self, name: str) -> Callable[[Machine, Any, Any], None]:
        at = self.b.layout[name]

        def write(m: Machine, thing: int, value: Any) -> None:
            m.cells[at + thing] = value
            m.memo.clear()
            m.log.append(("set", name, thing, value))

        return write
