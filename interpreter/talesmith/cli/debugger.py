"""The debugger at its prompt: commands that go through a reel, and those that look at it."""

from __future__ import annotations

import re
from collections.abc import Callable

from talesmith.cli import seen
from talesmith.cli.common import Failure
from talesmith.cli.why import Unsound, checked, explanation, in_lines
from talesmith.record.session import Session
from talesmith.show import board
from talesmith.show.lines import ended, table, wrapped
from talesmith.show.position import Position
from talesmith.trace.binding import written_name
from talesmith.trace.reel import Reel
from talesmith.trace.shots import Ran
from talesmith.trace.stand import (
    Stand,
    Wanted,
    at_place,
    is_called,
    is_statement,
    not_deeper,
    of_card,
)

MOST = 10_000
"""so many steps at once"""
SAYINGS = (
    ("step [N]", "to the next statement, also inside a body that is called"),
    ("next", "to the next statement of this body or of those around it"),
    ("out", "to where the body goes on that has called this one"),
    ("back [N]", "to the statement before; `back until TARGET` to where that was reached"),
    ("until TARGET", "to a line of this file, FILE:LINE, or a card, step or action by its name"),
    ("break [TARGET]", "stop there at each `continue`; alone: list them; `clear` takes them away"),
    ("continue", "to the next break, or to the end"),
    ("list", "the source again, with more lines around"),
    ("names", "the bound names with their values"),
    ("where", "the bodies that are running"),
    ("board", "the board as it is here"),
    ("why EXPRESSION", "a value or permission here, bound names too; `fully`: the tree"),
    ("quit", "leave"),
)
NAMED = ("race", "region", "player", "number")
"""types of bound names that may stand in an expression"""


class Refused(Exception):  # noqa: N818 - it says what happened
    """A command cannot be done; the text says why."""


