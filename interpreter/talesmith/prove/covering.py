"""Scenarios, watched: which units of the rules each of them has seen.

Every scenario is run under the same ruleset as ever, bound so that it notes what it comes to.  One
that does not pass proves nothing, so nothing of it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, cast

from attrs import field, frozen

from talesmith.compile.choosing import JOIN
from talesmith.cover.listed import Listed, names_of
from talesmith.cover.units import Cell, Unit, Units
from talesmith.cover.watching import Record, Watched
from talesmith.model.board import board_from
from talesmith.play.bind import Binder
from talesmith.play.step import boards_for
from talesmith.play.unplayable import refuse_unplayable
from talesmith.prove.cases import Case
from talesmith.prove.rulebook import Rulebook
from talesmith.prove.run import Outcome, run_case
from talesmith.record.words import short_id
from talesmith.ruleset.parts import Ruleset


class WatchedRulebook(Rulebook):
    """Rules whose games note what they come to."""

    def __init__(self, roots: Any, record: Record) -> None:
        """Look rules and cards up in these folders; note into the record."""
        super().__init__(roots)
        self.record = record
        self.rulesets: list[Ruleset] = []
        """those of the shelves, whose cards may meet; a file of scenarios may put together others"""

    def bind(self, ruleset: Ruleset, players: int) -> Binder:
        """Bind a ruleset so that it is watched."""
        refuse_unplayable(ruleset)
        name = short_id(ruleset.id.partition(JOIN)[0])
        is_shipped = any(self.library.files_with("ruleset", name))
        if is_shipped:
            self.rulesets.append(ruleset)
        board = board_from(boards_for(ruleset, players)[0])
        return Watched(ruleset, players, board, self.record, relations=is_shipped)

    def answered(self, rules: Binder, request: Any, answer: Any) -> None:
        """Note what was chosen and what was left."""
        cast(Watched, rules).answered(request, answer)


@frozen(slots=False)
class Covered:
    """What some scenarios have seen."""

    units: Units
    outcomes: list[Outcome] = field(factory=list)
    by_case: list[tuple[Case, frozenset[int]]] = field(factory=list)
    """each scenario that passed, with the units that it has seen"""
    counts: Counter[int] = field(factory=Counter)
    """how many scenarios have seen a unit"""
    met: Counter[Cell] = field(factory=Counter)
    rulesets: list[Ruleset] = field(factory=list)

    parts: frozenset[str] = frozenset()
    """the files that a report is about"""

    def is_seen(self, unit: Unit) -> bool:
        """Whether a scenario has seen a unit."""
        return self.counts[self.units.numbers[unit]] > 0

    @cached_property
    def names(self) -> dict[Unit, tuple[str, str]]:
        """The units that a report is about, in the order of files and lines, with their names."""
        return names_of(unit for _, unit in self.units.wanted() if unit.path in self.parts)

    def missing_in(self, units: Iterable[Unit], listed: Listed) -> list[Unit]:
        """Those of some units that none has seen, and that are not listed."""
        names = self.names
        return [u for u in units if not self.is_seen(u) and names[u] not in listed.reasons]

    def by_kind(self, listed: Listed) -> dict[str, tuple[int, int]]:
        """For each kind how many units are seen, of how many that are not listed."""
        found: dict[str, tuple[int, int]] = {}
        for unit, name in self.names.items():
            if name not in listed.reasons:
                seen, of = found.get(unit.kind, (0, 0))
                found[unit.kind] = seen + self.is_seen(unit), of + 1
        return found

    def touching(self, owner: str, at: int) -> list[Case]:
        """The scenarios that come to a place of the typed form, the most specific first.

        `owner` is the handler, step, hook or way (see `Unit`), `at` its line * 4096 + column.  The
        fewer units a scenario sees, the more it is about what it sees.
        """
        wanted = self.units.nodes.get((owner, at), set())
        found = [(len(seen), at, case) for at, (case, seen) in enumerate(self.by_case)
                 if not seen.isdisjoint(wanted)]  # fmt: skip
        return [case for _, _, case in sorted(found, key=lambda one: one[:2])]


def cover(
    cases: Iterable[Case], book: WatchedRulebook, progress: Callable[[Outcome], None]
) -> Covered:
    """Run the cases and note what each has seen."""
    found = Covered(book.record.units, rulesets=book.rulesets)
    for case in cases:
        book.record.harvest()
        outcome = run_case(case, book)
        seen, met = book.record.harvest()
        found.outcomes.append(outcome)
        if outcome.is_fine:
            found.by_case.append((case, seen))
            found.counts.update(seen)
            found.met.update(met)
        progress(outcome)
    return found
