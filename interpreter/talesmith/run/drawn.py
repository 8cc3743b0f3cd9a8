"""What a seed draws before its game begins: the value of every key, a deck of few events, a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import evolve

from talesmith.model.chance import advance, below, shuffled
from talesmith.model.game import Game, Sparse
from talesmith.play.bind import Binder
from talesmith.play.machine import Machine
from talesmith.play.step import boards_for, opening
from talesmith.ruleset.parts import Map, Ruleset

EVENT = "event"
"""the kind of card that lies in a deck of its own"""
FOR_EVER = (("game", None),)
"""until when something lasts that never ends"""
FEW = 3
"""a drawn deck has at most so many different cards"""

Deck: TypeAlias = tuple[str, ...]
"""the cards of which a deck of events is made; none: it is what the rules make it"""


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


def drawn_deck(ruleset: Ruleset, seed: int) -> Deck:
    """One to three events of a ruleset, fewer if it has fewer."""
    events, state = dict(ruleset.pools)[EVENT], advance(seed ^ 0x6465636B)[1]
    state, more = below(state, FEW)
    drawn = shuffled(state, list(range(len(events))))[1][: 1 + more]
    return tuple(events[at] for at in drawn)


def drawn_board(ruleset: Ruleset, players: int, seed: int) -> tuple[Map, ...]:
    """One of the boards for so many players; each is as likely as any other."""
    boards = boards_for(ruleset, players)
    return boards[below(advance(seed ^ 0x626F6172)[1], len(boards))[1]]


def alone(rules: Binder, game: Game, events: Deck) -> Game:
    """A position before its game begins, its decks of events made of these cards in turn."""
    cells, numbers = bytearray(game.cells), [rules.card_number(event) for event in events]
    for stack in rules.ruleset.stacks:
        if stack.thing == EVENT:
            at = rules.layout[f"stack {stack.name}"]
            for card in range(cells[at]):
                cells[at + 1 + card] = numbers[card % len(numbers)]
    return evolve(game, cells=bytes(cells))


def in_force(rules: Binder, seed: int, events: Iterable[str]) -> Game:
    """The position of a seed before its game begins, with these events in force and none to come."""
    game = opening(rules, seed)
    m = Machine(game, rules.codes)
    for stack in rules.ruleset.stacks:
        if stack.thing == EVENT and (pile := rules.piles.get(stack.name)) is not None:
            pile.write(m, [])
    for event in events:
        rules.lasting.add(m, EVENT, event, None, FOR_EVER)
    sparse = Sparse(lasting=m.lasting, serial=m.serial)
    return evolve(game, cells=bytes(m.cells), nums=tuple(m.nums), sparse=sparse)
