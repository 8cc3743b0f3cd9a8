"""Boards: every link at both of its regions, and no more regions than can be numbered."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from talesmith.compile.gathered import where
from talesmith.ground.span import Span
from talesmith.names.findings import Findings
from talesmith.names.vocabulary import Vocabulary
from talesmith.ruleset.parts import Map, Region
from talesmith.syntax import tree

MOST_REGIONS = 250
"""a region is numbered in a byte, in which the highest number means no region"""


def write_map(
    node: tree.Map, package: str, vocabulary: Vocabulary, findings: Findings, text: str
) -> Map:
    """Write a board."""
    numbers = {type(n): n for n in node.lines}
    players, rounds = numbers.get(tree.MapPlayers), numbers.get(tree.MapRounds)
    aspect = numbers.get(tree.MapAspect)
    if rounds is None:
        findings.add("T115", node.name.span, problem=f"map `{node.name}` does not say its `rounds`")
    check_size([node], node.name.span, findings)
    return Map(
        f"{package}.{node.name}",
        node.title.text if node.title else node.name.text.replace("_", " ").capitalize(),
        players.count.value if isinstance(players, tree.MapPlayers) else None,
        rounds.count.value if isinstance(rounds, tree.MapRounds) else 1,
        aspect.width.value if isinstance(aspect, tree.MapAspect) else 1000,
        _regions(node, vocabulary, findings), where(node.name.span),
        hashlib.sha256(text.encode()).hexdigest()[:16],
    )  # fmt: skip


def size_of(board: tree.Map) -> int:
    """Give the number of regions of a map."""
    return sum(isinstance(line, tree.MapRegion) for line in board.lines)


def check_size(board: Sequence[tree.Map], span: Span, findings: Findings) -> None:
    """Report a board of one or several maps that has too many regions."""
    count = sum(map(size_of, board))
    if count > MOST_REGIONS:
        problem = f"a board of {count} regions; {MOST_REGIONS} are the most"
        findings.add("T115", span, problem=problem)


def _regions(node: tree.Map, vocabulary: Vocabulary, findings: Findings) -> tuple[Region, ...]:
    regions: dict[str, tree.MapRegion] = {}
    written = [line for line in node.lines if isinstance(line, tree.MapRegion)]
    for line in written:
        regions.setdefault(line.name.text, line)
    for line in written:
        _check_region(line, regions, vocabulary, findings)
    links = _links(regions)
    return tuple(
        Region(
            name, n.terrain.text, (n.x.value, n.y.value) if n.x and n.y else None,
            tuple(s.text for s in n.symbols), tuple(sorted(links[name])),
        )
        for name, n in regions.items()
    )  # fmt: skip


def _links(regions: dict[str, tree.MapRegion]) -> dict[str, set[str]]:
    links: dict[str, set[str]] = {name: set() for name in regions}
    for name, node in regions.items():
        for other in node.touches:
            if other.text in links and other.text != name:
                links[name].add(other.text)
                links[other.text].add(name)
    return links


def _check_region(
    node: tree.MapRegion, regions: dict[str, tree.MapRegion], vocabulary: Vocabulary,
    findings: Findings,
) -> None:  # fmt: skip
    if regions[node.name.text] is not node:
        findings.add("T112", node.name.span, name=node.name.text)
    terrain = vocabulary.words.get("terrain", {})
    if node.terrain.text not in terrain:
        findings.unknown(
            "T104", node.terrain.span, node.terrain.text, terrain, what="word of terrain"
        )
    symbols = vocabulary.words.get("symbol", {})
    for symbol in node.symbols:
        if symbol.text not in symbols:
            findings.unknown("T104", symbol.span, symbol.text, symbols, what="word of symbol")
    order = list(regions)
    for other in node.touches:
        if other.text not in regions:
            findings.unknown("T105", other.span, other.text, order)
        elif order.index(other.text) <= order.index(node.name.text):
            problem = f"write the link of `{node.name}` and `{other}` once, at the one above"
            findings.add("T115", other.span, problem=problem)
