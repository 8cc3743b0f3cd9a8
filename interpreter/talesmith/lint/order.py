"""Effect handlers of two cards on one moment whose order makes a difference.

Each handler is summed up as what it reads and what it writes: coins, tokens, each marker, each
state, items, badges, stacks.  Adding and taking coins or tokens commutes with itself; everything
else that meets does not.  The order is always the same (language reference, order of effect
handlers); this only tells an author that it matters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from talesmith.lint.whole import Whole, of_handler, of_step, step_id
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Handler

COMMUTING = frozenset({"coins", "tokens"})

READS = {
    "player.coins": "coins", "combo.coins": "coins", "purse.coins": "coins",
    "pool.tokens": "tokens", "region.tokens": "tokens", "region.race": "tokens",
    "region.owner": "tokens", "race.regions": "tokens", "race.troops": "tokens",
    "race.map_troops": "tokens", "race.powers": "badges", "race.owner": "owners",
    "race.declined": "declines", "race.slot": "slots",
}  # fmt: skip

WRITES = {
    "attach": "items", "detach": "items", "swap": "badges", "draw": "stacks",
    "shuffle": "stacks", "pair": "stacks", "unpair": "stacks", "found": "tokens", "remove": "tokens",
    "remove_n": "tokens", "exchange": "tokens",
}  # fmt: skip


def check(whole: Whole) -> None:
    """Report pairs of handlers that do not commute and that no author has ordered."""
    groups: dict[str, list[Handler]] = defaultdict(list)
    for handler in whole.handlers:
        if handler.form == "effect":
            groups[handler.hook].append(handler)
    _names_nobody(whole)
    for hook, handlers in groups.items():
        effects = {h.id: _effects(whole, h) for h in handlers}
        for one, other in combinations(handlers, 2):
            if _may_meet(one, other) and _matters(effects[one.id], effects[other.id]):
                whole.findings.add(
                    "T060", whole.spans[other.id], first=f"`{one.card}`",
                    second=f"`{other.card}`", hook=hook,
                )  # fmt: skip


def _names_nobody(whole: Whole) -> None:
    """Report `after` and `before` of a card that has no handler on the same hook."""
    answering = {(h.card, h.form == "instead", h.hook) for h in whole.handlers}
    for handler in whole.handlers:
        for word, cards in (("after", handler.after), ("before", handler.before)):
            for card in cards:
                if (card, handler.form == "instead", handler.hook) not in answering:
                    whole.findings.add(
                        "T061", whole.spans[handler.id], order=word, name=card, hook=handler.hook
                    )


def _may_meet(one: Handler, other: Handler) -> bool:
    ordered = {*one.after, *one.before} & {other.card} or {*other.after, *other.before} & {one.card}
    if one.card == other.card or ordered:
        return False
    return {one.holder, other.holder} not in ({"race"}, {"power"}, {"event"})


Effects = tuple[frozenset[str], frozenset[str]]
"""What is read and what is written."""


def _matters(one: Effects, other: Effects) -> bool:
    meet = (one[1] & other[0]) | (one[0] & other[1]) | ((one[1] & other[1]) - COMMUTING)
    return bool(meet)


def _effects(whole: Whole, handler: Handler) -> Effects:
    reads: set[str] = set()
    writes: set[str] = set()
    waiting, seen = [of_handler(whole, handler)], set()
    steps = {step_id(step): step for step in whole.steps}
    while waiting:
        for node in waiting.pop().nodes:
            reads.update(_read(node))
            writes.update(_written(node))
            if node[0] == "call" and node[2] in steps and node[2] not in seen:
                seen.add(node[2])
                waiting.append(of_step(whole, steps[node[2]]))
    return frozenset(reads), frozenset(writes)


def _read(node: Expr) -> Iterator[str]:
    op = node[0]
    if op == "get" and node[3] in READS:
        yield READS[node[3]]
    elif op == "state":
        yield f"state {node[3]}"
    elif op == "has" and node[4] in ("marker", "item"):
        yield f"{node[4]} {node[5]}"
    elif op in ("supply_left", "marks"):
        yield f"marker {node[4]}"
    elif op in ("top", "bottom"):
        yield "stacks"


def _written(node: Expr) -> Iterator[str]:
    op = node[0]
    if op == "move_n":
        yield "coins" if node[2] == "coins" else "tokens"
    elif op in ("mark", "unmark", "station"):
        yield f"marker {node[3]}"
    elif op == "do":
        yield from ("tokens", "records")
    elif op == "set" and node[2][0] == "state":
        yield f"state {node[2][3]}"
    elif op in WRITES:
        yield WRITES[op]
