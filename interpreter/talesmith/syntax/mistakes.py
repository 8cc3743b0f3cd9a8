"""Guesses at what the author meant where the parser could not go on.

A guess is a small change of the text together with the finding that would report it. Which of
them is right, the parser decides: the recovery tries each and keeps the one that lets it read
furthest. So a guess may be bold here, and still no finding names a change that does not help.

A misspelt member word reads as the name of a hook and fails only one word later; a keyword glued
to the name before it as well. So the piece before the refused one is looked at too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from talesmith.diagnose.diagnostic import Diagnostic, Fix, Safety
from talesmith.diagnose.registry import finding
from talesmith.ground.nearest import all_nearest
from talesmith.syntax.draft import Piece
from talesmith.syntax.trouble import Trouble
from talesmith.syntax.units import LEADS

LOOKS_BACK = 2
"""So many pieces before the refused one are looked at."""

NUMBER_AND_WORD = re.compile(r"([0-9]+)([a-z_]\w*)")


@frozen
class Guess:
    """`new` in the place of a stretch of the draft, and the finding that says so."""

    start: int
    end: int
    new: str
    finding: Diagnostic


def guesses(trouble: Trouble) -> Iterator[Guess]:
    """Yield what may have been meant; of two that help equally, the first counts."""
    if trouble.at >= len(trouble.pieces):
        return
    piece = trouble.pieces[trouble.at]
    yield from _equals(trouble, piece)
    yield from _missing_language(trouble, piece)
    yield from _dotted_has(trouble, piece)
    if piece.is_word:
        yield from _number_glued(trouble, piece)
        yield from _misspelt(trouble, trouble.at)
        yield from _keyword_glued_in_front(trouble, trouble.at)
    for earlier in range(trouble.at - 1, max(-1, trouble.at - 1 - LOOKS_BACK), -1):
        if trouble.pieces[earlier].is_word:
            yield from _misspelt(trouble, earlier)
            yield from _keyword_glued_in_front(trouble, earlier)
    if trouble.before and trouble.before.is_word:
        yield from _keyword_glued_behind(trouble, trouble.before)


def refusal(trouble: Trouble) -> Diagnostic:
    """Return the finding for a piece that no guess explains."""
    found, label = trouble.found, trouble.expected
    if not found:
        return finding("T010", trouble.span, found="the end of the text", label=label)
    before = trouble.before
    behind = before.text == "}" if before else trouble.start == "_tops"
    if behind and {"KIND", "K_MAP"} <= trouble.accepts:
        return finding("T006", trouble.span, found=found, label=label)
    if re.search(r"[A-Z]", found) and found[0] != '"':
        label = "words are written in small letters, digits and underscores"
    elif found == "(" and {"K_AS", "K_LIMIT", "K_WHEN"} <= trouble.accepts:
        label = "a card writes a hook without its parameters: they are there by their names"
    elif found[0] == "'":
        label = 'a text stands in straight double quotes: "..."'
    return finding("T010", trouble.span, found=_named(found), label=label)


def _named(found: str) -> str:
    if found[0].isdigit():
        return f"the number {found}"
    if found[0] == '"':
        return "this text"
    return f"`{found}`"


def _guess(trouble: Trouble, piece: Piece, new: str, code: str, **words: str) -> Guess:
    span = trouble.span_of(piece)
    fix = Fix(span, new, Safety.UNSAFE)
    label = words.pop("label", f"did you mean `{new}`?")
    report = evolve(finding(code, span, **words), label=label, fix=fix)  # type: ignore[arg-type]
    return Guess(piece.start, piece.end, new, report)


def _equals(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    if piece.text == "=" and "CMP" in trouble.accepts:
        yield _guess(trouble, piece, "==", "T009", label="use `==`")
    if piece.text == "==" and "EQUAL" in trouble.accepts:
        yield _guess(trouble, piece, "=", "T010", found="`==`", label="a value is given with `=`")


def _missing_language(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    if trouble.at == 0 and piece.text == "package":
        span = trouble.span_of(piece)
        report = finding("T005", span, problem="`language 1` is missing before `package`")
        yield Guess(piece.start, piece.start, "language 1 ", report)


def _dotted_has(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    before = trouble.pieces[max(0, trouble.at - 3) : trouble.at]
    if [one.text for one in before[1:]] == [".", "has"] and before[0].is_word:
        meant = f"{before[0].text} has {piece.text}"
        report = finding(
            "T010", trouble.span_of(before[2]), found="`.has`", label=f"write `{meant}`"
        )
        yield Guess(before[1].start, before[2].end, " has", report)


def _number_glued(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    match = NUMBER_AND_WORD.fullmatch(piece.text)
    if match:
        yield _glued(trouble, piece, match[1], match[2])


def _misspelt(trouble: Trouble, at: int) -> Iterator[Guess]:
    piece, accepts = trouble.pieces[at], trouble.accepts_at(at)
    if at < trouble.at and piece.text in trouble.words_at(at):
        return  # it is a right word there already: the mistake comes behind it
    in_line = piece.indent is None and at > 0 and trouble.pieces[at - 1].text not in {"{", "}"}
    near = all_nearest(piece.text, trouble.words_at(at))
    for meant in sorted(near, key=lambda word: in_line and word in LEADS):
        found = f"`{piece.text}`"
        if meant not in LEADS:
            yield _guess(trouble, piece, meant, "T010", found=found)
        elif "K_OFFER" in accepts and "NAME" in accepts:
            yield _guess(trouble, piece, meant, "T101", name=piece.text)
        elif "K_LET" in accepts:
            yield _guess(trouble, piece, meant, "T103", what="statement", name=piece.text)
        else:
            yield _guess(trouble, piece, meant, "T010", found=found)


def _keyword_glued_in_front(trouble: Trouble, at: int) -> Iterator[Guess]:
    piece = trouble.pieces[at]
    for word in sorted(trouble.words_at(at), key=len, reverse=True):
        if piece.text.startswith(word) and piece.text != word:
            yield _glued(trouble, piece, word, piece.text[len(word) :])


def _keyword_glued_behind(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    for word in sorted(trouble.words, key=len, reverse=True):
        if piece.text.endswith(word) and piece.text != word:
            yield _glued(trouble, piece, piece.text[: -len(word)], word)


def _glued(trouble: Trouble, piece: Piece, left: str, right: str) -> Guess:
    new = f"{left} {right}"
    return _guess(trouble, piece, new, "T008", found=piece.text, label=f"write `{new}`")
