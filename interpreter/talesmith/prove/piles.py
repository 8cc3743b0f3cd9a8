"""Stacks and column of a position: what is given lies there and nothing else.

Stacks that are not given hold every card that lies nowhere else, by full name; a card whose stack
was given and that has no place lies in the box.  The column is filled up from the stacks.
"""

from __future__ import annotations

from talesmith.play.expressions.facts import KINDS
from talesmith.prove.draft import Draft
from talesmith.prove.facts import Thing, spelled
from talesmith.prove.land import set_up_of
from talesmith.ruleset.parts import Stack
from talesmith.syntax import tree


def lay_piles(draft: Draft, table: Thing, *, column: bool) -> None:
    """Lay out the stacks and, unless set-up does it, the column."""
    stacks = [stack for stack in draft.rules.ruleset.stacks if not stack.on_race]
    given = [stack for stack in stacks if stack.name in table.facts]
    for stack in given:
        _given_stack(draft, stack, table.facts[stack.name])
    if column and "column" in table.facts:
        _given_column(draft, table.facts["column"])
    for stack in stacks:
        if stack not in given:
            _rest(draft, stack)
    if column and "column" not in table.facts:
        _fill_column(draft, stacks)


def _cards(draft: Draft, kind: str, fact: tree.GivenFact) -> list[int]:
    if [spelled(word) for word in fact.values] == ["none"]:
        return []
    found = []
    for word in fact.values:
        number = draft.card(kind, word)
        if number is not None and draft.claim(kind, number, spelled(word), word.span):
            found.append(number)
    return found


def _given_stack(draft: Draft, stack: Stack, fact: tree.GivenFact) -> None:
    kind = KINDS.get(stack.thing, stack.thing)
    if not draft.rules.cards_of(kind):
        draft.refuse(fact.span, f"the order of `{stack.name}` can not be given")
        return
    draft.rules.piles[stack.name].write(draft.m, _cards(draft, kind, fact))


def _rest(draft: Draft, stack: Stack) -> None:
    kind, pile = KINDS.get(stack.thing, stack.thing), draft.rules.piles[stack.name]
    if draft.rules.cards_of(kind):
        pile.write(draft.m, draft.free(kind, pile.things(draft.m)))


def _given_column(draft: Draft, fact: tree.GivenFact) -> None:
    words = fact.values
    if [spelled(word) for word in words] == ["none"]:
        return
    if len(words) % 2:
        draft.refuse(fact.span, "the column holds a power and a race in turn")
        return
    for power, race in zip(words[::2], words[1::2], strict=True):
        badge, banner = draft.card("power", power), draft.card("race", race)
        if badge is None or banner is None:
            continue
        claimed = draft.claim("power", badge, spelled(power), power.span)
        if draft.claim("race", banner, spelled(race), race.span) and claimed:
            _offer(draft, banner, badge)


def _fill_column(draft: Draft, stacks: list[Stack]) -> None:
    full = [stack for stack in stacks if stack.name not in draft.rules.empty_stacks]
    feeding = {stack.thing: draft.rules.piles[stack.name] for stack in reversed(full)}
    if not {"banner", "badge"} <= set(feeding):
        return
    for _ in range(set_up_of(draft.rules).combos):
        if not all(feeding[kind].count(draft.m) for kind in ("banner", "badge")):
            return
        badge, banner = feeding["badge"].draw(draft.m), feeding["banner"].draw(draft.m)
        if badge is not None and banner is not None:
            _offer(draft, banner, badge)


def _offer(draft: Draft, banner: int, badge: int) -> None:
    races = draft.rules.races
    races.put_in_column(draft.m, races.pair(draft.m, banner, badge))
