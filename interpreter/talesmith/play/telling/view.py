"""What one seat may know of a game, and what follows from it.

A bot and a client never hold a `Game`: they hold a `SeatView`.  It reads the open parts of the
position, refuses the hidden ones, and can ask every value, permission and ledger of the rules.

Nothing is asked of the real position, only of a guess about it (see `hidden`).  `ahead` plays on
from the guess, so a bot may look into a future, never into the future.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talesmith.model.game import Event, Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.hooks.attempts import Attempts
from talesmith.play.hooks.earning import Line
from talesmith.play.hooks.permissions import Objection
from talesmith.play.machine import Machine
from talesmith.play.statements.questions import OFFER, Site
from talesmith.play.step import step
from talesmith.play.telling.hidden import Hidden, guessed, is_hidden, is_sealed


class SeatView:
    """The game as one seat may see it.

    Regions, races, combos and players are numbers, sets of regions are bitsets (`model.board`).
    """

    __slots__ = ("_game", "_guess", "_machine", "number", "rules", "seat")

    def __init__(self, rules: Binder, game: Game, seat: int) -> None:
        """Look at a game from a seat; nothing is computed before it is asked for."""
        self.rules = rules
        self.seat = seat
        self.number = game.number
        self._game = game
        self._guess: Game | None = None
        self._machine: Machine | None = None

    @staticmethod
    def of(rules: Binder, game: Game, seat: int) -> SeatView:
        """`SeatView(...)`, in two thirds of its time: a bot is shown one for every decision."""
        view = _bare(SeatView)
        view.rules, view.seat, view.number = rules, seat, game.number
        view._game, view._guess, view._machine = game, None, None  # noqa: SLF001 - its own
        return view

    # ---- the open position ----

    def field(self, name: str, index: int = 0) -> int:
        """One number of the layout table.  Raises Hidden, and KeyError for an unknown field."""
        layout = self.rules.layout
        field = layout.by_name[name]
        if field.hidden_from is not None and is_hidden(
            self.rules, self._game, self.seat, field, index
        ):
            raise Hidden(f"{name} of {index} is hidden from seat {self.seat}")
        at = layout[name] + index
        return self._game.cells[at] if field.cell else self._game.nums[at]

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return self.field("round")

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats."""
        return tuple(seat for seat in range(self.rules.players) if seat != self.seat)

    def coins(self, seat: int | None = None) -> int:
        """Coins of this seat or of another.  Raises Hidden for coins one may not see."""
        return self.field("player.coins", self.seat if seat is None else seat)

    def active(self, seat: int | None = None) -> int | None:
        """The active race of a seat."""
        race = self.field("player.active", self.seat if seat is None else seat)
        return None if race == NONE else race

    def races(self, seat: int | None = None) -> tuple[int, ...]:
        """The races of a seat: the active one, then the declined ones."""
        return self.rules.races.races_of(self.machine, self.seat if seat is None else seat)

    def owner(self, race: int) -> int | None:
        """The seat to which a race belongs; None for natives."""
        owner = self.field("race.owner", race)
        return owner if owner < self.rules.players else None

    def is_declined(self, race: int) -> bool:
        """Whether a race is in decline."""
        return bool(self.field("race.declined", race))

    def hand(self, race: int) -> int:
        """Tokens of a race in hand."""
        return self.field("race.hand", race)

    def regions(self, race: int) -> int:
        """The regions of a race, as a set."""
        return self.field("race.regions", race)

    def held(self, seat: int | None = None) -> int:
        """The regions of all races of a seat, as a set."""
        found = 0
        for race in self.races(seat):
            found |= self.regions(race)
        return found

    def occupant(self, region: int) -> int | None:
        """The race that stands in a region."""
        race = self.field("region.race", region)
        return None if race == NONE else race

    def tokens(self, region: int) -> int:
        """Tokens in a region."""
        return self.field("region.tokens", region)

    def column(self) -> tuple[int, ...]:
        """The combos on offer, the cheapest first."""
        return self.rules.races.column_of(self.machine)

    # ---- the open question ----

    def site(self, request: Any) -> Site:
        """Where a question stands in the rules, and what it is about."""
        site: Site = self.rules.sites[request[2]]
        return site

    def thing(self, request: Any, option: int) -> str:
        """Of what type the thing of an option is: attempt, region, combo ..., or 'none'."""
        branch = request[3][option][0]
        if branch < OFFER:
            return self.site(request).things[int(branch)].removesuffix("?")
        target = self.rules.bounds[branch - OFFER].handler.target
        return "none" if target is None else str(target[1][2]).removeprefix("list ")

    def text(self, request: Any, option: int) -> str:
        """What an option says to a person, without its thing."""
        branch = request[3][option][0]
        if branch < OFFER:
            return self.site(request).texts[int(branch)]
        return self.rules.bounds[branch - OFFER].handler.may or ""

    # ---- what the rules say ----

    def ask(self, value: str, *args: int | None) -> Any:
        """A value of the rules, as far as this seat can know it.  Raises KeyError."""
        return self.rules.values[value](self.machine, args)

    def may(self, permission: str, *args: int | None) -> bool:
        """Whether the rules allow something, as far as this seat can know it.  Raises KeyError."""
        return self.rules.permissions[permission](self.machine, args)

    def objections(self, permission: str, *args: int | None) -> list[Objection]:
        """Everything that stands against it, waived things too.  Raises KeyError."""
        return self.rules.permissions[permission].objections(self.machine, args)

    def lines(self, ledger: str, *args: int | None) -> tuple[Line, ...]:
        """The lines of a ledger: (amount, region, race, payee, source, card).  Raises KeyError."""
        return self.rules.ledgers[ledger](self.machine, args)

    @property
    def attempts(self) -> Attempts:
        """Legal targets and costs; its methods take `machine` first."""
        return self.rules.attempts

    def cost(self, attempt: int) -> int:
        """What an attempt costs; those of all targets are worked out together."""
        if not attempt >> 16:
            legal, table = self.attempts.priced(self.machine, attempt >> 8 & 255)
            if legal >> (attempt & 255) & 1:
                return table[attempt & 255]
        return self.attempts.cost(self.machine, attempt)

    def short(self, attempt: int) -> int:
        """How many tokens the attacker's hand lacks for an attempt."""
        return max(0, self.cost(attempt) - self.hand(attempt >> 8 & 255))

    # ---- guessing ----

    @property
    def guess(self) -> Game:
        """The position with everything hidden put in a place of its own."""
        if self._guess is None:
            self._guess = guessed(self.rules, self._game, self.seat)
        return self._guess

    @property
    def machine(self) -> Machine:
        """A draft of the guess for closures of the rules that only read."""
        if self._machine is None:
            self._machine = Machine(self.guess, self.rules.codes)
        return self._machine

    @property
    def request(self) -> Any:
        """The question that is open in the guess."""
        return self.guess.request

    @property
    def is_sealed(self) -> bool:
        """Whether everybody is answering in secret, so that there is no looking ahead."""
        return is_sealed(self._game)

    def ahead(self, answer: Any) -> tuple[SeatView, tuple[Event, ...]]:
        """A view of what may follow an answer, and what would happen.

        Raises IllegalAnswer, and Hidden while everybody is answering in secret.
        """
        if self.is_sealed:
            raise Hidden("sealed answers lie on the table")
        game, events = step(self.rules, self.guess, answer)
        view = SeatView(self.rules, game, self.seat)
        view._guess = game
        return view, events


_bare: Callable[[type[SeatView]], SeatView] = object.__new__


def whose_turn(request: Any) -> int:
    """The seat that is to answer; of a group question, the first that has not yet."""
    if request[0] != "group":
        return int(request[1])
    return int(next(player for player, part in request[3] if part is not None))


def part_of(request: Any, seat: int) -> Any:
    """The question as one seat sees it: of a group question its own part, else the whole."""
    if request[0] != "group":
        return request
    return next((part for player, part in request[3] if player == seat), None)


def whole_answer(request: Any, seat: int, answer: Any) -> Any:
    """The answer for `step`, from a seat's answer to its part."""
    if request[0] != "group":
        return answer
    place = next(at for at, (player, _) in enumerate(request[3]) if player == seat)
    return (place, answer)
