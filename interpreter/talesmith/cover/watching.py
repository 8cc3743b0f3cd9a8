"""A game that is watched: what it comes to is noted, unit by unit.

`Watched` is bound like any other game, condition by condition and region by region, on a ruleset
with marks (`marking`).  What no mark can see is noted by its hooks (`watched`, `events`): they do
what those of `play` do, and look.  A game that is not watched pays nothing for it.

Whoever gives answers tells it what was answered (`answered`), for only then is known what was
chosen and what was left.  `harvest` gives what has been seen since the last time.
"""

from __future__ import annotations

from typing import Any, cast

from attrs import field, frozen

from talesmith.cover.events import (
    WatchedEffects,
    WatchedLasting,
    WatchedPieces,
    WatchedReplacing,
    WatchedSuppression,
    WatchedWays,
)
from talesmith.cover.marking import ASKING, BEGIN, MARK, OVER, ROUND, SEEN, Marker
from talesmith.cover.units import Cell, Units
from talesmith.cover.watched import WatchedLedger, WatchedPermission, WatchedValue
from talesmith.model.board import Board
from talesmith.play.bind import Binder
from talesmith.play.expressions.scalars import Fn, builds
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.play.statements.questions import DONE, OFFER
from talesmith.ruleset.ops import Expr, Stmt
from talesmith.ruleset.parts import Ruleset


@frozen
class Record:
    """What has been seen, of all games that share it."""

    units: Units = field(factory=Units)
    seen: set[int] = field(factory=set)
    met: set[Cell] = field(factory=set)

    def harvest(self) -> tuple[frozenset[int], frozenset[Cell]]:
        """What has been seen since the last harvest: units, and sources that have met."""
        found = frozenset(self.seen), frozenset(self.met)
        self.seen.clear()
        self.met.clear()
        return found


class Watched(Binder):
    """A game whose units are noted."""

    value_hook = WatchedValue
    permission_hook = WatchedPermission
    ledger_hook = WatchedLedger
    sleep = WatchedSuppression
    effects_run = WatchedEffects
    things_last = WatchedLasting
    pieces_lie = WatchedPieces
    ways_open = WatchedWays
    replaced = WatchedReplacing

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        board: Board,
        record: Record,
        *,
        relations: bool = True,
    ) -> None:
        """Bind a ruleset without marks; what is seen goes into the record.

        Without `relations` no card need meet another one of the ruleset.
        """
        marker = Marker(record.units, relations=relations)
        marked = marker.ruleset(ruleset)
        self.record = record
        self.found = marker.found
        self.rounds_in: dict[int, int] = {}
        """slot of the rounds of each loop, by its key"""
        self.asked_for: tuple[int, ...] | None = None
        """units of the question that is written next"""
        self.known_by: dict[int, tuple[int, ...]] = {}
        """units of each question"""
        super().__init__(marked, players, board, lifting=False, inlining=False)

    def _fixed_answer(self, _e: Expr) -> Expr | None:
        """None: a hook is asked even if nothing can change what it says, or nobody would see it."""
        return None

    def see(self, owner: str, at: int, what: str) -> None:
        """Note a unit, if there is one of that name."""
        number = self.found.get((owner, at, what))
        if number is not None:
            self.record.seen.add(number)

    def meet(self, hook: str, sources: set[str]) -> None:
        """Note that these sources have spoken together."""
        names = sorted(sources)
        for at, one in enumerate(names):
            self.record.met.update((hook, one, two) for two in names[at + 1 :])

    def site(self, flow: Flow, *args: Any, **named: Any) -> int:
        """A new place where something is asked, with the units by which its answer is known."""
        number = super().site(flow, *args, **named)
        if self.asked_for is not None:
            self.known_by[number], self.asked_for = self.asked_for, None
        return number

    # ---- answers ----

    def answered(self, request: Any, answer: Any) -> None:
        """Note what was chosen, and what was left, of a question that somebody was asked."""
        kind, site = request[0], request[2]
        if kind == "group":
            part = request[3][answer[0]][1]
            if part is not None:
                self.answered(part, answer[1])
        elif kind == "option":
            self._chosen(site, request[3], None if answer == DONE else request[3][answer])
        elif kind == "number" and site in self.known_by:
            self._numbered(self.known_by[site], answer, request[4], request[5])

    def _chosen(self, site: int, options: Any, chosen: Any) -> None:
        known, branch = self.known_by.get(site, ()), None if chosen is None else chosen[0]
        body = self.sites[site]
        if body.texts == ("yes", "no"):
            self.record.seen.update(known[branch : branch + 1] if branch is not None else ())
            if not known and branch == 1:
                self.see(body.body, 0, "declined")
            return
        for left in {option[0] for option in options} - {branch}:
            if left >= OFFER:
                self.see(self.bounds[left - OFFER].handler.id, 0, "left")
            elif left < len(known):
                self.record.seen.add(known[left])

    def _numbered(self, units: tuple[int, ...], answer: int, low: int, high: int) -> None:
        if low < high and low <= answer <= high:
            place = {low: 0, high: 1}.get(answer, 2)
            self.record.seen.update(units[place : place + 1])


def watched(b: Binder) -> Watched:
    """The same game, which must be a watched one."""
    return cast(Watched, b)


# ---- marks ---------------------------------------------------------------------------------------


@builds(SEEN)
def _seen(b: Binder, e: Expr) -> Fn:
    see, holds = watched(b).record.seen.add, b.expr(e[5])
    _, _, _, yes, no, _ = e

    def ask(m: Machine, s: Slots) -> Any:
        answer = holds(m, s)
        see(yes if answer else no)
        return answer

    return ask


@statement(MARK)
def _mark(flow: Flow, stmt: Stmt) -> None:
    see, number = watched(flow.b).record.seen.add, stmt[2]
    flow.note(lambda _m, _s: see(number))


@statement(ASKING)
def _asking(flow: Flow, stmt: Stmt) -> None:
    watched(flow.b).asked_for = stmt[2]


@statement(BEGIN)
def _begin(flow: Flow, stmt: Stmt) -> None:
    slot = watched(flow.b).rounds_in[stmt[2]] = flow.b.spare_slot()

    def begin(_m: Machine, s: Slots) -> None:
        s[slot] = 0

    flow.note(begin)


@statement(ROUND)
def _round(flow: Flow, stmt: Stmt) -> None:
    """One round more; a loop in whose middle a scenario begins does not know how many it had."""
    _, _, key, several, touch = stmt
    see, slot = watched(flow.b).record.seen.add, watched(flow.b).rounds_in[key]

    def count(_m: Machine, s: Slots) -> None:
        see(touch)
        if s[slot] is not None:
            s[slot] += 1
            if s[slot] > 1 and several is not None:
                see(several)

    flow.note(count)


@statement(OVER)
def _over(flow: Flow, stmt: Stmt) -> None:
    _, _, key, none, one = stmt
    see, slot = watched(flow.b).record.seen.add, watched(flow.b).rounds_in[key]

    def over(_m: Machine, s: Slots) -> None:
        number = {0: none, 1: one}.get(s[slot])
        if number is not None:
            see(number)

    flow.note(over)
