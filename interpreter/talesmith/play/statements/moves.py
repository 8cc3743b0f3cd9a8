"""Moving coins, tokens, combos and cards from one place to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.play.changes.purses import move_coins
from talesmith.play.changes.tokens import BOX
from talesmith.play.expressions.facts import KINDS
from talesmith.play.expressions.scalars import Fn, constant
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.ruleset.ops import Expr, Stmt


@statement("move_n")
def _move_n(flow: Flow, stmt: Stmt) -> None:
    _, _, what, n, source, target = stmt
    if what == "coins":
        move_coins(flow, n, source, target)
    elif what == "tokens":
        _move_tokens(flow, n, source, target)
    else:
        raise ValueError(f"the machine cannot move a {what} yet")


def _move_tokens(flow: Flow, n: Expr, source: Expr, target: Expr) -> None:
    count, start, end = flow.expr(n), pool(flow, source), pool(flow, target)
    move = flow.b.tokens.move
    n_text, from_text, to_text = flow.text(n), pool_text(flow, source), pool_text(flow, target)
    if flow.deferred is None:
        tokens = flow.b.constants.temporary()
        flow.change(
            lambda m, s: move(m, count(m, s), start(m, s), end(m, s)),
            f"if {tokens} := {n_text}: {flow.named(move)}(m, {tokens}, {from_text}, {to_text})",
        )
        return
    pending = flow.deferred

    def later(m: Machine, s: Slots) -> None:
        s[pending].append(("tokens", count(m, s), start(m, s), end(m, s)))

    flow.change(later, f"s[{pending}].append(('tokens', {n_text}, {from_text}, {to_text}))")


def pool(flow: Flow, e: Expr) -> Fn:
    """A pool as a number, a region standing for its own pool."""
    f = flow.expr(e)
    if e[2].removesuffix("?") == "region":
        first = flow.b.tokens.tokens
        return lambda m, s: first + f(m, s)
    return f


def pool_text(flow: Flow, e: Expr) -> str:
    """The same as text."""
    printed = flow.text(e)
    is_region = e[2].removesuffix("?") == "region"
    return f"{flow.b.tokens.tokens} + {printed}" if is_region else printed


@statement("move")
def _move(flow: Flow, stmt: Stmt) -> None:
    _, _, thing, target, hidden = stmt
    kind = thing[2].removesuffix("?")
    if kind not in MOVES or (hidden and not _is_face_down(flow, target)):
        raise ValueError(f"the machine cannot move a {kind}{' face down' * hidden} yet")
    MOVES[kind](flow, thing, target)


def _is_face_down(flow: Flow, target: Any) -> bool:
    """Whether a target is a stack in which everything lies face down anyway."""
    stack = target[3] if target[0] in ("bottom", "top") else target
    if stack[0] != "stack":
        return False
    return flow.b.layout.is_face_down(stack[3])


def _refuse(thing: Expr, target: Any) -> None:
    place = target[0] if len(target) == 1 else target[2]
    raise ValueError(f"the machine cannot move a {thing[2]} to a {place}")


def _move_combo(flow: Flow, thing: Expr, target: Any) -> None:
    f, races = flow.expr(thing), flow.b.races
    if target == ("column",):
        flow.change(lambda m, s: races.put_in_column(m, f(m, s)))
        return
    if len(target) == 1 or target[2] != "player":
        _refuse(thing, target)
    player = flow.expr(target)
    flow.change(lambda m, s: races.keep(m, f(m, s), player(m, s)))


def _move_troops(flow: Flow, thing: Expr, target: Any) -> None:
    f, end, move = flow.expr(thing), _pool_target(flow, thing, target), flow.b.tokens.move_troops
    end_text = str(BOX) if target == ("box",) else pool_text(flow, target)
    flow.change(
        lambda m, s: move(m, f(m, s), end(m, s)),
        f"{flow.named(move)}(m, {flow.text(thing)}, {end_text})",
    )


def _move_pool(flow: Flow, thing: Expr, target: Any) -> None:
    """All tokens of a pool."""
    f, end, tokens = pool(flow, thing), _pool_target(flow, thing, target), flow.b.tokens

    def move(m: Machine, s: Slots) -> None:
        start = f(m, s)
        tokens.move(m, tokens.size(m, start), start, end(m, s))

    flow.change(move)


def _pool_target(flow: Flow, thing: Expr, target: Any) -> Fn:
    if target == ("box",):
        return constant(BOX)
    if len(target) == 1 or target[2] not in ("pool", "region"):
        _refuse(thing, target)
    return pool(flow, target)


def _stack_target(flow: Flow, thing: Expr, target: Any) -> tuple[Fn, bool]:
    """A stack to move to, and whether it is its bottom."""
    lowest = target[0] == "bottom"
    if len(target) == 1 or not (lowest or target[0] == "top" or target[2].startswith("stack ")):
        _refuse(thing, target)
    return flow.expr(target[3] if target[0] in ("bottom", "top") else target), lowest


def _move_to_stack(flow: Flow, thing: Expr, target: Any) -> None:
    """A card to a stack; a banner taken from a race takes that race out of play.

    A banner or badge is there once, so it leaves the stack in which it lies.  Of an event a game
    may have more: the one that moves has been drawn, and the stacks keep theirs.
    """
    stack, lowest = _stack_target(flow, thing, target)
    f, b, races = flow.expr(thing), flow.b, flow.b.races
    kind = thing[2].removesuffix("?")
    stacks = b.ruleset.stacks if kind in KINDS else ()
    piles = [b.piles[s.name] for s in stacks if s.thing == kind and not s.on_race]
    leaving = flow.expr(thing[4]) if thing[0] == "get" and thing[3] == "race.banner" else None

    def move(m: Machine, s: Slots) -> None:
        card = f(m, s)
        if leaving is not None:
            b.lasting.race_leaves(m, leaving(m, s))
            races.leave(m, leaving(m, s))
        if piles:
            races.demand_loose(m, kind, card)
        for pile in piles:
            pile.take(m, card)
        stack(m, s).put(m, card, lowest=lowest)

    flow.change(move)


def _move_event(flow: Flow, thing: Expr, target: Any) -> None:
    """An event comes into force, leaves the game (what is in force ends), or goes to a stack."""
    f, b = flow.expr(thing), flow.b
    if target == ("box",):
        flow.change(lambda m, s: b.lasting.end_event(m, b.cards_of("event")[f(m, s)].id))
        return
    if target != ("current",):
        _move_to_stack(flow, thing, target)
        return

    def enter(m: Machine, s: Slots) -> None:
        card = b.cards_of("event")[f(m, s)]
        b.lasting.add(m, "event", card.id, None, b.event_lasts(card))

    flow.change(enter)


def _move_lying(flow: Flow, thing: Expr, target: Any) -> None:
    """A card that may lie in regions goes into one, out of the game, or to a stack."""
    f, b, kind = flow.expr(thing), flow.b, thing[2].removesuffix("?")
    if target == ("box",):
        flow.change(lambda m, s: b.lying.lay(m, kind, f(m, s), None))
    elif len(target) > 2 and target[2] == "region":
        region = flow.expr(target)
        flow.change(lambda m, s: b.lying.lay(m, kind, f(m, s), region(m, s)))
    else:
        stack, lowest = _stack_target(flow, thing, target)

        def put(m: Machine, s: Slots) -> None:
            card = f(m, s)
            b.lying.lay(m, kind, card, None)
            stack(m, s).put(m, card, lowest=lowest)

        flow.change(put)


MOVES: dict[str, Callable[[Flow, Expr, Any], None]] = {
    "combo": _move_combo,
    "troops": _move_troops,
    "pool": _move_pool,
    "banner": _move_to_stack,
    "badge": _move_to_stack,
    "event": _move_event,
    "artifact": _move_lying,
    "place": _move_lying,
}
