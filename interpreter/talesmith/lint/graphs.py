"""Cycles in small graphs, found with their edges so that a message can point at one of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def cycles(graph: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """Give one shortest cycle through every group of nodes that reach each other."""
    return [_shortest(graph, group) for group in _groups(graph)]


def _groups(graph: Mapping[N, Iterable[N]]) -> list[set[N]]:
    """Tarjan's algorithm, with a list of its own instead of Python's stack."""
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    path: list[N] = []
    found: list[set[N]] = []
    for start in graph:
        if start in index:
            continue
        waiting: list[tuple[N, list[N]]] = [(start, list(graph.get(start, ())))]
        index[start] = low[start] = len(index)
        path.append(start)
        while waiting:
            node, left = waiting[-1]
            if left:
                _visit(left.pop(0), node, graph, index, low, path, waiting)
                continue
            waiting.pop()
            if waiting:
                low[waiting[-1][0]] = min(low[waiting[-1][0]], low[node])
            if low[node] == index[node]:
                _close(node, graph, path, found)
    return found


def _visit(
    other: N, node: N, graph: Mapping[N, Iterable[N]], index: dict[N, int], low: dict[N, int],
    path: list[N], waiting: list[tuple[N, list[N]]],
) -> None:  # fmt: skip
    if other not in index:
        index[other] = low[other] = len(index)
        path.append(other)
        waiting.append((other, list(graph.get(other, ()))))
    elif other in path:
        low[node] = min(low[node], index[other])


def _close(node: N, graph: Mapping[N, Iterable[N]], path: list[N], found: list[set[N]]) -> None:
    group = set()
    while True:
        member = path.pop()
        group.add(member)
        if member == node:
            break
    if len(group) > 1 or node in graph.get(node, ()):
        found.append(group)


def _shortest(graph: Mapping[N, Iterable[N]], group: set[N]) -> list[N]:
    """Give a shortest way from the first node of a group back to itself."""
    start = min(group, key=str)
    before: dict[N, N] = {}
    reached = [start]
    for node in reached:
        for other in graph.get(node, ()):
            if other == start:
                return _back(before, start, node)
            if other in group and other not in before:
                before[other] = node
                reached.append(other)
    return [start]


def _back(before: dict[N, N], start: N, last: N) -> list[N]:
    way = [last]
    while way[-1] != start:
        way.append(before[way[-1]])
    way.reverse()
    return [*way, start]
