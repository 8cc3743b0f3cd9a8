"""The layout of a text, proved to say the same as the text."""

from __future__ import annotations

from collections import Counter

from talesmith.ground.source import SourceText
from talesmith.layout.pieces import Pieces
from talesmith.layout.printer import printed
from talesmith.layout.render import render
from talesmith.syntax.parse import Parsed, parse


class Changed(Exception):  # noqa: N818 - it says what would have become of the text
    """The layout would say something else than the text: a failure of this program."""


def laid_out(parsed: Parsed) -> str:
    """Return a text in the one layout of the language.

    The result is parsed again: raises Changed unless it has the same tree and the same comments.
    Raises ValueError when the text has mistakes, because its tree is not all of it then.
    """
    if parsed.findings:
        raise ValueError(f"{parsed.source.path} has mistakes, so it has no layout")
    text = render(printed(parsed.file, Pieces(parsed.source, parsed.comments)))
    again = parse(SourceText(parsed.source.path, text))
    if again.findings or again.file != parsed.file:
        raise Changed(f"the layout of {parsed.source.path} would have another tree")
    if _comments(again) != _comments(parsed):
        raise Changed(f"the layout of {parsed.source.path} would have other comments")
    return text


def _comments(parsed: Parsed) -> Counter[str]:
    return Counter(comment.text.rstrip() for comment in parsed.comments)
