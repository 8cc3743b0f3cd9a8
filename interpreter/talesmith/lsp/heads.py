"""Which hook, step or item stands around a place: its parameters are names there."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from talesmith.ground.span import Span
from talesmith.lsp import targets
from talesmith.lsp.positions import holds
from talesmith.lsp.targets import Target
from talesmith.names.declared import declared_in
from talesmith.names.vocabulary import Signature, Vocabulary
from talesmith.syntax import tree


@frozen
class Heads:
    """The stretches of a text that have parameters, outer before inner."""

    around: tuple[tuple[Span, str, tuple[str, ...]], ...]
    """the stretch, the full name of what has the parameters, and their names"""
    written: dict[Span, Target]
    """parameters that are declared in this text"""

    @classmethod
    def of(cls, file: tree.File, vocabulary: Vocabulary) -> Heads:
        """Find the heads of a text."""
        around = [*_answering(file, vocabulary)]
        written: dict[Span, Target] = {}
        for one in declared_in(file):
            parameters = getattr(one.node, "parameters", None)
            if parameters:
                full = targets.of_declared(one).full
                names = tuple(parameter.name.text for parameter in parameters)
                around.append((one.node.span, full, names))
                for parameter in parameters:
                    target = Target("parameter", f"{full}.{parameter.name}")
                    written[parameter.name.span] = target
        around.sort(key=lambda head: (head[0].line, head[0].column))
        return cls(tuple(around), written)

    def parameter(self, place: Span, name: str) -> Target | None:
        """Give the parameter of that name that is known at a place."""
        for span, full, names in reversed(self.around):
            if name in names and holds(span, place.line, place.column):
                return Target("parameter", f"{full}.{name}")
        return None

    def parameter_at(self, place: Span) -> Target | None:
        """Give the parameter that is declared at a place."""
        return self.written.get(place)


def _answering(
    file: tree.File, vocabulary: Vocabulary
) -> Iterator[tuple[Span, str, tuple[str, ...]]]:
    for node in tree.walk(file):
        signature = _signature(node, vocabulary)
        if signature is not None:
            target = targets.of_hook(signature.name, vocabulary)
            yield node.span, target.full if target else signature.name, signature.names


def _signature(node: tree.Node, vocabulary: Vocabulary) -> Signature | None:
    if isinstance(node, tree.Hook):
        return vocabulary.hooks.get(node.name.text)
    if isinstance(node, tree.Instead):
        return vocabulary.hooks.get(node.action.text)
    if isinstance(node, tree.Offer) and node.points:
        return vocabulary.hooks.get(node.points[0].text)
    return None
