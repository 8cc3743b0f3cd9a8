"""Which scenarios are run for a mutant, and in which order.

Those that come to the changed node, by the coverage of the scenarios, the most specific first: the
fewer units a scenario sees, the more it is about what it sees.  What none comes to, or what no game
can come to (a printed number, a duration, a handler that should have been alive), is held against
the scenarios that see anything of the declaration, and then those that name the card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from attrs import define

from talesmith.mutate.mutants import Mutant
from talesmith.prove.cases import Case
from talesmith.prove.covering import Covered
from talesmith.record.words import short_id

WORD = re.compile(r"\w+")


@define(slots=False)
class Choosing:
    """The scenarios, and what each of them comes to."""

    found: Covered

    @cached_property
    def _order(self) -> list[int]:
        """The numbers of the scenarios, the one that sees fewest units first."""
        by_case = self.found.by_case
        return sorted(range(len(by_case)), key=lambda n: (len(by_case[n][1]), n))

    @cached_property
    def cases(self) -> list[Case]:
        """The scenarios that pass, the most specific first."""
        return [self.found.by_case[n][0] for n in self._order]

    @cached_property
    def _seen_by(self) -> dict[int, list[int]]:
        """For each unit the scenarios that have seen it."""
        seen_by: dict[int, list[int]] = {}
        for place, n in enumerate(self._order):
            for unit in self.found.by_case[n][1]:
                seen_by.setdefault(unit, []).append(place)
        return seen_by

    @cached_property
    def _units_of(self) -> dict[str, set[int]]:
        """The units of each declaration."""
        units: dict[str, set[int]] = {}
        for number, unit in enumerate(self.found.units.all):
            units.setdefault(unit.owner, set()).add(number)
        return units

    @cached_property
    def _naming(self) -> dict[str, list[int]]:
        """For each word the scenarios in whose text it stands, or in the name of whose file."""
        words: dict[str, list[int]] = {}
        texts: dict[Path, list[str]] = {}
        for place, case in enumerate(self.cases):
            if case.path not in texts:
                texts[case.path] = case.path.read_text("utf-8").split("\n")
            span = case.scenario.span
            lines = texts[case.path][span.line - 1 : span.end_line]
            said = {word for line in lines for word in WORD.findall(line)}
            for word in said | set(WORD.findall(case.path.stem)):
                words.setdefault(word, []).append(place)
        return words

    def for_mutant(self, mutant: Mutant) -> list[int]:
        """The scenarios (by their place in `cases`) that are run for a mutant, in order."""
        nodes = self.found.units.nodes
        wanted = nodes.get((mutant.owner, mutant.at)) if mutant.at else None
        there = self._that_see(wanted or ())
        near = self._that_see(self._units_of.get(mutant.owner, ()))
        if there:
            # Two blocks of a handler may have been written as one, and a scenario may begin in the
            # middle of a block of a step without having come to its start.
            is_whole = mutant.shelf in ("handlers", "steps")
            return list(dict.fromkeys((*there, *near))) if is_whole else there
        naming = self._naming.get(short_id(mutant.card), ())
        return list(dict.fromkeys((*near, *naming)))

    def _that_see(self, units: Iterable[int]) -> list[int]:
        return sorted({place for unit in units for place in self._seen_by.get(unit, ())})
