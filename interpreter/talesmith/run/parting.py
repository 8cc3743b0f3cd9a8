"""Where a game parts under two versions of its rules, and why.

The answers of the old game are given again under the new rules.  At each question three things are
compared: what the rules say (values, permissions), what may be answered, and what came of the answer.
What the rules say is followed until other things happen: after that the two games are in different
positions, and everything that differs follows from it.

Of the old game only a text may be left (`Told`), so its reasons are texts too; the new one is there
and tells card and line of every reason (`places`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TypeAlias

from attrs import frozen

from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.record.sayings import Key
from talesmith.record.session import ReplayStopped, Session
from talesmith.record.told import Told, Turn, tell, tell_last
from talesmith.run.reasons import Places, Term, result, terms
from talesmith.run.running import Ran, ran

VALUE, ANSWERS, REFUSED, EVENTS, OPENING = "value", "answers", "refused", "events", "opening"


@frozen
class Difference:
    """One thing that is not the same in the two games."""

    kind: str
    seed: int
    number: int
    """of the answer, from 1; 0 before the first one"""
    round: int
    old: str
    new: str
    key: Key | None = None
    less: tuple[Term, ...] = ()
    """parts of the old reason that the new one lacks"""
    more: tuple[Term, ...] = ()
    """the other way round; of other events or answers the changed lines that were come to"""
    because: tuple[str, ...] = ()
    """of other events or answers: the hooks that had already answered otherwise"""
    terrain: str = ""
    """of the region that the key is about"""


def played_again(
    rules: Binder, names: Sequence[str], seed: int, answers: Iterable[str]
) -> tuple[Session, ReplayStopped | None]:
    """The game of these answers as far as they are legal, and the first one that is not."""
    session = Session(rules, names, seed)
    try:
        session.play(list(answers))
    except ReplayStopped as stopped:
        return session, stopped
    return session, None


Changed: TypeAlias = Callable[[Ran], bool]
"""whether a line of the rules is, or stands around, one that is not the same in both versions"""


class Parting:
    """Compares one game under two versions of its rules."""

    def __init__(
        self,
        old: Told,
        session: Session,
        is_changed: Changed,
        was: Session | None = None,
        was_changed: Changed | None = None,
    ) -> None:
        """Compare an old game with its answers given again in a session.

        `was` is the old game if more than its text is there; `was_changed` is about its rules.
        """
        self.old, self.new, self.session, self.was = old, tell(session), session, was
        self._is_changed, self._was_changed = is_changed, was_changed
        self.found: list[Difference] = []
        self._then: dict[Key, str] = {}
        self._now: dict[Key, str] = {}
        self._hooks: list[str] = []
        self._places: dict[tuple[bool, int], Places] = {}
        names = [word for word, _ in session.names.regions]
        parts = [region.terrain for part in session.rules.board.maps for region in part.regions]
        self._terrains = dict(zip(names, parts, strict=True))

    def differences(self, stopped: ReplayStopped | None) -> list[Difference]:
        """What is not the same, up to the first answer that has other consequences."""
        if self.old.opening != self.new.opening:
            self._add(OPENING, 0, *_first(self.old.opening, self.new.opening))
            return self.found
        for number, (then, now) in enumerate(zip_longest(self.old.turns, self.new.turns), 1):
            if then is None or now is None:
                self._ended(number, then, stopped)
                break
            self._said(number, then, now)
            self._offered(number, then, now)
            if then.lines != now.lines:
                old, new = _first(then.lines, now.lines)
                self._add(EVENTS, number, f"{then.answer}: {old}", f"{now.answer}: {new}")
                break
        return self.found

    def _ended(self, number: int, then: Turn | None, stopped: ReplayStopped | None) -> None:
        """The new game stops where the old one goes on."""
        if then is not None and stopped is not None:
            if self.session.game.request is not None:
                now = tell_last(self.session)
                self._said(number, then, now)
                self._offered(number, then, now)
            self._add(REFUSED, number, then.answer, stopped.reason)

    def _said(self, number: int, then: Turn, now: Turn) -> None:
        self._then.update(then.says)
        self._now.update(now.says)
        for key in sorted({*then.says, *now.says}):
            old, new = self._then.get(key), self._now.get(key)
            if old is None or new is None or result(old) == result(new):
                continue
            less, more = self._terms(number, key, old, new)
            if key.hook not in self._hooks:
                self._hooks.append(key.hook)
            self._add(VALUE, number, old, new, key, less, more)

    def _offered(self, number: int, then: Turn, now: Turn) -> None:
        if (then.asked, then.offers) != (now.asked, now.offers):
            gone = [offer for offer in then.offers if offer not in now.offers]
            come = [offer for offer in now.offers if offer not in then.offers]
            old, new = "; ".join(gone), "; ".join(come)
            if not gone and not come:
                old, new = (f"{one.asked}: {'; '.join(one.offers)}" for one in (then, now))
            self._add(ANSWERS, number, old, new)

    def _add(
        self,
        kind: str,
        number: int,
        old: str,
        new: str,
        key: Key | None = None,
        less: tuple[Term, ...] = (),
        more: tuple[Term, ...] = (),
    ) -> None:
        before = [decision.before for decision in self.session.decisions]
        game = [*before, self.session.game][max(number - 1, 0)]
        at = round_of(self.session.rules, game)
        because: tuple[str, ...] = ()
        if kind != VALUE:
            because = tuple(self._hooks)
            less, more = self._ran(number if kind == EVENTS else max(number - 1, 0))
        terrain = "" if key is None else self._terrains.get(key.args[-1], "")
        seed = self.session.seed
        self.found.append(
            Difference(kind, seed, number, at, old, new, key, less, more, because, terrain)
        )

    def _ran(self, number: int) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """The changed lines that an answer has come to, in the old game and in the new one.

        A question is put together by the answer before it.
        """
        less: list[Term] = []
        if self.was is not None and self._was_changed is not None:
            less = [_line(one) for one in ran(self.was, number) if self._was_changed(one)]
        more = [_line(one) for one in ran(self.session, number) if self._is_changed(one)]
        return tuple(less), tuple(more)

    def _terms(
        self, number: int, key: Key, old: str, new: str
    ) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """What the old reason has and the new one lacks, and the other way round."""
        one, two = terms(old), terms(new)
        less = [text for text in one if text not in two]
        more = [text for text in two if text not in one]
        there = self._places_at(self.session, number).of(key)
        then = {} if self.was is None else self._places_at(self.was, number).of(key)
        return (
            tuple(then.get(text, Term(text)) for text in less),
            tuple(there.get(text, Term(text)) for text in more),
        )

    def _places_at(self, session: Session, number: int) -> Places:
        at = (session is self.was, number)
        if at not in self._places:
            self._places[at] = Places(session, number)
        return self._places[at]


def _line(one: Ran) -> Term:
    return Term("", one.card, one.path, one.line)


def round_of(rules: Binder, game: Game) -> int:
    """The number of the round."""
    at = rules.layout["round"]
    return game.cells[at] if rules.layout.by_name["round"].cell else game.nums[at]


def _first(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """The first lines that differ."""
    for one, two in zip_longest(old, new, fillvalue=""):
        if one != two:
            return one.strip(), two.strip()
    return "", ""
