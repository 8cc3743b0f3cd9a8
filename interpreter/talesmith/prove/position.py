"""From the given facts of a scenario to a position that play could have brought about.

What is not said is neutral: five coins, a plain combo, no token and no piece anywhere, full
supplies, no history.  Tokens come out of the trays, cards lie in one place each, pieces keep to
their supply; whatever breaks that is a finding at the word that does.
"""

from __future__ import annotations

from pyrsistent import pvector

from talesmith.model.game import Game, Sparse
from talesmith.names.findings import Findings
from talesmith.play.bind import Binder
from talesmith.play.length import rounds_of
from talesmith.play.step import opening
from talesmith.prove.cast import cast_races, fill_pools, settle_races
from talesmith.prove.draft import Draft, states_of
from talesmith.prove.facts import Facts, spelled
from talesmith.prove.land import people
from talesmith.prove.piles import lay_piles
from talesmith.syntax import tree

COINS = 5
"""what a player has of whom nothing is said"""
MOST = 10**6


def position(
    rules: Binder, seats: tuple[str, ...], facts: Facts, findings: Findings, *, whole: bool
) -> Game:
    """Lay out a position; it means something only if nothing was found.

    `seats` are the players in the order in which they sit.  Not `whole` is the table before
    set-up: only the first player and the order of the stacks are given then.
    """
    draft = Draft(rules, seats, findings)
    _table(draft, facts, whole=whole)
    if whole:
        _names(draft, facts)
        cast_races(draft, facts.players, facts)
        _things_are_known(draft, facts)
        fill_pools(draft, facts)
        people(draft, facts)
        settle_races(draft, facts)
        _purses(draft, facts)
    lay_piles(draft, facts.table, column=whole)
    return _frozen(draft)


def _table(draft: Draft, facts: Facts, *, whole: bool) -> None:
    table = facts.table
    stacks = [stack.name for stack in draft.rules.ruleset.stacks if not stack.on_race]
    more = ["round", "column", "events", *states_of(draft.rules, "game")] if whole else []
    draft.only(table, "game", ["players", "first", *stacks, *more])
    for name, thing in facts.things.items() if not whole else ():
        draft.refuse(thing.span, f"set-up comes first, so nothing can be given about `{name}`")
    word = draft.single(table.facts.get("first"))
    first = None if word is None else draft.value("player", word)
    draft.put("first_player", 0, _seat_of_first_named(draft, facts) if first is None else first)
    if whole:
        number = draft.number(table.facts.get("round"), 1, _length(draft.rules))
        draft.put("round", 0, 1 if number is None else number)
        draft.set_states(table, "game", 0)
        _events(draft, table.facts.get("events"))


def _length(rules: Binder) -> int:
    return rounds_of(rules, opening(rules, 0))


def _seat_of_first_named(draft: Draft, facts: Facts) -> int:
    return draft.seats.index(facts.players[0])


def _events(draft: Draft, fact: tree.GivenFact | None) -> None:
    """Events in force, the oldest first."""
    for word in fact.values if fact else ():
        number = draft.card("event", word)
        if number is not None and draft.claim("event", number, spelled(word), word.span):
            card = draft.rules.cards_of("event")[number]
            lasts = draft.rules.event_lasts(card)
            draft.rules.lasting.add(draft.m, "event", card.id, None, lasts)


def _names(draft: Draft, facts: Facts) -> None:
    """A player may not be called like a region: nobody could tell them apart."""
    players = facts.table.facts["players"]
    for word in players.values:
        if spelled(word) in draft.rules.board.number:
            draft.refuse(word.span, f"`{spelled(word)}` is the name of a region")


def _things_are_known(draft: Draft, facts: Facts) -> None:
    known = {*draft.seats, *draft.races, *draft.rules.board.number}
    for name, thing in facts.things.items():
        if name not in known:
            draft.findings.unknown("T105", thing.span, name, known)


def _purses(draft: Draft, facts: Facts) -> None:
    for seat, player in enumerate(draft.seats):
        thing = facts.about(player)
        coins = draft.number(thing.facts.get("coins"), 0, MOST)
        draft.put("player.coins", seat, COINS if coins is None else coins)
        draft.set_states(thing, "player", seat)


def _frozen(draft: Draft) -> Game:
    """The position as a game in which nothing has happened and chance is asked."""
    draft.put("unswept", 0, 0)
    draft.put("chance is asked", 0, 1)
    m = draft.m
    sparse = Sparse(m.limits, m.lasting, m.past, m.serial)
    return Game(bytes(m.cells), tuple(m.nums), sparse=sparse, log=pvector())
