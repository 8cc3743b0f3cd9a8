"""Two cards on one moment, once in the order of the language and once the other way round.

Both machines start from one position and get the same answers, dice included, until no handler of
the two cards is running or waiting.  Then everything is compared but the numbers under which
lasting things came and the order in which records were kept.  A question of one machine that the
other does not ask, or asks with other options, is a difference too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from attrs import evolve

from talesmith.bots.uniform import Uniform
from talesmith.model.game import Game
from talesmith.play.bind import Binder
from talesmith.play.changes.lasting import BEARER, KIND, MAKER, NAME, UNTIL, VALUES
from talesmith.play.hooks.sources import Entry
from talesmith.play.machine import Machine
from talesmith.play.statements.questions import DONE
from talesmith.play.step import step
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn
from talesmith.play.validate import IllegalAnswer
from talesmith.run.lawful import check_order, settled

SERIAL = 4
"""where the number of a record stands (see `play.records`)"""

Pair: TypeAlias = tuple[str, str]
Answers: TypeAlias = dict[tuple[Any, ...], tuple[Any, Any]]
"""question and answer; by handler, place, who was asked, and the how-manieth of these it was"""


class Watch:
    """Looks at every list of handlers that a machine is about to run, and may turn two round."""

    def __init__(self, rules: Binder, *, backward: bool) -> None:
        """Watch moments and replacements; `backward` turns the handlers of the pair round."""
        self.rules = rules
        self.backward = backward
        self.pair: Pair = ("", "")
        self.met = False
        """whether handlers of both cards stood in one list since this was set to False"""
        self.cards = {handler.id: handler.card for handler in rules.ruleset.handlers}
        self.moments = 0
        """lists of two or more handlers of a moment that were found in the lawful order"""
        for sources in rules.effects.values():
            self._watch(sources, "in_order", is_moment=True)
        self._watch(rules.replacing, "_ordered", is_moment=False)

    def _watch(self, owner: Any, name: str, *, is_moment: bool) -> None:
        in_order: Callable[..., list[Entry]] = getattr(owner, name)

        def watched(m: Machine, *rest: Any) -> list[Entry]:
            entries = in_order(m, *rest)
            if len(entries) < 2:
                return entries
            if is_moment:
                check_order(self.rules, m, entries, rest[-1])
                self.moments += 1
            return self.turned(entries) if self.meets(entries) else entries

        setattr(owner, name, watched)

    def meets(self, entries: Sequence[Entry]) -> bool:
        """Whether both cards have handlers here that no author has put in order."""
        one, two = ([x for x, _, _ in entries if x.handler.card == card] for card in self.pair)
        meet = bool(one and two) and not any(settled(x, y) for x in one for y in two)
        self.met = self.met or meet
        return meet

    def busy(self, game: Game) -> str:
        """The handler of the pair that is running or waits for its turn; empty if there is none."""
        rules, chain, pair = self.rules, game.stack, self.pair
        while chain:
            (number, _, slots), chain = chain
            code = rules.codes[number]
            if self.cards.get(code.name) in pair:
                return str(code.name)
            waiting = slots[2] if code.kind == "fire" else ()
            theirs = [at for at, _ in waiting if rules.bounds[at].handler.card in pair]
            if theirs:
                return str(rules.bounds[theirs[0]].handler.id)
        return ""

    def turned(self, entries: list[Entry]) -> list[Entry]:
        """The handlers as they are to run: those of the pair's first card behind the other's."""
        if not self.backward:
            return entries
        places = [at for at, entry in enumerate(entries) if entry[0].handler.card in self.pair]
        first = entries[places[0]][0].handler.card
        late = sorted(places, key=lambda at: entries[at][0].handler.card == first)
        turned = [*entries]
        for at, source in zip(places, late, strict=True):
            turned[at] = entries[source]
        return turned


def depends(forward: Watch, backward: Watch, game: Game, answer: Any, seed: int) -> str | None:
    """What is different after an answer if the two cards run the other way round; None: nothing."""
    rules, asked = forward.rules, forward.rules.layout["chance is asked"]
    cells = bytearray(game.cells)
    cells[asked] = 1
    first = evolve(game, cells=bytes(cells))
    given: Answers = {}
    one = _through(forward, step(rules, first, answer)[0], given, seed)
    two = _through_as(backward, step(backward.rules, first, answer)[0], given)
    if isinstance(two, str):
        return two
    return difference(one, two)


def _through(watch: Watch, game: Game, given: Answers, seed: int) -> Game:
    """Answer at random until the pair is done, and note the answers."""
    while game.request is not None and (asking := watch.busy(game)):
        seat = whose_turn(game.request)
        part = part_of(game.request, seat)
        answer = Uniform(seed + len(given)).choose(SeatView(watch.rules, game, 0), part)
        given[_next_key(asking, seat, part, given)] = (part, answer)
        game = step(watch.rules, game, whole_answer(game.request, seat, answer))[0]
    return game


def _through_as(watch: Watch, game: Game, given: Answers) -> Game | str:
    """Give the noted answers until the pair is done; the text of a question that has none."""
    used: Answers = {}
    while game.request is not None and (asking := watch.busy(game)):
        seat = whose_turn(game.request)
        part = part_of(game.request, seat)
        place, key = watch.rules.sites[part[2]].body, _next_key(asking, seat, part, used)
        if key not in given:
            return f"another question in {place}"
        answer = same_answer(part, *given[key])
        if answer is None:
            return f"another choice in {place}"
        used[key] = (part, answer)
        try:
            game = step(watch.rules, game, whole_answer(game.request, seat, answer))[0]
        except IllegalAnswer:
            return f"another choice in {place}"
    return game


def _next_key(asking: str, seat: int, part: Any, so_far: Answers) -> tuple[Any, ...]:
    n = 0
    while (asking, part[2], seat, n) in so_far:
        n += 1
    return (asking, part[2], seat, n)


def same_answer(part: Any, asked: Any, answer: Any) -> Any:
    """The answer to a question that says what another said to a similar one; None if it cannot."""
    if part == asked:
        return answer
    if part[0] == "option" and answer != DONE and asked[3][answer] in part[3]:
        return part[3].index(asked[3][answer])
    if part[0] == "pick" and all(asked[3][at] in part[3] for at in answer if at != DONE):
        return tuple(part[3].index(asked[3][at]) if at != DONE else DONE for at in answer)
    if part[0] == "number" or (part[0] == "option" and answer == DONE):
        return answer if part[7] == asked[7] else None
    return None


def difference(one: Game, two: Game) -> str | None:
    """What is different in two positions, whatever the numbers of lasting things; None: nothing."""
    if one.request != two.request:
        return "another question"
    for part in ("cells", "nums", "stack"):
        if getattr(one, part) != getattr(two, part):
            return f"other {part}"
    if _lasting(one) != _lasting(two):
        return "other lasting things"
    if one.sparse.limits != two.sparse.limits:
        return "other limits"
    return None if _records(one) == _records(two) else "other records"


def _lasting(game: Game) -> list[str]:
    parts = (KIND, NAME, BEARER, UNTIL, VALUES, MAKER)
    return sorted(repr([record[part] for part in parts]) for record in game.sparse.lasting)


def _records(game: Game) -> list[list[str]]:
    return [
        sorted(repr((*record[:SERIAL], *record[SERIAL + 1 :])) for record in row)
        for row in game.sparse.past
    ]
