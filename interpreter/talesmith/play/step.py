"""Starting a game, and one step: the answer to the open question, everything up to the next one."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from pyrsistent import pvector

from talesmith.model.board import board_from
from talesmith.model.game import Event, Game
from talesmith.play.bind import Binder
from talesmith.play.changes.tokens import PROXIES
from talesmith.play.expressions.facts import KINDS
from talesmith.play.hooks.lying import LYING
from talesmith.play.machine import Machine, ways_in
from talesmith.play.statements.questions import CHANCE, DONE, plain_answer, resolved
from talesmith.play.statements.steps import MAIN_STEP
from talesmith.play.unplayable import refuse_unplayable
from talesmith.play.validate import check_answer
from talesmith.ruleset.parts import Map, Ruleset

NOTHING_KEPT = None, None


def bind(
    ruleset: Ruleset,
    players: int,
    *,
    maps: tuple[Map, ...] | None = None,
    lifting: bool = True,
    inlining: bool = True,
) -> Binder:
    """Bind a ruleset for a number of players and a board (the ruleset's first for that number).

    Raises ValueError when the ruleset names no board for so many players, or holds something that
    the machine cannot play yet.
    """
    refuse_unplayable(ruleset)
    chosen = maps if maps is not None else boards_for(ruleset, players)[0]
    return Binder(ruleset, players, board_from(chosen), lifting=lifting, inlining=inlining)


def boards_for(ruleset: Ruleset, players: int) -> list[tuple[Map, ...]]:
    """The boards a ruleset offers for a number of players."""
    known = {m.id: m for m in ruleset.maps}
    found = [tuple(known[name] for name in names) for n, names in ruleset.boards if n == players]
    if not found:
        *few, last = (str(n) for n in sorted({n for n, _ in ruleset.boards}))
        counts = f"{', '.join(few)} or {last}" if few else last
        raise ValueError(f"{ruleset.name} is for {counts} players, not for {players}")
    return found


def opening(rules: Binder, seed: int) -> Game:
    """The position before anything is set up: every supply full, every stack in card order."""
    if rules.untouched is None:
        rules.untouched = _laid_out(rules)
    cells, nums = rules.untouched
    drawn = list(nums)
    drawn[rules.layout["chance"]] = seed & (1 << 64) - 1
    return Game(cells, tuple(drawn), log=pvector())


def _laid_out(rules: Binder) -> tuple[bytes, tuple[int, ...]]:
    """The cells and numbers of that position, which are the same for every seed."""
    layout = rules.layout
    cells, nums = bytearray(layout.cells), list(layout.nums)
    for number, natives in enumerate(rules.ruleset.natives):
        cells[layout["race.owner"] + number] = rules.players
        cells[layout["race.declined"] + number] = 1
        cells[layout["race.tray"] + number] = natives.supply
        cells[layout["race.box"] + number] = PROXIES
        nums[layout["in play"]] |= 1 << number
    nums[layout["founded"]] = len(rules.ruleset.natives)
    nums[layout["between turns"]] = 1
    m = Machine(Game(bytes(cells), tuple(nums), log=pvector()), rules.codes)
    for stack in rules.ruleset.stacks:
        if not stack.on_race:
            rules.piles[stack.name].write(m, _content(rules, stack))
    return bytes(m.cells), tuple(m.nums)


NUMBERED = ("banner", "badge", *LYING)
"""things of which a stack may list some by the names of their cards"""


def _content(rules: Binder, stack: Any) -> list[int]:
    if stack.content:
        number = rules.card_number if stack.thing in NUMBERED else None
        things: list[int] = []
        for name, count in stack.content:
            things += [number(name) if number else len(things)] * count
        return things
    kind = KINDS.get(stack.thing, stack.thing)
    return [] if stack.name in rules.empty_stacks else rules.copies_of(kind)


def start(rules: Binder, seed: int) -> tuple[Game, tuple[Event, ...]]:
    """A new game, played up to its first question."""
    return begin(rules, opening(rules, seed))


def begin(rules: Binder, game: Game) -> tuple[Game, tuple[Event, ...]]:
    """Run the main step of the rules from a position up to its first question."""
    m = Machine(game, rules.codes)
    m.push(rules.step_codes[None, MAIN_STEP], [])
    return _run(rules, m, game)


def step(rules: Binder, game: Game, answer: Any) -> tuple[Game, tuple[Event, ...]]:
    """The game after an answer, and what happened.  The given game is not changed.

    Raises IllegalAnswer, with the reason, when the answer does not fit the open question.
    """
    request = game.request
    # An option of the list is by far the commonest answer: no function is called to see that.
    is_listed = (
        request is not None
        and request[0] == "option"
        and type(answer) is int
        and 0 <= answer < len(request[3])
    )
    if not is_listed:
        check_answer(request, answer)
    newest, m = rules.recent
    if newest is game:
        rules.recent = NOTHING_KEPT
        m.take_up(game)
    else:
        m = Machine(game, rules.codes)
        rules.lasting.listen(m)
        if rules.ruleset.ways:
            m.ways = ways_in(rules.codes, game.stack)
    m.request = None
    if is_listed:
        _, by, site, options, _, _, _, _ = request  # type: ignore[misc]
        m.answer = chosen = options[answer]
        m.log.append(("answer", by, site, chosen[:2], 0))
        m.number += by != CHANCE
    else:
        _note_answer(m, request, answer)
    # What `_run` does, without another call.
    m.run()
    after = m.freeze(game)
    rules.recent = after, m
    return after, after.log[-1]


def _note_answer(m: Machine, request: Any, answer: Any) -> None:
    """Hand the answer to the body that asked, and log it."""
    kind, by, site, options, _, _, _, _ = request
    if kind == "option":
        m.answer = chosen = None if answer == DONE else options[answer]
        m.log.append(("answer", by, site, chosen and chosen[:2], 0))
    elif kind == "group":
        m.answer = answer
        m.log.append(("sealed", options[answer[0]][0], site))
    elif kind == "allocate" and answer != DONE:
        m.answer = plan = tuple(zip(options, answer))  # noqa: B905 - `check_answer` has counted
        m.log.append(("answer", by, site, plan, 0))
    else:
        m.answer = resolved(request, answer)
        m.log.append(("answer", by, site, plain_answer(m.answer), 0))
    m.number += by != CHANCE


def _run(rules: Binder, m: Machine, game: Game) -> tuple[Game, tuple[Event, ...]]:
    m.run()
    after = m.freeze(game)
    rules.recent = after, m
    return after, after.log[-1]


def without_history(game: Game) -> Game:
    """The same position with an empty log: for comparing positions reached in different ways."""
    return evolve(game, log=pvector())
