"""Differences of many games, put together by what has caused them.

A cause is told with its place, how often it is seen, and one example:

    conquest_cost +1
      now + 1 loose_sand  (house.loose_sand, my_card.tale:4)
      dune: 23 times in 3 games, first in game 1, round 1, answer 2:
      conquest_cost(rovers, dune1) 1 -> 2

Other answers and other events follow from what the rules say; the hooks that had said something
else by then are named with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import evolve, frozen

from talesmith.run.parting import ANSWERS, EVENTS, OPENING, REFUSED, VALUE, Difference
from talesmith.run.reasons import Term, result

TITLES = {
    EVENTS: "something else happens",
    ANSWERS: "other answers are allowed",
    REFUSED: "an answer is refused",
    OPENING: "the game begins otherwise",
}
BASE = "base"
"""what stands behind the number that a reason begins with"""
_SHOWN = 160
"""characters of a list of answers that are shown"""
_LINES = 6
"""so many lines of the rules are named"""


@frozen
class Cause:
    """What some differences have in common."""

    title: str
    lines: tuple[str, ...]
    less: tuple[Term, ...]
    """parts of the old reasons that are gone"""
    more: tuple[Term, ...]
    """parts of the new reasons that have come"""
    games: frozenset[int]
    """seeds of the games in which it is seen"""

    def told(self) -> list[str]:
        """The cause as lines."""
        return [self.title, *(f"  {line}" for line in self.lines)]


def causes(differences: Iterable[Difference], near: Callable[[str], str]) -> list[Cause]:
    """The differences by cause: what the rules say first, the most frequent first.

    `near` gives the path of a text as a person knows it.
    """
    groups: dict[tuple[Any, ...], list[Difference]] = {}
    for one in differences:
        own = evolve(one, less=_near(one.less, near), more=_near(one.more, near))
        groups.setdefault(_cause(own), []).append(own)
    ordered = sorted(
        groups.values(), key=lambda group: (group[0].kind != VALUE, -len(group), group[0].number)
    )
    return [_told(group) for group in ordered]


def in_a_line(one: Difference) -> str:
    """One difference with where it is seen."""
    where = f"answer {one.number} (round {one.round})"
    if one.kind == VALUE and one.key is not None:
        return f"{where}: {one.key} {result(one.old)} -> {result(one.new)}"
    return f"{where}: {TITLES[one.kind]}: {', '.join(_pair(one))}"


def _cause(one: Difference) -> tuple[Any, ...]:
    """What is the same in all differences with one cause."""
    if one.kind == VALUE and one.key is not None:
        if all(_is_base(term) for term in (*one.less, *one.more)):
            # a sum of the rules, which has as many values as there are positions
            return one.kind, one.key.hook
        return one.kind, one.key.hook, _amount(one), _same(one.less), _same(one.more)
    if one.because or one.less or one.more:
        return one.kind, one.because, one.less, one.more
    return one.kind, _shape(one.old), _shape(one.new)


def _near(terms: Iterable[Term], near: Callable[[str], str]) -> tuple[Term, ...]:
    return tuple(evolve(term, path=near(term.path)) if term.path else term for term in terms)


def _is_base(term: Term) -> bool:
    return term.text.endswith(f" {BASE}")


def _same(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Parts of a reason as they are compared: of a base only where it stands."""
    return tuple(evolve(term, text=BASE) if _is_base(term) else term for term in terms)


def _shape(text: str) -> Any:
    """A text without its numbers; of a list of answers, which verbs stand in it."""
    verbs = sorted({part.split(" ")[0] for part in text.split("; ")})
    return tuple(verbs) if "; " in text else re.sub(r"\d+", "#", text.rpartition(": ")[2])


def _amount(one: Difference) -> str:
    """How much a number has grown; of other things what they are now."""
    old, new = result(one.old), result(one.new)
    try:
        return f"{int(new) - int(old):+}"
    except ValueError:
        return f"{old} -> {new}"


def _told(group: Sequence[Difference]) -> Cause:
    first = group[0]
    games = frozenset(one.seed for one in group)
    where = f"game {first.seed}, round {first.round}, answer {first.number}"
    many = f"{len(games)} game{'s' * (len(games) > 1)}"
    if first.kind == VALUE and first.key is not None:
        terrains = sorted({one.terrain for one in group if one.terrain})
        spots = f"{', '.join(terrains)}: " if terrains else ""
        lines = [
            *(f"no more {term}" for term in first.less),
            *(f"now {term}" for term in first.more),
            f"{spots}{len(group)} times in {many}, first in {where}:",
            f"{first.key} {result(first.old)} -> {result(first.new)}",
        ]
        title = f"{first.key.hook} {_amount(first)}"
        return Cause(title, tuple(lines), first.less, first.more, games)
    lines = [
        *(f"after another answer of: {', '.join(first.because)}" for _ in first.because[:1]),
        *_ran("came to", first.less),
        *_ran("comes to", first.more),
        f"in {many}, first in {where}:",
        *_pair(first),
    ]
    return Cause(TITLES[first.kind], tuple(lines), first.less, first.more, games)


def _ran(verb: str, terms: Sequence[Term]) -> list[str]:
    """Changed lines that an answer has come to, some of them if there are many."""
    lines = [f"{verb} {term}" for term in terms[:_LINES]]
    return [*lines, f"{verb} {len(terms) - _LINES} more"] if len(terms) > _LINES else lines


def _pair(one: Difference) -> list[str]:
    """Old and new of a difference that is no value."""
    if one.kind == REFUSED:
        return [f"{one.old}: {one.new}"]
    return [f"{sign} {_short(text)}" for sign, text in (("-", one.old), ("+", one.new)) if text]


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} ..."
