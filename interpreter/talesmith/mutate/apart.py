"""A situation that tells a mutant from the original, as a scenario that is ready to be kept.

Where a slip can be felt is mostly near a scenario that comes to it, so these are played first, with
and without the slip, side by side: after each answer everything that can be seen is compared
(`differing`).  From their positions the game then goes on by chance for some answers, and so do
games from their set-up.  A difference that a check can tell makes a scenario: the position of the
one that was played, as few answers as lead there, and the check.  It is run against both before it
is shown: it holds without the slip, and not with it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from attrs import define, evolve, field, frozen

from talesmith.bots.uniform import Uniform
from talesmith.mutate.differing import checks, standing
from talesmith.mutate.sketch import Sketch, sketch_of
from talesmith.mutate.trying import MutantBook, at_most, holds
from talesmith.play.machine import Defect
from talesmith.play.statements.questions import CHANCE
from talesmith.play.validate import IllegalAnswer
from talesmith.prove.cases import Case
from talesmith.prove.opening import FIRST_STEP, Opened, open_case
from talesmith.prove.playing import Playing
from talesmith.prove.rulebook import Rulebook
from talesmith.record.lines import answer_line, parse_line
from talesmith.run.game import choice_of
from talesmith.run.shrinking import Broken, fitting, shrunk
from talesmith.syntax import tree

WALKS = 24
"""how often games go on by chance from each scenario"""
STEPS, LONG = 14, 80
"""so many answers from a scenario, and in a game from its set-up"""
FIRST = 12
"""scenarios from whose positions games go on before others have their turn"""
MOST = 40
"""checks of one position that are tried"""


@frozen(eq=False)
class Pair:
    """One scenario on its way under the original and under the mutant."""

    case: Case
    old: Playing
    new: Playing
    lines: list[str] = field(factory=list)

    def compare(self, *, deeply: bool) -> Iterator[Sketch]:
        """Scenarios that end here, one for each difference."""
        request = self.old.game.request
        if request is None or request[1] != CHANCE:
            with suppress(Exception):  # what the mutant is asked may break as well (see `give`)
                for line, check in checks(self.old, self.new, deeply=deeply):
                    yield sketch_of(self.case, [*self.lines, *line], check)

    def written(self, answer: tree.Answer) -> bool:
        """Give a written answer in both games; whether both have taken it."""
        before = len(self.old.steps)
        try:
            self.old.answer(answer)
        except (IllegalAnswer, Defect):
            return False
        with suppress(Exception):
            self.new.answer(answer)
            self.lines.extend(step.line for step in self.old.steps[before:])
            return True
        return False

    def give(self, answer: Any) -> bool:
        """Answer the open question in both; False if the mutant does not take the answer.

        It may break in any way: a slip can leave a value missing where the machine relies on one.
        """
        old, new = self.old, self.new
        line = answer_line(old.rules, old.game, old.names, answer)
        self.lines.append(line)
        old.give(answer)
        with suppress(Exception):
            new.give(parse_line(new.rules, new.game, new.names, line))
            return True
        return False


@define
class Apart:
    """Looks for what tells one mutant from the original; takes at most so much processor time."""

    original: Rulebook
    mutated: MutantBook
    seconds: float
    _opened: dict[int, tuple[Case, list[Opened] | None]] = field(factory=dict)
    """by the id of a case, which is kept beside it: else a later case might get that id"""

    def scenario(self, cases: Sequence[Case], games: Iterable[Case] = ()) -> str:
        """The text of a scenario that holds for the original alone; empty if none was found.

        `cases` are those to begin from, the most promising first; `games` begin with a set-up.
        """
        end = time.process_time() + self.seconds
        for case in cases:
            if (found := self._good(self._along(case))) is not None:
                return self._finished(found)
            if time.process_time() > end:
                return ""
        for case, walk in _walks(cases, games):
            if (found := self._strolled(case, walk)) is not None:
                return self._finished(found)
            if time.process_time() > end:
                return ""
        return ""

    def _good(self, sketches: Iterable[Sketch]) -> Sketch | None:
        """The first of these that holds for the original alone."""
        for sketch in islice(sketches, MOST):
            case = sketch.case()
            if case is not None and holds(case, self.original) and not holds(case, self.mutated):
                return sketch
        return None

    def _finished(self, sketch: Sketch) -> str:
        """The text to be shown: with a check, even if it is enough that an answer is taken."""
        if not sketch.check and (case := sketch.case()) is not None:
            opened = open_case(case, self.original)
            playing = Playing(opened.played.rules, opened.seats, opened.game, opened.before)
            for answer in _answers(case):
                playing.answer(answer)
            checked = (evolve(sketch, check=check) for check in standing(playing))
            sketch = self._good(checked) or sketch
        return sketch.laid_out()

    # ---- playing side by side ----

    def _pair(self, case: Case) -> Pair | None:
        """A scenario at its start; None if it has none under the mutant."""
        if id(case) not in self._opened:
            self._opened[id(case)] = case, self._open(case)
        _, sides = self._opened[id(case)]
        if sides is None:
            return None
        old, new = (Playing(o.played.rules, o.seats, o.game, o.before) for o in sides)
        return Pair(case, old, new)

    def _open(self, case: Case) -> list[Opened] | None:
        try:
            with at_most(self.seconds):
                return [open_case(case, book) for book in (self.original, self.mutated)]
        except Exception:  # noqa: BLE001 - whatever the slip breaks on the way there
            return None

    def _along(self, case: Case) -> Iterator[Sketch]:
        """Compare after each answer of a scenario."""
        pair = self._pair(case)
        if pair is not None:
            yield from pair.compare(deeply=True)
            for answer in _answers(case):
                if not pair.written(answer):
                    return
                yield from pair.compare(deeply=True)

    def _strolled(self, case: Case, walk: int) -> Sketch | None:
        """Go on by chance from the end of a scenario, or from its start; short if it parts."""
        found: list[Sketch] = []

        def attempt(answers: Iterable[Any]) -> Broken | None:
            given, sketch = self._beyond(case, answers, is_whole=walk % 2 == 0)
            if sketch is None:
                return None
            found.append(sketch)
            return Broken("parted", given)

        parted = attempt([Uniform(walk)] * (LONG if _is_game(case) else STEPS))
        if parted is None:
            return None
        shrunk(parted, attempt)
        return min(found, key=lambda sketch: len(sketch.text))

    def _beyond(
        self, case: Case, answers: Iterable[Any], *, is_whole: bool
    ) -> tuple[tuple[Any, ...], Sketch | None]:
        """Go on with these answers until the games part: what was really given, and the scenario."""
        pair, given = self._pair(case), list[Any]()
        if pair is None or not all(map(pair.written, _answers(case) if is_whole else ())):
            return (), None
        for one in answers:
            if pair.old.game.request is None or pair.new.game.request is None:
                break
            given.append(_answer(pair.old, one))
            parted = [sketch_of(case, pair.lines, "")] if not pair.give(given[-1]) else []
            if (sketch := self._good(parted or pair.compare(deeply=False))) is not None:
                return tuple(given), sketch
            if parted:
                break
        return (), None


def _walks(cases: Sequence[Case], games: Iterable[Case]) -> Iterator[tuple[Case, int]]:
    """Yield from where to go on by chance, and the seed of that chance."""
    yield from ((case, walk) for walk in range(2) for case in cases[:FIRST])
    yield from ((game, 1) for game in games)
    yield from ((case, walk) for walk in range(2, WALKS) for case in cases)


def _answers(case: Case) -> Iterator[tree.Answer]:
    for line in case.scenario.lines:
        if isinstance(line, tree.When):
            yield from line.answers


def _is_game(case: Case) -> bool:
    return any(isinstance(line, tree.StartAt) and line.point.text == FIRST_STEP
               for line in case.scenario.lines)  # fmt: skip


def _answer(playing: Playing, one: Any) -> Any:
    """An answer that fits: what a bot says, or the one that is given, else the plainest."""
    if isinstance(one, Uniform):
        return choice_of(playing.rules, one, playing.game)
    return fitting(playing.rules, playing.game, one)
