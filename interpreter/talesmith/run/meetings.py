"""Self-play towards the empty cells of the pair matrix.

Each game is laid out for a few cells that nobody has seen: their events are in force from the first
moment.  In every fourth game their banners and badges are nearly all there is in the stacks, and
their artifacts and places lie face down; in the others their races stand on the map, with badges,
pieces and items (`staging`).  Then uniform bots play some rounds, watched, and whatever meets is
noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import evolve

from talesmith.bots import Bot
from talesmith.bots.uniform import answer_at
from talesmith.cover.meetings import Cells, hook_name, lends_badges
from talesmith.cover.units import Cell
from talesmith.cover.watching import Record, Watched
from talesmith.model.board import board_from
from talesmith.model.chance import advance, shuffled
from talesmith.model.game import Game
from talesmith.play.machine import Machine
from talesmith.play.step import begin, boards_for, step
from talesmith.play.telling.ranking import MAY_WIN, SCORE, TIE, ranking
from talesmith.play.telling.view import part_of, whole_answer, whose_turn
from talesmith.ruleset.parts import Ruleset
from talesmith.run.casting import Casting
from talesmith.run.drawn import EVENT, drawn_keys, in_force, with_keys
from talesmith.run.game import choice, seat_bots, seat_seeds
from talesmith.run.leaning import Forward, drawn
from talesmith.run.settling import Lots, survey
from talesmith.run.staging import Stage

AIMS = 4
"""cells for which one game is laid out"""
GROUP = 10
"""games that share their rules"""
PLAIN = 4
"""every so many games one begins with its first step"""
ROUNDS, STAGED_ROUNDS = 5, 1
"""rounds that are played of each game; rounds after the first of one that begins in the middle"""
AT_THE_END = (MAY_WIN, SCORE, TIE)
"""what is asked when a game is over"""
LATE, WHOLE = 3, 255
"""every so many games one is played to its end, if anything is to meet there; rounds of that"""
FEW, WIDE, TRIALS = 30, 4, 4
"""so few cells are sought by trying answers too; of so many options at least; how many more of them"""
STACKED = {"banner": ("race", 6), "badge": ("power", 6), "artifact": ("artifact", 2),
           "place": ("place", 2)}  # fmt: skip
"""kinds of the cards in a stack of things, and how many are left in it"""


class Meetings:
    """Games of one ruleset in which sources are to meet."""

    def __init__(
        self, ruleset: Ruleset, cells: Cells, seen: set[Cell], players: int | None = None,
        given_up: Iterable[Cell] = (),
    ) -> None:  # fmt: skip
        """Play for those of these cells of the ruleset that have not been seen, or given up."""
        self.record = Record()
        self.ruleset = ruleset
        self.players = max(n for n, _ in ruleset.boards) if players is None else players
        self.cells = cells
        self.known = cells.possible | cells.impossible.keys()
        self.seen = set(seen)
        self.given_up = frozenset(given_up)
        self.lends = lends_badges(ruleset)
        self.kinds = {card.id: card.kind for card in ruleset.cards}
        pieces = (ruleset.markers, ruleset.units, ruleset.items, ruleset.ways)
        self.sides: dict[tuple[str, str], set[int | None]] = {}
        """for a hook and a source: whom its handlers speak for"""
        for handler in ruleset.handlers:
            key = hook_name(handler), handler.piece or handler.card
            self.sides.setdefault(key, set()).add(handler.role)
        self.rules: Watched | None = None
        self.room = 0
        """regions of its board in which a race may begin; 0: nobody has looked yet"""
        self.card_of = {part.id: part.card for group in pieces for part in group}

    def _bound(self, seed: int) -> Watched:
        """The rules of the games from this seed on: as they are, in every second group drawn keys."""
        ruleset = self.ruleset
        if seed // GROUP % 2:
            ruleset = with_keys(ruleset, drawn_keys(ruleset, seed))
        board = board_from(boards_for(ruleset, self.players)[0])
        return Watched(ruleset, self.players, board, self.record)

    @property
    def empty(self) -> list[Cell]:
        """The cells that are still to be seen, in the order of their names."""
        return sorted(self.cells.possible - self.seen - self.given_up)

    def play(self, seeds: Sequence[int]) -> Iterator[set[Cell]]:
        """Play a game for each seed; gives the cells that were seen for the first time."""
        for seed in seeds:
            if seed % GROUP == 0 or self.rules is None:
                self.rules, self.room = self._bound(seed), 0
            empty = self.empty
            if not empty:
                return
            aims = [empty[at] for at in shuffled(advance(seed)[1], list(range(len(empty))))[1]]
            (self._staged if seed % PLAIN else self._game)(self.rules, seed, aims)
            met = {cell for cell in self.record.harvest()[1] if cell in self.known}
            yield met - self.seen
            self.seen |= met

    def _game(self, rules: Watched, seed: int, aims: Sequence[Cell]) -> None:
        """Play a game for some of these cells from its first step."""
        cards = self._cards(aims[:AIMS])
        opened = in_force(rules, seed, [card for card in cards if self.kinds[card] == EVENT])
        m = Machine(opened, rules.codes)
        for stack in rules.ruleset.stacks:
            kind, most = STACKED.get(stack.thing, ("", 0))
            pile = rules.piles.get(stack.name)
            if pile is not None and kind and (there := pile.things(m)):
                own = [rules.card_number(card) for card in cards if self.kinds[card] == kind]
                seed, others = shuffled(seed, [thing for thing in there if thing not in own])
                kept = [thing for thing in own if thing in there]
                pile.write(m, [*kept, *others][: max(most, len(kept))])
        game = self._begun(rules, opened, m)
        self._on(rules, game, seat_bots(["uniform"] * rules.players, seed), ROUNDS)

    def _staged(self, rules: Watched, seed: int, aims: Sequence[Cell]) -> None:
        """Play a game for some of these cells in whose middle the first player takes a race."""
        casting = Casting(rules, Lots(seed), lends=self.lends)
        casting.cast(self._sets(cell, casting.lots) for cell in aims)
        opened = in_force(rules, seed, sorted(casting.events))
        m = Machine(opened, rules.codes)
        casting.clear(m)
        begun = self._begun(rules, opened, m)
        self.room = self.room or survey(rules, begun)
        game = Stage(rules, casting, self.room).set_up(begun)
        self.record.harvest()  # what met while the position was put together has not been played
        bots = [Forward(own) for own in seat_seeds(seed, rules.players)]
        is_last = not seed % LATE and any(hook in AT_THE_END for hook, _, _ in aims)
        rounds = WHOLE if is_last else game.cells[rules.layout["round"]] + STAGED_ROUNDS
        self._on(rules, game, bots, rounds)

    def _sets(self, cell: Cell, lots: Lots) -> list[Sequence[str]]:
        """The sources of a cell: one set for a seat, or two if they may be of different sides."""
        sides = [self.sides[cell[0], source] for source in cell[1:]]
        is_apart = sides[0] != sides[1] and lots.one(range(2))
        return [cell[1:2], cell[2:]] if is_apart else [cell[1:]]

    def _on(self, rules: Watched, game: Game, bots: Sequence[Bot], rounds: int) -> None:
        at_round = rules.layout["round"]
        while game.request is not None and game.cells[at_round] <= rounds:
            answer = choice(rules, bots, game)
            game = self._seeking(rules, game, answer) or step(rules, game, answer)[0]
        if game.request is None:
            ranking(rules, game)  # who has won is asked when a game is over

    def _seeking(self, rules: Watched, game: Game, answer: Any) -> Game | None:
        """The game after an answer by which sources meet that have not; None if none is found.

        Others than that of the bot are tried, a few of them.  What met by one that is not given has
        not been played.
        """
        request: Any = game.request
        is_wide = request[0] == "option" and len(request[3]) >= WIDE
        if not is_wide or len(self.empty) > FEW:
            return None
        met, seat = set(self.record.met), whose_turn(request)
        part = part_of(request, seat)
        drawn_at = drawn(game.number, len(met))
        others = (answer_at(drawn(drawn_at, at), part) for at in range(TRIALS))
        for other in (answer, *(whole_answer(request, seat, one) for one in others)):
            after = step(rules, game, other)[0]
            if not (self.record.met & self.cells.possible) <= self.seen | met:
                return after
            self.record.met.clear()
            self.record.met.update(met)
        return None

    def _begun(self, rules: Watched, opened: Game, m: Machine) -> Game:
        """The game at its first question; the stacks of the machine are those of its beginning."""
        laid = evolve(opened, cells=bytes(m.cells), nums=tuple(m.nums))
        return begin(rules, laid)[0]

    def _cards(self, aims: Sequence[Cell]) -> list[str]:
        """The cards of some cells, each once."""
        names: dict[str, Any] = {}
        for _, one, two in aims:
            for source in (one, two):
                card = self.card_of.get(source, source)
                if card in self.kinds:
                    names[card] = None
        return list(names)
