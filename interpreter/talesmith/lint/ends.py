"""Everything ends: no value asks for itself, no step calls itself, nothing repeats for nothing.

Five graphs or paths (language reference, termination): which value or permission asks for which
(T052); which step calls which (T054); which action or moment causes which, where a handler with a
limit breaks the chain (T055); the path of a circle that comes round again must have paid (T053);
and that of an offer must lose tokens or coins, gain a region or end its loop (T056).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import define, field

from talesmith.ground.span import Span
from talesmith.lint.graphs import cycles
from talesmith.lint.paths import without
from talesmith.lint.whole import (
    Text,
    Whole,
    nodes,
    of_handler,
    of_hook,
    of_step,
    step_id,
    texts,
    wanted,
)
from talesmith.ruleset.ops import Body, Expr, Stmt
from talesmith.ruleset.parts import PURE


@define
class Graph:
    """Edges between names, each with the place where it was written, and whether in a card."""

    edges: dict[str, dict[str, tuple[bool, Span]]] = field(factory=lambda: defaultdict(dict))

    def add(self, one: str, other: str, span: Span, *, own: bool) -> None:
        """Add an edge; the place in a card is kept before one in the rules."""
        known = self.edges[one]
        if other not in known or own:
            known[other] = own, span

    def cycles(self) -> list[tuple[list[str], Span]]:
        """Give the cycles, each with a place: of the last edge that a card has added, if any."""
        found = []
        for way in cycles(self.edges):
            places = [self.edges[a][b] for a, b in pairwise(way)]
            in_cards = [place for place in places if place[0]]
            found.append((way, (in_cards or places)[-1][1]))
        return found


def check(whole: Whole) -> None:
    """Run all checks of this module."""
    _values(whole)
    _steps(whole)
    _actions(whole)
    for text in wanted(whole):
        for node in text.statements:
            if node[0] == "circle" and node[4] is None:
                _circle(whole, text, node)
    _offers(whole)


def _told(way: list[str]) -> str:
    return " asks ".join(way)


def _values(whole: Whole) -> None:
    graph = Graph()
    for hook in whole.hooks:
        if hook.kind in ("value", "permission"):
            _asks(graph, hook.name, of_hook(whole, hook), own=False)
    for handler in whole.handlers:
        if handler.form in PURE:
            _asks(graph, handler.hook, of_handler(whole, handler), own=True)
    for way, span in graph.cycles():
        whole.findings.add("T052", span, name=way[0], path=_told(way))


def _asks(graph: Graph, name: str, text: Text, *, own: bool) -> None:
    for asked, span in text.asked:
        graph.add(name, asked, span, own=own)


def _steps(whole: Whole) -> None:
    graph = Graph()
    for step in whole.steps:
        for how, name, span in of_step(whole, step).started:
            if how == "call":
                graph.add(step_id(step), name, span, own=step.card is not None)
    for way, span in graph.cycles():
        whole.findings.add("T054", span, path=" calls ".join(way))


def _actions(whole: Whole) -> None:
    """Name the nodes `do NAME` and `fire NAME`; a called step counts as part of its caller."""
    graph, steps = Graph(), {step_id(s): of_step(whole, s) for s in whole.steps}
    for hook in whole.hooks:
        if hook.kind == "action":
            _causes(graph, hook.name, of_hook(whole, hook), steps, own=False)
    for handler in whole.handlers:
        if handler.limit is None and handler.form in ("effect", "instead"):
            cause = handler.hook.removeprefix("after_")
            _causes(graph, cause, of_handler(whole, handler), steps, own=True)
    for way, span in graph.cycles():
        whole.findings.add("T055", span, path=" causes ".join(way))


def _causes(graph: Graph, cause: str, text: Text, steps: Mapping[str, Text], *, own: bool) -> None:
    for done, span in _done(text, steps, frozenset()):
        graph.add(cause, done, span, own=own)


def _done(
    text: Text, steps: Mapping[str, Text], seen: frozenset[str]
) -> Iterator[tuple[str, Span]]:
    """Yield what a body does or fires, with the place in this body that leads to it."""
    for how, name, span in text.started:
        if how != "call":
            yield name, span
        elif name in steps and name not in seen:
            for done, _ in _done(steps[name], steps, seen | {name}):
                yield done, span


def _circle(whole: Whole, text: Text, node: Stmt) -> None:
    """Each path that comes round again has to take at least one coin from the player."""
    slot = node[2]

    def pays(statement: Stmt) -> bool:
        return (
            statement[0] == "move_n"
            and statement[2] == "coins"
            and _at_least_one(statement[3])
            and statement[4][0] == "local"
            and statement[4][3] == slot
        )

    ways = without(node[5], pays)
    if ways.falls or ways.nexts:
        whole.findings.add(
            "T053", whole.span(text.path, node),
            hint="let each round cost its player a coin, or write `at_most N times` in its head",
        )  # fmt: skip


def _at_least_one(expr: Expr) -> bool:
    return bool(expr[0] == "num" and expr[3] >= 1)


def _offers(whole: Whole) -> None:
    repeated: set[str] = set().union(*(text.points_in_loops for text in texts(whole)))
    bodies = {step_id(s): s.body for s in whole.steps}
    actions = {h.name: h.body for h in whole.hooks if h.kind == "action"}

    def moves_on(statement: Stmt) -> bool:
        if statement[0] == "call":
            body = bodies.get(statement[2], ())
            return any(_progress(node, actions) for node in nodes(body))
        return _progress(statement, actions)

    used_up = {item.id for item in whole.items if ("used", None) in item.until}
    for handler in whole.handlers:
        if handler.form != "offer" or handler.limit is not None or handler.piece in used_up:
            continue
        if not whole.is_wanted(handler.where.path):
            continue
        ways = without(handler.body, moves_on)
        if (ways.falls or ways.stops) and repeated.intersection(handler.hook.split()):
            whole.findings.add(
                "T056", whole.spans[handler.id],
                hint="write a `limit`, or let it cost a token or a coin, take a region, or "
                "`end` the loop",
            )  # fmt: skip


def _progress(statement: Stmt, actions: Mapping[str, Body]) -> bool:
    if statement[0] == "move_n":
        source = statement[4]
        from_hand = source[0] == "get" and source[3] == "race.hand"
        coins = statement[2] == "coins" and source[2] == "player"
        return _at_least_one(statement[3]) and (from_hand or coins)
    if statement[0] == "detach":
        return statement[2] is None
    if statement[0] == "do":
        return any(_takes_region(node) for node in nodes(actions.get(statement[2], ())))
    return False


def _takes_region(node: Stmt) -> bool:
    return bool(
        node[0] == "move_n" and node[2] == "tokens" and node[5][0] == "pool_of"
        and node[5][3][0] == "local"
    )  # fmt: skip