class Debugger:
    """Somebody who walks through a reel."""

    def __init__(self, reel: Reel, say: Callable[[list[str]], None]) -> None:
        """Stand before the first statement."""
        self.stand = Stand(reel)
        self.say = say
        self.breaks: dict[str, Wanted] = {}
        self.newest = "step"
        self._shown = -1
        """the take of the newest stop"""

    def do(self, typed: str) -> bool:
        """Do a command; False for the one that leaves.  Nothing typed: the newest move again."""
        word, _, rest = (typed.strip() or self.newest).partition(" ")
        word = word.lower()
        if word in ("quit", "q", "exit"):
            return False
        command = COMMANDS.get(word)
        if command is None:
            self.say(wrapped(f"No: there is no command {word}; `help` tells them."))
            return True
        if word in MOVES:
            self.newest = f"{word} {rest}".strip()
        try:
            command(self, rest.strip())
        except (Refused, Failure) as error:
            self.say(wrapped(f"No: {ended(str(error))}"))
        return True

    # ---- going ----

    def step(self, rest: str) -> None:
        """To the next statement, or some further."""
        self._times(rest, self.stand.forwards)

    def back(self, rest: str) -> None:
        """To the statement before, or to where a target was reached."""
        word, _, target = rest.partition(" ")
        if word == "until":
            self._move(self.stand.backwards, self._target(target))
        else:
            self._times(rest, self.stand.backwards)

    def over(self, _rest: str) -> None:
        """To the next statement that is no deeper."""
        self._move(self.stand.forwards, not_deeper(self.stand.depth or 1))

    def out(self, _rest: str) -> None:
        """To the next statement of a body around this one."""
        if self.stand.depth < 2:
            raise Refused("this is the outermost body")
        self._move(self.stand.forwards, not_deeper(self.stand.depth - 1))

    def until(self, rest: str) -> None:
        """To a line or a card."""
        self._move(self.stand.forwards, self._target(rest))

    def go_on(self, _rest: str) -> None:
        """To the next break, or to the end."""
        breaks = tuple(self.breaks.values())
        if not self.stand.forwards(lambda shot: any(wanted(shot) for wanted in breaks)):
            self.stand.to_the_end()
            self.say(["The end: nothing runs behind this."])
        self._show()

    def _times(self, rest: str, go: Callable[[Wanted], bool]) -> None:
        if rest and not (rest.isdecimal() and len(rest) < 6 and 0 < int(rest) <= MOST):
            raise Refused(f"say how many statements, from 1 to {MOST}")
        went = 0
        while went < int(rest or 1) and go(is_statement):
            went += 1
        if went:
            self._show()
        if went < int(rest or 1):
            raise Refused(self._edge(go))

    def _move(self, go: Callable[[Wanted], bool], wanted: Wanted) -> None:
        if not go(wanted):
            raise Refused(self._edge(go))
        self._show()

    def _edge(self, go: Callable[[Wanted], bool]) -> str:
        if go == self.stand.backwards:
            return "nothing like that ran before this"
        why = self.stand.reel.stopped
        return "nothing like that runs behind this" + (f"; it ends here: {why}" if why else "")

    def _show(self) -> None:
        is_new, self._shown = self.stand.take != self._shown, self.stand.take
        self.say(seen.stop(self.stand, is_new_take=is_new))

    # ---- targets ----

    def _target(self, said: str) -> Wanted:
        """What is meant by a line, FILE:LINE or a name.  Raises Refused."""
        file, sign, line = said.rpartition(":")
        if said.isdecimal() or (sign and line.isdecimal()):
            path = file or self._here()
            known = {written.path for written in self.stand.reel.rules.written.values()}
            if not any(name == path or name.endswith(f"/{path}") for name in known):
                raise Refused(f"nothing of this game is written in {path}")
            return at_place(path, int(line[:9]))
        if not said:
            raise Refused("say where: a line, FILE:LINE, or a card, step or action")
        rules = self.stand.reel.rules
        names = {written.card for written in rules.written.values()}
        names |= {card.id for card in rules.ruleset.cards}
        if not any(is_called(name, said) for name in names):
            raise Refused(f"no card, step or action of this game is called {said}")
        return of_card(said)

    def _here(self) -> str:
        shot = self.stand.shot
        if not isinstance(shot, Ran):
            raise Refused("say in which file: FILE:LINE")
        return shot.spot.path

    def stop_at(self, rest: str) -> None:
        """Add a break, or list them."""
        if rest:
            self.breaks[rest] = self._target(rest)
        self.say([f"  {name}" for name in self.breaks] or ["  no breaks"])

    def clear(self, rest: str) -> None:
        """Take a break away, or all."""
        if rest and rest not in self.breaks:
            raise Refused(f"there is no break {rest}")
        self.breaks = {name: at for name, at in self.breaks.items() if rest and name != rest}
        self.stop_at("")

    # ---- looking ----

    def more(self, _rest: str) -> None:
        """The source with more lines around."""
        shot = self.stand.shot
        if not isinstance(shot, Ran):
            raise Refused("no statement is about to run")
        self.say(seen.around(shot.spot.place, 8))

    def names(self, _rest: str) -> None:
        """The bound names."""
        self.say(seen.names(self.stand) or ["  no names"])

    def where(self, _rest: str) -> None:
        """The bodies that are running."""
        self.say(seen.bodies(self.stand))

    def board(self, _rest: str) -> None:
        """The board as it is here."""
        reel = self.stand.reel
        self.say(board.board(Position(reel.rules, self.stand.game, reel.names)))

    def why(self, rest: str) -> None:
        """Explain a value or permission here."""
        words = rest.split()
        fully = bool(words) and words[-1] == "fully"
        expression = " ".join(words[:-1]) if fully else rest
        if not expression:
            raise Refused("say what is to be explained: `why EXPRESSION`")
        reel = self.stand.reel
        session = Session.resume(reel.rules, reel.names, 0, self.stand.game)
        try:
            asked = checked(session, self._with_names(expression))
        except Unsound as error:
            self.say(str(error).splitlines())
            return
        self.say(in_lines(session, explanation(session, *asked), fully=fully))

    def _with_names(self, expression: str) -> str:
        """The expression with what bound names stand for."""
        shot = self.stand.shot
        if not isinstance(shot, Ran):
            return expression
        names, game = self.stand.reel.names, shot.game
        for name in shot.spot.names:
            value = shot.slots[name.slot]
            text = written_name(shot.spot.path, name)
            if text and value is not None and name.type.removesuffix("?") in NAMED:
                word = names.word(game, name.type, value)
                expression = re.sub(rf"(?<![\w.]){re.escape(text)}(?![\w(])", word, expression)
        return expression

    def help(self, _rest: str) -> None:
        """Tell the commands."""
        self.say(table(SAYINGS, gap=3, indent="  "))


COMMANDS: dict[str, Callable[[Debugger, str], None]] = {
    "step": Debugger.step, "s": Debugger.step, "next": Debugger.over, "n": Debugger.over,
    "back": Debugger.back, "b": Debugger.back, "out": Debugger.out, "until": Debugger.until,
    "continue": Debugger.go_on, "c": Debugger.go_on, "break": Debugger.stop_at,
    "clear": Debugger.clear, "list": Debugger.more, "names": Debugger.names,
    "where": Debugger.where, "board": Debugger.board, "why": Debugger.why,
    "help": Debugger.help, "?": Debugger.help,
}  # fmt: skip
MOVES = ("step", "s", "next", "n", "back", "b", "out", "until", "continue", "c")
