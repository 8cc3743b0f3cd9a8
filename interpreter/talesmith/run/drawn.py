"""What a seed draws before its game begins: the value of every key, and a deck that is one card."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from talesmith.model.chance import advance, below
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.ruleset.parts import Ruleset

EVENT = "event"
"""the kind of card that lies in a deck of its own"""


def drawn_keys(ruleset: Ruleset, seed: int) -> dict[str, str]:
    """A value for every key of a ruleset; each value of a key is as likely as any other."""
    drawn, state = {}, advance(seed ^ 0x6B657973)[1]
    for key in ruleset.keys:
        state, at = below(state, len(key.values))
        drawn[key.name] = key.values[at]
    return drawn


def with_keys(ruleset: Ruleset, values: Mapping[str, str]) -> Ruleset:
    """The ruleset with other values of some keys.

    Raises ValueError for a key that it does not have, and for a value that a key does not know.
    """
    known = {key.name: key for key in ruleset.keys}
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"{ruleset.name} has no key {name}")
        if value not in known[name].values:
            raise ValueError(f"{name} may be {', '.join(known[name].values)}, not {value}")
    settings = {**dict(ruleset.settings), **values}
    return evolve(ruleset, settings=tuple(settings.items()))


def other_keys(ruleset: Ruleset, values: Mapping[str, str]) -> dict[str, str]:
    """Those of the values that the ruleset does not have anyway."""
    usual = dict(ruleset.settings)
    return {name: value for name, value in values.items() if usual[name] != value}


def alone(rules: Binder, game: Game, event: str) -> Game:
    """A position before its game begins, every card of its decks of events being this one."""
    cells, number = bytearray(game.cells), rules.card_number(event)
    for stack in rules.ruleset.stacks:
        if stack.thing == EVENT:
            at = rules.layout[f"stack {stack.name}"]
            n = cells[at]
            cells[at + 1 : at + 1 + n] = bytes([number]) * n
    return evolve(game, cells=bytes(cells))
