"""Binding: a ruleset, a number of players and a board become closures and code, once.

The `Binder` holds everything that is fixed for a game: numbers of cards and words, the layout, the
verbs, the hooks with their handlers, and the code of every body.  While code is written it also
holds the scope of the body that is being written: names of slots and the next free slot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from talesmith.model.board import Board
from talesmith.play.changes.lasting import Lasting
from talesmith.play.changes.limits import Limits
from talesmith.play.changes.pieces import Pieces
from talesmith.play.changes.piles import Pile
from talesmith.play.changes.races import Races
from talesmith.play.changes.records import Records
from talesmith.play.changes.tokens import Tokens
from talesmith.play.expressions import constants, lists, reads, supplies
from talesmith.play.expressions.fold import Folder
from talesmith.play.expressions.scalars import Fn, constant
from talesmith.play.fields import layout_for
from talesmith.play.hooks.attempts import Attempts
from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.effects import GARRISON, SWEEP_STEP, Effects
from talesmith.play.hooks.hooks import Hooks
from talesmith.play.hooks.lying import Lying
from talesmith.play.hooks.sources import Sources
from talesmith.play.hooks.ways import Ways
from talesmith.play.machine import Code, Machine, Slots
from talesmith.play.printing import read_texts, scalar_texts, set_texts
from talesmith.play.printing.texts import Constants
from talesmith.play.statements import (
    attaching,
    choices,
    control,
    exchange,
    loops,
    moves,
    options,
    plans,
    sealed,
    steps,
    verbs,
)
from talesmith.play.statements.flow import Flow
from talesmith.play.statements.replacing import Replacing
from talesmith.play.statements.steps import MAIN_STEP, called_once
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Ruleset
from talesmith.ruleset.usage import usage_of
from talesmith.ruleset.vocabulary import SOURCES

NOTHING: Fn = constant(None)
BUILT_IN = (
    attaching,
    choices,
    constants,
    control,
    exchange,
    lists,
    loops,
    moves,
    options,
    plans,
    read_texts,
    reads,
    scalar_texts,
    sealed,
    set_texts,
    steps,
    supplies,
    verbs,
)
"""modules that register expressions and statements when they are imported"""


def _most(line: Any) -> int:
    """The most that a line can make of a small number: 255 if it does more than set or limit it."""
    if line[0] == "cap":
        return 0
    return int(line[2][3]) if line[0] in ("become", "floor") and line[2][0] == "num" else 255


class Binder(Hooks):
    """Everything that is fixed for one game, and the writing of its code."""

    players: int
    rounds: int
    board: Board
    races: Races
    tokens: Tokens
    lasting: Lasting
    lying: Lying
    natives: dict[str, int]
    constants: Constants
    effects_run: type[Effects] = Effects
    things_last: type[Lasting] = Lasting
    pieces_lie: type[Pieces] = Pieces
    ways_open: type[Ways] = Ways
    replaced: type[Replacing] = Replacing
    flow: type[Flow] = Flow
    """what writes bodies"""

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        board: Board,
        *,
        lifting: bool = True,
        inlining: bool = True,
        fusing: bool = True,
    ) -> None:
        """Bind a ruleset.

        Without `lifting` every condition is tried region by region; without `inlining` every
        action has a frame of its own; without `fusing` every instruction is a closure (printed
        code asks for whole maps, so it goes with lifting).  None of them changes what happens.
        """
        self.inlining = inlining
        self.fusing = fusing and lifting
        self.constants = Constants()
        self.ruleset = ruleset
        self.usage = usage_of(ruleset)
        self.players = players
        self.board = board
        self.lifting = lifting
        self.codes, self.sites, self._scopes = [], [], []
        self._prepare_words()
        self._number_cards()
        self.recent: tuple[Any, Any] = None, None
        """the newest position and the draft it was made of: costs time, never meaning"""
        self.untouched: tuple[bytes, tuple[int, ...]] | None = None
        """cells and numbers before a game is set up, kept for the next one"""
        self._complete = False
        self._prepare_state()
        self._prepare_hooks()
        self._complete = True
        self._write()

    # ---- the position ----

    def _prepare_words(self) -> None:
        self._settings = dict(self.ruleset.settings)
        self._folder = Folder(self._settings, self._fixed_answer)
        words = self.ruleset.words
        self._words = {name: {w.id: at for at, w in enumerate(ws)} for name, ws in words}
        self._words["source"] = {name: at for at, name in enumerate(SOURCES)}

    def _prepare_state(self) -> None:
        ruleset = self.ruleset
        self.rounds = max(m.rounds for m in self.board.maps)
        counted = frozenset(p.id for p in ruleset.markers if p.most != 1)
        self.layout = layout = layout_for(ruleset, self.players, self.board, counted)
        self.at_tokens = layout["region.tokens"]
        self.at_race = layout["region.race"]
        self.at_owner = layout["race.owner"]
        self.at_banner = layout["race.banner"]
        self.at_badges = layout["race.badges"]
        self.at_declined = layout["race.declined"]
        self.at_regions = layout["race.regions"]
        self.at_in_play = layout["in play"]
        self.at_current = layout["current_player"]
        self.at_first = layout["first_player"]
        self.at_between = layout["between turns"]
        self.at_nesting = layout["nesting"]
        self.at_unswept = layout["unswept"]
        self.tokens = Tokens(layout, len(self.board.regions))
        self.races = Races(layout, self.players, self._trays())
        self.piles = {s.name: Pile(layout, s.name) for s in ruleset.stacks if not s.on_race}
        self.pieces = self.pieces_lie(self, ruleset.markers)
        self.lying = Lying(self)
        self.tokens.arrive = self.pieces.arrive
        self.lasting = self.things_last(self)
        self.limits = Limits(self)
        self.attempts = Attempts(self)
        self.ways = self.ways_open(self)
        self.replacing = self.replaced(self)
        actions = [hook for hook in ruleset.hooks if hook.kind == "action"]
        self.records = Records(self, actions, self.usage.windows)

    def _trays(self) -> tuple[int, ...]:
        """The tokens that each race begins with in its tray."""
        if "banner.tray" in dict(self.ruleset.properties):
            return self.printed("banner.tray")
        return (0,) * len(self.cards_of("race"))

    # ---- code ----

    def _write(self) -> None:
        self.pieces.bind_fates()
        self._note_garrison()
        self.steps = {(step.card, step.name): step for step in self.ruleset.steps}
        self.step_codes = {
            (step.card, step.name): self.new_code(
                f"{step.card or 'rules'}/{step.name}", "body", step.where
            )
            for step in self.ruleset.steps
        }
        self.called_once = frozenset[str]()
        if self.inlining:
            self.called_once = called_once(self.ruleset, (MAIN_STEP, SWEEP_STEP))
        self.machinery = self.effects_run(self)
        self.handler_codes = {
            bound.number: self.new_code(bound.handler.id, "body", bound.handler.where)
            for bound in self.bounds
            if bound.handler.form in ("effect", "offer")
        }
        for action in self.actions.values():
            action.write()
        for step in self.ruleset.steps:
            if step.card is None and step.name in self.called_once:
                continue
            code = self.step_codes[step.card, step.name]
            slots = dict(step.slots)
            self._write_body(code, step.body, max(step.nslots, len(step.params)), slots, step.card)
            code.rest = code.blank[len(step.params) + len(step.slots) :]
        for bound in self.bounds:
            if bound.number in self.handler_codes:
                h = bound.handler
                code = self.handler_codes[bound.number]
                self._write_body(code, h.body, h.nslots, bound.slots, h.card)
        self.replacing.write()

    def _write_body(
        self, code: Code, body: Any, nslots: int, slots: dict[str, int], card: str | None
    ) -> None:
        with self.scope(nslots, slots, code.name, card=card):
            flow = self.flow(self, code)
            flow.body(body)
            flow.finish()

    def _note_garrison(self) -> None:
        garrison = self.values.get(GARRISON)
        if garrison is None:
            return
        body, tokens = garrison.hook.body, self.tokens
        if len(body) != 1 or body[0][2][0] != "num":
            tokens.least_garrison = tokens.ruled_garrison = 255
            return
        tokens.least_garrison = tokens.ruled_garrison = body[0][2][3]
        for bound in garrison.sources.all:
            for line in bound.lines:
                tokens.least_garrison = max(tokens.least_garrison, _most(line))

    # ---- what the machinery does ----

    def fire(self, m: Machine, moment: str, args: list[Any]) -> int | None:
        """Run the handlers of a moment; None if there is none."""
        return self.machinery.fire(m, moment, args)

    def sweep(self, m: Machine, after: int) -> int:
        """Fates and the step `sweep` after a change."""
        return self.machinery.sweep(m, after)

    def on_turn(self, m: Machine) -> int:
        """Whose turn it is; outside of turns the first player."""
        return m.cells[self.at_first if m.nums[self.at_between] else self.at_current]

    def handler_slots(self, bound: Bound, args: Sequence[Any], fill: Any) -> Slots:
        """Slots for a handler's body."""
        return self.machinery.handler_slots(bound, args, fill)

    def offered(self, m: Machine, sources: Sources, args: list[Any]) -> list[Any]:
        """The offers of a point as options."""
        return self.machinery.offered(m, sources, args)

    def take_offer(self, m: Machine, chosen: Any, args: list[Any]) -> int:
        """Run the body of a chosen offer."""
        return self.machinery.take_offer(m, chosen, args)

    def expire(self, m: Machine, kind: str, thing: int | None) -> None:
        """The end of a turn, a round, or the start or end of somebody's turn."""
        self.machinery.expire(m, kind, thing)

    def writer(self, target: Expr) -> Callable[[Machine, Any, Any], None]:
        """How a settable thing is changed."""
        return self.machinery.writer(target)
