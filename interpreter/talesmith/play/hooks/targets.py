"""Attempts for which a condition holds: the legal targets of a race, less what the condition says.

A condition on an attempt becomes one on its region.  What it says about the cost, or about what
the hand lacks, becomes bounds: costs are worked out for all legal targets at once and compared
one after the other; everything else is lifted like any condition on a region.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from talesmith.model.board import members
from talesmith.play.expressions.compare import MIRRORED
from talesmith.play.expressions.fold import YES, all_of, mentions
from talesmith.play.expressions.lists import kept
from talesmith.play.expressions.scalars import ORDERINGS, Fn, builds
from talesmith.play.expressions.shapes import Lifted
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.answers import possible_text
from talesmith.play.printing.printed import function
from talesmith.play.printing.scalar_texts import SIGNS
from talesmith.play.printing.set_texts import lifted
from talesmith.play.printing.texts import members_text, text
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

COSTS = ("cost_at", "short_at")


@frozen
class Bound:
    """A comparison of what an attempt costs with `n`, or with the hand of `race` and `n`."""

    name: str
    n: Expr
    race: Expr | None

    def closure(self, b: Binder) -> Fn:
        """What the cost is compared with."""
        n = b.expr(self.n)
        if self.race is None:
            return n
        race, hand = b.expr(self.race), b.layout["race.hand"]
        return lambda m, s: n(m, s) + m.cells[hand + race(m, s)]

    def text(self, b: Binder) -> str:
        """The same as text."""
        n = text(b, self.n)
        if self.race is None:
            return n
        hand = f"c[{b.layout['race.hand']} + {text(b, self.race)}]"
        return hand if n == "0" else f"{n} + {hand}"


class Targets:
    """One list of attempts in a rule: those of a race, for which a condition holds."""

    def __init__(self, b: Binder, source: Expr, slot: int, condition: Expr) -> None:
        """Take the condition apart."""
        self.b, self.slot, self.condition = b, slot, condition
        self.race: Expr = source[3]
        self.way: str | None = source[4] if len(source) > 4 else None
        self.region = b.spare_slot()
        free, rest = split(condition, slot)
        self.holds: Expr = b.fold(free)
        self.on_region = on_region(rest, slot, self.region, self.race)
        self.bounds: list[Bound] = []
        others = self.on_region if not b.lifting else self._without_bounds(self.on_region)
        self.others: Expr = b.fold(others)
        self._slow: Fn | None = None
        """the attempts where there are ways"""

    def _without_bounds(self, e: Expr) -> Expr:
        """A condition less what it says about costs, which becomes bounds."""
        others = []
        for part in e[3:] if e[0] == "and" else (e,):
            found = _bound(part, self.region) if part[0] in MIRRORED else None
            if found is None:
                others.append(part)
            else:
                self.bounds.append(found)
        return ("and", e[1], "flag", *others)

    def closure(self) -> Fn:
        """The attempts, as a tuple."""
        b = self.b
        if mentions(self.on_region, self.slot):
            return self._one_by_one()
        if self.way is not None:
            return self._with_ways()
        plain = self._printed() if b.fusing else self._plain()
        if not b.ruleset.ways:
            return plain
        self._slow, is_idle = self._with_ways(), b.ways.is_idle
        slow, race, holds = self._slow, b.expr(self.race), b.expr(self.holds)

        def found(m: Machine, s: Slots) -> Any:
            if not holds(m, s):
                return ()
            return plain(m, s) if is_idle(m, race(m, s)) else slow(m, s)

        return found

    def _plain(self) -> Fn:
        """Where no way can be chosen."""
        b, region = self.b, self.region
        holds, race, within = b.expr(self.holds), b.expr(self.race), self._within()

        def found(m: Machine, s: Slots) -> tuple[int, ...]:
            s += [None] * (region + 1 - len(s))
            if not holds(m, s):
                return ()
            f = race(m, s)
            return tuple([r | f << 8 for r in within(m, s, f, b.board.everything)])

        return found

    def _printed(self) -> Fn:
        """The same in printed code."""
        lines = [*where(self.conditions, self._attempt_lines("g.append(r | f)")), "return tuple(g)"]
        lines.insert(0, "g = []")
        if "(m, s" in "\n".join(lines):
            lines.insert(0, f"s += [None] * ({self.region + 1} - len(s))")
        found: Fn = function(self.b.constants, "attempts", "", lines)
        return found

    def option_lines(self, number: int, before: Targets | None = None) -> list[str] | None:
        """Lines that add the attempts to the options `o` of a question; None for closures.

        `before` are the attempts of the option in front: what both ask first is asked once.
        """
        if mentions(self.on_region, self.slot) or self.way is not None:
            return None
        add = f"o.append(({number}, r | f, ()))"
        if before is not None and before.asks_as(self):
            lines = where(self._possible(), self._chosen_lines(add))
            return [f" {line}" for line in lines] if before.conditions else lines
        if self.b.ruleset.ways:
            follows = before is not None and before.is_of(self)
            return self._idle_lines(number, add, follows=follows)
        return where(self.conditions, self._attempt_lines(add))

    def _idle_lines(self, number: int, add: str, *, follows: bool) -> list[str]:
        """The same in a game with ways: a question asks once whether its race has any now.

        `idle` says it, None until it is known; `table` has the costs once they are needed.
        """
        b, slow = self.b, self.b.constants.named(self._slow)
        known = [f"f = {text(b, self.race)}", f"idle = {b.ways.idle_text('f')}", "table = None"]
        if follows:
            known = where(["idle is None"], known)
        prices = where(["table is None"], [f"every, table = {self._priced}(m, f)", "f <<= 8"])
        possible = " and ".join(self._possible())
        lines = [
            *known,
            f"if not idle: o += [({number}, a, ()) for a in {slow}(m, s)]",
            f"elif {possible}:" if possible else "else:",
            *(f" {line}" for line in [*prices, *self._chosen_lines(add)]),
        ]
        lines = where(self._holds(), lines)
        return lines if follows else ["idle = None", *lines]

    def is_of(self, other: Targets) -> bool:
        """Whether the attempts of another list are those of the same race."""
        is_plain = not mentions(self.on_region, self.slot) and self.way is None
        return is_plain and text(self.b, self.race) == text(self.b, other.race)

    def asks_as(self, other: Targets) -> bool:
        """Whether the lines of another list may follow those of this one, in the same block."""
        is_same = self.conditions == other._holds()
        return is_same and not self.b.ruleset.ways and self.is_of(other)

    def _holds(self) -> list[str]:
        """What must hold that has nothing to do with a region, as texts."""
        return [text(self.b, self.holds)] * (self.holds != YES)

    def _possible(self) -> list[str]:
        """What else tells at a glance that no region fits, as texts that must hold."""
        parts = all_of(self.others)
        found = (possible_text(self.b, part, self.region) for part in parts)
        return [one for one in found if one]

    @property
    def conditions(self) -> list[str]:
        """What must hold so that there may be any such attempts, as texts."""
        return [*self._holds(), *self._possible()]

    @property
    def _priced(self) -> str:
        return self.b.constants.made("priced", lambda: self.b.attempts.priced)

    def _attempt_lines(self, use: str) -> list[str]:
        """Lines that use each of the attempts, `r | f`."""
        prices = f"every, table = {self._priced}(m, f)"
        return [f"f = {text(self.b, self.race)}", prices, "f <<= 8", *self._chosen_lines(use)]

    def _chosen_lines(self, use: str) -> list[str]:
        """The same where the legal targets are known."""
        b, bounds, lines, legal = self.b, self.bounds, list[str](), "every"
        if self.others != YES:
            legal = "legal"
            lines.append(f"legal = {lifted(b, self.others, self.region, 'every')}")
        tests = [f"table[r] {SIGNS.get(bound.name, '==')} b{at}" for at, bound in enumerate(bounds)]
        lines += [f"b{at} = {bound.text(b)}" for at, bound in enumerate(bounds)]
        chosen = f"if {' and '.join(tests)}: " if tests else ""
        return [*lines, f"for r in {members_text(b, legal)}:", f" {chosen}{use}"]

    def _within(self) -> Any:
        """Which legal targets of a mask fit."""
        b = self.b
        keep: Lifted | None = None if self.others == YES else b.lift(self.others, self.region)
        bounds = [
            (ORDERINGS.get(bound.name, int.__eq__), bound.closure(b)) for bound in self.bounds
        ]

        def within(m: Machine, s: Slots, race: int, mask: int) -> Sequence[int]:
            legal, table = b.attempts.priced(m, race)
            legal &= mask
            if keep is not None:
                legal = keep(m, s, legal)
            found: Sequence[int] = members(legal)
            for holds, bound in bounds:
                n = bound(m, s)
                found = [r for r in found if holds(table[r], n)]
            return found

        return within

    def _with_ways(self) -> Fn:
        """The attempts for every set of ways."""
        return self._printed_with_ways() if self.b.fusing else self._plain_with_ways()

    def _printed_with_ways(self) -> Fn:
        """The same in printed code."""
        b = self.b
        sets = b.constants.made("sets of ways", lambda: b.ways.sets)
        lines = [
            f"f = {text(b, self.race)}",
            "held, trial, m.trial = m.ways, m.trial, f",
            f"for number, m.ways, there in {sets}(m, f, {self.way!r}):",
            f" every, table = {self._priced}(m, f)",
            " every, a = every & there, number << 16 | f << 8",
            *(f" {line}" for line in self._chosen_lines("g.append(r | a)")),
            "m.ways, m.trial = held, trial",
        ]
        room = f"s += [None] * ({self.region + 1} - len(s))"
        lines = [room, "g = []", *where(self._holds(), lines), "return tuple(g)"]
        found: Fn = function(b.constants, "attempts with ways", "", lines)
        return found

    def _plain_with_ways(self) -> Fn:
        """The same as a closure."""
        b, region, way = self.b, self.region, self.way
        holds, race, within = b.expr(self.holds), b.expr(self.race), self._within()

        def found(m: Machine, s: Slots) -> tuple[int, ...]:
            s += [None] * (region + 1 - len(s))
            if not holds(m, s):
                return ()
            f, result = race(m, s), list[int]()
            held, trial, m.trial = m.ways, m.trial, f
            for number, ways, mask in b.ways.sets(m, f, way):
                m.ways = ways
                result += [r | f << 8 | number << 16 for r in within(m, s, f, mask)]
            m.ways, m.trial = held, trial
            return tuple(result)

        return found

    def _one_by_one(self) -> Fn:
        """A condition that asks about the attempt itself, not only about its region."""
        b, slot, holds = self.b, self.slot, self.b.expr(self.condition)
        every = Targets(b, ("attempts", 0, "list attempt", self.race, self.way), slot, YES)
        return kept(every.closure(), slot, holds)


def where(conditions: Sequence[str], lines: list[str]) -> list[str]:
    """Lines of Python that run where some conditions hold, if there are any."""
    if not conditions:
        return lines
    return [f"if {' and '.join(conditions)}:", *(f" {line}" for line in lines)]


def _bound(e: Expr, x: int) -> Bound | None:
    """The bound that a comparison sets to what attempts on region x cost, or hands lack."""
    one, two, name = e[3], e[4], e[0]
    if one[0] not in COSTS:
        one, two, name = two, one, MIRRORED[name]
    if one[0] not in COSTS or mentions(two, x) or two[2] != "number":
        return None
    if one[0] == "cost_at":
        return Bound(name, two, None)
    if name == "eq" and two[0] == "num" and two[3] == 0:
        name = "le"
    return Bound(name, two, one[3]) if _is_plain_bound(two, name) else None


def _is_plain_bound(e: Expr, name: str) -> bool:
    """Whether "lacks OP n" means the same as "costs OP hand + n": not below the hand itself."""
    if name in ("ge", "lt", "eq"):
        return bool(e[0] == "num" and e[3] >= 1)
    return bool(e[0] == "num" and e[3] >= 0)


def on_region(e: Any, slot: int, region: int, race: Expr) -> Any:
    """A condition on the attempt in a slot as a condition on its region."""
    if not isinstance(e, tuple):
        return e
    if len(e) == 5 and e[0] == "get" and e[4][0] == "local" and e[4][3] == slot:
        place = ("local", e[1], "region", region)
        if e[3] == "attempt.region":
            return place
        if e[3] == "attempt.attacker":
            return race
        if e[3] == "attempt.victim":
            return ("get", e[1], "race?", "region.race", place)
        if e[3] in ("attempt.cost", "attempt.short"):
            return (e[3].removeprefix("attempt.") + "_at", e[1], "number", race, place)
    return tuple(on_region(part, slot, region, race) for part in e)


def split(condition: Expr, slot: int) -> tuple[Expr, Expr]:
    """A condition as the part that does not read a slot, and the rest."""
    parts = condition[3:] if condition[0] == "and" else (condition,)
    free = [part for part in parts if not mentions(part, slot)]
    bound = [part for part in parts if mentions(part, slot)]
    return (
        ("and", condition[1], "flag", *free) if free else YES,
        ("and", condition[1], "flag", *bound) if bound else YES,
    )


@builds("cost_at")
def _cost_at(b: Binder, e: Expr) -> Fn:
    race, region, costs = b.expr(e[3]), b.expr(e[4]), b.attempts.costs
    return lambda m, s: costs(m, race(m, s))[region(m, s)]


@builds("short_at")
def _short_at(b: Binder, e: Expr) -> Fn:
    cost, race, hand = _cost_at(b, e), b.expr(e[3]), b.layout["race.hand"]
    return lambda m, s: max(0, cost(m, s) - m.cells[hand + race(m, s)])


@builds("attempts")
def _attempts(b: Binder, e: Expr) -> Fn:
    return b.attempts.where(e, -1, YES)
