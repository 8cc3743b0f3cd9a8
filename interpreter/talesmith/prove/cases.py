"""Cases: every scenario of a file once for each row of its tables and each variation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

from attrs import evolve, frozen

from talesmith.compile.scenarios import ruleset_of
from talesmith.compile.tables import expanded
from talesmith.diagnose.registry import finding
from talesmith.names.findings import Findings
from talesmith.prove.facts import sort_facts, spelled
from talesmith.prove.rulebook import Rulebook, UnsoundError
from talesmith.syntax import tree

MOST_TO_ORDER = 5
"""so many things have 120 orders; more would take too long"""


@frozen
class Case:
    """One thing to run: a scenario with one row, in one variation."""

    path: Path
    scenario: tree.Scenario
    ruleset: str
    label: str = ""
    turned: int = 0
    """so many seats further than it is written"""
    without: tree.FullName | None = None
    """a card whose ability is taken away"""

    @property
    def name(self) -> str:
        """Title, and behind it row and variation."""
        title = self.scenario.title.text
        return f"{title} [{self.label}]" if self.label else title

    @property
    def cites(self) -> frozenset[str]:
        """Ids of the rules that the scenario is about."""
        lines = (line for line in self.scenario.lines if isinstance(line, tree.Cites))
        return frozenset(rule.text for line in lines for rule in line.rules)

    @property
    def todo(self) -> str | None:
        """Why the scenario is expected to fail."""
        found = (line.reason.text for line in self.scenario.lines if isinstance(line, tree.Todo))
        return next(found, None)

    @property
    def guidance(self) -> list[str]:
        """What the author says to whoever sees it fail."""
        lines = self.scenario.lines
        return [line.text.text for line in lines if isinstance(line, tree.Guidance)]


def cases_in(path: Path, book: Rulebook) -> list[Case]:
    """Give the cases of a file in written order.

    Raises UnsoundError when the file cannot be read as Tale.
    """
    parsed = book.read(path)
    found = list[Case]()
    for top in parsed.file.tops:
        if isinstance(top, tree.Scenario):
            for row, one in expanded(top):
                case = Case(path, one, ruleset_of(one, path, book.library), row)
                found += _varied(case, _variations(one))
    return found


Variation = tree.Every | tree.WithWithout


def _variations(scenario: tree.Scenario) -> list[Variation]:
    return [line for line in scenario.lines if isinstance(line, tree.Every | tree.WithWithout)]


def _varied(case: Case, variations: list[Variation]) -> Iterator[Case]:
    """Yield a case in every combination of its variations."""
    if not variations:
        yield case
        return
    for one in _ways(case, variations[0]):
        yield from _varied(one, variations[1:])


def _ways(case: Case, variation: Variation) -> Iterable[Case]:
    if isinstance(variation, tree.WithWithout):
        name = str(variation.card)
        without = _labelled(case, f"without {name}")
        return [_labelled(case, f"with {name}"), evolve(without, without=variation.card)]
    if variation.kind.text == "seat":
        return _seats(case)
    if variation.kind.text == "order" and variation.of is not None:
        return _orders(case, variation.of)
    problem = f"`in every {variation.kind}`: write `in every seat` or `in every order of ...`"
    raise UnsoundError([finding("T202", variation.span, problem=problem)])


def _seats(case: Case) -> Iterator[Case]:
    players = sort_facts(case.scenario, Findings()).players
    for turned in range(len(players)):
        yield evolve(_labelled(case, f"seat {turned + 1}"), turned=turned)


def _orders(case: Case, of: tree.Word) -> Iterator[Case]:
    fact = sort_facts(case.scenario, Findings()).table.facts.get(of.text)
    if fact is None or len(fact.values) > MOST_TO_ORDER:
        problem = f"`{of}` is not given, or holds more than {MOST_TO_ORDER} things to order"
        raise UnsoundError([finding("T202", of.span, problem=problem)])
    for values in permutations(fact.values):
        label = " ".join(spelled(word) for word in values)
        lines = tuple(_with(line, fact, values) for line in case.scenario.lines)
        yield evolve(_labelled(case, label), scenario=evolve(case.scenario, lines=lines))


def _with(
    line: tree.ScenarioLine, fact: tree.GivenFact, values: tuple[tree.PlayWord, ...]
) -> tree.ScenarioLine:
    if not isinstance(line, tree.Given):
        return line
    return evolve(line, facts=tuple(
        evolve(one, values=values) if one is fact else one for one in line.facts))  # fmt: skip


def _labelled(case: Case, label: str) -> Case:
    return evolve(case, label=f"{case.label}, {label}" if case.label else label)
