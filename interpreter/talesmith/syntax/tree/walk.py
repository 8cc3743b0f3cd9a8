"""Go through a tree without knowing its classes."""

from collections.abc import Iterator

import attrs

from talesmith.syntax.tree.base import Node


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside `node`, in the order of its fields."""
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Node))


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and everything inside it, outer before inner."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(tuple(children(here))))
