"""`talesmith test`: the scenarios of some texts."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from talesmith.cli.common import FINDINGS, Failure, path_option, rendered, roots
from talesmith.compile import check_paths
from talesmith.compile.shelves import files_at
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.prove.cases import Case, cases_in
from talesmith.prove.report import rules_in, uncited
from talesmith.prove.rulebook import Rulebook, UnsoundError
from talesmith.prove.run import Outcome, run_case
from talesmith.prove.texts import near
from talesmith.show.lines import counted

FORMS = ("concise", "full", "github", "json")


@click.command()
@click.argument("targets", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option(
    "-k", "word", metavar="TEXT", default="", help="Only scenarios with TEXT in the name."
)
@click.option(
    "--rules", "lists_rules", is_flag=True, help="List the rules that none of them cites."
)
@path_option
@click.option("--output-format", "form", type=click.Choice(FORMS), default="full",
              show_default=True, help="How failures are printed.")  # fmt: skip
def test(
    targets: tuple[str, ...], word: str, lists_rules: bool, paths: tuple[Path, ...], form: str
) -> None:
    """Run the scenarios in the .tale files at each PATH (a folder stands for all in it).

    The exit code is 1 if one of them fails, and also if there is none at all.
    """
    started, book = time.perf_counter(), Rulebook(roots(paths))
    cases, findings = collect([Path(target).resolve() for target in targets], book)
    outcomes = [run_case(case, book) for case in cases if word.lower() in case.name.lower()]
    findings += [finding for outcome in outcomes for finding in outcome.findings]
    findings = as_checked(findings, book.library.roots)
    click.echo(PRINTERS[form](outcomes, book), nl=False)
    if form != "json":
        click.echo(rendered(findings, form), nl=False)
    if lists_rules:
        for rule in uncited(rules_in(book.library.roots), cases):
            click.echo(f"{rule.id}: {rule.text}")
    click.echo(summary(outcomes, time.perf_counter() - started), err=form in ("github", "json"))
    if not outcomes or findings or not all(outcome.is_fine for outcome in outcomes):
        raise click.exceptions.Exit(FINDINGS)


def as_checked(findings: list[Diagnostic], places: Sequence[Path]) -> list[Diagnostic]:
    """Tell each finding as `check` does, which also looks where else a name is known."""
    named = (Path(path) for path in sorted({finding.span.path for finding in findings}))
    paths = [path for path in named if path.is_file()]
    found = check_paths(paths, places) if paths else []
    checked = {(one.code, one.span): one for one in found}
    return [checked.get((one.code, one.span), one) for one in findings]


def collect(paths: Sequence[Path], book: Rulebook) -> tuple[list[Case], list[Diagnostic]]:
    """The cases of all files at these paths, and what keeps a file from being read."""
    files = [file for path in paths for file in files_at(path)]
    if not files:
        raise Failure(f"there is no .tale file in {', '.join(map(str, paths))}")
    cases: list[Case] = []
    findings: list[Diagnostic] = []
    for file in dict.fromkeys(files):
        try:
            cases += cases_in(file, book)
        except UnsoundError as error:
            findings += error.findings
    return cases, findings


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    """How many ran and what became of them, in a sentence."""
    if not outcomes:
        return "No scenario was run."
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    parts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
    return f"{counted(len(outcomes), 'scenario')}: {parts} ({seconds:.1f} s)"


# ---- formats -------------------------------------------------------------------------------------


def full(outcomes: Sequence[Outcome], book: Rulebook) -> str:
    """A screen for each failure."""
    screens = []
    for one in outcomes:
        if one.failure is not None and not one.is_fine:
            source = book.library.parsed(one.case.path).source
            screens.append(one.failure.screen(source, Path.cwd()))
    return "".join(f"{screen}\n" for screen in screens)


def concise(outcomes: Sequence[Outcome], _book: Rulebook) -> str:
    """A line for each failure."""
    return "".join(
        one.failure.line(Path.cwd()) + "\n"
        for one in outcomes
        if one.failure is not None and not one.is_fine
    )


def github(outcomes: Sequence[Outcome], _book: Rulebook) -> str:
    """A workflow command for each failure."""
    lines = []
    for one in outcomes:
        if one.failure is not None and not one.is_fine:
            span = near(one.failure.span, Path.cwd())
            place = f"file={span.path},line={span.line},col={span.column}"
            text = one.failure.line(Path.cwd()).replace("%", "%25").replace("\n", "%0A")
            lines.append(f"::error {place}::{text}\n")
    return "".join(lines)


def as_json(outcomes: Sequence[Outcome], _book: Rulebook) -> str:
    """A list with an object for every scenario."""
    objects = [_object(outcome) for outcome in outcomes]
    return json.dumps(objects, indent=2, ensure_ascii=False) + "\n"


def _object(outcome: Outcome) -> dict[str, object]:
    failure, span = outcome.failure, near(outcome.case.scenario.span, Path.cwd())
    facts = (
        [] if failure is None else [{"word": word, "text": text} for word, text in failure.facts]
    )
    findings = [f"{near(f.span, Path.cwd())}: {f.code} {f.message}" for f in outcome.findings]
    return {
        "path": span.path,
        "row": span.line,
        "name": outcome.case.name,
        "verdict": outcome.verdict,
        "facts": facts,
        "findings": findings,
    }


PRINTERS = {"full": full, "concise": concise, "github": github, "json": as_json}
