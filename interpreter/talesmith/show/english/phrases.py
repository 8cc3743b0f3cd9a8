"""What the hooks, actions, steps and properties of the rules are called in a sentence.

The phrases stand in the rules themselves, as word sets whose names begin with `english_`; a file of
the base rules says how they are written.  What rules declare without a phrase is called by its own
name.
"""

import re

from attrs import Factory, frozen

from talesmith.ruleset.parts import Ruleset, Word

PREFIX = "tell_"


@frozen
class Tally:
    """A value that counts what somebody did this turn."""

    noun: str
    holder: str
    """the parameter that did it"""
    verb: str
    belongs: str
    """who did it, behind the noun"""
    rest: str
    """what else"""


@frozen
class Phrases:
    """The phrases of a ruleset, by the names of what they tell."""

    values: dict[str, tuple[str, str, str]] = Factory(dict)
    """as a thing in a sentence; as a sentence; the unit of its amounts"""
    tallies: dict[str, Tally] = Factory(dict)
    permissions: dict[str, tuple[str, str]] = Factory(dict)
    """as a sentence that holds; as one that does not"""
    ledgers: dict[str, str] = Factory(dict)
    moments: dict[str, str] = Factory(dict)
    points: dict[str, str] = Factory(dict)
    actions: dict[str, str] = Factory(dict)
    details: dict[str, str] = Factory(dict)
    """what is added to the sentence of an action that is done"""
    nouns: dict[str, str] = Factory(dict)
    """an action in the past"""
    steps: dict[str, str] = Factory(dict)
    results: dict[str, str] = Factory(dict)
    """what a step gives"""
    parameters: dict[str, str] = Factory(dict)
    """what the number or answer that a hook is about is called"""
    changes: dict[str, str] = Factory(dict)
    """how a changed part of an action is told: with no tokens lost"""
    fields: dict[str, str] = Factory(dict)
    """how a thing of an action stands behind its noun: by this race"""


def phrases_of(ruleset: Ruleset) -> Phrases:
    """Collect the phrases of a ruleset.

    Raises ValueError for a phrase that is not complete.
    """
    sets = dict(ruleset.words)

    def words(kind: str) -> dict[str, Word]:
        return {w.id.removeprefix(PREFIX): w for w in sets.get(f"english_{kind}", ())}

    def single(kind: str) -> dict[str, str]:
        return {name: w.name for name, w in words(kind).items()}

    return Phrases(
        values={name: (w.name, w.sign, w.colour) for name, w in words("value").items()},
        tallies={name: _tally(w) for name, w in words("tally").items()},
        permissions={name: (w.name, w.sign) for name, w in words("permission").items()},
        ledgers=single("ledger"),
        moments=single("moment"),
        points=single("point"),
        actions=single("action"),
        details={name: f"{w.name}{w.sign}{w.colour}" for name, w in words("detail").items()},
        nouns={name: w.sign for name, w in words("action").items()},
        steps=single("step"),
        results={name: w.sign for name, w in words("step").items()},
        parameters=single("parameter"),
        changes=single("change"),
        fields=single("field"),
    )


def _tally(word: Word) -> Tally:
    found = re.fullmatch(r"<(\w+)> (.+)", word.sign)
    if found is None:
        raise ValueError(f'{word.id} does not say who did it: write "<player> made"')
    belongs, _, rest = word.colour.partition(" | ")
    return Tally(word.name, found[1], found[2], belongs, f"[{rest}]" if rest else "")


PLACES = {
    "race.hand": "hand",
    "race.withdrawn": "driven-out tokens",
    "race.aside": "tokens set aside",
    "race.tray": "tray",
}
"""Pools of a race, as places to move from and to."""
