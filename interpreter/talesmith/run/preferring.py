"""Games in which certain cards come, so that a change of them is seen at work.

The stacks hold these cards and few others: of races and powers as many as lie on offer at once,
of everything else no others.  The rules are the same, and so is what a seed draws from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import evolve

from talesmith.record.session import Session
from talesmith.ruleset.parts import Ruleset
from talesmith.run.coverage import Counting, Coverage

PAIRED = ("race", "power")
"""the kinds that lie on offer side by side, with others to choose from"""
ON_OFFER = 8


def changed_cards(old: Ruleset, new: Ruleset) -> list[str]:
    """The cards in play under both rules whose text is another one."""
    texts = {card.id: card.digest for card in new.cards}
    return [
        card.id for card in old.cards
        if texts.get(card.id, card.digest) != card.digest
        and all(_is_in(card.id, ruleset) for ruleset in (old, new))
    ]  # fmt: skip


def _is_in(card: str, ruleset: Ruleset) -> bool:
    return any(card in cards for _, cards in ruleset.pools)


def preferring(ruleset: Ruleset, cards: Collection[str]) -> Ruleset:
    """The ruleset with these cards in its stacks, and few others of their kinds."""
    pools = ((kind, tuple(_preferred(kind, pool, cards))) for kind, pool in ruleset.pools)
    return evolve(ruleset, pools=tuple(pools))


def _preferred(kind: str, pool: Collection[str], cards: Collection[str]) -> Iterator[str]:
    wanted = [card for card in pool if card in cards]
    others = [card for card in pool if card not in cards]
    if not wanted:
        yield from others
        return
    yield from wanted
    if kind in PAIRED:
        yield from others[: max(0, ON_OFFER - len(wanted))]


def in_play(session: Session) -> set[str]:
    """The cards that came into play in a game: races and powers picked, events turned up."""
    coverage = Coverage()
    counting = Counting(session.rules, coverage)
    for events in session.game.log:
        counting.step(session.game, events, session.game)
    return {name for _, name in coverage.counts}
