"""What a handler reads and what it writes, summed up without playing it.

Two handlers of one moment may run in either order if neither writes what the other reads or
writes.  The summary names kinds of things, not single things: coins, tokens, a state, a marker.  It
follows steps, actions with whatever follows or replaces them, and the values and permissions that
are asked.  It may name too much, never too little: what cannot be told apart counts as read.

Some things hang together.  Tokens that leave a region take markers with them, and the last token of
a declined race takes banner and badge back to their stacks; so whoever moves tokens writes all of
that, and whoever lays a marker reads where tokens are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from attrs import field, frozen

from talesmith.lint.whole import Text, Whole, of_handler, of_hook, of_step, step_id
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Handler, Step

RACES = ("owners", "declines")
CARDS = ("items", "badges", "events", *RACES)
"""on these hangs whose handlers are alive"""
COMMUTING = frozenset({"coins"})
"""what may be given and taken in any order, as long as nobody looks"""
EVERYTHING = "everything"
"""meets all that the other does"""

GET: dict[str, tuple[str, ...]] = {
    "player.coins": ("coins",), "combo.coins": ("coins",), "purse.coins": ("coins",),
    "player.active": RACES, "player.races": RACES, "player.declined_races": RACES,
    "player.regions": ("tokens", *RACES), "player.declined_troops": ("tokens", *RACES),
    "player.kept": ("column",), "combo.banner": ("column",), "combo.badge": ("column",),
    "combo.rank": ("column",), "race.powers": ("badges",), "race.owner": ("owners",),
    "race.declined": ("declines",), "race.slot": ("slots",), "race.regions": ("tokens",),
    "race.troops": ("tokens",), "race.map_troops": ("tokens",), "region.tokens": ("tokens",),
    "region.race": ("tokens",), "region.owner": ("tokens", "owners"), "pool.tokens": ("tokens",),
    "region.artifacts": ("cards",), "region.places": ("cards",), "attempt.cost": (EVERYTHING,), "attempt.short": (EVERYTHING,),
}  # fmt: skip
"""properties that play changes"""
GAME = {
    "turn_order": ("order",), "first_player": ("order",), "current": ("events",),
    "column": ("column",), "races": RACES, "active_races": (*RACES, "order"),
    "declined_races": (*RACES, "order"),
}  # fmt: skip
TOUCHED_BY_TOKENS = ("tokens", "column", "items", "badges", "declines")

WRITES: dict[str, tuple[str, ...]] = {
    "attach": ("items", "badges"), "detach": ("items", "badges"), "draw": ("column",),
    "shuffle": ("column", "chance"), "pair": ("column",), "unpair": ("column",),
    "swap": ("column", "coins", *RACES, "slots"), "move": ("column", "events", "tokens", "cards"),
    "found": TOUCHED_BY_TOKENS, "remove": TOUCHED_BY_TOKENS, "remove_n": TOUCHED_BY_TOKENS,
    "exchange": (*TOUCHED_BY_TOKENS, "cards"), "expire": (EVERYTHING,), "roll": ("chance",),
}  # fmt: skip
READS: dict[str, tuple[str, ...]] = {
    "past": ("records",), "top": ("column",), "bottom": ("column",), "tokens_in": ("tokens",),
    "part": ("tokens",), "touches": ("tokens",), "distance": ("tokens",), "units": ("tokens",),
    "attempts": (EVERYTHING,), "mark": ("tokens",), "unmark": ("tokens",), "station": ("tokens",),
    "stack": ("column",), "draw": ("column",), "shuffle": ("column", "chance"), "roll": ("chance",),
    "using": (EVERYTHING,), "attach": RACES,
}  # fmt: skip


@frozen
class Summary:
    """What is read and what is written."""

    reads: frozenset[str]
    writes: frozenset[str]

    def meets(self, other: Summary) -> bool:
        """Whether it may matter which of the two comes first."""
        for one, two in ((self, other), (other, self)):
            if EVERYTHING in one.writes | one.reads and (two.writes or EVERYTHING in one.writes):
                return True
            if one.writes & two.reads:
                return True
        return bool(self.writes & other.writes - COMMUTING)


@frozen(slots=False)
class Summaries:
    """Sums up the handlers of one ruleset."""

    whole: Whole
    _values: dict[str, frozenset[str]] = field(factory=dict, init=False)
    _summed: dict[str, Summary] = field(factory=dict, init=False)

    def of(self, handler: Handler) -> Summary:
        """Everything that a handler, and all that it leads to, reads and writes."""
        if handler.id not in self._summed:
            self._summed[handler.id] = self._sum(handler)
        return self._summed[handler.id]

    def _sum(self, handler: Handler) -> Summary:
        shared = handler.limit and handler.limit.shared
        reads: set[str] = {f"limit {shared}"} if shared else set()
        writes = set(reads)
        waiting, seen = [of_handler(self.whole, handler)], {handler.id}
        while waiting:
            for node in waiting.pop().nodes:
                reads.update(self._read(node))
                writes.update(_written(node))
                for text in self._led_to(node):
                    if text.id not in seen:
                        seen.add(text.id)
                        waiting.append(text)
        return Summary(frozenset(reads), frozenset(writes))

    @cached_property
    def _steps(self) -> dict[str, Step]:
        return {step_id(step): step for step in self.whole.steps}

    @cached_property
    def _answering(self) -> dict[str, list[Handler]]:
        """The handlers of each hook; those that follow or replace an action under its name."""
        found: dict[str, list[Handler]] = defaultdict(list)
        for handler in self.whole.handlers:
            found[handler.hook.removeprefix("after_")].append(handler)
        return found

    def _base(self, name: str) -> Iterator[Text]:
        """The body of a declared hook; of one that is nowhere declared there is none."""
        yield from (of_hook(self.whole, hook) for hook in self.whole.hooks if hook.name == name)

    def _led_to(self, node: Expr) -> Iterator[Text]:
        """The bodies that a statement runs."""
        if node[0] == "call" and node[2] in self._steps:
            yield of_step(self.whole, self._steps[node[2]])
        elif node[0] in ("do", "fire"):
            yield from self._base(node[2])
            yield from (of_handler(self.whole, h) for h in self._answering[node[2]])

    def _read(self, node: Expr) -> Iterable[str]:
        op = node[0]
        if op in ("value", "permit", "ledger"):
            return self._asked(_part(node, 3))
        named = _NAMED.get(op)
        return READS.get(op, ()) if named is None else named(node)

    def _asked(self, hook: str) -> frozenset[str]:
        """What is read where a value, permission or ledger is asked."""
        if hook not in self._values:
            self._values[hook] = frozenset(CARDS)
            texts = [*self._base(hook)]
            texts += [of_handler(self.whole, h) for h in self._answering[hook]]
            found = {read for text in texts for node in text.nodes for read in self._read(node)}
            self._values[hook] = frozenset(found | set(CARDS))
        return self._values[hook]


def _part(node: Expr, at: int) -> str:
    """A part of an expression; an unfinished one may lack it."""
    return str(node[at]) if len(node) > at else ""


def _has(node: Expr) -> tuple[str, ...]:
    kinds = {"item": ("items",), "badge": ("badges",), "symbol": (), "card": ("cards",)}
    marker = (f"marker {_part(node, 5)}", "tokens")
    return kinds.get(_part(node, 4), marker)


_NAMED: dict[str, Callable[[Expr], tuple[str, ...]]] = {
    "get": lambda node: GET.get(_part(node, 3), ()),
    "game": lambda node: GAME.get(_part(node, 3), ()),
    "state": lambda node: (f"state {_part(node, 3)}",),
    "has": _has,
    "supply_left": lambda node: (f"marker {_part(node, 4)}", "tokens"),
    "marks": lambda node: (f"marker {_part(node, 4)}", "tokens"),
    "choose": lambda node: ("chance",) if _by_chance(node) else (),
}


def _by_chance(node: Expr) -> bool:
    return len(node) > 6 and node[6] is None


def _written(node: Expr) -> Iterable[str]:
    op = node[0]
    if op == "move_n":
        return ("coins",) if _part(node, 2) == "coins" else TOUCHED_BY_TOKENS
    if op in ("mark", "unmark", "station"):
        return (f"marker {_part(node, 3)}",)
    if op == "do":
        return ("records",)
    if op == "set":
        return _set(node[2])
    if op == "choose" and _by_chance(node):
        return ("chance",)
    return WRITES.get(op, ())


def _set(target: Expr) -> tuple[str, ...]:
    name = _part(target, 3)
    if target[0] == "state":
        return (f"state {name}",)
    if target[0] == "game":
        return GAME.get(name, (EVERYTHING,))
    return (*GET.get(name, (EVERYTHING,)), "tokens")
