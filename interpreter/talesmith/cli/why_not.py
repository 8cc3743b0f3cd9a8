"""`talesmith why-not`: what stands against an answer or a permission in a game or scenario."""

from __future__ import annotations

from pathlib import Path

import click

from talesmith.cli.against import against, permission, refusal
from talesmith.cli.common import Failure, other_ruleset_option, path_option
from talesmith.cli.why import explanation_of, in_lines, session_of, tree_option
from talesmith.play.statements.questions import CHANCE
from talesmith.play.validate import IllegalAnswer
from talesmith.record.names import CHANCE_WORD
from talesmith.record.session import Session
from talesmith.show.position import Position


@click.command("why-not")
@click.argument("file")
@click.argument("asked", metavar="ANSWER|EXPRESSION")
@tree_option
@other_ruleset_option
@path_option
def why_not(
    file: str, asked: str, fully: bool, ruleset_name: str | None, paths: tuple[Path, ...]
) -> None:
    """Tell why ANSWER is none now in FILE: a save, or a scenario as FILE.tale::TITLE.

    An answer is written as in play and scenarios, such as `ana conquer REGION`; instead of one a
    permission may be asked, such as `can_conquer(ana.active, REGION)`.
    """
    if not asked.strip(" >"):
        raise Failure("say which answer or permission, such as `ana conquer REGION`")
    session = session_of(file, ruleset_name, paths)
    click.echo("\n".join(stands_against(session, asked, fully=fully)))


def stands_against(session: Session, asked: str, *, fully: bool) -> list[str]:
    """What stands against an answer or a permission; ends the command when it is neither."""
    if "(" not in asked:
        line = _whole(session, asked)
        position = Position(session.rules, session.game, session.names)
        return against(position, line, _refusal(session, line), fully=fully)
    return in_lines(session, permission(explanation_of(session, asked)), fully=fully)


def _whole(session: Session, asked: str) -> str:
    """The line with who says it; who is asked, if nobody is named."""
    line = asked.strip(" >")
    names = (*session.names.seat_words, CHANCE_WORD)
    if line.split()[0].lower() in names or not session.asked:
        return line
    speaker = session.asked[0]
    return f"{CHANCE_WORD if speaker == CHANCE else names[speaker]} {line}"


def _refusal(session: Session, line: str) -> str | None:
    try:
        session.parse(f"> {line}")
    except IllegalAnswer as refused:
        return refusal(session, line.split(), refused)
    return None
