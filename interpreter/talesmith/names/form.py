"""Small helpers with which every module of this package writes the typed form."""

from talesmith.names.types import UNKNOWN
from talesmith.ruleset.ops import Expr
from talesmith.syntax import tree


def at(node: tree.Node) -> int:
    """Give the place of a node as the typed form keeps it."""
    return node.span.line * 4096 + min(node.span.column, 4095)


def lost(node: tree.Node) -> Expr:
    """Give what stands for an expression that was reported."""
    return ("none", at(node), UNKNOWN)


def spelled(node: tree.Node) -> str:
    """Give a name, or a path of names, as it is written; empty for anything else."""
    if isinstance(node, tree.Attribute):
        source = spelled(node.source)
        return f"{source}.{node.name}" if source else ""
    return node.text if isinstance(node, tree.Name) else ""
