"""A game at the table: bots and people answer in turn until it is over or somebody leaves."""

from __future__ import annotations

from collections.abc import Sequence

from talesmith.cli.heights import asks_height
from talesmith.cli.keeper import Keeper
from talesmith.cli.keyboard import Keyboard
from talesmith.cli.paint import Paint
from talesmith.cli.person import Person, Undone, is_leaving
from talesmith.cli.seats import FILLER, Seat
from talesmith.play.telling.view import SeatView, part_of, whole_answer, whose_turn
from talesmith.record.session import Session
from talesmith.run.game import seat_bots
from talesmith.show.ending import ending
from talesmith.show.position import Position
from talesmith.show.report import loaded, parted, report


class Sitting:
    """One evening: a session, who sits where, and what each of them has not seen yet."""

    def __init__(
        self,
        session: Session,
        seats: Sequence[Seat],
        keyboard: Keyboard,
        paint: Paint,
        keeper: Keeper,
        heights: dict[int, int],
    ) -> None:
        """Sit down; the bots draw from the seed of the game, `heights` are known beforehand."""
        self.session = session
        self.seats = tuple(seats)
        self.keyboard = keyboard
        self.paint = paint
        self.keeper = keeper
        self.heights = dict(heights)
        kinds = [FILLER if seat.is_human else seat.kind for seat in seats]
        self.bots = seat_bots(kinds, session.seed)
        self.people = [at for at, seat in enumerate(seats) if seat.is_human]
        self.news: dict[int, list[str]] = {at: [] for at in self.people}
        """for several people at one keyboard: the report since each of them last looked"""
        self.heading: list[str] = []
        """the round and the turn that have begun, before anything is told of them"""
        self.looking: int | None = None
        self.turn_seen: tuple[int, ...] | None = None

    def play(self) -> None:
        """Play to the end.  Raises Left or Closed when a person stops before it."""
        start = self.position(self.session.game)
        if self.session.decisions or self.session.origin is not None:
            self.tell(loaded(start))
        else:
            self.tell(report(start, start, self.session.opening))
        while (request := self.session.game.request) is not None:
            seat = whose_turn(request)
            if seat in self.heights and asks_height(self.session.rules, request):
                self.answer(whole_answer(request, seat, self.heights.pop(seat)))
            elif self.seats[seat].is_human:
                self.ask(seat)
            else:
                self.let(seat)
        self.paint.say(self.heading)
        if self.is_shared:
            self.paint.say(self.news[self.people[0] if self.looking is None else self.looking])
        self.paint.say(["", *ending(self.position(self.session.game))])

    @property
    def is_shared(self) -> bool:
        """Whether several people share the keyboard."""
        return len(self.people) > 1

    def position(self, game: object) -> Position:
        """A position as everybody may see it."""
        return Position(self.session.rules, game, self.session.names)  # type: ignore[arg-type]

    def tell(self, lines: Sequence[str]) -> None:
        """Report to everybody: at once, or to each person who comes to look."""
        if not self.is_shared:
            told, self.heading = parted([*self.heading, *lines])
            self.paint.say(told)
        for news in self.news.values():
            news.extend(lines)

    def answer(self, answer: object) -> None:
        """Answer the open question and tell what happened."""
        before = self.session.game
        events = self.session.answer(answer)
        self.tell(report(self.position(before), self.position(self.session.game), events))

    # ---- bots ----

    def let(self, seat: int) -> None:
        """Let a bot answer."""
        game = self.session.game
        part = part_of(game.request, seat)
        chosen = self.bots[seat].choose(SeatView(self.session.rules, game, seat), part)
        self.answer(whole_answer(game.request, seat, chosen))

    # ---- people ----

    def ask(self, seat: int) -> None:
        """Ask a person; an answer that was taken back leads to the question before."""
        self.hand_over(seat)
        self.catch_up(seat)
        self.heading, self.news[seat] = [], []  # the screen begins with them
        try:
            answer = self.person(seat).decide(in_full=self.is_new_turn(seat))
        except Undone:
            return
        self.answer(answer)
        self.keeper.has_news = True
        self.catch_up(seat)

    def person(self, seat: int) -> Person:
        """Whoever sits there, with the keyboard in front."""
        return Person(self.session, seat, self.keyboard, self.paint, self.keeper)

    def catch_up(self, seat: int) -> None:
        """Show a person at a shared keyboard what happened since the last look."""
        if self.is_shared:
            told, self.news[seat] = parted(self.news[seat])
            self.paint.say(told)

    def hand_over(self, seat: int) -> None:
        """With several people: only the one who is asked looks from here on."""
        if not self.is_shared or self.looking == seat:
            return
        self.keyboard.clear()
        name, person = self.seats[seat].name, self.person(seat)
        prompt = f"{name}: press Enter when only you can see the screen. "
        while (typed := person.typed(prompt)) is None or is_leaving(typed):
            if typed is not None:
                person.quit("")
        self.keyboard.put_back(typed)
        self.looking = seat

    def is_new_turn(self, seat: int) -> bool:
        """Whether this seat is asked for the first time in this turn."""
        at = self.session.rules.layout["turns"]
        turn = (seat, self.session.game.nums[at])
        is_new = turn != self.turn_seen
        self.turn_seen = turn
        return is_new
