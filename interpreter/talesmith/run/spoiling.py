"""Texts with something wrong in them: damaged cards, and heaps of words.

Every text follows from a seed and its number.  Even numbers are cards that are shipped, with one to
three edits of the kind that a person or an editor makes; odd ones are heaps of words and signs, by
themselves, in the body of a card, or in the place of a stretch of a real one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen

from talesmith.model.chance import advance, below

PIECES = re.compile(r'"[^"\n]*"|\w+|[^\S\n]+|\n|->|\.\.|[=<>!]=|.', re.DOTALL)
"""texts in quotes, words, blanks, line ends, signs"""
SIGNS = '{ } ( ) [ ] " . , : + - * / < > ? == != .. -> // 0 1 2 99999999999999 1.5 T304 \u201c é'.split()
MOST_EDITS = 3
MOST_WORDS = 60
"""of a heap"""
FIRST_CHARACTERS = 0x250
"""Latin letters and signs; every heap may have a few characters of the whole range, too"""
HALVES = (0xD800, 0xDFFF)
"""halves of characters: no file can hold them, an editor can"""


@frozen
class Text:
    """A text, and the file for which it stands."""

    path: Path
    text: str
    is_card: bool
    """it is a shipped card with some edits"""


class Draws:
    """Numbers that follow from a seed."""

    def __init__(self, seed: int) -> None:
        """Begin the stream of this seed."""
        self.state = advance(seed)[1]

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state, drawn = below(self.state, n)
        return drawn

    def one(self, things: Sequence[str]) -> str:
        """One of some texts."""
        return things[self.below(len(things))]


class Spoiler:
    """Makes the texts."""

    def __init__(self, cards: Sequence[Path]) -> None:
        """Take some cards to spoil."""
        self.cards = [(path, PIECES.findall(path.read_text("utf-8"))) for path in cards]
        self.words = sorted({p for _, pieces in self.cards for p in pieces if not p.isspace()})
        self.heaps = Path("heap.tale").resolve()

    def text(self, seed: int, number: int) -> Text:
        """The text of that number."""
        draws = Draws(advance(seed)[1] ^ number)
        path, pieces = self.cards[draws.below(len(self.cards))]
        if number % 2:
            return Text(self.heaps, HEAPS[draws.below(len(HEAPS))](self, draws, pieces), False)
        spoilt = list(pieces)
        for _ in range(1 + draws.below(MOST_EDITS)):
            EDITS[draws.below(len(EDITS))](spoilt, draws, self.words)
        return Text(path, "".join(spoilt), True)

    def heap(self, draws: Draws) -> str:
        """Words and signs in any order."""
        parts = []
        for _ in range(draws.below(MOST_WORDS)):
            kind = draws.below(10)
            if kind < 6:
                parts.append(draws.one(self.words))
            elif kind < 9:
                parts.append(draws.one(SIGNS))
            else:
                parts.append(_character(draws))
            parts.append(draws.one((" ", " ", " ", "\n", "")))
        return "".join(parts)

    def bare(self, draws: Draws, _pieces: Sequence[str]) -> str:
        """A heap, with or without a first line as it should be."""
        return draws.one(("", "language 1\n", "language 1\npackage base\n")) + self.heap(draws)

    def inside(self, draws: Draws, _pieces: Sequence[str]) -> str:
        """A heap as the body of something."""
        head = draws.one(BODIES)
        return f"language 1\n{head} {{\n{self.heap(draws)}\n}}\n"

    def replaced(self, draws: Draws, pieces: Sequence[str]) -> str:
        """A card with a heap in the place of a stretch."""
        first = draws.below(len(pieces))
        last = min(first + draws.below(40), len(pieces))
        return "".join([*pieces[:first], " ", self.heap(draws), " ", *pieces[last:]])


HEAPS: tuple[Callable[[Spoiler, Draws, Sequence[str]], str], ...] = (
    Spoiler.bare,
    Spoiler.inside,
    Spoiler.replaced,
)
BODIES = (
    'race x "X"',
    'power x "X"',
    'event x "X"',
    'artifact x "X"',
    "rules x",
    'house_rule x "X"',
    'scenario "x"',
    'map x "X"',
    "ruleset x",
    'race x "X" { on turn_start as owner',
)
"""heads whose body a heap may be"""


def _character(draws: Draws) -> str:
    if draws.below(2):
        return chr(draws.below(FIRST_CHARACTERS))
    return chr(draws.below(0x110000) if draws.below(4) else HALVES[draws.below(2)])


# ---- edits ---------------------------------------------------------------------------------------


def _place(pieces: Sequence[str], draws: Draws) -> int:
    """The place of a piece that is no blank, if there is one within reach."""
    at = draws.below(max(len(pieces), 1))
    while at < len(pieces) - 1 and pieces[at].isspace():
        at += 1
    return at


def misspell(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """Leave out, double or swap a letter of a word."""
    at = _place(pieces, draws)
    word = pieces[at] if pieces else ""
    if not word:
        return
    letter = draws.below(len(word))
    before, own, after = word[:letter], word[letter], word[letter + 1 :]
    swapped = before + after[:1] + own + after[1:]
    pieces[at] = draws.one((before + after, before + own + own + after, swapped))


def delete(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """Leave out a piece."""
    at = _place(pieces, draws)
    del pieces[at : at + 1]


def double(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """Write a piece twice."""
    at = _place(pieces, draws)
    pieces[at:at] = [*pieces[at : at + 1], " "]


def swap(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """Let a piece and one a little further on change places."""
    at = _place(pieces, draws)
    other = min(at + 1 + draws.below(6), len(pieces) - 1)
    if pieces:
        pieces[at], pieces[other] = pieces[other], pieces[at]


def run_together(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """Leave out a blank, or the end of a line."""
    at = draws.below(max(len(pieces), 1))
    while at < len(pieces) - 1 and not pieces[at].isspace():
        at += 1
    del pieces[at : at + 1]


def truncate(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """End in the middle."""
    del pieces[draws.below(len(pieces) + 1) :]


def replace(pieces: list[str], draws: Draws, words: Sequence[str]) -> None:
    """Write another word of some card instead."""
    at = _place(pieces, draws)
    pieces[at : at + 1] = [draws.one(words)]


def exchange(pieces: list[str], draws: Draws, _words: Sequence[str]) -> None:
    """Write another word of the same card instead."""
    if pieces:
        at, other = _place(pieces, draws), _place(pieces, draws)
        pieces[at] = pieces[other]


EDITS: tuple[Callable[[list[str], Draws, Sequence[str]], None], ...] = (
    misspell,
    delete,
    double,
    swap,
    run_together,
    truncate,
    replace,
    exchange,
)
