"""The reasons of values and permissions as texts, taken apart: what one has and another lacks.

A reason is the line that `why` tells, `3 base + 1 ditch = 4`, or `yes`, or `no: ` and why not.  Of a
game that is only a text nothing else is known; of one that is there, every part has its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from talesmith.play.telling.explained import APPLIED, Explanation, Verdict
from talesmith.record.sayings import NO, YES, Key, Sayings
from talesmith.record.session import Session

_TERM = re.compile(r" (?=[-+] )|, ")


@frozen(order=True)
class Term:
    """A part of a reason, such as `+ 1 ditch`, with the place that it comes from, if it is known."""

    text: str
    card: str = ""
    path: str = ""
    line: int = 0

    def __str__(self) -> str:
        """The part and its place."""
        place = f"{self.card}, {self.path}:{self.line}"
        return (f"{self.text}  ({place})" if self.text else place) if self.path else self.text


def result(reason: str) -> str:
    """The last word of a reason: a value, yes or no."""
    return reason.partition(":")[0] if _is_verdict(reason) else reason.rpartition(" = ")[2]


def terms(reason: str) -> list[str]:
    """The parts of a reason without its result."""
    return [reason] if _is_verdict(reason) else _TERM.split(reason.rpartition(" = ")[0])


def _is_verdict(reason: str) -> bool:
    """Whether this is the reason of a permission: `yes`, or `no: ` and why."""
    return reason == YES or reason.startswith(f"{NO}: ")


class Places:
    """Card and line of every part of a reason, at one question of a game."""

    def __init__(self, session: Session, number: int) -> None:
        """Ask the question of the answer with that number."""
        games = [*(decision.before for decision in session.decisions), session.game]
        self.session, self.game = session, games[number - 1]
        self.sayings = Sayings(session.rules, session.names)
        self.asked = self.sayings.at(self.game)

    def of(self, key: Key) -> Mapping[str, Term]:
        """The parts of the reason of a key by their text."""
        if key not in self.asked:
            return {}
        why = self.sayings.why(self.game, key, self.asked[key][1])
        found = _of_verdict if isinstance(why, Verdict) else _of_value
        return found(why, self.session)  # type: ignore[arg-type]


def _of_value(why: Explanation, session: Session) -> dict[str, Term]:
    texts = terms(why.text(session.rules))
    applied = [part for part in why.parts if part.state == APPLIED]
    found = {texts[0]: Term(texts[0], "rules", why.path, why.line)}
    for text, part in zip(texts[1:], applied, strict=False):
        found[text] = Term(text, part.card, part.path, part.line)
    return found


def _of_verdict(why: Verdict, session: Session) -> dict[str, Term]:
    text = why.text(session.rules)
    standing = [o for o, _ in why.objections if o.waived_by is None]
    if standing:
        one = standing[0]
        return {text: Term(text, one.card, one.path, one.line)}
    for one, _ in why.objections:
        return {text: Term(f"{text}: waived by {one.waived_by}", one.card, one.path, one.line)}
    return {text: Term(text)}
