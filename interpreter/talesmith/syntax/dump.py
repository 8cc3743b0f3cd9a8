"""The canonical text of a tree: every construct and every part by name, without places.

Two trees have the same dump exactly when they are equal. It is made for goldens and for people
who look for a difference, not for reading back.
"""

from __future__ import annotations

import attrs

from talesmith.syntax.tree import FullName, Name, Node, Number, Text, Word

WIDTH = 100
"""What fits into so many columns stays on one line."""

SIGNS = {None: "-", True: "yes", False: "no"}
"""How missing parts and flags are written."""


def dump(node: Node) -> str:
    """Return the dump of a tree, with a line break at its end."""
    return "\n".join(_lines(node, "")) + "\n"


def _lines(value: object, indent: str, label: str = "") -> list[str]:
    short = f"{indent}{label}{_short(value)}"
    if len(short) <= WIDTH:
        return [short]
    if isinstance(value, tuple):
        inner = [line for part in value for line in _lines(part, indent + "  ")]
        return [f"{indent}{label}[", *inner, f"{indent}]"]
    if isinstance(value, Node) and not isinstance(value, _LEAVES):
        parts = [
            line
            for name, part in _fields(value)
            for line in _lines(part, indent + "  ", f"{name}=")
        ]
        return [f"{indent}{label}({type(value).__name__}", *parts, f"{indent})"]
    return [short]


_LEAVES = (Word, Name, Number, Text, FullName)


def _fields(node: Node) -> list[tuple[str, object]]:
    return [(f.name, getattr(node, f.name)) for f in attrs.fields(type(node)) if f.eq]


def _short(value: object) -> str:
    if isinstance(value, Text):
        return f'"{value.text}"'
    if isinstance(value, Number):
        return str(value.value)
    if isinstance(value, _LEAVES):
        return str(value)
    if isinstance(value, Node):
        parts = [f"{name}={_short(part)}" for name, part in _fields(value)]
        return f"({' '.join([type(value).__name__, *parts])})"
    if isinstance(value, tuple):
        return f"[{' '.join(map(_short, value))}]"
    return SIGNS[value] if value is None or isinstance(value, bool) else str(value)
