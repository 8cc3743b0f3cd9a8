"""Scenarios as pytest sees them: a file of the language, and an item for each of its cases.

Rules and cards are looked up in the folders of the ini option `talesmith_path`, then in the root
folder of the run if it has `rules/` or `cards/`, then among our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.ground.data import data_root
from talesmith.prove.cases import Case, cases_in
from talesmith.prove.plugin import OPTION
from talesmith.prove.rulebook import Rulebook, UnsoundError
from talesmith.prove.run import TODO, run_case
from talesmith.prove.texts import findings_text

SHELVES = ("cards", "rules")
BOOK = pytest.StashKey[Rulebook]()


def book_of(config: pytest.Config) -> Rulebook:
    """The rules of this run; each file is read once."""
    if BOOK not in config.stash:
        roots = [Path(path) for path in config.getini(OPTION)]
        if any((config.rootpath / shelf).is_dir() for shelf in SHELVES):
            roots.append(config.rootpath)
        config.stash[BOOK] = Rulebook(list(dict.fromkeys([*roots, data_root()])))
    return config.stash[BOOK]


class TaleFile(pytest.File):
    """A file of the language with its scenarios, if it has any."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield each case of the file."""
        try:
            cases = cases_in(self.path, book_of(self.config))
        except UnsoundError as error:
            raise self.CollectError(_findings(self.config, error.findings)) from None
        for case in cases:
            yield ScenarioItem.from_parent(self, name=case.name, case=case)


class ScenarioError(Exception):
    """A scenario did not pass; the text is the screen that says why."""


class ScenarioItem(pytest.Item):
    """One case of a scenario."""

    def __init__(self, *, case: Case, **given: Any) -> None:
        """Keep what is to be run."""
        super().__init__(**given)
        self.case = case

    def runtest(self) -> None:
        """Run it; what is marked as `todo` and fails is an expected failure."""
        book = book_of(self.config)
        outcome = run_case(self.case, book)
        if outcome.verdict == TODO:
            pytest.xfail(self.case.todo or "")
        if outcome.failure is not None:
            source = book.library.parsed(self.case.path).source
            raise ScenarioError(outcome.failure.screen(source, self.config.rootpath))
        if not outcome.is_fine:
            raise ScenarioError(_findings(self.config, outcome.findings))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The screen of a failure instead of Python's traceback."""
        if isinstance(excinfo.value, ScenarioError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario stands."""
        return self.path, self.case.scenario.span.line - 1, self.name


def _findings(config: pytest.Config, findings: Sequence[Diagnostic]) -> str:
    return findings_text(findings, book_of(config).library, config.rootpath)
