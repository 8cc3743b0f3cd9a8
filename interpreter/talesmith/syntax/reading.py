"""How far the parser reads a text, and what it would take next, without a tree.

Recovery reads one draft again and again with little changed.  A reader keeps where every token of
the last text ended, with the states of the parser there, and begins behind the last token that the
new text has as well.  Of the generated parser it uses tables and lexer, so it accepts what that
accepts; the stack holds states alone and is shared between the places, one cell for each state.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from attrs import define, field
from lark import Lark, Token, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_analysis import Shift

END = "$END"

Stack = tuple[int, Any]
"""The state on top, and the stack below it."""


def position(error: UnexpectedInput, text: str) -> int:
    """Return the offset at which the parser stopped."""
    if isinstance(error, UnexpectedToken):
        token: Token = error.token
        return len(text) if token.type == END else (token.start_pos or 0)
    return int(getattr(error, "pos_in_stream", 0) or 0)


@define
class Reader:
    """Reads texts from the start rule `start`."""

    parser: Lark
    start: str
    _text: str = ""
    _ends: list[int] = field(factory=list)
    _stacks: list[Stack] = field(factory=list)
    """of the last text: where its tokens end, and the stack behind each; the first is before all"""
    _states: dict[int, dict[str, tuple[Any, Any]]] = field(init=False, factory=dict)
    _last: int = field(init=False, default=-1)

    def __attrs_post_init__(self) -> None:
        """Take the tables of the parser."""
        config = self.parser.parse_interactive("", start=self.start).parser_state.parse_conf
        self._states, self._last = config.states, config.end_state
        self._ends, self._stacks = [0], [(config.start_state, None)]

    @property
    def position(self) -> int:
        """The state of the parser, by which the lexer knows the words that can come."""
        return self._stacks[-1][0]

    def stops_at(self, text: str) -> int | None:
        """Return the offset of the first piece that can not be taken; None when all can."""
        stopped = self._read(text)
        if stopped is None and self._fed(self._stacks[-1], END) is None:
            return len(text)
        return stopped

    def accepts(self, text: str) -> frozenset[str]:
        """Return the terminals that can follow a text that can be read."""
        self._read(text)
        stack = self._stacks[-1]
        terminals = (name for name in self._states[stack[0]] if name.isupper())
        return frozenset(name for name in terminals if self._fed(stack, name) is not None)

    def _read(self, text: str) -> int | None:
        self._go_back(text)
        thread = self.parser.parse_interactive(text, start=self.start).lexer_thread
        thread.state.line_ctr.char_pos = self._ends[-1]  # type: ignore[union-attr]
        try:
            for token in thread.lex(self):  # type: ignore[no-untyped-call]
                stack = self._fed(self._stacks[-1], token.type)
                if stack is None:
                    return token.start_pos or 0
                self._ends.append(token.end_pos or 0)
                self._stacks.append(stack)
        except UnexpectedInput as error:
            return position(error, text)
        return None

    def _go_back(self, text: str) -> None:
        """Forget the tokens that a new text may not have; one more sign shows where one ends."""
        same = _same(self._text, text)
        kept = max(1, bisect_left(self._ends, same))
        del self._ends[kept:], self._stacks[kept:]
        self._text = text

    def _fed(self, stack: Stack, terminal: str) -> Stack | None:
        """Return the stack behind a terminal; None when it is not taken."""
        states = self._states
        while True:
            entry = states[stack[0]].get(terminal)
            if entry is None:
                return None
            action, to = entry
            if action is Shift:
                return to, stack
            for _ in to.expansion:
                stack = stack[1]
            stack = states[stack[0]][to.origin.name][1], stack
            if terminal == END and stack[0] == self._last:
                return stack


def _same(one: str, other: str) -> int:
    """Return how many signs two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
