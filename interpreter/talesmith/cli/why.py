"""`talesmith why`: why a value is what it is in a saved game, and why something is allowed or not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from talesmith.cli.common import FINDINGS, Failure, other_ruleset_option, path_option
from talesmith.cli.loading import read, resumed
from talesmith.compile.asked import ask, scope_of
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.model.board import members
from talesmith.names.revived import revived
from talesmith.play.explain import why as explained
from talesmith.play.explained import Plain
from talesmith.play.machine import Defect
from talesmith.prove.asking import NotInPlayError, Questions
from talesmith.record.session import Session
from talesmith.record.words import sure
from talesmith.ruleset.ops import Expr
from talesmith.show.lines import wrapped
from talesmith.show.region import near_path

ASKED = "expression"
DIGITS = 100
"""most digits of a number in an expression"""
CAN_ASK = (
    "ask for a number, for yes or no, or for things with a name, "
    "such as players, regions, races, powers, or count(...) of what happened"
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("expression")
@other_ruleset_option
@path_option
def why(file: Path, expression: str, ruleset_name: str | None, paths: tuple[Path, ...]) -> None:
    """Explain EXPRESSION in the position of the save FILE.

    An expression is written as in scenarios: players, regions and races in play by their words,
    such as `conquest_cost(ana.active, REGION)` or `can_conquer(ana.active, REGION)`.
    """
    if not expression.strip():
        raise Failure("say what is to be explained, such as `conquest_cost(ana.active, REGION)`")
    found = resumed(read(file), ruleset_name, paths)
    for note in found.notes():
        click.echo(note, err=True)
    click.echo("\n".join(answer(found.session, expression)))


def answer(session: Session, expression: str) -> list[str]:
    """The explanation of an expression; ends the command when it is none."""
    rules, game = session.rules, session.game
    expr, slots = checked(session, expression)
    questions = Questions(rules, game)
    try:
        known = questions.in_position(expr, slots)
    except NotInPlayError as error:
        raise Failure(f"{error} in this game") from error
    folded = rules.fold(known)
    if folded[0] == "word" and folded[3].startswith("key "):
        return [f"= {folded[4]}"]  # the words of a key stand in the text alone
    try:
        found = explained(rules, questions.m, known, questions.slots(expr, slots))
    except (KeyError, TypeError, ValueError) as error:
        # sound, but of a kind that has its place only inside the rules
        raise Failure(f"this cannot be asked outside of the rules; {CAN_ASK}") from error
    except Defect as error:
        raise Failure(f"this has no value here: {error}") from error
    if isinstance(found, Plain):
        return [f"= {titled(session, found)}"]
    return [found.text(rules), *(part for line in found.lines(rules) for part in _placed(line))]


def _placed(line: str) -> list[str]:
    return wrapped(near_path(line), "  ", "      ")


def titled(session: Session, found: Plain) -> str:
    """A value that no card can change, by its name if it is a thing."""
    kind = found.type.removesuffix("?")
    try:
        return _named_value(session, kind, found)
    except (KeyError, TypeError) as error:
        raise Failure(f"a {sure(kind)} cannot be shown as a value; {CAN_ASK}") from error


def _named_value(session: Session, kind: str, found: Plain) -> str:
    if not kind.startswith("list "):
        return session.names.title(session.game, kind, found.result)
    inner = kind.removeprefix("list ")
    things = members(found.result) if inner == "region" else found.result
    return ", ".join(session.names.title(session.game, inner, x) for x in things) or "nothing"


def checked(session: Session, expression: str) -> tuple[Expr, int]:
    """The typed form of an expression and its number of names; ends the command at a mistake."""
    rules, names = session.rules, session.names
    if re.search(rf"\d{{{DIGITS + 1}}}", expression):
        raise Failure(f"a number in an expression may have {DIGITS} digits at most")
    vocabulary = revived(rules.ruleset)
    regions = {word: own for (word, _), own in zip(names.regions, rules.board.names, strict=True)}
    local = dict.fromkeys(vocabulary.all("race"), "race")
    local |= dict.fromkeys([*rules.board.names, *regions], "region")
    local |= dict.fromkeys(names.seat_words, "player")
    scope = scope_of(local, vocabulary)
    expr, findings = ask(expression, vocabulary, scope)
    if expr is None:
        click.echo(render([_named(f) for f in findings], {ASKED: SourceText(ASKED, expression)}))
        raise click.exceptions.Exit(FINDINGS)
    return _with_regions(expr, regions), scope.frame.count


def _named(finding: Diagnostic) -> Diagnostic:
    return evolve(finding, span=evolve(finding.span, path=ASKED))


def _with_regions(node: Any, regions: dict[str, str]) -> Any:
    """The same expression with regions under the names of the map."""
    if not isinstance(node, tuple):
        return node
    if node[:1] == ("constant",) and node[2] == "region":
        return (*node[:3], regions.get(node[3], node[3]))
    return tuple(_with_regions(part, regions) for part in node)
