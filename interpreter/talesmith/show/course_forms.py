"""The course of a game as lines, or as a graph for other programs."""

from __future__ import annotations

from collections.abc import Iterator

from talesmith.show.course import Node


def as_text(node: Node) -> list[str]:
    """Return a course as lines, each part below what holds it."""
    return list(_lines(node, 0))


def _lines(node: Node, depth: int) -> Iterator[str]:
    known = " (see above)" if node.is_known else ""
    cards = f"  <- {', '.join(node.cards)}" if node.cards else ""
    yield f"{'  ' * depth}{label(node)}{known}{cards}"
    for part in node.inside:
        yield from _lines(part, depth + 1)


def label(node: Node) -> str:
    """Return how a part of the course is called."""
    if node.kind == "option":
        return f"“{node.name}”"
    if node.kind in ("step", "moment", "action", "point"):
        return f"{node.kind} {node.name}"
    return node.name


SHAPES = {"moment": "ellipse", "point": "hexagon", "action": "box3d", "choice": "diamond"}


def as_dot(node: Node) -> list[str]:
    """Return a course as a graph for Graphviz; the numbers on edges are the order."""
    nodes, edges = _numbered(node)
    lines = ["digraph course {", "  node [shape=box];"]
    for name, part in nodes.items():
        text = "\\n".join([_escaped(label(part)), *part.cards])
        shape = f", shape={SHAPES[part.kind]}" if part.kind in SHAPES else ""
        lines.append(f'  {name} [label="{text}"{shape}];')
    lines += [f'  {one} -> {other} [label="{n}"];' for one, other, n in edges]
    return [*lines, "}"]


def as_mermaid(node: Node) -> list[str]:
    """Return a course as a flowchart for Mermaid; the numbers on edges are the order."""
    nodes, edges = _numbered(node)
    lines = ["flowchart TD"]
    for name, part in nodes.items():
        text = "<br/>".join([label(part).replace('"', "#quot;"), *part.cards])
        left, right = {"moment": ("([", "])"), "point": ("{{", "}}"), "choice": ("{", "}")}.get(
            part.kind, ("[", "]")
        )
        lines.append(f'  {name}{left}"{text}"{right}')
    return [*lines, *(f"  {one} -->|{n}| {other}" for one, other, n in edges)]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _numbered(root: Node) -> tuple[dict[str, Node], list[tuple[str, str, int]]]:
    """Return nodes by short names and the edges between them; what is shown twice is one node."""
    nodes: dict[str, Node] = {}
    names: dict[tuple[str, str], str] = {}
    edges: list[tuple[str, str, int]] = []

    def add(node: Node) -> str:
        key = (node.kind, node.name)
        is_shared = node.kind in ("step", "moment", "action", "point")
        if is_shared and key in names:
            return names[key]
        name = names[key] = f"n{len(nodes)}"
        nodes[name] = node
        for n, part in enumerate(node.inside, 1):
            edges.append((name, add(part), n))
        return name

    add(root)
    return nodes, edges


FORMATS = {"text": as_text, "dot": as_dot, "mermaid": as_mermaid}
