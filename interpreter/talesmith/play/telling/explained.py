"""Explanations as text: a line that keeps to what counted, or a line for each source.

3 base + 1 ditch - 1 ladder = 3
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import frozen

from talesmith.play.bind import Binder
from talesmith.play.hooks.permissions import Objection
from talesmith.play.telling.breakdown import ScoreLine

APPLIED, BLOCKED, SUPPRESSED = "applied", "blocked", "suppressed"


@frozen
class Contribution:
    """What one line did to a value: `amount` in its layer, and whether it was felt."""

    source: str
    card: str
    path: str
    line: int
    layer: str
    amount: Any
    state: str
    """applied, blocked (a stronger line of its layer) or suppressed (its card sleeps)"""


@frozen
class Explanation:
    """A value with everything that made it."""

    hook: str
    type: str
    base: Any
    path: str
    line: int
    """where the base stands"""
    parts: tuple[Contribution, ...]
    limit: str | None
    """the end of the range that had the last word"""
    result: Any
    made: tuple[ScoreLine, ...] = ()
    """the lines of ledgers in the base, those of a source together"""

    def text(self, rules: Binder) -> str:
        """The value as one line: base, what counted, result."""
        text = f"{said(rules, self.type, self.base)} base"
        for part in self.parts:
            if part.state == APPLIED:
                text += _term(rules, self.type, part)
        if self.limit is not None:
            text += f", {self.limit}"
        return f"{text} = {said(rules, self.type, self.result)}"

    def lines(self, rules: Binder) -> list[str]:
        """One line for each part, with its card and place; what did not count says why."""
        found = [f"{said(rules, self.type, self.base)} base  ({self.path}:{self.line})"]
        found += [f"  {line.amount} {line.short}  ({line.card})" for line in self.made]
        rest = self.base - sum(line.amount for line in self.made) if self.made else 0
        found += [f"  {rest} in other ways"] if rest else []
        for part in self.parts:
            state = "" if part.state == APPLIED else f", {part.state}"
            term = _term(rules, self.type, part).removeprefix(",").strip()
            found.append(f"{term}  ({part.card}, {part.path}:{part.line}{state})")
        if self.limit is not None:
            found.append(self.limit)
        return [*found, f"= {said(rules, self.type, self.result)}"]


@frozen
class Verdict:
    """A permission with everything that stands against it, waived things too."""

    hook: str
    objections: tuple[tuple[Objection, tuple[Verdict, ...]], ...]
    """each with the permissions it asked that were refused"""
    suppressed: tuple[Objection, ...] = ()
    """what would be otherwise if no card slept: more objections, or the same ones waived"""

    @property
    def is_allowed(self) -> bool:
        """Whether nothing is left that is not waived."""
        return all(objection.waived_by is not None for objection, _ in self.objections)

    def reasons(self) -> list[str]:
        """Why it is not allowed; empty if it is."""
        found = []
        for objection, asked in self.objections:
            if objection.waived_by is None:
                inner = [r for verdict in asked for r in verdict.reasons()]
                more = [r for r in dict.fromkeys(inner) if r not in objection.reason]
                found.append(objection.reason + (f" ({'; '.join(more)})" if more else ""))
        return list(dict.fromkeys(found))

    def text(self, _rules: Binder | None = None) -> str:
        """`yes`, or `no: ` and the reasons."""
        return "yes" if self.is_allowed else f"no: {'; '.join(self.reasons())}"

    def lines(self, rules: Binder) -> list[str]:
        """One line for each objection with its card and place, and who waives it."""
        found = ["yes" if self.is_allowed else "no"]
        for objection, asked in self.objections:
            found.append(_objected(objection, ""))
            found += [f"  {line}" for verdict in asked for line in verdict.lines(rules)[1:]]
        found += [_objected(objection, f", {SUPPRESSED}") for objection in self.suppressed]
        return found


def _objected(objection: Objection, state: str) -> str:
    waived = f", waived by {objection.waived_by}" if objection.waived_by else ""
    place = f"{objection.card}, {objection.path}:{objection.line}"
    return f"{objection.reason}  (forbid {objection.name}, {place}{waived}{state})"


@frozen
class Plain:
    """A value that no card can change: there is nothing to explain."""

    type: str
    result: Any

    def text(self, rules: Binder) -> str:
        """The value."""
        return said(rules, self.type, self.result)

    def lines(self, rules: Binder) -> list[str]:
        """The value."""
        return [f"= {self.text(rules)}"]


Why: TypeAlias = Explanation | Verdict | Plain


def said(rules: Binder, kind: str, value: Any) -> str:
    """A value of a type as text; things without a name of their own by number."""
    kind = kind.removesuffix("?")
    if value is None:
        return "nothing"
    if kind == "flag":
        return "yes" if value else "no"
    if kind.startswith("word "):
        return str(dict(rules.ruleset.words)[kind.removeprefix("word ")][int(value)].id)
    if kind == "region":
        return rules.board.names[int(value)]
    return str(value)


def _term(rules: Binder, kind: str, part: Contribution) -> str:
    if part.layer == "add":
        return f" {'-' if part.amount < 0 else '+'} {abs(part.amount)} {part.source}"
    if part.layer == "times":
        up, down = part.amount
        return f", times {up if down == 1 else f'{up}/{down}'} {part.source}"
    return f", {part.layer} {said(rules, kind, part.amount)} {part.source}"
