"""All mutants on all cores, in the order of their numbers, and a file to go on from.

Each worker knows everything from the start: where the system can, it is a copy of this process.
The file holds what is known so far and a fingerprint of the question; it is always written beside
the old one and then put in its place, so that it is whole whenever the run is broken off.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import asdict, define, frozen

from talesmith.mutate.mutants import Mutant
from talesmith.mutate.trying import VERDICTS, MutantBook, Verdict, tried
from talesmith.prove.cases import Case
from talesmith.prove.rulebook import Key
from talesmith.ruleset.parts import Ruleset

CHUNK = 4
"""mutants that a worker takes at a time"""


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

    @property
    def fingerprint(self) -> str:
        """Another one for other rules, mutants or scenarios."""
        names = [m.name for m in self.mutants]
        rules = [f"{key[0]} {ruleset.digest}" for key, ruleset in self.rulesets.items()]
        scenarios = [f"{case.path} {case.name}" for case in self.cases]
        texts = {case.path: case.path.read_bytes() for case in self.cases}
        digest = hashlib.sha256(json.dumps([names, sorted(rules), scenarios]).encode())
        for path in sorted(texts):
            digest.update(texts[path])
        return digest.hexdigest()


@define
class _Worker:
    plan: Plan
    book: MutantBook

    def try_one(self, index: int) -> Verdict:
        plan = self.plan
        cases = [plan.cases[place] for place in plan.chosen[index]]
        return tried(index, plan.mutants[index], cases, self.book)


_workers: list[_Worker] = []
"""in a worker's process: the one that it is"""


def _begin(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _workers[:] = [_Worker(plan, MutantBook(plan.roots, plan.rulesets))]


def _try_one(index: int) -> Verdict:
    return _workers[0].try_one(index)


def tried_all(plan: Plan, indices: Sequence[int], workers: int) -> Iterator[Verdict]:
    """Yield the verdict on each of these mutants, in their order."""
    if workers == 1 or len(indices) <= 1:
        worker = _Worker(plan, MutantBook(plan.roots, plan.rulesets))
        yield from map(worker.try_one, indices)
        return
    forks = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forks else "spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (plan,))
    try:
        yield from pool.map(_try_one, indices, chunksize=CHUNK)
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
