"""All mutants on all cores, in the order of their numbers, and a file to go on from.

Each worker knows everything from the start: where the system can, it is a copy of this process.
The file holds what is known so far and a fingerprint of the question; it is always written beside
the old one and then put in its place, so that it is whole whenever the run is broken off.
"""

from __future__ import annotations

import gc
import hashlib
import json
import multiprocessing
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, groupby
from pathlib import Path
from typing import TypeAlias

from attrs import asdict, define, evolve, frozen

from talesmith.mutate.apart import Apart
from talesmith.mutate.mutants import Mutant
from talesmith.mutate.sketch import ruleset_with, set_ups
from talesmith.mutate.trying import ALIVE, KILLED, VERDICTS, MutantBook, Verdict, tried
from talesmith.prove.cases import Case
from talesmith.prove.rulebook import Key
from talesmith.ruleset.parts import Ruleset

GROUP = 12
"""mutants of one declaration that a worker takes at a time"""


class ResumeError(Exception):
    """A file to go on from is none, or belongs to other rules, scenarios or choices."""


@frozen
class Plan:
    """The question: these mutants, for each the scenarios in their order."""

    roots: tuple[Path, ...]
    rulesets: Mapping[Key, Ruleset]
    mutants: Sequence[Mutant]
    cases: Sequence[Case]
    chosen: Sequence[Sequence[int]]
    """of each mutant the places of its scenarios in `cases`"""
    seconds: float = 0.0
    """of processor time in which a situation is looked for that tells a survivor apart"""
    equivalent: frozenset[str] = frozenset()
    """names of mutants of which there is none"""

    @property
    def fingerprint(self) -> str:
        """Another one for other rules, mutants or scenarios."""
        names = [m.name for m in self.mutants]
        rules = [f"{key[0]} {ruleset.digest}" for key, ruleset in self.rulesets.items()]
        scenarios = [f"{case.path} {case.name}" for case in self.cases]
        texts = {case.path: case.path.read_bytes() for case in self.cases}
        asked = [names, sorted(rules), scenarios, self.seconds]
        digest = hashlib.sha256(json.dumps(asked).encode())
        for path in sorted(texts):
            digest.update(texts[path])
        return digest.hexdigest()


Group: TypeAlias = Sequence[tuple[int, Verdict | None]]
"""some mutants of one declaration, with the verdicts that are known"""


@define
class _Worker:
    plan: Plan
    original: MutantBook
    mutated: MutantBook

    @classmethod
    def of(cls, plan: Plan) -> _Worker:
        """One that has tried nothing yet."""
        original, mutated = (MutantBook(plan.roots, plan.rulesets) for _ in range(2))
        return cls(plan, original, mutated)

    def try_all(self, group: Group) -> Iterator[Verdict]:
        """Run the scenarios of each mutant, those first that noticed the last ones of its group."""
        noticed: list[int] = []
        for index, known in group:
            verdict = known or self._tried(index, noticed)
            if verdict.verdict == KILLED:
                names = (self.plan.cases[place].name for place in self.plan.chosen[index])
                by = dict(zip(names, self.plan.chosen[index], strict=True))[verdict.by]
                noticed = [by, *(place for place in noticed if place != by)]
            if known is None:
                yield verdict

    def _tried(self, index: int, noticed: Sequence[int]) -> Verdict:
        plan, mutant, chosen = self.plan, self.plan.mutants[index], self.plan.chosen[index]
        order = dict.fromkeys((*(place for place in noticed if place in chosen), *chosen))
        cases = [plan.cases[place] for place in order]
        verdict = tried(index, mutant, cases, self.mutated)
        if verdict.verdict in ALIVE and plan.seconds and mutant.name not in plan.equivalent:
            return evolve(verdict, apart=self._apart(mutant, cases))
        return verdict

    def _apart(self, mutant: Mutant, cases: Sequence[Case]) -> str:
        apart = Apart(self.original, self.mutated, self.plan.seconds)
        beside = next(iter(cases or self.plan.cases))
        named = ruleset_with(mutant, self.plan.rulesets)
        games = () if named is None else set_ups(*named, beside, self.original)
        return apart.scenario(cases, games)


_workers: list[_Worker] = []
"""in a worker's process: the one that it is"""


def _begin(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _workers[:] = [_Worker.of(plan)]


def _try_all(group: Group) -> list[Verdict]:
    return list(_workers[0].try_all(group))


def tried_all(plan: Plan, known: Sequence[Verdict], workers: int) -> Iterator[Verdict]:
    """Yield the verdicts on the mutants of which none is known, in their order."""
    gc.collect()
    gc.freeze()  # what is there now stays; looking through it again and again takes half the time
    gc.disable()  # `MutantBook` says when
    try:
        yield from _in_order(plan, _groups(plan, known), workers)
    finally:
        gc.enable()
        gc.unfreeze()


def _groups(plan: Plan, known: Sequence[Verdict]) -> list[Group]:
    """The mutants in groups, those left out of which all is known.

    What is known of a group stays in it, so that its other mutants fare as they would have fared.
    """
    verdicts: dict[int, Verdict] = {one.index: one for one in known}
    found: list[Group] = []
    for _, same in groupby(enumerate(plan.mutants), key=lambda one: one[1].owner):
        members = [(index, verdicts.get(index)) for index, _ in same]
        groups = (members[at : at + GROUP] for at in range(0, len(members), GROUP))
        found += [group for group in groups if any(verdict is None for _, verdict in group)]
    return found


def _in_order(plan: Plan, groups: Sequence[Group], workers: int) -> Iterator[Verdict]:
    if workers == 1 or len(groups) <= 1:
        worker = _Worker.of(plan)
        yield from chain.from_iterable(map(worker.try_all, groups))
        return
    forks = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forks else "spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (plan,))
    try:
        yield from chain.from_iterable(pool.map(_try_all, groups))
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()  # or they would first finish what they have
        raise
    finally:
        pool.shutdown(cancel_futures=True)


# ---- the file to go on from ----------------------------------------------------------------------


def resumed(path: Path, fingerprint: str, total: int) -> list[Verdict]:
    """The verdicts of a file; none if there is no file yet.

    Raises ResumeError for a file that is no such one or belongs to another question.
    """
    if not path.exists():
        return []
    try:
        kept = json.loads(path.read_text("utf-8"))
        verdicts = [Verdict(**one) for one in kept["verdicts"]]
        is_ours = all(v.verdict in VERDICTS and 0 <= v.index < total for v in verdicts)
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise ResumeError(f"{path} is no file of an earlier run ({error})") from None
    if kept.get("fingerprint") != fingerprint or not is_ours:
        raise ResumeError(
            f"{path} is about other rules, scenarios or choices; remove it to begin anew"
        )
    return verdicts


def keep(path: Path, fingerprint: str, verdicts: Sequence[Verdict]) -> None:
    """Write what is known, whole or not at all.  Raises OSError."""
    text = json.dumps({"fingerprint": fingerprint, "verdicts": [asdict(v) for v in verdicts]})
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, "utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
