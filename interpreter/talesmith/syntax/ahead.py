"""What may stand at a place in a text that is still being written.

The text up to the place is parsed; a card before it is left out, so that its mistakes do no harm,
and what cannot be read in the card itself is blanked unit by unit.  The parser then knows which
words may come next.  To learn what they may mean, a checker needs a whole text: a stand-in for the
word is put at the place, and if what follows does not fit to it, the shortest ending that the
grammar takes is written behind it instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen
from lark import Token, UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from talesmith.ground.source import SourceText
from talesmith.syntax import expected
from talesmith.syntax.draft import Draft, Piece
from talesmith.syntax.grammar import parser
from talesmith.syntax.reading import Reader, position
from talesmith.syntax.tree import File, Name, Node, Word, walk
from talesmith.syntax.trouble import trouble
from talesmith.syntax.units import Cut

STAND_IN = "zz_here_zz"
WORD = re.compile(r"[A-Za-z0-9_]*$")
BEHIND = re.compile(r"[A-Za-z0-9_]*")
ROUNDS = 8
"""so many units are blanked before the place is given up"""
LONGEST = 200
"""most words of an ending"""
ENDINGS = ("RBRACE", "RPAR", "RSQB", "LBRACE", "NAME", "INT", "STRING")
"""What an ending is made of, the shortest ways first; if none fits, any word that does."""
SPELLED = {"NAME": "zz", "INT": "1", "STRING": '"zz"', "CODE": "T301", "CMP": "=="}


@frozen
class Ahead:
    """What may come at a place: its keywords, and whether a name may; texts with a stand-in."""

    start: int
    """where the word at the place begins"""
    words: frozenset[str]
    takes_name: bool
    texts: tuple[SourceText, ...]
    """the text with the stand-in, as it is and with another ending"""


def ahead(source: SourceText, offset: int) -> Ahead | None:
    """Tell what may stand at an offset; None inside of a comment or a text in quotes."""
    line = source.text[:offset].rpartition("\n")[2]
    bare = re.sub(r'"[^"]*"', "", line)
    if '"' in bare or "//" in bare:
        return None
    start = offset - len(WORD.findall(source.text[:offset])[0])
    top = max((p.end for p in _ended(source.text[:start])), default=0)
    draft, rule = (
        Draft(SourceText(source.path, source.text[top:start])),
        "_tops" if top else "start",
    )
    state = _read(draft, rule)
    if state is None:
        return None
    accepts = frozenset(state.accepts())  # type: ignore[no-untyped-call]
    words = frozenset(expected.words(parser(), accepts))
    texts = (_as_it_is(source, offset, start), _ended_early(source, offset, top, draft, state))
    return Ahead(start, words, "NAME" in accepts, texts)


def _ended(text: str) -> Iterator[Piece]:
    return (p for p in Draft(SourceText("", text)).pieces() if p.text == "}" and p.depth == 0)


def _read(draft: Draft, rule: str) -> InteractiveParser | None:
    """Read a draft to its end, blanking what cannot be read."""
    reader = Reader(parser(), rule)
    for _ in range(ROUNDS):
        state = parser().parse_interactive(draft.text, start=rule)
        try:
            state.exhaust_lexer()
        except UnexpectedInput as error:
            here = trouble(reader, draft, position(error, draft.text))
            start, end = Cut(here.pieces, here.at, "RBRACE" in here.accepts).unit()
            cut = here.pieces[start:end]
            if not cut:
                return None
            draft.erase(cut[0].start, cut[-1].end)
        else:
            return state
    return None


def _as_it_is(source: SourceText, offset: int, start: int) -> SourceText:
    match = BEHIND.match(source.text, offset)
    end = match.end() if match else offset
    return SourceText(source.path, f"{source.text[:start]}{STAND_IN}{source.text[end:]}")


def _ended_early(
    source: SourceText, offset: int, top: int, draft: Draft, state: InteractiveParser
) -> SourceText:
    """Put the shortest ending behind the stand-in; the tops behind it stay."""
    behind = source.text[offset:]
    depth = sum({"{": 1, "}": -1}.get(piece.text, 0) for piece in draft.pieces())
    rest = ""
    for piece in Draft(SourceText("", behind)).pieces() if depth > 0 else ():
        depth += {"{": 1, "}": -1}.get(piece.text, 0)
        if depth == 0:
            rest = behind[piece.end :]
            break
    text = f"{source.text[:top]}{draft.text}{STAND_IN} {' '.join(_ending(state))}{rest}"
    return SourceText(source.path, text)


def _ending(state: InteractiveParser) -> Iterator[str]:
    """Yield the words that end a text behind a stand-in."""
    spelled = expected.spelling(parser())
    wanted = "NAME"
    for number in range(LONGEST):
        try:
            said = SPELLED.get(wanted) or spelled[wanted][0]
            state.feed_token(Token(wanted, said))
        except (UnexpectedInput, IndexError, KeyError):
            return
        if number:
            yield said
        accepts = state.accepts()  # type: ignore[no-untyped-call]
        if "$END" in accepts:
            return
        wanted = next((e for e in ENDINGS if e in accepts), min(accepts, default="NAME"))


def stand_in(file: File) -> tuple[Node, ...]:
    """Give the node of the stand-in and those around it, the innermost first; none: it is lost."""
    found: tuple[Node, ...] = ()
    place: Node | None = None
    around: list[Node] = []
    for node in walk(file):
        if isinstance(node, Word | Name) and node.text == STAND_IN:
            place = node
            break
        around.append(node)
    if place is not None:
        span = place.span
        inside = (
            n for n in reversed(around)
            if (n.span.line, n.span.column) <= (span.line, span.column)
            and (n.span.end_line, n.span.end_column) >= (span.end_line, span.end_column)
        )  # fmt: skip
        found = (place, *inside)
    return found
