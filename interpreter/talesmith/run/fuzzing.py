"""Fuzzing: damaged texts go through everything that an author's command does with a text.

That is: parse, check with every judgement, print the findings, lay out what parses, and tell in
English what has no error.  Whatever stands in a text, the answer is findings: an exception is a
fault of ours, and so is a text that takes longer than SLOW.  What a text stands on (its packages,
the rulesets of its scenarios) is built once and not counted; so a slow text is tried a second time.
"""

from __future__ import annotations

import multiprocessing
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import process_time

from attrs import define, field, frozen

from talesmith.compile.check import Checks
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.layout.layout import laid_out
from talesmith.names.declared import package_of
from talesmith.run.spoiling import PIECES, Spoiler, Text
from talesmith.show.english import describe
from talesmith.syntax import tree
from talesmith.syntax.parse import Parsed

SLOW = 1.0
"""seconds of processor time that no text may need"""
CHUNK = 100
"""texts that a worker takes at a time"""
MOST_TRIES = 1000
"""to make a text shorter that breaks something"""
OURS = "talesmith"


@frozen
class Broken:
    """A text that broke something."""

    number: int
    error: str
    """what was raised, and where"""
    text: str
    path: str


@define
class Fuzzed:
    """What a run has seen."""

    texts: int = 0
    seconds: float = 0.0
    """of processor time"""
    counts: Counter[str] = field(factory=Counter)
    """texts by what became of them: of cards and of heaps, those that parse and have no error"""
    broken: list[Broken] = field(factory=list)
    slow: list[tuple[int, float]] = field(factory=list)
    """numbers of texts that took too long, and how long"""
    slowest: float = 0.0
    slowest_at: int = 0
    """number of the text that took longest"""
    done: set[range] = field(factory=set)
    """the numbers of the texts, in the stretches in which they were tried"""

    def add(self, other: Fuzzed) -> None:
        """Add what another worker has seen."""
        self.texts += other.texts
        self.seconds += other.seconds
        self.counts.update(other.counts)
        self.broken.extend(other.broken)
        self.slow.extend(other.slow)
        self.done |= other.done
        self.took(other.slowest_at, other.slowest)

    def took(self, number: int, seconds: float) -> None:
        """Note how long a text took."""
        if seconds > self.slowest:
            self.slowest, self.slowest_at = seconds, number

    def goes_on_at(self, first: int) -> int:
        """Give the number of the first text that was not tried."""
        ends = {part.start: part.stop for part in self.done}
        while first in ends:
            first = ends[first]
        return first

    @property
    def faults(self) -> dict[str, list[Broken]]:
        """The texts that broke something, by what they broke, in the order of their numbers."""
        by_error: dict[str, list[Broken]] = {}
        for one in sorted(self.broken, key=lambda broken: broken.number):
            by_error.setdefault(one.error, []).append(one)
        return by_error


