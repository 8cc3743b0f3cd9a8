"""From a text to its tree and everything that is wrong with it."""

from __future__ import annotations

from attrs import frozen
from lark import UnexpectedInput

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.diagnose.registry import finding
from talesmith.ground.source import SourceText
from talesmith.syntax.build.build import build
from talesmith.syntax.grammar import parser
from talesmith.syntax.tree import File


@frozen
class Parsed:
    """What became of a text: the tree of all that could be read, and the findings."""

    source: SourceText
    file: File
    findings: tuple[Diagnostic, ...]


def parse(source: SourceText) -> Parsed:
    """Parse a whole text; never raises because of what stands in it."""
    try:
        tree = parser().parse(source.text, start="start")
    except UnexpectedInput as error:
        at = error.pos_in_stream or 0
        span = source.span(at, at + 1)
        return Parsed(source, File(None, ()), (finding("T010", span, found="this"),))
    return Parsed(source, build(tree, source.span), ())
