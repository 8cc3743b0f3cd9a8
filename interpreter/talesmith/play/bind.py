"""Binding: a ruleset, a number of players and a board become closures and code, once.

The `Binder` holds everything that is fixed for a game: numbers of cards and words, the layout, the
verbs, the hooks with their handlers, and the code of every body.  While code is written it also
holds the scope of the body that is being written: names of slots and the next free slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from talesmith.model.board import Board
from talesmith.play import (
    attaching,
    constants,
    control,
    exchange,
    lists,
    moves,
    options,
    plans,
    reads,
    sealed,
    supplies,
    verbs,
)
from talesmith.play.actions import Action
from talesmith.play.attempts import Attempts
from talesmith.play.bound import Bound
from talesmith.play.effects import Effects
from talesmith.play.fields import layout_for
from talesmith.play.flow import Flow
from talesmith.play.fold import Folder
from talesmith.play.land import Land
from talesmith.play.lasting import Lasting
from talesmith.play.ledgers import LedgerHook
from talesmith.play.limits import Limits
from talesmith.play.machine import Code, Machine, Slots
from talesmith.play.permissions import PermissionHook
from talesmith.play.pieces import Pieces
from talesmith.play.piles import Pile
from talesmith.play.questions import Site
from talesmith.play.races import Races
from talesmith.play.records import Records
from talesmith.play.replacing import Replacing
from talesmith.play.scalars import Fn, constant
from talesmith.play.sources import Sources, params_of
from talesmith.play.suppression import Suppression
from talesmith.play.tokens import Tokens
from talesmith.play.values import ValueHook
from talesmith.play.ways import Ways
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Handler, Hook, Ruleset
from talesmith.ruleset.usage import usage_of
from talesmith.ruleset.vocabulary import SOURCES

NOTHING: Fn = constant(None)
BUILT_IN = (
    attaching,
    constants,
    control,
    exchange,
    lists,
    moves,
    options,
    plans,
    reads,
    sealed,
    supplies,
    verbs,
)
"""modules that register expressions and statements when they are imported"""


class Binder(Land):
    """Everything that is fixed for one game, and the writing of its code."""

    players: int
    rounds: int
    board: Board
    races: Races
    tokens: Tokens
    lasting: Lasting
    natives: dict[str, int]

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        board: Board,
        *,
        lifting: bool = True,
        inlining: bool = True,
    ) -> None:
        """Bind a ruleset.

        Without `lifting` every condition is tried region by region; without `inlining` every
        action has a frame of its own.  Neither changes what happens.
        """
        self.inlining = inlining
        self.ruleset = ruleset
        self.usage = usage_of(ruleset)
        self.players = players
        self.board = board
        self.lifting = lifting
        self.rounds = max(m.rounds for m in board.maps)
        self._settings = dict(ruleset.settings)
        self._folder = Folder(self._settings, self._fixed_answer)
        self._words = {name: {w.id: at for at, w in enumerate(ws)} for name, ws in ruleset.words}
        self._words["source"] = {name: at for at, name in enumerate(SOURCES)}
        self._number_cards()
        self.codes: list[Code] = []
        self.sites: list[Site] = []
        self.recent: tuple[Any, dict[Any, Any]] = (None, {})
        """the newest position and what was already worked out for it: costs time, never meaning"""
        self._scopes: list[dict[str, Any]] = []
        self._complete = False
        self._prepare_state()
        self._prepare_hooks()
        self._complete = True
        self._write()

    # ---- the position ----

    def _prepare_state(self) -> None:
        ruleset = self.ruleset
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
        has_tray = "banner.tray" in dict(ruleset.properties)
        trays = self.printed("banner.tray") if has_tray else (0,) * len(self.cards_of("race"))
        self.tokens = Tokens(layout, len(self.board.regions))
        self.races = Races(layout, self.players, trays)
        self.piles = {s.name: Pile(layout, s.name) for s in ruleset.stacks if not s.on_race}
        self.pieces = Pieces(self, ruleset.markers)
        self.tokens.arrive = self.pieces.arrive
        self.lasting = Lasting(self)
        self.limits = Limits(self)
        self.attempts = Attempts(self)
        self.ways = Ways(self)
        self.replacing = Replacing(self)
        actions = [hook for hook in ruleset.hooks if hook.kind == "action"]
        self.records = Records(self, actions, self.usage.windows)

    # ---- hooks ----

    def _prepare_hooks(self) -> None:
        self.values: dict[str, ValueHook] = {}
        self.permissions: dict[str, PermissionHook] = {}
        self.ledgers: dict[str, LedgerHook] = {}
        self.effects: dict[str, Sources] = {}
        self.offers: dict[str, Sources] = {}
        self.replacements: dict[str, Sources] = {}
        self.actions: dict[str, Action] = {}
        self.hooks = {hook.name: hook for hook in self.ruleset.hooks}
        for hook in self.ruleset.hooks:
            self._prepare_hook(hook)
        self.empty_stacks = frozenset(
            s.name for s in self.ruleset.stacks if s.content and not any(n for _, n in s.content)
        )
        self.suppression: Suppression | None = None
        self.works_in_decline: Any = None
        self.bounds: list[Bound] = []
        for number, handler in enumerate(self.ruleset.handlers):
            bound = Bound(self, handler, number)
            self.bounds.append(bound)
            if not bound.never and self._is_in_game(handler):
                for sources in self._homes(handler):
                    sources.add(bound)
        self._prepare_decline()
        if self.ruleset.suppressions:
            self.suppression = Suppression(self)

    def _prepare_hook(self, hook: Hook) -> None:
        types = [param.type for param in hook.params]
        if hook.kind == "value":
            self.values[hook.name] = ValueHook(self, hook)
        elif hook.kind == "permission":
            self.permissions[hook.name] = PermissionHook(self, hook)
        elif hook.kind == "ledger":
            self.ledgers[hook.name] = LedgerHook(self, hook)
        elif hook.kind == "moment":
            self.effects[hook.name] = Sources(self, types, hook.roles)
        elif hook.kind == "point":
            self.offers[hook.name] = Sources(self, types, hook.roles)
        else:
            self.replacements[hook.name] = Sources(self, types, hook.roles)
            roles = hook.roles
            if hook.type != "none":
                types, roles = [*types, hook.type], (*roles, len(types))
            self.effects[f"after_{hook.name}"] = Sources(self, types, roles)
            self.actions[hook.name] = Action(self, hook)

    def _is_in_game(self, handler: Handler) -> bool:
        if handler.holder in ("race", "power", "event", "artifact", "place"):
            return handler.card in self._card_number
        return True

    def _homes(self, handler: Handler) -> Iterator[Sources]:
        if handler.form == "value":
            yield self.values[handler.hook].sources
        elif handler.form == "permission":
            yield self.permissions[handler.hook].sources
        elif handler.form == "ledger":
            yield self.ledgers[handler.hook].sources
        elif handler.form == "effect":
            yield self.effects[handler.hook]
        elif handler.form == "instead":
            yield self.replacements[handler.hook]
        else:
            for point in handler.hook.split():
                yield self.offers[point]

    def _prepare_decline(self) -> None:
        works = self.permissions.get("works_in_decline")
        if works is not None and not works.sources.empty:
            self.works_in_decline = lambda m, race, badge: works(m, (race, badge))

    def hook_of(self, handler: Handler) -> Hook:
        """The hook that a handler answers; of an offer its first point."""
        name = handler.hook.split()[0]
        return self.hooks.get(name) or self.hooks[name.removeprefix("after_")]

    def params_of(self, handler: Handler) -> tuple[str, ...]:
        """Types of what a handler is given."""
        return params_of(self.hook_of(handler), handler)

    # ---- code ----

    def _write(self) -> None:
        self.pieces.bind_fates()
        self._note_garrison()
        self.steps = {(step.card, step.name): step for step in self.ruleset.steps}
        self.step_codes = {
            (step.card, step.name): self.new_code(f"{step.card or 'rules'}/{step.name}", "body")
            for step in self.ruleset.steps
        }
        self.machinery = Effects(self)
        self.handler_codes = {
            bound.number: self.new_code(bound.handler.id, "body")
            for bound in self.bounds
            if bound.handler.form in ("effect", "offer")
        }
        for action in self.actions.values():
            action.write()
        for step in self.ruleset.steps:
            code = self.step_codes[step.card, step.name]
            slots = dict(step.slots)
            self._write_body(code, step.body, max(step.nslots, len(step.params)), slots, step.card)
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
            flow = Flow(self, code)
            flow.body(body)
            flow.finish()

    def _note_garrison(self) -> None:
        garrison = self.values.get("min_garrison")
        if garrison is None:
            return
        body = garrison.hook.body
        fixed = garrison.sources.empty and len(body) == 1 and body[0][2][0] == "num"
        self.tokens.least_garrison = body[0][2][3] if fixed else 255

    # ---- what the machinery does ----

    def fire(self, m: Machine, moment: str, args: list[Any]) -> int | None:
        """Run the handlers of a moment; None if there is none."""
        return self.machinery.fire(m, moment, args)

    def sweep(self, m: Machine, after: int) -> int:
        """Fates and the step `sweep` after a change."""
        return self.machinery.sweep(m, after)

    def on_turn(self, m: Machine) -> int:
        """Whose turn it is; outside of turns the first player."""
        return m.cells[self.at_first if m.cells[self.at_between] else self.at_current]

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
