"""What `talesmith mutate` prints: how many slips are noticed, and those that are not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from talesmith.cli.common import from_here
from talesmith.cli.covered import percent, place
from talesmith.mutate.mutants import Mutant, applied
from talesmith.mutate.telling import in_english
from talesmith.mutate.trying import ALIVE, INVALID, KILLED, UNTOUCHED, Verdict
from talesmith.ruleset.parts import Ruleset
from talesmith.show.lines import counted

INDENT = "    "
QUOTE_AND_BRACE = '" {'


@frozen(slots=False)
class Result:
    """What became of some mutants."""

    mutants: Sequence[Mutant]
    verdicts: Sequence[Verdict]
    listed: dict[str, str]
    """mutants that nothing can tell from the original, with the reasons"""
    rulesets: Sequence[Ruleset]
    stale: list[str] = field(factory=list)
    """what is wrong with the list"""

    @property
    def is_partial(self) -> bool:
        """Whether the run was broken off."""
        return len(self.verdicts) < len(self.mutants)

    def of(self, *verdicts: str) -> list[tuple[Mutant, Verdict]]:
        """The mutants of which one of these things became, but for those of the list that live."""
        found = [(self.mutants[v.index], v) for v in self.verdicts if v.verdict in verdicts]
        return [(m, v) for m, v in found if v.verdict == KILLED or m.name not in self.listed]

    @cached_property
    def killed(self) -> int:
        """How many are noticed."""
        return len(self.of(KILLED))

    @cached_property
    def alive(self) -> list[tuple[Mutant, Verdict]]:
        """Those that are not, but for the list, by file and line."""
        return self.of(*ALIVE)

    @property
    def counted(self) -> int:
        """How many there are to be noticed."""
        return self.killed + len(self.alive)

    @property
    def equivalent(self) -> int:
        """How many of those that live are listed."""
        return sum(v.verdict in ALIVE and self.mutants[v.index].name in self.listed
                   for v in self.verdicts)  # fmt: skip

    def ruleset_of(self, mutant: Mutant) -> Ruleset:
        """A ruleset that has the declaration."""
        return next(one for one in self.rulesets if applied(one, mutant) is not None)


def totals(result: Result) -> Iterator[str]:
    """How many there are, and what became of them."""
    untouched = sum(v.verdict == UNTOUCHED for _, v in result.alive)
    parts = [f"{result.killed} noticed", f"{len(result.alive) - untouched} not noticed",
             f"{untouched} where no scenario comes", f"{result.equivalent} listed as equivalent",
             f"{len(result.of(INVALID))} that are no rules"]  # fmt: skip
    share = percent(result.killed, result.counted)
    yield f"{counted(len(result.verdicts), 'mutant')}: {', '.join(parts)}: {share} %"
    if result.is_partial:
        yield f"Stopped: {len(result.mutants) - len(result.verdicts)} were not tried."
    yield from (f"stale: {entry}" for entry in result.stale)


def _place(mutant: Mutant) -> str:
    return place(mutant.where.path, mutant.line, mutant.at & 4095)


# ---- forms ---------------------------------------------------------------------------------------


def table(result: Result) -> str:
    """A line for each card, the weakest first."""
    of, noticed = Counter[str](), Counter[str]()
    for mutant, verdict in result.of(KILLED, *ALIVE):
        of[mutant.card] += 1
        noticed[mutant.card] += verdict.verdict == KILLED
    cards = sorted(of, key=lambda card: (noticed[card] / of[card], card))
    width = max(map(len, cards), default=0)
    lines = [f"{card:<{width}} {percent(noticed[card], of[card]):>4} % "
             f"{noticed[card]:>4} of {of[card]:>4}" for card in cards]  # fmt: skip
    return _text([*lines, "", *totals(result)])


def concise(result: Result) -> str:
    """A line for each survivor, as the list of equivalent ones wants it."""
    lines = [f"{_place(mutant)}: {mutant.name}" for mutant, _ in result.alive]
    return _text([*lines, *totals(result)])


def full(result: Result) -> str:
    """Each survivor with what it says in English."""
    lines: list[str] = []
    titles = Counter[str]()
    for mutant, verdict in result.alive:
        lines += [f"{_place(mutant)}: {mutant.name}"]
        lines += [f"{INDENT}{line}" for line in in_english(result.ruleset_of(mutant), mutant)]
        lines += [f"{INDENT}{line}" for line in (_tried(verdict), *_apart(verdict, titles))]
        lines += [""]
    return _text([*lines, *totals(result)])


def _tried(verdict: Verdict) -> str:
    if verdict.verdict == UNTOUCHED:
        return "No scenario comes to it."
    return f"{counted(verdict.ran, 'scenario')} came to it, and none failed."


def _apart(verdict: Verdict, titles: Counter[str]) -> list[str]:
    """The scenario that would notice it; one whose title was there before gets a number."""
    if not verdict.apart:
        return []
    head, *lines = verdict.apart.split("\n")
    titles[head] += 1
    if titles[head] > 1:
        head = f"{head.removesuffix(QUOTE_AND_BRACE)} {titles[head]}{QUOTE_AND_BRACE}"
    return ["This scenario holds without it; keep it if that is right:", head, *lines]


def as_json(result: Result) -> str:
    """An object: counts, and every mutant."""
    everything: dict[str, Any] = {
        "noticed": result.killed,
        "of": result.counted,
        "equivalent": result.equivalent,
        "stale": result.stale,
        "mutants": [_object(result, v) for v in result.verdicts],
    }
    return json.dumps(everything, indent=1, ensure_ascii=False) + "\n"


def _object(result: Result, verdict: Verdict) -> dict[str, Any]:
    mutant = result.mutants[verdict.index]
    return {
        "path": from_here(mutant.where.path),
        "row": mutant.line,
        "column": mutant.at & 4095,
        "card": mutant.card,
        "owner": mutant.owner,
        "node": mutant.path or "whole",
        "operator": mutant.operator,
        "verdict": verdict.verdict,
        "by": verdict.by,
        "scenarios": verdict.ran,
        "apart": verdict.apart,
        "listed": result.listed.get(mutant.name),
    }


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


FORMS: dict[str, Callable[[Result], str]] = {
    "full": full, "concise": concise, "table": table, "json": as_json,
}  # fmt: skip
