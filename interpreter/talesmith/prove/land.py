"""Regions of a position: who stands where, and which markers and cards lie there.

Markers of the set-up (those that lie on the board when a game under these rules asks its first
question) lie where they belong, unless the position says something else about them.
"""

from __future__ import annotations

from attrs import frozen

from talesmith.model.board import members
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine
from talesmith.play.step import start
from talesmith.prove.draft import Draft, states_of
from talesmith.prove.facts import Facts, Thing, spelled
from talesmith.prove.remembered import remembered
from talesmith.record.words import short_id
from talesmith.ruleset.parts import Piece
from talesmith.syntax import tree

MOST = 255


@frozen
class SetUp:
    """What set-up leaves on the table: combos in the column, and (marker, region, how many)."""

    combos: int
    markers: tuple[tuple[str, int, int], ...]


@remembered
def set_up_of(rules: Binder) -> SetUp:
    """Set a game up and look."""
    m = Machine(start(rules, 0)[0], rules.codes)
    pieces, found = rules.pieces, []
    for marker in pieces.kinds:
        how_many = pieces.count(marker)
        found += [(marker, r, how_many(m, r)) for r in members(pieces.regions(marker)(m))]
    return SetUp(len(rules.races.column_of(m)), tuple(found))


def people(draft: Draft, facts: Facts) -> None:
    """Lay tokens, markers and cards into the regions."""
    markers = {short_id(piece.id): piece for piece in draft.rules.ruleset.markers}
    cards = {
        card.id: kind
        for kind in LYING
        for card in draft.rules.cards_of(kind)
        if short_id(card.id) not in markers
    }
    _set_up_markers(draft, facts, markers)
    for name, thing in facts.things.items():
        region = draft.rules.board.number.get(name)
        if region is None:
            continue
        states = states_of(draft.rules, "region")
        known = ["race", "tokens", *markers, *map(short_id, cards), *states]
        draft.only(thing, "region", known)
        _tokens(draft, region, thing)
        draft.set_states(thing, "region", region)
        for marker, piece in markers.items():
            _marker(draft, region, piece, thing.facts.get(marker))
        for card, kind in cards.items():
            _card(draft, region, kind, card, thing.facts.get(short_id(card)))


def _set_up_markers(draft: Draft, facts: Facts, markers: dict[str, Piece]) -> None:
    for marker, region, n in set_up_of(draft.rules).markers:
        thing = facts.about(draft.rules.board.names[region])
        if short_id(marker) not in thing.facts and short_id(marker) in markers:
            draft.rules.pieces.put(draft.m, marker, region, n)


def _tokens(draft: Draft, region: int, thing: Thing) -> None:
    who, tokens = draft.single(thing.facts.get("race")), thing.facts.get("tokens")
    if who is None:
        if tokens is not None:
            draft.refuse(tokens.span, "tokens of whom? say `race:` too")
        return
    race = _race(draft, who)
    n = 1 if tokens is None else draft.number(tokens, 1, MOST)
    if race is not None and race != NONE and n is not None:
        span = who.span if tokens is None else tokens.span
        draft.place(race, n, draft.rules.tokens.pool_of(region), span)


def _race(draft: Draft, word: tree.PlayWord) -> int | None:
    name = spelled(word)
    if name not in draft.seats:
        if name != "none" and name not in draft.races:
            choices = (*draft.seats, *draft.races)
            draft.findings.unknown("T104", word.span, name, choices, what="race")
            return None
        return draft.value("race", word)
    seat = draft.seats.index(name)
    race = draft.get("player.active", seat)
    if race == NONE and seat in draft.uncast:
        return None
    if race == NONE:
        draft.refuse(word.span, f"{name} has no active race")
        return None
    return race


def _card(draft: Draft, region: int, kind: str, card: str, fact: tree.GivenFact | None) -> None:
    """A card that lies in a region: `NAME: yes`."""
    word = draft.single(fact)
    if fact is None or word is None or not draft.value("flag", word):
        return
    number = draft.rules.card_number(card)
    if draft.claim(kind, number, short_id(card), fact.span):
        draft.rules.lying.lay(draft.m, kind, number, region)


def _marker(draft: Draft, region: int, piece: Piece, fact: tree.GivenFact | None) -> None:
    word = draft.single(fact)
    if fact is None or word is None:
        return
    is_number = isinstance(word, tree.Number)
    n = draft.number(fact, 0, MOST) if is_number else draft.value("flag", word)
    if n and draft.rules.pieces.put(draft.m, piece.id, region, n) < n:
        most = "any number" if piece.most is None else piece.most
        bounds = f"{most} may lie in a region, there are {piece.supply}"
        draft.findings.add("T205", fact.span, value=n, range=bounds)
