"""The facts of a position as they were written, sorted by the thing they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import field, frozen

from talesmith.diagnose.diagnostic import Place
from talesmith.ground.span import Span
from talesmith.names.findings import Findings
from talesmith.syntax import tree


@frozen
class Thing:
    """What is said about one player, race or region, or about the table itself."""

    name: str
    span: Span
    facts: dict[str, tree.GivenFact] = field(factory=dict)


@frozen
class Facts:
    """The facts about the table, and those about each thing in the order of the text."""

    table: Thing
    things: dict[str, Thing] = field(factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players in the order in which they sit."""
        fact = self.table.facts.get("players")
        return () if fact is None else tuple(spelled(word) for word in fact.values)

    def about(self, name: str) -> Thing:
        """What is said about a thing; nothing at all is no fault."""
        return self.things.get(name) or Thing(name, self.table.span)


def sort_facts(scenario: tree.Scenario, findings: Findings) -> Facts:
    """Sort everything that a scenario gives; a fact that is given twice is a finding."""
    facts = Facts(Thing("", scenario.title.span))
    for line in scenario.lines:
        if isinstance(line, tree.Given):
            for path, fact in _flat(line.facts, (), findings):
                _keep(facts, path, fact, findings)
    return facts


Path = tuple[tree.Word, ...]


def _flat(
    facts: Iterable[tree.GivenFact | tree.GivenGroup], before: Path, findings: Findings
) -> Iterator[tuple[Path, tree.GivenFact | None]]:
    """Yield the full path of each fact; a group without facts comes with None."""
    for fact in facts:
        path = _path(fact.path)
        if path is None:
            findings.add("T010", fact.path.span, found="this")
            continue
        if isinstance(fact, tree.GivenFact):
            yield (*before, *path), fact
            continue
        yield (*before, *path), None
        yield from _flat(fact.facts, (*before, *path), findings)


def _path(node: tree.Expression) -> Path | None:
    """Give the words of `a.b`; None for anything else."""
    if isinstance(node, tree.Name):
        return (tree.Word(node.text, span=node.span),)
    if isinstance(node, tree.Attribute):
        before = _path(node.source)
        return None if before is None else (*before, node.name)
    return None


def _keep(facts: Facts, path: Path, fact: tree.GivenFact | None, findings: Findings) -> None:
    if len(path) > 2 or (fact is None and len(path) > 1):
        findings.add("T010", path[-1].span, found=f"`{path[-1]}`")
        return
    thing = facts.table
    if fact is None or len(path) == 2:
        thing = facts.things.setdefault(path[0].text, Thing(path[0].text, path[0].span))
    if fact is None:
        return
    name, first = path[-1], thing.facts.get(path[-1].text)
    if first is None:
        thing.facts[name.text] = fact
    else:
        places = [Place(first.span, "here first")]
        findings.add("T202", name.span, problem=f"`{name}` is given twice", places=places)


def spelled(word: tree.PlayWord) -> str:
    """Give a word of an answer or a fact as text."""
    return str(word.value) if isinstance(word, tree.Number) else str(word)
