"""A person at a question: the screen, the prompt, and everything that can be said there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.cli.against import against, explained, refusal, without_fully
from talesmith.cli.answers import read_answer, with_whole_regions
from talesmith.cli.asked import explained as asked_about
from talesmith.cli.keeper import Keeper
from talesmith.cli.keyboard import Keyboard
from talesmith.cli.leaving import left_out
from talesmith.cli.paint import Paint
from talesmith.cli.stopping import Stopped
from talesmith.play.telling.view import part_of
from talesmith.play.validate import IllegalAnswer
from talesmith.record.names import UnknownName
from talesmith.record.session import CannotUndo, Session
from talesmith.show import board, combos, events, players, question, region
from talesmith.show.lines import ended, table, wrapped
from talesmith.show.menu import Menu
from talesmith.show.position import Position
from talesmith.show.table import at_question

HELP = "A number from the screen will do as well (`table` shows it). Besides, at any prompt:"
SAYINGS = (
    ("why REGION", "what it is and touches, whether you may take it, the cost; `why 3` too"),
    ("why ... fully", "the same with everything that has a say in it, with card and line"),
    ("why VALUE(...)", "a value or permission, such as conquest_cost(NAME.active, REGION)"),
    ("why-not ANSWER", "why that is no answer now; `fully` behind it: everything against it"),
    ("map", "the board with everybody's tokens"),
    ("combos", "all combos on offer with their rules"),
    ("races", "the races in play, and the cards on the board, with their rules"),
    ("events", "the event cards of this round and the next"),
    ("table", "this screen again"),
    ("undo", "take back your last answer"),
    ("save [FILE]", "keep the game in a file"),
    ("quit", "leave the game"),
)  # fmt: skip


class Left(Exception):  # noqa: N818 - it says what happened
    """The game is left: the person quits."""


class Closed(Exception):  # noqa: N818 - it says what happened
    """There will be no more input."""


class Undone(Exception):  # noqa: N818 - it says what happened
    """An answer was taken back: another question is open now."""


class Person:
    """Somebody who sits in a seat and is asked now."""

    def __init__(
        self, session: Session, seat: int, keyboard: Keyboard, paint: Paint, keeper: Keeper
    ) -> None:
        """Sit down."""
        self.session = session
        self.seat = seat
        self.keyboard = keyboard
        self.paint = paint
        self.keeper = keeper
        self.menu = Menu(())
        self.is_warned = False
        """whether this person has heard that the game is lost by leaving now"""
        self.doubted = ""
        """the answer that this person was asked to say again if it is meant"""

    @property
    def position(self) -> Position:
        """The position as this person sees it."""
        return Position(self.session.rules, self.session.game, self.session.names, self.seat)

    @property
    def request(self) -> Any:
        """The question as this person is asked it."""
        return part_of(self.session.game.request, self.seat)

    def decide(self, *, in_full: bool) -> Any:
        """The answer for `step`.  Raises Left, Closed or Undone when there is none."""
        self.menu = at_question(self.position, self.request, in_full=in_full)
        self.paint.say(["", *self.menu.lines])
        while True:
            typed = self.typed(f"{self.session.names.seats[self.seat]}> ") or ""
            word, _, rest = typed.strip().partition(" ")
            command = COMMANDS.get(word.lower()) or (None if rest else LEAVING.get(word.lower()))
            if command is not None:
                command(self, rest.strip())
            elif word:
                try:
                    answer = self.read(typed)
                except IllegalAnswer as refused:
                    self.paint.say(wrapped(f"No: {ended(str(refused))} (? for help)"))
                    continue
                if self.is_meant(answer, typed):
                    return answer

    def typed(self, prompt: str) -> str | None:
        """The next line; control-C where a game would be lost gives a warning and None, once."""
        try:
            typed = self.keyboard.read(prompt)
        except Stopped:
            raise
        except KeyboardInterrupt:
            if self.is_warned or self.keeper.file is not None or not self.keeper.has_news:
                raise
            self.is_warned = True
            self.paint.say(
                ["", *wrapped("The game is not saved: `save FILE`, or again control-C.")]
            )
            return None
        if typed is None:
            raise Closed
        return typed

    def is_meant(self, answer: Any, typed: str) -> bool:
        """Whether an answer may be given: one that gives up regions unsaid has to be said twice."""
        left = left_out(self.position, self.session.names, self.seat, answer, typed)
        if not left or typed.split() == self.doubted.split():
            return True
        self.doubted = typed
        lost, one = ", ".join(left), "it" if len(left) == 1 else "them"
        self.paint.say(wrapped(
            f"That leaves {lost} to nobody. Say it again if you mean it, or give {one} a number."
        ))  # fmt: skip
        return False

    def read(self, typed: str) -> Any:
        """What was typed as an answer; raises IllegalAnswer."""
        session = self.session
        return read_answer(
            session.rules, session.game, session.names, self.seat, typed, self.menu.order
        )

    # ---- commands ----

    def help(self, _rest: str) -> None:
        """Tell what is asked, and what can be said."""
        asked = asked_about(self.session, self.position, self.request)
        said = [*wrapped(HELP), *table(SAYINGS, gap=3, indent="  ")]
        self.paint.say(["", *asked, "", *said])

    def why(self, rest: str) -> None:
        """Explain a region, a value or a permission."""
        rest, fully = without_fully(rest)
        if "(" in rest:
            self.paint.say(explained(self.session, rest, fully=fully))
            return
        position = self.position
        try:
            at = self._region(rest)
        except UnknownName as error:
            told = f"No: {ended(str(error))}" if rest else "Say which region: `why REGION`."
            self.paint.say(wrapped(told))
            return
        actor = region.actor(position, self.request)
        self.paint.say(region.in_full(position, at, actor, fully=fully))

    def why_not(self, rest: str) -> None:
        """Tell why something is no answer to the open question."""
        rest, fully = without_fully(rest)
        if not rest:
            self.paint.say("Say which answer: `why-not ANSWER`.")
            return
        if "(" in rest:
            self.paint.say(explained(self.session, rest, fully=fully))
            return
        try:
            self.read(rest)
            reason = None
        except IllegalAnswer as refused:
            speaker = self.session.names.seat_words[self.seat]
            reason = refusal(self.session, [speaker, *rest.lower().split()], refused)
        self.paint.say(against(self.position, rest, reason, fully=fully))

    def _region(self, said: str) -> int:
        """A region by its name or by a number on the screen; raises UnknownName."""
        if not said.isdecimal():
            said = " ".join(with_whole_regions(self.session.names, said.lower().split()))
            return int(self.session.names.find(self.session.game, "region", said))
        numbers = {str(n): option for n, option in enumerate(self.menu.order, 1)}
        at = None
        if said in numbers:
            at = question.region_of(self.position, self.request, numbers[said])
        if at is None:
            raise UnknownName(f"no region has the number {said} on the screen")
        return at

    def map(self, _rest: str) -> None:
        """Draw the board."""
        self.paint.say(board.board(self.position))

    def combos(self, _rest: str) -> None:
        """List the combos with their rules."""
        self.paint.say(combos.column(self.position, self.seat))

    def races(self, _rest: str) -> None:
        """List the races in play, and the cards on the board, with their rules."""
        self.paint.say(players.rules_of_all(self.position))

    def events(self, _rest: str) -> None:
        """Show the event cards that one may know."""
        self.paint.say(events.in_full(self.position))

    def table(self, _rest: str) -> None:
        """Show the screen again."""
        self.paint.say(["", *self.menu.lines])

    def undo(self, _rest: str) -> None:
        """Take back the newest answer of this seat."""
        try:
            taken = self.session.undo(self.seat)
        except CannotUndo as refused:
            self.paint.say(wrapped(f"No: {ended(str(refused))}"))
            return
        self.paint.say(f"Taken back: {taken.line.removeprefix('> ')}.")
        raise Undone

    def save(self, rest: str) -> None:
        """Keep the game in a file."""
        self.paint.say(self.keeper.save(self.session, rest or None))

    def quit(self, _rest: str) -> None:
        """Leave; one whose game would be lost has to say it twice."""
        warning = None if self.is_warned else self.keeper.before_leaving(self.session)
        if warning is None:
            raise Left
        self.is_warned = True
        self.paint.say(wrapped(warning))


COMMANDS: dict[str, Callable[[Person, str], None]] = {
    "?": Person.help,
    "help": Person.help,
    "why": Person.why,
    "why-not": Person.why_not,
    "map": Person.map,
    "combos": Person.combos,
    "races": Person.races,
    "events": Person.events,
    "table": Person.table,
    "undo": Person.undo,
    "save": Person.save,
    "quit": Person.quit,
}
LEAVING = {"q": Person.quit, "exit": Person.quit}
"""what people say who want to quit; alone on the line, for it may begin the name of something"""


def is_leaving(typed: str) -> bool:
    """Whether a line, wherever it is typed, says that the person quits."""
    return typed.strip().lower() in ("quit", *LEAVING)
