"""Positions laid out and not played: what is wrong with a scenario before its first answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.play.machine import Defect
from talesmith.prove.cases import Case, cases_in
from talesmith.prove.opening import open_case
from talesmith.prove.rulebook import Rulebook, UnsoundError


def unplayable(paths: Iterable[Path], roots: Sequence[Path]) -> list[Diagnostic]:
    """Give what keeps the scenarios of these files from being played, each finding once.

    The files must be sound as texts.  What stands in another file is a matter of that file.
    """
    book = Rulebook(roots)
    found = [finding for path in paths for finding in _in_file(path, book)]
    return list(dict.fromkeys(found))


def _in_file(path: Path, book: Rulebook) -> list[Diagnostic]:
    try:
        found = [finding for case in cases_in(path, book) for finding in _in_case(case, book)]
    except UnsoundError as error:
        found = list(error.findings)
    return [finding for finding in found if finding.span.path == str(path)]


def _in_case(case: Case, book: Rulebook) -> Sequence[Diagnostic]:
    try:
        open_case(case, book)
    except UnsoundError as error:
        return error.findings
    except Defect:
        return ()  # a rule breaks down: to play the scenario tells of it
    return ()
