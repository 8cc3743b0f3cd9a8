"""A game from its set-up as a scenario: the stacks as they were drawn, every answer, every die.

What a seed has shuffled is given, so the scenario plays the same game without the seed.  It ends
with the answer that breaks something; whoever knows what ought to happen writes the `then` below.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from talesmith.compile.choosing import JOIN
from talesmith.model.game import Event, Game
from talesmith.play.bind import Binder
from talesmith.play.expressions.facts import KINDS
from talesmith.play.machine import Machine
from talesmith.record.names import CHANCE_WORD
from talesmith.record.session import Session
from talesmith.record.words import short_id

WIDTH = 98


def as_scenario(session: Session, last: str | None, title: str) -> list[str]:
    """The game of a session as a scenario, in lines; `last` is an answer that it could not take.

    None of it says which house rules and cards were added to the ruleset: a scenario in the file of
    a house rule is played with that rule.
    """
    rules = session.rules
    under = short_id(rules.ruleset.id.partition(JOIN)[0])
    given = [f"players: {', '.join(session.names.seats)}", *_stacks(session)]
    first = rules.layout["first_player"] if "first_player" in rules.layout.by_name else None
    if first is not None:
        given.insert(1, f"first: {session.names.seats[_begun(session).cells[first]]}")
    lines = [line for text in given for line in _wrapped(text)]
    return [
        f'scenario "{title}" {{',
        f"  under {under}",
        "  at game",
        "  given {",
        *(f"    {line}" for line in lines),
        "  }",
        "  when {",
        *(f"    {line}" for line in _answers(session, last)),
        "  }",
        "}",
    ]


def _begun(session: Session) -> Game:
    return session.decisions[0].before if session.decisions else session.game


def _stacks(session: Session) -> list[str]:
    """Every stack from its top: what was drawn during set-up, then what is left."""
    rules, game = session.rules, _begun(session)
    m = Machine(game, rules.codes)
    told = []
    for stack in rules.ruleset.stacks:
        pile = rules.piles.get(stack.name)
        drawn = [e[2] for e in session.opening if e[0] == "draw" and e[1] == stack.name]
        left = [] if pile is None else list(pile.things(m))
        shuffled = ("shuffle", stack.name) in session.opening
        if shuffled and drawn + left:
            names = _names(rules, KINDS.get(stack.thing, stack.thing), drawn + left)
            told.append(f"{stack.name}: {', '.join(names)}")
    return told


def _names(rules: Binder, kind: str, things: Sequence[Any]) -> list[str]:
    cards = [card.id for card in rules.cards_of(kind)]
    short = [short_id(card) for card in cards]
    return [short[t] if short.count(short[t]) == 1 else cards[t] for t in things]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _answers(session: Session, last: str | None) -> list[str]:
    """Every answer, behind it the dice that fell."""
    lines: list[str] = []
    for decision in session.decisions:
        lines.append(decision.line)
        lines += [_die(event) for event in decision.events if event[0] == "roll"]
    return [*lines, last] if last is not None else lines


def _die(event: Event) -> str:
    return f"> {CHANCE_WORD} {event[1]} {event[3]}"
