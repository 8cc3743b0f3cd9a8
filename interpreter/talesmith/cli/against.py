"""Why something is no answer now, and explanations at the prompt of a game.

Whoever plays may ask for values and permissions of what everybody sees.  An expression that looks
at anything else, such as a stack, is refused there: it might tell what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from talesmith.cli.common import Failure
from talesmith.cli.why import Unsound, checked, explanation, in_lines
from talesmith.play.telling.explained import Verdict, Why
from talesmith.play.validate import IllegalAnswer
from talesmith.record.session import Session
from talesmith.record.unasked import by_themselves, was_alone
from talesmith.ruleset.ops import Expr, walk
from talesmith.show import region
from talesmith.show.lines import ended, wrapped
from talesmith.show.position import Position

FULLY = "fully"
OPEN = ("local", "constant", "num", "flag", "word", "none")
"""parts of an expression that tell nothing but what was typed"""
SEEN = ("player.active", "player.races")


def without_fully(rest: str) -> tuple[str, bool]:
    """What was asked for, and whether the whole tree is wanted."""
    words = rest.split()
    if words and words[-1].lower() == FULLY:
        return " ".join(words[:-1]), True
    return rest, False


def explained(session: Session, expression: str, *, fully: bool) -> list[str]:
    """A value or permission, explained for somebody who plays; else why it is not told."""
    try:
        expr, slots = checked(session, expression)
    except Unsound as error:
        return str(error).splitlines()
    if not is_open(expr):
        return wrapped(
            "No: at this prompt ask a value or permission of races, regions and players."
        )
    try:
        return in_lines(session, explanation(session, expr, slots), fully=fully)
    except Failure as error:
        return wrapped(f"No: {ended(error.message)}")


def is_open(expr: Expr) -> bool:
    """Whether an expression asks a value or permission about nothing that may be hidden."""
    first, *parts = walk(expr)
    if first[0] not in ("value", "permit"):
        return False
    return all(part[0] in OPEN or (part[0] == "get" and part[3] in SEEN) for part in parts)


def refusal(session: Session, words: Sequence[str], refused: IllegalAnswer) -> str:
    """Why a line is no answer: it may be one to a question that left no choice."""
    before = by_themselves(session.rules, session.game.log[-1]) if session.game.log else ()
    alone = was_alone(session.rules, session.names, session.game, before, words)
    return alone or str(refused)


def permission(found: Why | str) -> Verdict:
    """What stands against something; raises Failure for what is no permission."""
    if isinstance(found, Verdict):
        return found
    raise Failure("`why-not` asks about an answer or a permission; ask `why` for a value")


def against(position: Position, said: str, reason: str | None, *, fully: bool) -> list[str]:
    """Why a line is refused, None if it is not; `fully`: all about the regions it names."""
    lines = wrapped(f"no: {reason}" if reason is not None else "yes: this can be answered now")
    if not fully:
        return lines
    race = region.actor(position, position.game.request)
    regions = {position.word("region", at): at for at in range(len(position.rules.board.regions))}
    for word in said.lower().split():
        if word in regions and race is not None:
            lines += [word, *region.conquest(position, regions[word], race)]
    return lines
