"""Scenarios: handed out as trees, and the names inside them checked against their ruleset.

What is a free word for the checker: the moves, and the values of a position, which whoever runs the
scenario understands.  What is checked: the ruleset, the point of the start, the name of every
thing in a position, every expression.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from talesmith.compile.asked import scope_of
from talesmith.compile.choosing import JOIN, house_rules_in
from talesmith.compile.library import Library
from talesmith.compile.tables import expanded
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ground.source import SourceText
from talesmith.names.declared import package_of
from talesmith.names.findings import Findings
from talesmith.names.resolve import Listener, Resolver
from talesmith.names.scope import Home, Scope
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Ruleset
from talesmith.syntax import tree
from talesmith.syntax.parse import parse

FALLBACK = "base_test"
"""What a scenario is played under if neither it nor its package says so."""


def scenarios_in(path: Path) -> tuple[list[tree.Scenario], list[Diagnostic]]:
    """Give the scenarios of a file in order, and what is wrong with its text.

    Raises OSError, UnicodeDecodeError or ValueError if the file cannot be read.
    """
    parsed = parse(SourceText.read(path))
    found = [top for top in parsed.file.tops if isinstance(top, tree.Scenario)]
    return found, list(parsed.findings)


def ruleset_of(scenario: tree.Scenario, path: Path, library: Library) -> str:
    """Give the name of the ruleset under which a scenario of a file is played.

    House rules that stand in the file are added, unless rulesets there say who uses them.
    """
    file = library.parsed(path).file
    package = package_of(file)
    own = f"{package}_test"
    named = [str(line.ruleset) for line in scenario.lines if isinstance(line, tree.Under)]
    named += [own] if any(library.files_with("ruleset", own)) else [FALLBACK]
    if any(isinstance(top, tree.Ruleset) for top in file.tops):
        return named[0]
    return JOIN.join([named[0], *(f"{package}.{name}" for name in house_rules_in(file))])


def words_of(scenario: tree.Scenario) -> Iterator[str]:
    """Yield every word of a scenario that may name a card."""
    for node in tree.walk(scenario):
        if isinstance(node, tree.FullName | tree.Name | tree.Word):
            yield str(node)


def rows_of(scenario: tree.Scenario, findings: Findings) -> Iterator[tree.Scenario]:
    """Yield a scenario once for each row of its tables, and find rows that do not fit."""
    for table in (line for line in scenario.lines if isinstance(line, tree.Table)):
        for row in table.rows:
            if len(row.words) != len(table.names):
                problem = f"the row has {len(row.words)} words for {len(table.names)} columns"
                findings.add("T202", row.span, problem=problem)
    for _, one in expanded(scenario):
        yield one


class Checker:
    """Checks the names of a scenario against the ruleset it is played under."""

    def __init__(
        self, vocabulary: Vocabulary, ruleset: Ruleset, findings: Findings,
        listener: Listener | None = None,
    ) -> None:  # fmt: skip
        self.vocabulary = vocabulary
        self.ruleset = ruleset
        self.findings = findings
        self.listener = listener
        self.regions = {r.name for board in ruleset.maps for r in board.regions}

    def check(self, scenario: tree.Scenario) -> None:
        """Check a scenario without a table, or one row of it."""
        players = list(_players(scenario))
        home = Home("", "", "scenario")
        resolver = Resolver(
            self.vocabulary, self.findings, home, sees_all=True, listener=self.listener
        )
        scope = self._scope(players)
        for line in scenario.lines:
            if isinstance(line, tree.StartAt):
                self._start(line)
            elif isinstance(line, tree.Given):
                self._given(line, scope)
            elif isinstance(line, tree.Then):
                for check in line.checks:
                    self._check(check, resolver, scope)
            elif isinstance(line, tree.When):
                for answer in line.answers:
                    self._speaker(answer.player, scope)
            elif isinstance(line, tree.WithWithout):
                self._card(line.card)

    def _scope(self, players: list[str]) -> Scope:
        local = dict.fromkeys(self.vocabulary.all("race"), "race")
        local.update(dict.fromkeys(sorted(self.regions), "region"))
        local.update(dict.fromkeys(players, "player"))
        local["winners"] = "list player"
        return scope_of(local, self.vocabulary)

    def _start(self, line: tree.StartAt) -> None:
        known = [n for n, s in self.vocabulary.hooks.items() if s.kind in ("point", "moment")]
        known.append("game")
        if line.point.text not in known:
            what = "point or moment"
            self.findings.unknown("T104", line.point.span, line.point.text, known, what=what)

    def _given(self, line: tree.Given, scope: Scope) -> None:
        for fact in line.facts:
            if isinstance(fact, tree.GivenGroup) and isinstance(fact.path, tree.Name):
                self._thing(fact.path, scope)

    def _thing(self, path: tree.Name, scope: Scope) -> None:
        known = {*scope.names, *self.vocabulary.all("natives")}
        if path.text not in known:
            self.findings.unknown("T105", path.span, path.text, known)

    def _check(self, check: tree.Check, resolver: Resolver, scope: Scope) -> None:
        if isinstance(check, tree.Expect):
            resolver.condition(check.condition, scope)
        elif isinstance(check, tree.Why):
            resolver.expr(check.question, scope)
        elif isinstance(check, tree.Illegal):
            self._speaker(check.answer.player, scope)
        elif isinstance(check, tree.Asks):
            self._speaker(check.player, scope)
        elif isinstance(check, tree.Unchanged):
            for path in check.exceptions:
                resolver.expr(path, scope)

    def _speaker(self, word: tree.Word, scope: Scope) -> None:
        players = [n for n, b in scope.names.items() if b.expr[2] == "player"]
        if word.text not in (*players, "chance"):
            self.findings.unknown("T105", word.span, word.text, (*players, "chance"))

    def _card(self, name: tree.FullName) -> None:
        if not self.vocabulary.card("card", str(name), Home("", "", "scenario")):
            known = [c.id.partition(".")[2] for c in self.ruleset.cards]
            self.findings.unknown("T104", name.span, str(name), known, what="card")


def _players(scenario: tree.Scenario) -> Iterator[str]:
    """Yield the players in the order of their seats."""
    for line in scenario.lines:
        for fact in line.facts if isinstance(line, tree.Given) else ():
            is_fact = isinstance(fact, tree.GivenFact) and isinstance(fact.path, tree.Name)
            if is_fact and isinstance(fact, tree.GivenFact) and str(fact.path) == "players":
                yield from (str(word) for word in fact.values)