class Fuzzer:
    """Tries texts one by one."""

    def __init__(self, root: Path) -> None:
        """Take the cards below this folder, and the rules that they need."""
        self.root = root
        self.checks = Checks([root], order=True)
        self.spoiler = Spoiler(sorted((root / "cards").rglob("*.tale")))
        self.known: set[Path] = set()
        self.counts: Counter[str] = Counter()

    def run(self, seed: int, numbers: range) -> Fuzzed:
        """Try the texts of these numbers."""
        seen, began = Fuzzed(texts=len(numbers), done={numbers}), process_time()
        self.counts.clear()
        for number in numbers:
            one = self.spoiler.text(seed, number)
            try:
                self._timed(one, number, seen)
            except Exception as error:  # noqa: BLE001 - whatever it is, the run names it and goes on
                seen.broken.append(Broken(number, where_of(error), one.text, str(one.path)))
        seen.counts, self.counts = self.counts, Counter()
        seen.seconds = process_time() - began
        return seen

    def _timed(self, one: Text, number: int, seen: Fuzzed) -> None:
        self._warm(one.path)
        seconds = self._seconds(one)
        if seconds > SLOW:
            before = self.counts.copy()
            seconds, self.counts = min(seconds, self._seconds(one)), before
        if seconds > SLOW:
            seen.slow.append((number, seconds))
        seen.took(number, seconds)

    def _seconds(self, one: Text) -> float:
        began = process_time()
        self.attempt(one)
        return process_time() - began

    def _warm(self, path: Path) -> None:
        """Build what the texts of a file stand on from its own text."""
        if path not in self.known:
            self.known.add(path)
            if path.is_file():
                self.checks.file(path)

    def attempt(self, one: Text) -> None:
        """Do everything with a text.  Raises whatever goes wrong."""
        kind = "card" if one.is_card else "heap"
        source = SourceText(str(one.path), one.text)
        library = self.checks.library
        before = library.text(one.path) if one.path.is_file() else None
        try:
            path = library.put(source)
            parsed = library.parsed(path)
            found = self.checks.file(path)
            render(found, {source.path: source}, "full")
            self.counts[kind] += 1
            if parsed.findings:
                return
            self.counts[f"{kind} parses"] += 1
            laid_out(parsed)
            if all(not finding.is_error for finding in found):
                self.counts[f"{kind} is sound"] += 1
                self._told(path, parsed)
        finally:
            self.checks.forget(one.path)
            if before is not None:
                library.put(before)

    def _told(self, path: Path, parsed: Parsed) -> None:
        heads = [top for top in parsed.file.tops if isinstance(top, tree.Card)]
        if not heads:
            return
        ruleset = self.checks.ruleset_with(path)
        package = package_of(parsed.file)
        for head in heads:
            describe(ruleset, f"{package}.{head.name}")

    def shrunk(self, broken: Broken) -> str:
        """A shorter text that raises the same: stretches are left out, by halves, while it does."""
        pieces, path = PIECES.findall(broken.text), Path(broken.path)
        size, tries = max(len(pieces) // 2, 1), 0
        while size:
            at = 0
            while at < len(pieces) and tries < MOST_TRIES:
                fewer, tries = pieces[:at] + pieces[at + size :], tries + 1
                if self._raises("".join(fewer), path) == broken.error:
                    pieces = fewer
                else:
                    at += size
            size //= 2
        return "".join(pieces)

    def _raises(self, text: str, path: Path) -> str:
        try:
            self.attempt(Text(path, text, is_card=False))
        except Exception as error:  # noqa: BLE001 - any is compared
            return where_of(error)
        return ""


def where_of(error: Exception) -> str:
    """What was raised, and the innermost place of ours that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if OURS in Path(frame.filename).parts]
    place = ours[-1] if ours else frames[-1]
    name = "/".join(Path(place.filename).parts[-2:])
    return f"{type(error).__name__} in {name}, {place.name}"


def fuzz_in_parallel(
    root: Path, seed: int, numbers: range, workers: int, progress: Callable[[Fuzzed], None]
) -> Fuzzed:
    """Try the texts of these numbers; `progress` is told what is done.

    A run that is stopped (KeyboardInterrupt) reports the texts that were done.
    """
    seen = Fuzzed()
    try:
        parts = _alone(root, seed, numbers)
        for part in parts if workers == 1 else _shared(root, seed, numbers, workers):
            seen.add(part)
            progress(part)
    except KeyboardInterrupt:
        pass  # the caller sees by the number of texts that some are missing
    return seen


def _chunks(numbers: range) -> list[range]:
    return [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]


def _alone(root: Path, seed: int, numbers: range) -> Iterator[Fuzzed]:
    fuzzer = Fuzzer(root)
    for chunk in _chunks(numbers):
        yield fuzzer.run(seed, chunk)


_fuzzers: dict[Path, Fuzzer] = {}
"""of a worker: what texts stand on is built once"""


def _one_chunk(root: Path, seed: int, numbers: range) -> Fuzzed:
    if root not in _fuzzers:
        _fuzzers[root] = Fuzzer(root)
    return _fuzzers[root].run(seed, numbers)


def _shared(root: Path, seed: int, numbers: range, workers: int) -> Iterator[Fuzzed]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        jobs = [pool.submit(_one_chunk, root, seed, chunk) for chunk in _chunks(numbers)]
        for done in as_completed(jobs):
            yield done.result()
