"""Go through a tree without knowing its classes."""

from collections.abc import Iterator

import attrs

from talesmith.syntax.tree.base import Node


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside `node`, in the order of its fields."""
    for name in _parts(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Node))


def _parts(node: Node) -> tuple[str, ...]:
    """Return the fields in which nodes may stand: all but the place."""
    kind = type(node)
    if kind not in _PARTS:
        names = (field.name for field in attrs.fields(kind))
        _PARTS[kind] = tuple(name for name in names if name != "span")
    return _PARTS[kind]


_PARTS: dict[type, tuple[str, ...]] = {}


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and everything inside it, outer before inner."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(tuple(children(here))))
