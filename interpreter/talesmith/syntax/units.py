"""Which stretch of a text to leave out after a mistake that can not be repaired.

A unit is a statement, a member, a line of a scenario or a whole card: from the last place where
one may begin to the next. One begins behind `{`, behind the `}` of the one before, at a word
that only leads such lines, and at a new line that is indented no further than the unit's own.
"""

from __future__ import annotations

from attrs import frozen

from talesmith.syntax.draft import Piece

GOES_ON = frozenset({"else", "or", "as", "and", ",", ")", "]", "}"})
"""What can not begin a unit: it goes on with the one before."""

LEADS = frozenset(
    # tops
    "race power event artifact place rules house_rule ruleset map scenario"
    # members
    " cites allow lasts suppress offer instead way item marker unit stack natives state words"
    " property key die value permission ledger moment point action step replace"
    # statements
    " let if for loop circle at_once secretly using call return stop next end ask choose allot"
    " order roll pot move remove set mark unmark station attach detach swap exchange pair found"
    " shuffle draw reveal do proceed fire expire become times add cap floor earn drop forbid waive"
    # rulesets, maps, scenarios
    " use pool players rounds aspect region under given then guidance todo expect why illegal"
    " asks logs unchanged ends".split()
)
"""Words that lead a unit, unless what follows or stands before shows that they do not here."""

NOT_BEFORE = frozenset({".", "=", ":", ",", ")", "]", "*", "/", "+", "in", "{"})
"""What follows a word of LEADS that leads nothing: `race: ana`, `each region in S`."""

NOT_BEHIND = frozenset(
    [
        ".",
        ",",
        ":",
        "=",
        "(",
        "[",
        "->",
        "-",
        "+",
        "*",
        "/",
        "==",
        "!=",
        "<=",
        ">=",
        "<",
        ">",
        ">",
        "of",
        "on",
        "each",
        "per",
        "in",
        "not",
        "and",
        "or",
        "by",
        "to",
        "from",
        "with",
        "when",
        "where",
        "as",
        "until",
        "for",
        "every",
        "expire",
        "else",
        "choose",
        "up_to",
    ]
)
"""What stands before a word of LEADS that leads nothing: `-> region`, `end` in `until end of`."""


@frozen
class Cut:
    """Looks for the unit around `pieces[at]`; `complete` when one ended just before it."""

    pieces: tuple[Piece, ...]
    at: int
    complete: bool

    @property
    def depth(self) -> int:
        """How many braces stand around the unit."""
        if self.at >= len(self.pieces):
            return 0
        here = self.pieces[self.at]
        return here.depth + (here.text == "}")

    def unit(self) -> tuple[int, int]:
        """Return the first piece to leave out and the first behind them; never nothing."""
        start = self.at if self.complete else self._start()
        end = self._end(start)
        if end > start:
            return start, end
        opener = self._opener()
        return Cut(self.pieces, opener, complete=False).unit() if opener else (0, len(self.pieces))

    def _opener(self) -> int:
        inside = (i for i in range(self.at - 1, -1, -1) if self.pieces[i].depth < self.depth)
        return next(inside, 0)

    def _start(self) -> int:
        start = min(self.at, len(self.pieces)) - 1
        while start > 0 and not self._begins(start):
            if self.pieces[start].depth < self.depth:
                return start + 1
            start -= 1
        return max(start, 0)

    def _end(self, start: int) -> int:
        end = min(start + 1, self.at) if self.complete else self.at
        end = max(end, start)
        while end < len(self.pieces) and self.pieces[end].depth >= self.depth:
            if end > start and self._begins(end):
                break
            end += 1
        return end

    def _begins(self, at: int) -> bool:
        piece = self.pieces[at]
        if piece.depth != self.depth or piece.text in GOES_ON:
            return False
        before = self.pieces[at - 1] if at else None
        if before is None or before.text == "}" or before.depth < self.depth:
            return True
        on_own_line = piece.indent is not None and piece.indent <= self._margin
        return on_own_line or self._leads(at)

    @property
    def _margin(self) -> int:
        """How far the lines of this block are indented; -1 when it began within a line."""
        first = self._opener() + 1 if self.depth else 0
        indent = self.pieces[first].indent if first < len(self.pieces) else None
        return -1 if indent is None else indent

    def _leads(self, at: int) -> bool:
        word = self.pieces[at].text
        after = self.pieces[at + 1].text if at + 1 < len(self.pieces) else ""
        if word not in LEADS or after in NOT_BEFORE or (word, after) == ("set", "("):
            return False
        return self.pieces[at - 1].text not in NOT_BEHIND
