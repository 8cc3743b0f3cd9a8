"""One mutant held against scenarios, until one of them fails.

A mutated ruleset is bound with the one declaration exchanged, in the plainest form: it is played for
a few answers only, so code that is quick to write is better than code that is quick to run.
Everything else (texts, rulesets, words, scenarios) is loaded once for all mutants, and rulesets that
differ in their name alone are bound once.  Rules with a slip may run for ever, so a scenario has a
limit, in time of its own process: it is the same on a busy machine.

Slips in one declaration are mostly noticed by the same few scenarios, so those that noticed the last
ones are run first.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from attrs import evolve, frozen

from talesmith.mutate.mutants import Mutant, applied
from talesmith.play.bind import Binder
from talesmith.play.step import bind
from talesmith.prove.cases import Case
from talesmith.prove.rulebook import Key, Rulebook
from talesmith.prove.run import run_case
from talesmith.ruleset.parts import Ruleset

KILLED, SURVIVED, UNTOUCHED, INVALID = "killed", "survived", "untouched", "invalid"
VERDICTS = (KILLED, SURVIVED, UNTOUCHED, INVALID)
ALIVE = (SURVIVED, UNTOUCHED)
SECONDS = 5.0
"""of processor time that a scenario may take under a mutant; it takes milliseconds without"""
MOST_LEFT = 24
"""rulesets that are bound between two collections of what is left of them"""


class UnaffectedError(Exception):
    """The rules of a scenario do not have the declaration that was changed."""


class UnbindableError(Exception):
    """No game can be made of the mutated rules at all: nobody could have written them."""


class _TimeIsUp(BaseException):
    """A scenario runs for ever; nothing on the way may take this for an error of its own."""


class MutantBook(Rulebook):
    """Rules with one mutant in them."""

    def __init__(self, roots: Sequence[Path], rulesets: Mapping[Key, Ruleset]) -> None:
        """Know these rulesets already."""
        super().__init__(roots)
        self._rulesets = dict(rulesets)
        self.mutant: Mutant | None = None
        self._twins = _twins(self._rulesets)
        self._mutated: dict[Key, Ruleset | None] = {}
        self._since = 0
        """rulesets that were bound since the last collection"""

    def take(self, mutant: Mutant | None) -> None:
        """Give the rules with this mutant from now on."""
        self.mutant = mutant
        self._mutated.clear()
        self.forget()

    def bind(self, ruleset: Ruleset, players: int) -> Binder:
        """Bind a mutated ruleset.  Raises UnbindableError when that cannot be done."""
        self._collect()
        try:
            return bind(ruleset, players, lifting=False, inlining=False)
        except Exception as error:
            raise UnbindableError(f"{type(error).__name__}: {error}") from error

    def _collect(self) -> None:
        """Clear away from time to time what mutants have left: nothing else does meanwhile."""
        self._since += 1
        if self._since >= MOST_LEFT and not gc.isenabled():
            gc.collect()
            self._since = 0

    def _ruleset(self, name: str, path: Path) -> tuple[Key, Ruleset]:
        key, ruleset = super()._ruleset(name, path)
        if self.mutant is None:
            return key, ruleset
        twin = self._twins.get(key, key)
        if twin not in self._mutated:
            self._mutated[twin] = applied(self._rulesets[twin], self.mutant)
        mutated = self._mutated[twin]
        if mutated is None:
            raise UnaffectedError
        return twin, mutated


def _twins(rulesets: Mapping[Key, Ruleset]) -> dict[Key, Key]:
    """For each ruleset the first one that is the same but for its name."""
    first: dict[str, list[Key]] = {}
    found = {}
    for key, ruleset in rulesets.items():
        same = first.setdefault(ruleset.digest, [])
        named = (evolve(rulesets[k], id=ruleset.id, name=ruleset.name) for k in same)
        found[key] = next((k for k, one in zip(same, named, strict=True) if one == ruleset), key)
        if found[key] == key:
            same.append(key)
    return found


@frozen
class Verdict:
    """What became of a mutant."""

    index: int
    verdict: str
    by: str = ""
    """the scenario that failed, or why the mutant is none"""
    ran: int = 0
    """how many scenarios were run"""
    apart: str = ""
    """of a survivor a scenario that tells it from the original, if one was found"""


def tried(index: int, mutant: Mutant, cases: Sequence[Case], book: MutantBook) -> Verdict:
    """Run the scenarios in this order until one fails."""
    book.take(mutant)
    ran = 0
    for case in cases:
        try:
            survives = holds(case, book)
        except UnaffectedError:
            continue
        except UnbindableError as error:
            return Verdict(index, INVALID, str(error), ran)
        ran += 1
        if not survives:
            return Verdict(index, KILLED, case.name, ran)
    return Verdict(index, SURVIVED if ran else UNTOUCHED, "", ran)


def holds(case: Case, book: Rulebook) -> bool:
    """Whether a scenario passes under these rules."""
    try:
        with at_most(SECONDS):
            return run_case(case, book).is_fine
    except (UnaffectedError, UnbindableError):
        raise
    except (Exception, _TimeIsUp):  # noqa: BLE001 - whatever a slip breaks, it is noticed
        return False


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what takes longer, in time of this process, where the system can tell."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        raise _TimeIsUp

    before: Any = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
