"""The mutants of a ruleset, and a ruleset with a mutant in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from talesmith.mutate.parts import OF_PARTS
from talesmith.mutate.words import Words, words_of
from talesmith.ruleset.parts import Ruleset, Where

RULES = "rules"


@frozen
class Mutant:
    """A declaration with one slip in it."""

    shelf: str
    """in which part of a ruleset it stands, such as handlers"""
    card: str
    """full name of the card; of rules the package and the name of the hook or step"""
    owner: str
    """as the units of coverage call it (`cover.units`)"""
    path: str
    operator: str
    at: int
    """line * 4096 + column of the node; column 0 where only the line is known"""
    where: Where
    old: Any
    new: Any
    """None: left out"""
    is_text: bool = False

    @property
    def line(self) -> int:
        """The line of the text, from 1."""
        return self.at >> 12 or self.where.line

    @property
    def name(self) -> str:
        """How a list calls it: card, way to the node, operator."""
        return " | ".join((self.owner, self.path or "whole", self.operator))


def mutants(ruleset: Ruleset, words: Words | None = None) -> Iterator[Mutant]:
    """Yield every mutant of a ruleset, in the order of its declarations."""
    known = words or words_of(ruleset)
    for shelf in OF_PARTS:
        for part in getattr(ruleset, shelf):
            yield from mutants_of(shelf, part, known)


def mutants_of(shelf: str, part: Any, words: Words) -> Iterator[Mutant]:
    """Yield every mutant of one declaration."""
    card, owner = card_of(shelf, part), owner_of(shelf, part)
    for slip in OF_PARTS[shelf](part, words):
        yield Mutant(shelf, card, owner, slip.path, slip.operator, slip.at, part.where, part,
                     slip.new, slip.is_text)  # fmt: skip


def card_of(shelf: str, part: Any) -> str:
    """The full name of the card in which a declaration stands."""
    if shelf == "cards":
        return str(part.id)
    if shelf == "hooks":
        return f"{part.package}.{part.name}"
    return str(part.card) if part.card else f"{RULES}.{part.name}"


def owner_of(shelf: str, part: Any) -> str:
    """The name under which the units of a declaration stand."""
    if shelf == "hooks":
        return f"{part.package}.{part.name}"
    if shelf == "steps":
        return f"{part.card or RULES}.{part.name}"
    return f"{part.card} suppress" if shelf == "suppressions" else str(part.id)


def applied(ruleset: Ruleset, mutant: Mutant) -> Ruleset | None:
    """The ruleset with this mutant in it; None if it does not have the declaration."""
    things = getattr(ruleset, mutant.shelf)
    for place, thing in enumerate(things):
        if thing is mutant.old or thing == mutant.old:
            kept = () if mutant.new is None else (mutant.new,)
            exchanged: dict[str, Any] = {
                mutant.shelf: (*things[:place], *kept, *things[place + 1 :])
            }
            return evolve(ruleset, **exchanged)
    return None


def mutants_in(
    rulesets: Iterable[Ruleset], is_wanted: Callable[[str], bool] = lambda _path: True
) -> list[Mutant]:
    """The mutants of all these rulesets in the wanted files, each once, by file and line.

    Slips in words that nobody plays by are left out.
    """
    parts: dict[tuple[str, Any], Words] = {}
    for ruleset in rulesets:
        words = words_of(ruleset)
        for shelf in OF_PARTS:
            for part in getattr(ruleset, shelf):
                if is_wanted(part.where.path):
                    parts.setdefault((shelf, part), words)
    found: dict[tuple[str, str, str], Mutant] = {}
    for (shelf, part), words in parts.items():
        for mutant in mutants_of(shelf, part, words):
            if not mutant.is_text:
                found.setdefault((shelf, mutant.name, part.where.path), mutant)
    return sorted(found.values(), key=_order)


def _order(mutant: Mutant) -> tuple[str, int, str, str, str, str]:
    return (mutant.where.path, mutant.line, mutant.shelf, mutant.owner, mutant.path,
            mutant.operator)  # fmt: skip
