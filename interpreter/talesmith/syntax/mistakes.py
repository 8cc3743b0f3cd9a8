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

OF_A_HEAD = frozenset({"also", "only", "when", "as", "limit"})
"""Words that say more of a member; in the place of one they read as the name of a hook."""

PIECES = frozenset({"marker", "unit"})

LINE_WORDS = frozenset({"become", "times", "add", "cap", "floor", "forbid", "waive", "earn"})
"""Words with which a line begins that says an amount or a ban."""

GOES_ON = {"if": "when", "for": "each"}
ENDS = {"when": "when CONDITION", "each": "each r in THINGS"}
"""How such a line goes on, and what was written instead of that."""

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
    yield from _behind_an_amount(trouble)
    yield from _braces_of_a_piece(trouble, piece)
    yield from _printed_without_is(trouble, piece)
    yield from _done_without_do(trouble, piece)


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
    elif before and before.text in OF_A_HEAD and "K_OFFER" in trouble.accepts_at(trouble.at - 1):
        label = f"`{before.text} {found}` stands behind the name of a hook, before its `{{`"
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


def _behind_an_amount(trouble: Trouble) -> Iterator[Guess]:
    """A line that goes on with `if` or `for`, as a sentence would, and not with `when` or `each`."""
    pieces, at = trouble.pieces, trouble.at - 1
    while at >= 0 and pieces[at].text not in {"{", "}", *GOES_ON}:
        at -= 1
    line = at
    while line >= 0 and pieces[line].text not in {"{", "}", *LINE_WORDS}:
        line -= 1
    if min(at, line) < 0 or pieces[at].text not in GOES_ON or pieces[line].text not in LINE_WORDS:
        return
    meant, last = GOES_ON[pieces[at].text], at
    if meant == "each" and pieces[at + 1].text == "each":
        last += 1
    head = trouble.draft.text[pieces[line].start : pieces[at].start].strip()
    report = finding(
        "T010", trouble.span_of(pieces[at]).to(trouble.span_of(pieces[last])),
        found=_named(pieces[at].text), label=f"write `{head} {ENDS[meant]}`",
    )  # fmt: skip
    yield Guess(pieces[at].start, pieces[last].end, meant, report)


def _braces_of_a_piece(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    before = trouble.before
    if before is None or not {"K_STAYS", "LBRACE"} <= trouble.accepts:
        return
    heads = [i for i, one in enumerate(trouble.pieces[: trouble.at]) if one.text in PIECES]
    head = " ".join(one.text for one in trouble.pieces[heads[-1] : trouble.at])
    report = finding(
        "T010", trouble.span_of(piece), found=_named(piece.text),
        label=f"expected `{{ }}` behind `{head}`: what it does, or nothing",
        fix=Fix(trouble.span_of(before), f"{before.text} {{ }}", Safety.UNSAFE),
    )  # fmt: skip
    yield Guess(before.end, before.end, " { }", report)


def _printed_without_is(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    before = trouble.before
    if before is None or not before.is_word or "K_IS" not in trouble.accepts_at(trouble.at - 1):
        return
    if piece.text == ":":
        meant, end = f"is {before.text}", before.end
    elif piece.text.isdigit():
        meant, end = f"is {before.text}: {piece.text}", piece.end
    else:
        return
    label = f"what is printed on a card stands behind `is`: `is {before.text}: ...`"
    report = finding("T010", trouble.span_of(piece), found=_named(piece.text), label=label)
    yield Guess(before.start, end, meant, report)


def _done_without_do(trouble: Trouble, piece: Piece) -> Iterator[Guess]:
    behind = trouble.pieces[trouble.at + 1 : trouble.at + 2]
    if piece.is_word and "K_DO" in trouble.accepts and [one.text for one in behind] == ["("]:
        label = f"did you mean `do {piece.text}(...)`, or for a step `call {piece.text}(...)`?"
        fix = Fix(trouble.span_of(piece), f"do {piece.text}", Safety.UNSAFE)
        report = finding(
            "T010", trouble.span_of(piece), found=f"`{piece.text}`", label=label, fix=fix
        )
        yield Guess(piece.start, piece.start, "do ", report)


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
