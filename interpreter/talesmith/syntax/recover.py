"""Parse a draft to its end, whatever stands in it.

The parser stops at the first piece it can not take. Then: (1) try what may have been meant
(`mistakes`) and keep the repair that lets the parser read furthest; (2) when none helps, blank
the unit around the piece (`units`); (3) parse again. Both change only the draft, and every offset
still leads to the author's text. Cards are mended one by one, so that the work grows with the
number of mistakes and not with the length of the file. A refusal right behind a blanked unit is
taken for an echo of the same mistake and not reported.

It ends: each round either repairs and gets further, or blanks at least one piece. Long texts full
of mistakes are given up after a fixed amount of reading; what was found until then is reported.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import define, field
from lark import Lark, Token, Tree, UnexpectedInput

from talesmith.diagnose.diagnostic import Diagnostic
from talesmith.syntax.draft import Draft
from talesmith.syntax.mistakes import Guess, guesses, refusal
from talesmith.syntax.reading import Reader, position
from talesmith.syntax.trouble import Trouble, trouble
from talesmith.syntax.units import Cut

MOST_READ = 2_000_000
"""So many characters are parsed again and again before recovery gives up."""

TRIED_UP_TO = 100_000
"""In longer texts guesses are not tried."""


@define
class Recovery:
    """Parses a draft from the start rule `start`; `findings` grows on the way."""

    parser: Lark
    draft: Draft
    start: str
    findings: list[Diagnostic] = field(factory=list)
    _reader: Reader = field(init=False)
    _read: int = 0
    _echo: int = -1

    def __attrs_post_init__(self) -> None:
        """Begin with nothing read."""
        self._reader = Reader(self.parser, self.start)

    def run(self) -> Tree[Token] | Token | None:
        """Return the tree of what could be read, or None when nothing could."""
        tree = self._parse()
        if not isinstance(tree, int):
            return tree
        for start, end in reversed(_tops(self.draft)):
            if end <= tree:
                break  # these cards were read
            part = Recovery(self.parser, self.draft.part(start, end), "_tops" if start else "start")
            part.mend()
            self.draft.put_back(start, end, part.draft)
            self.findings += part.findings
        while self._read <= MOST_READ:
            tree = self._parse()
            if not isinstance(tree, int):
                return tree
            self._recover(tree)
        return None

    def mend(self) -> None:
        """Repair or blank until the parser reads the draft to its end, or give up."""
        while self._read <= MOST_READ:
            stopped = self._stops_at(self.draft)
            if stopped is None:
                return
            self._recover(stopped)

    def once(self) -> Tree[Token] | Token | None:
        """Return the tree of a text that is read whole or not at all."""
        tree = self._parse()
        if not isinstance(tree, int):
            return tree
        first = trouble(self._reader, self.draft, tree)
        guess = self._best_guess(first)
        self.findings.append(guess.finding if guess else refusal(first))
        return None

    def _parse(self) -> Tree[Token] | Token | int:
        """Return the tree of the draft, or the offset at which the parser stops."""
        self._read += max(1000, len(self.draft.text))
        try:
            return self.parser.parse(self.draft.text, start=self.start)
        except UnexpectedInput as error:
            return position(error, self.draft.text)

    def _stops_at(self, draft: Draft) -> int | None:
        self._read += max(1000, len(draft.text))
        return self._reader.stops_at(draft.text)

    def _recover(self, stopped: int) -> None:
        here = trouble(self._reader, self.draft, stopped)
        guess = self._best_guess(here)
        if guess is None:
            self._leave_out(here)
            return
        self.findings.append(guess.finding)
        self.draft.replace(guess.start, guess.end, guess.new)

    def _best_guess(self, trouble: Trouble) -> Guess | None:
        if len(trouble.draft.text) > TRIED_UP_TO:
            return None
        best, nearest_to_end = None, self._left(trouble)
        for guess in guesses(trouble):
            left = self._left_after(guess)
            if left < nearest_to_end:
                best, nearest_to_end = guess, left
        return best

    def _left(self, trouble: Trouble) -> int:
        """Return how much text follows the refused piece; less of it is progress."""
        end = trouble.pieces[trouble.at].end if trouble.found else len(trouble.draft.text)
        return len(trouble.draft.text) - end

    def _left_after(self, guess: Guess) -> int:
        draft = self.draft.copy()
        draft.replace(guess.start, guess.end, guess.new)
        stopped = self._stops_at(draft)
        return -1 if stopped is None else len(draft.text) - stopped

    def _leave_out(self, trouble: Trouble) -> None:
        if trouble.at != self._echo_piece(trouble):
            self.findings.append(refusal(trouble))
        complete = bool({"RBRACE", "$END"} & trouble.accepts)
        start, end = Cut(trouble.pieces, trouble.at, complete).unit()
        pieces = trouble.pieces[start:end]
        self.draft.erase(pieces[0].start, pieces[-1].end)
        self._echo = pieces[-1].end

    def _echo_piece(self, trouble: Trouble) -> int:
        """Return the index of the first piece behind what was blanked last."""
        if self._echo < 0:
            return -1
        behind = (i for i, piece in enumerate(trouble.pieces) if piece.start >= self._echo)
        return next(behind, len(trouble.pieces))


def _tops(draft: Draft) -> list[tuple[int, int]]:
    """Return where the cards of a text begin and end; what stands between belongs to the next."""
    ends = [piece.end for piece in draft.pieces() if piece.text == "}" and piece.depth == 0]
    bounds = [0, *ends, len(draft.text)]
    return list(pairwise(bounds))
