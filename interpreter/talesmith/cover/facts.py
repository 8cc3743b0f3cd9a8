"""Facts: what must hold when a handler speaks, as far as its text tells.

A fact is an expression of the hook's parameters and what it may be: words, yes or no, or a range of
numbers.  Each line of a handler of lines has facts of its own, so a handler has as many sets of them
as it has ways to speak.  Two handlers that contradict each other in every way never speak together.

Guards tell facts, and so do holders: a card speaks for a race of a player, by its phase an active
or a declined one; a banner is that of one race; what leaves a region in decline lies in none of a
declined race; a way of a card carries what that card says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from talesmith.ruleset.ops import GUARD_AT, Expr, walk
from talesmith.ruleset.parts import PURE, Handler, Hook, Piece, Ruleset, Way

Range: TypeAlias = tuple[float, float]
Facts: TypeAlias = dict[Any, "frozenset[Any] | Range"]
LYING = ("artifact", "place")
YES, NO, NEVER = frozenset([True]), frozenset([False]), frozenset[Any]()
ENDLESS = float("inf")
RANGES: dict[str, Callable[[int], Range]] = {
    "eq": lambda n: (n, n), "ge": lambda n: (n, ENDLESS),
    "gt": lambda n: (n + 1, ENDLESS), "le": lambda n: (-ENDLESS, n), "lt": lambda n: (-ENDLESS, n - 1),
}  # fmt: skip
WORKS = "works_in_decline"
"""what lets the power of a declined race work as that of an active one"""
EARNED_FROM = 4
"""where the list of an `earn` stands"""
BANNER = "banner of"


def contradict(one: Iterable[Facts], two: Iterable[Facts]) -> Any:
    """What two handlers say differently of, if no way to speak of one goes with one of the other."""
    others, found = list(two), None
    for facts in one:
        for other in others:
            found = next((key for key in facts if key in other
                          and not both(facts[key], other[key])), None)  # fmt: skip
            if found is None:
                return None
    return found


def both(one: frozenset[Any] | Range, two: frozenset[Any] | Range) -> frozenset[Any] | Range:
    """What two facts about the same thing leave; empty if nothing."""
    if isinstance(one, tuple) and isinstance(two, tuple):
        low, high = max(one[0], two[0]), min(one[1], two[1])
        return (low, high) if low <= high else NEVER
    return one & two if isinstance(one, frozenset) and isinstance(two, frozenset) else YES


class Telling:
    """Tells the facts of the handlers of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Look at its boards, pieces and ways."""
        self.ways = {way.id: way for way in ruleset.ways}
        self.pieces = {piece.id: piece for piece in (*ruleset.markers, *ruleset.units)}
        names = {name for _, maps in ruleset.boards for name in maps}
        regions = [r for one in ruleset.maps if one.id in names for r in one.regions]
        self.symbols = {symbol for region in regions for symbol in region.symbols}
        self.terrains = {region.terrain for region in regions}
        self.handlers = ruleset.handlers
        is_helped = any(h.hook == WORKS and any(line[0] == "waive" for line in h.body)
                        for h in ruleset.handlers)  # fmt: skip
        self.only_active = {"race", *LYING, *(() if is_helped else ("power",))}
        """holders that never work for a declined race if they are for active ones"""

    def told(self, hook: Hook, handler: Handler) -> list[Facts]:
        """The facts of each way in which a handler can speak; none if it never can."""
        certain = self._of_holder(hook, handler)
        add(certain, self._guarded(handler.guard, len(hook.params)))
        found = [certain]
        if handler.form in PURE:
            found = [self._with_line(certain, line, len(hook.params)) for line in handler.body]
        return [facts for facts in found if all(facts.values())]

    def _with_line(self, certain: Facts, line: Any, params: int) -> Facts:
        facts = dict(certain)
        if line[0] in GUARD_AT:
            add(facts, self._guarded(line[GUARD_AT[line[0]]], params))
        source = line[EARNED_FROM] if line[0] == "earn" else None
        if source is not None and source[0] == "filter" and self._is_nowhere(source):
            facts[source[0]] = NEVER
        return facts

    def _is_nowhere(self, regions: Expr) -> bool:
        """Whether a list of regions wants a symbol or terrain that no board has."""
        told = self._guarded(regions[5], 1 + int(regions[4]))
        return not all(told.values())

    # ---- holders ----

    def _of_holder(self, hook: Hook, handler: Handler) -> Facts:
        way = self.ways.get(handler.piece or "")
        if way is not None:
            return self._of_way(hook, way)
        piece = self.pieces.get(handler.piece or "")
        if piece is not None:
            return self._of_piece(hook, piece)
        if handler.role is None or hook.params[handler.role].type not in ("race", "race?"):
            return {}
        return self._of_race(handler.role, handler.holder, handler.phase, handler.card)

    def _of_race(self, role: int, holder: str, phase: str, card: str) -> Facts:
        """What is so of the race for which a card speaks."""
        facts: Facts = {}
        if holder in ("race", "power", *LYING):
            facts[in_natives(role)] = NO
        if holder == "race":
            facts[BANNER, role] = frozenset([card])
        if phase == "only":
            facts[declined(role)] = YES
        elif phase == "active" and holder in self.only_active:
            facts[declined(role)] = NO
        return facts

    def _of_piece(self, hook: Hook, piece: Piece) -> Facts:
        """A piece that leaves when a race declines lies with no race in decline."""
        if any(fate.kind in ("declined", "always") for fate in piece.fates):
            return {}
        return {declined(at): NO for at, param in enumerate(hook.params)
                if param.default is not None and param.default[:1] == ("get",)
                and param.default[3] == "region.race"}  # fmt: skip

    def _of_way(self, hook: Hook, way: Way) -> Facts:
        """What is so of an attacker who has switched on a way."""
        places = {param.name: at for at, param in enumerate(hook.params)}
        if places.get("attacker") != 0 or places.get("region", 1) != 1:
            return {}
        facts = self._of_race(0, way.holder, way.phase, way.card)
        add(facts, self._guarded(way.guard, 1 + ("region" in places)))
        if way.text is None and self._is_of_declined(way):
            facts[declined(0)] = YES
        return facts

    def _is_of_declined(self, way: Way) -> bool:
        """Whether a way is on only in attempts of races that an offer has found to be in decline."""
        asked = [(h, node) for h in self.handlers for part in (h.guard, h.target, h.body)
                 for node in walk(part) if node[0] == "attempts" and node[4] == way.id]  # fmt: skip
        return bool(asked) and all(
            h.target is not None
            and h.target[1][0] == "filter"
            and ("get", "race.declined", key_of(node[3])) in self._guarded(h.target[1][5], 255)
            for h, node in asked
        )

    # ---- guards ----

    def _guarded(self, guard: Expr | None, params: int) -> Facts:
        """The facts that a guard tells of the first so many values."""
        facts: Facts = {}
        for part in parts_of(guard):
            for key, allowed in self._part(part):
                if not any(n[0] == "local" and n[1] >= params for n in nodes(key)):
                    add(facts, {key: allowed})
        return facts

    def _part(self, part: Expr) -> Iterator[tuple[Any, frozenset[Any] | Range]]:
        op = part[0]
        if op in RANGES and part[4][0] == "num":
            yield key_of(part[3]), RANGES[op](part[4][3])
        elif op in ("eq", "one_of"):
            yield from self._equal(part)
        elif op == "not" and part[3][0] in ("get", "in", "has", "exists"):
            yield key_of(part[3]), NO
        elif op == "has" and part[4] == "symbol":
            yield key_of(part), YES if part[5] in self.symbols else NEVER
        elif op in ("get", "in", "has", "exists"):
            yield key_of(part), YES

    def _equal(self, part: Expr) -> Iterator[tuple[Any, frozenset[Any] | Range]]:
        words = part[4] if part[0] == "one_of" else (part[4],)
        if all(word[0] == "word" for word in words):
            known = frozenset(word[4] for word in words)
            is_land = part[3][0] == "get" and part[3][3] == "region.terrain"
            yield key_of(part[3]), known & self.terrains if is_land else known
        elif part[0] == "eq":
            for one, two in ((part[3], part[4]), (part[4], part[3])):
                if one[0] == "get" and one[3] == "player.active":
                    yield ("get", "race.declined", key_of(two)), NO


def add(facts: Facts, more: Mapping[Any, frozenset[Any] | Range]) -> None:
    """Add facts to others that hold as well."""
    for key, allowed in more.items():
        facts[key] = both(facts[key], allowed) if key in facts else allowed


def parts_of(guard: Expr | None) -> Iterator[Expr]:
    """The parts of a guard that must all hold."""
    if guard is not None and guard[0] == "and":
        for part in guard[3:]:
            yield from parts_of(part)
    elif guard is not None:
        yield guard


def key_of(node: Any) -> Any:
    """An expression without its places and types."""
    if not isinstance(node, tuple) or not node or not isinstance(node[0], str):
        return tuple(map(key_of, node)) if isinstance(node, tuple) else node
    return (node[0], *map(key_of, node[3:]))


def nodes(key: Any) -> Iterator[Any]:
    """A key and the parts of it that are expressions."""
    if isinstance(key, tuple) and key:
        if isinstance(key[0], str):
            yield key
        for part in key:
            yield from nodes(part)


def declined(role: int) -> Any:
    """The key of whether the race of a parameter is in decline."""
    return ("get", "race.declined", ("local", role))


def in_natives(role: int) -> Any:
    """The key of whether the race of a parameter is one of the natives."""
    return ("in", ("local", role), ("game", "natives"))
