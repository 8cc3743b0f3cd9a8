"""A scenario that is made of another one: its position, some answers, and one check."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from talesmith.ground.source import SourceText
from talesmith.layout.layout import laid_out
from talesmith.mutate.mutants import Mutant, applied
from talesmith.names.findings import Findings
from talesmith.prove.cases import Case
from talesmith.prove.facts import Facts, sort_facts, spelled
from talesmith.prove.opening import POINT, seated
from talesmith.prove.rulebook import Key, Rulebook
from talesmith.record.session import Session
from talesmith.ruleset.parts import Ruleset
from talesmith.run.as_scenario import as_scenario
from talesmith.run.recording import SEATS
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed, parse

WIDTH = 98
SEEDS = 4
_HEAD = "language 1\npackage sketch\n\n"


@frozen
class Sketch:
    """A text that may become a scenario, beside the one that it was made of."""

    beside: Case
    body: str
    """a scenario without checks"""
    check: str = ""

    @property
    def text(self) -> str:
        """The scenario with its check, if there is one."""
        if not self.check:
            return self.body
        return f"{self.body.removesuffix('}')}  then {{ {self.check} }}\n}}"

    def case(self) -> Case | None:
        """The scenario, to be run under the rules of the other one; None if it cannot be read."""
        parsed = self._parsed()
        found = [top for top in parsed.file.tops if isinstance(top, tree.Scenario)]
        if any(f.is_error for f in parsed.findings) or not found:
            return None
        return Case(self.beside.path, found[0], self.beside.ruleset)

    def laid_out(self) -> str:
        """The text in the one layout; as it is where there are findings."""
        parsed = self._parsed()
        return self.text if parsed.findings else laid_out(parsed).removeprefix(_HEAD).rstrip("\n")

    def _parsed(self) -> Parsed:
        return parse(SourceText(str(self.beside.path), f"{_HEAD}{self.text}\n"))


def sketch_of(case: Case, lines: Sequence[str], check: str) -> Sketch:
    """A scenario in the position of a case, with other answers, and a check if there is one."""
    facts = sort_facts(case.scenario, Findings())
    body = [*_head(case, facts), "  given {", *_given(case, facts), "  }"]
    if lines:
        body += ["  when {", *(f"    {line}" for line in lines), "  }"]
    title = case.scenario.title.text
    return Sketch(case, "\n".join([f'scenario "{title}, further" {{', *body, "}"]), check)


def _head(case: Case, facts: Facts) -> Iterator[str]:
    lines = case.scenario.lines
    rules = [rule.text for one in lines if isinstance(one, tree.Cites) for rule in one.rules]
    if rules:
        yield "  cites " + ", ".join(f'"{rule}"' for rule in rules)
    yield from (f"  under {one.ruleset}" for one in lines if isinstance(one, tree.Under))
    at = next((one for one in lines if isinstance(one, tree.StartAt)), None)
    if at is not None:
        yield f"  at {at.point}" + (f" of {at.player}" if at.player is not None else "")
    elif case.turned:
        yield f"  at {POINT} of {facts.players[0]}"


def _given(case: Case, facts: Facts) -> Iterator[str]:
    players = facts.players
    yield f"    players: {', '.join(seated(case, players))}"
    if case.turned and "first" not in facts.table.facts:
        yield f"    first: {players[0]}"
    for name, fact in facts.table.facts.items():
        if name != "players":
            yield from _wrapped(_fact(name, fact))
    for thing in facts.things.values():
        told = "  ".join(_fact(name, fact) for name, fact in thing.facts.items())
        yield from _wrapped(f"{thing.name} {{ {told} }}" if told else f"{thing.name} {{}}")


def _fact(name: str, fact: tree.GivenFact) -> str:
    return f"{name}: {', '.join(spelled(word) for word in fact.values)}"


def _wrapped(text: str) -> list[str]:
    lines = textwrap.wrap(text, WIDTH - 4, subsequent_indent="  ", break_on_hyphens=False)
    return [f"    {line}" for line in lines]


def ruleset_with(mutant: Mutant, rulesets: Mapping[Key, Ruleset]) -> tuple[str, int] | None:
    """A ruleset of the shelves that has the declaration, and the fewest players it is for."""
    for (name, own, folder), ruleset in rulesets.items():
        if own is None and folder is None and ruleset.boards and applied(ruleset, mutant):
            return name, min(players for players, _ in ruleset.boards)
    return None


def set_ups(name: str, players: int, beside: Case, book: Rulebook) -> Iterator[Case]:
    """Yield games of some seeds as scenarios without an answer, under a ruleset of the book."""
    rules = book.played(name, players, beside.path).rules
    for seed in range(SEEDS):
        session = Session(rules, SEATS[:players], seed)
        text = "\n".join(as_scenario(session, None, f"Game {seed}"))
        case = Sketch(evolve(beside, ruleset=name), text).case()
        if case is not None:
            yield case
