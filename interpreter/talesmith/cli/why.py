"""`talesmith why`: why a value is what it is in a game, and why something is allowed or not.

`why` at the prompt of a game and `why-not` ask in the same way.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from talesmith.cli.common import FINDINGS, Failure, other_ruleset_option, path_option
from talesmith.cli.filming import SIGN, reel_of
from talesmith.cli.loading import read, resumed
from talesmith.compile.asked import ask, scope_of
from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.render import render
from talesmith.ground.source import SourceText
from talesmith.model.board import members
from talesmith.names.revived import revived
from talesmith.play.machine import Defect
from talesmith.play.telling.explain import why as explained
from talesmith.play.telling.explained import Plain, Why
from talesmith.prove.asking import NotInPlayError, Questions
from talesmith.prove.filming import is_text
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


class Unsound(Exception):  # noqa: N818 - it says what is wrong
    """An expression has mistakes; the text tells them as findings."""


tree_option = click.option(
    "--tree",
    "fully",
    is_flag=True,
    help="Also a line for everything that had a say, with card and line; what is suppressed, "
    "blocked by something stronger or waived is marked.",
)


@click.command()
@click.argument("file")
@click.argument("expression")
@tree_option
@other_ruleset_option
@path_option
def why(
    file: str, expression: str, fully: bool, ruleset_name: str | None, paths: tuple[Path, ...]
) -> None:
    """Explain EXPRESSION in FILE: a save, or a scenario as FILE.tale::TITLE after its answers.

    An expression is written as in scenarios: players, regions and races in play by their words,
    such as `conquest_cost(ana.active, REGION)` or `can_conquer(ana.active, REGION)`.
    """
    if not expression.strip():
        raise Failure("say what is to be explained, such as `conquest_cost(ana.active, REGION)`")
    session = session_of(file, ruleset_name, paths)
    click.echo("\n".join(answer(session, expression, fully=fully)))


def session_of(file: str, ruleset_name: str | None, paths: tuple[Path, ...]) -> Session:
    """The game of a save, or a scenario after its answers; ends the command when it is none."""
    if is_text(Path(file.partition(SIGN)[0])):
        reel = reel_of(file, ruleset_name, paths)
        if reel.stopped:
            click.echo(f"The scenario ends early: {reel.stopped}.", err=True)
        return Session.resume(reel.rules, reel.names, 0, reel.takes[-1].after)
    if not Path(file).is_file():
        raise Failure(f"there is no file {file}")
    found = resumed(read(Path(file)), ruleset_name, paths)
    for note in found.notes():
        click.echo(note, err=True)
    return found.session


def answer(session: Session, expression: str, *, fully: bool = False) -> list[str]:
    """The explanation of an expression; ends the command when it is none."""
    return in_lines(session, explanation_of(session, expression), fully=fully)


def explanation_of(session: Session, expression: str) -> Why | str:
    """What explains an expression; ends the command when it is none."""
    try:
        return explanation(session, *checked(session, expression))
    except Unsound as error:
        click.echo(str(error))
        raise click.exceptions.Exit(FINDINGS) from error


def in_lines(session: Session, found: Why | str, *, fully: bool) -> list[str]:
    """An explanation in one line, or with a line for each that had a say."""
    rules = session.rules
    if isinstance(found, str):
        return [found]
    if isinstance(found, Plain):
        return [f"= {titled(session, found)}"]
    tree = (part for line in found.lines(rules) for part in _placed(line)) if fully else ()
    return [*wrapped(found.text(rules)), *tree]


def explanation(session: Session, expr: Expr, slots: int) -> Why | str:
    """What explains a sound expression; a text for a word that stands in the text alone.

    Raises Failure where the expression means nothing.
    """
    rules, game = session.rules, session.game
    questions = Questions(rules, game)
    try:
        known = questions.in_position(expr, slots)
    except NotInPlayError as error:
        raise Failure(f"{error} in this game") from error
    folded = rules.fold(known)
    if folded[0] == "word" and folded[3].startswith("key "):
        return f"= {folded[4]}"  # the words of a key stand in the text alone
    try:
        return explained(rules, questions.m, known, questions.slots(expr, slots))
    except (KeyError, TypeError, ValueError) as error:
        # sound, but of a kind that has its place only inside the rules
        raise Failure(f"this cannot be asked outside of the rules; {CAN_ASK}") from error
    except Defect as error:
        raise Failure(f"this has no value here: {error}") from error


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
    """The typed form of an expression and its number of names.  Raises Unsound at a mistake."""
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
        raise Unsound(render([_named(f) for f in findings], {ASKED: SourceText(ASKED, expression)}))
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
