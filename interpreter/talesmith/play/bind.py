"""Binding: a ruleset, a number of players and a board become closures and code, once.

The `Binder` holds everything that is fixed for a game: numbers of cards and words, the layout, the
verbs, the hooks with their handlers, and the code of every body.  While code is written it also
holds the scope of the body that is being written: names of slots and the next free slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from talesmith.model.board import Board, members
from talesmith.model.layout import NONE
from talesmith.play import (
    constants,
    control,
    lists,
    moves,
    options,
    plans,
    reads,
    sets,
    supplies,
    vectors,
    verbs,
)
from talesmith.play.actions import Action
from talesmith.play.attempts import Attempts
from talesmith.play.bound import GUARD_AT, Bound
from talesmith.play.effects import Effects
from talesmith.play.fields import layout_for
from talesmith.play.flow import Flow
from talesmith.play.fold import YES, Folder, mentions
from talesmith.play.lasting import Lasting
from talesmith.play.ledgers import LedgerHook
from talesmith.play.limits import Limits
from talesmith.play.machine import Code, Machine, Slots
from talesmith.play.permissions import PermissionHook
from talesmith.play.pieces import Pieces
from talesmith.play.piles import Pile
from talesmith.play.questions import Site
from talesmith.play.races import Races
from talesmith.play.records import Records, windows_of
from talesmith.play.replacing import Replacing
from talesmith.play.scalars import BUILDERS, Fn, constant
from talesmith.play.shapes import Image, Lifted, Vector
from talesmith.play.sources import Sources, params_of
from talesmith.play.suppression import Suppression
from talesmith.play.tokens import Tokens
from talesmith.play.values import ValueHook
from talesmith.play.ways import Ways
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Card, Handler, Hook, Ruleset
from talesmith.ruleset.vocabulary import SOURCES

NOTHING: Fn = constant(None)
BUILT_IN = (constants, control, lists, moves, options, plans, reads, supplies, verbs)
"""modules that register expressions and statements when they are imported"""


class Binder:
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

    # ---- cards, words, facts ----

    def _number_cards(self) -> None:
        known = {card.id: card for card in self.ruleset.cards}
        self._pools = {kind: [known[name] for name in ids] for kind, ids in self.ruleset.pools}
        self._card_number = {
            card.id: at for cards in self._pools.values() for at, card in enumerate(cards)
        }
        self.natives = {n.id: at for at, n in enumerate(self.ruleset.natives)}

    def cards_of(self, kind: str) -> list[Card]:
        """The cards of a kind in play, in the order of their numbers."""
        return self._pools.get(kind, [])

    def card_number(self, name: str) -> int:
        """Number of a card among those of its kind; NONE if it is not in this game."""
        return self._card_number.get(name, NONE)

    def word(self, group: str, name: str) -> int:
        """Number of a word in its set."""
        return self._words[group][name]

    def setting(self, key: str) -> str | None:
        """The value of a key, None if the rules declare no such key."""
        return self._settings.get(key)

    def faces(self, die: str) -> tuple[int, ...]:
        """The faces of a die."""
        return next(d.faces for d in self.ruleset.dice if d.name == die)

    def printed(self, name: str) -> tuple[int, ...]:
        """The printed value NAME (HOLDER.NAME) of every card of the holder's kind; 0 if absent."""
        holder, fact = name.split(".")
        kind = {"banner": "race", "badge": "power"}.get(holder, holder)
        group = dict(self.ruleset.properties)[name].removeprefix("word ")
        values = []
        for card in self.cards_of(kind):
            value = dict(card.facts).get(fact, 0)
            values.append(self.word(group, value) if isinstance(value, str) else value)
        return tuple(values)

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
        self.verbs = verbs.Verbs(self)
        self.attempts = Attempts(self)
        self.ways = Ways(self)
        self.replacing = Replacing(self)
        actions = [hook for hook in ruleset.hooks if hook.kind == "action"]
        self.records = Records(self, actions, windows_of(ruleset))

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

    def params_of(self, handler: Handler) -> tuple[str, ...]:
        """Types of what a handler is given."""
        name = handler.hook.removeprefix("after_")
        hook = self.hooks.get(handler.hook) or self.hooks.get(name)
        if hook is None:
            hook = self.hooks[handler.hook.split()[0]]
        return params_of(hook, handler)

    # ---- code ----

    def _write(self) -> None:
        self.pieces.bind_fates()
        self._note_garrison()
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

    def new_code(self, name: str, kind: str) -> Code:
        """A new body; its number is its place in the list of codes."""
        code = Code(len(self.codes), name, kind, 0)
        self.codes.append(code)
        return code

    def step_code(self, name: str) -> Code:
        """The code of a step, one of the card that is being written first."""
        card, _, short = name.rpartition(".")
        return self.step_codes[card or None, short]

    def site(
        self,
        flow: Flow,
        kind: str,
        prompt: str,
        thing: str,
        texts: tuple[str, ...] = (),
        things: tuple[str, ...] = (),
        point: str | None = None,
    ) -> int:
        """A new place where something is asked."""
        card = self._scopes[-1]["card"] or ""
        self.sites.append(
            Site(
                len(self.sites),
                flow.code.name,
                flow.line,
                kind,
                prompt,
                thing.removesuffix("?"),
                texts,
                things,
                point,
                card,
            )
        )
        return len(self.sites) - 1

    # ---- the scope of the body that is being written ----

    @contextmanager
    def scope(
        self,
        nslots: int,
        slots: dict[str, int],
        name: str,
        *,
        result: int | None = None,
        action: Action | None = None,
        card: str | None = None,
    ) -> Iterator[None]:
        """Write closures of one body: its named slots, and how many slots it has so far."""
        self._scopes.append(
            {
                "next": nslots,
                "slots": slots,
                "name": name,
                "result": result,
                "action": action,
                "card": card,
            }
        )
        try:
            yield
        finally:
            self._scopes.pop()

    def spare_slot(self) -> int:
        """A slot that no name of the body uses."""
        scope = self._scopes[-1]
        scope["next"] += 1
        return int(scope["next"]) - 1

    def slot_count(self) -> int:
        """How many slots the body has so far."""
        return int(self._scopes[-1]["next"])

    @property
    def scope_slots(self) -> dict[str, int]:
        """Named slots of the body."""
        return self._scopes[-1]["slots"]  # type: ignore[no-any-return]

    @property
    def scope_action(self) -> Action | None:
        """The action that the body replaces."""
        return self._scopes[-1]["action"]  # type: ignore[no-any-return]

    @property
    def result_slot(self) -> int:
        """Where an action's `return` puts its result."""
        return int(self._scopes[-1]["result"])

    @contextmanager
    def result_in(self, slot: int) -> Iterator[None]:
        """Let `return` put its result into another slot while an action is written in place."""
        scope = self._scopes[-1]
        outer, scope["result"] = scope["result"], slot
        try:
            yield
        finally:
            scope["result"] = outer

    def own_race(self) -> Callable[[Slots], Any] | None:
        """How the body reads the race that carries it."""
        slot = self.scope_slots.get("self")
        return None if slot is None else (lambda s: s[slot])

    # ---- expressions ----

    def fold(self, e: Expr) -> Expr:
        """An expression with the keys of this game worked out."""
        return self._folder.fold(e)

    def _fixed_answer(self, e: Expr) -> Expr | None:
        """A hook that nothing in this game can change, as the constant that it always gives."""
        if not self._complete:
            return None
        if e[0] == "permit":
            return YES if self.permissions[e[3]].is_free else None
        known = self.values[e[3]].constant
        return None if known is None else ("num", e[1], "number", known)

    def fold_line(self, line: Any) -> Any:
        """A line of a pure body with its parts folded; a guard that is always true falls away."""
        parts = [self._folder.fold_part(part) for part in line]
        at = GUARD_AT.get(line[0])
        if at is not None and parts[at] is not None and parts[at][0] == "flag" and parts[at][3]:
            parts[at] = None
        return tuple(parts)

    def expr(self, e: Expr) -> Fn:
        """The closure of an expression."""
        if e[0] == "value":
            return self._value_call(e)
        if e[0] == "permit":
            return self._permission_call(e)
        build = BUILDERS.get(e[0])
        if build is None:
            place = f"{self._scopes[-1]['name']}, line {e[1] >> 12}"
            raise ValueError(f"{place}: the machine cannot play the word of `{e[0]}` yet")
        return build(self, e)

    def lift(self, e: Expr, x: int) -> Lifted:
        """The closure that gives the regions of a mask for which a condition on slot x holds."""
        return sets.lift(self, e, x)

    def vector(self, e: Expr, x: int) -> Vector:
        """The closure that gives a number for each of some regions in slot x."""
        return vectors.vector(self, e, x)

    def attempts_where(self, source: Expr, slot: int, condition: Expr) -> Fn:
        """Attempts for which a condition holds."""
        return self.attempts.where(source, slot, condition)

    def arguments(self, args: Sequence[Expr | None]) -> Callable[[Machine, Slots], list[Any]]:
        """The arguments of a call as one closure; those left out are None."""
        fs = [NOTHING if arg is None else self.expr(arg) for arg in args]
        if not fs:
            return lambda _m, _s: []
        if len(fs) == 1:
            one = fs[0]
            if args[0] is not None and args[0][0] == "local":
                only = args[0][3]
                return lambda _m, s: [s[only]]
            return lambda m, s: [one(m, s)]
        slots: list[int | None] = [arg[3] if arg and arg[0] == "local" else None for arg in args]
        if len(fs) == 2:
            one, two = fs
            first, second = slots
            if first is not None and second is not None:
                return lambda _m, s: [s[first], s[second]]
            if first is not None and args[1] is None:
                return lambda _m, s: [s[first], None]
            return lambda m, s: [one(m, s), two(m, s)]
        return lambda m, s: [f(m, s) for f in fs]

    def _value_call(self, e: Expr) -> Fn:
        hook, args = self.values[e[3]], self.arguments(e[4])
        return lambda m, s: hook(m, args(m, s))

    def _permission_call(self, e: Expr) -> Fn:
        hook, args, despite = self.permissions[e[3]], self.arguments(e[4]), frozenset(e[5])
        if not despite:
            return lambda m, s: hook(m, args(m, s))
        return lambda m, s: hook(m, args(m, s), despite)

    def lift_permission(self, e: Expr, x: int) -> Lifted | None:
        """A permission asked for all regions at once, if x is exactly one of its parameters."""
        hook, despite = self.permissions[e[3]], frozenset(e[5])
        at = self._lifted_parameter(hook.hook, e[4], x)
        if at is None:
            return None
        args = self.arguments([None if n == at else arg for n, arg in enumerate(e[4])])
        return lambda m, s, mask: hook.lifted(m, args(m, s), at, mask, despite) if mask else 0

    def _lifted_parameter(self, hook: Hook, args: Sequence[Expr | None], x: int) -> int | None:
        found = [at for at, arg in enumerate(args) if arg is not None and mentions(arg, x)]
        if len(found) != 1 or args[found[0]][0] != "local":  # type: ignore[index]
            return None
        return found[0] if hook.params[found[0]].type == "region" else None

    def image_permission(self, e: Expr, y: int, x: int) -> Image | None:
        """A permission on two regions, for some member of a set and all regions at once."""
        hook, args = self.permissions[e[3]], list(e[4])
        ys = [at for at, arg in enumerate(args) if arg is not None and mentions(arg, y)]
        xs = [at for at, arg in enumerate(args) if arg is not None and mentions(arg, x)]
        if e[5] or len(ys) != 1 or len(xs) != 1 or ys == xs:
            return None
        if args[ys[0]][0] != "local" or args[xs[0]][0] != "local":
            return None
        rest = self.arguments([None if at in (ys[0], xs[0]) else a for at, a in enumerate(args)])
        near, far = ys[0], xs[0]
        return lambda m, s, group, mask: hook.image(m, rest(m, s), near, far, group, mask)

    def vector_value(self, e: Expr, x: int) -> Vector | None:
        """A value for each of some regions, if x is exactly one of its parameters."""
        hook = self.values[e[3]]
        at = self._lifted_parameter(hook.hook, e[4], x)
        if at is None or not hook.is_number:
            return None
        args = self.arguments([None if n == at else arg for n, arg in enumerate(e[4])])
        return lambda m, s, regions: hook.vector(m, args(m, s), at, regions)

    def known_in(self, hook: Hook, x: int) -> Callable[[Expr], Expr]:
        """For lifting over parameter x: defaults that read x stand where their names were."""
        table = {
            at: self.fold(param.default)
            for at, param in enumerate(hook.params)
            if param.default is not None and mentions(param.default, x)
        }
        return lambda e: replace_locals(e, table) if table else e

    def known_from(self, handler: Handler, x: int) -> Callable[[Expr], Expr]:
        """The same inside a handler: its own role is given, other defaults are read from x."""
        hook = self.hooks.get(handler.hook) or self.hooks[handler.hook.removeprefix("after_")]
        table = {
            at: self.fold(param.default)
            for at, param in enumerate(hook.params)
            if param.default is not None and mentions(param.default, x) and at != handler.role
        }
        return lambda e: replace_locals(e, table) if table else e

    # ---- reading regions ----

    def region_word(self, kind: str, name: str) -> Callable[[Machine], int]:
        """The regions with a symbol or marker."""
        if kind == "symbol":
            regions = self.board.symbols.get(name, 0)
            return lambda _m: regions
        return self.pieces.regions(name)

    def regions_of(self, e: Expr) -> Fn:
        """What may stand for a set of regions: a set, a region, a race, a terrain."""
        kind = e[2].removesuffix("?")
        if e[0] == "word":
            regions = self.board.terrains.get(e[4], 0)
            return lambda _m, _s: regions
        f = self.expr(e)
        if kind == "region":
            return lambda m, s: 0 if (x := f(m, s)) is None else 1 << x
        if kind == "race":
            at = self.at_regions
            return lambda m, s: 0 if (x := f(m, s)) is None else m.nums[at + x]
        return f

    def regions_near(self, e: Expr) -> Fn:
        """The regions that touch a set, region, race or terrain."""
        f, near = self.regions_of(e), self.board.near
        if e[0] == "word":
            regions = near(f(None, None))  # type: ignore[arg-type]
            return lambda _m, _s: regions
        if e[0] == "local" and e[2] == "region":
            slot, neighbours = e[3], self.board.neighbours
            return lambda _m, s: neighbours[s[slot]]
        return lambda m, s: near(f(m, s))

    def holds(self, kind: str, name: str) -> Callable[[Machine, int], bool]:
        """Whether a race has a badge, item or banner, or a thing bears an item."""
        if kind == "badge":
            return self._has_badge(self.card_number(name))
        if kind == "banner":
            at, number = self.at_banner, self.card_number(name)
            return lambda m, race: m.cells[at + race] == number
        if kind == "item":
            return lambda m, bearer: bool(self.lasting.borne(m, name, bearer))
        raise KeyError(f"nothing of kind {kind} is had")

    def _has_badge(self, badge: int) -> Callable[[Machine, int], bool]:
        at, bit, sleep = self.at_badges, 1 << badge, self.suppression
        if sleep is None:
            return lambda m, race: bool(m.nums[at + race] & bit)
        return lambda m, race: (
            bool(m.nums[at + race] & bit) and not sleep.badge_sleeps(m, race, badge)
        )

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

    def goes_on_working(self, m: Machine, race: int, card: str) -> bool:
        """Whether a badge works in decline, so that its pieces stay."""
        if self.works_in_decline is None:
            return False
        badge = self.card_number(card)
        carried = m.nums[self.at_badges + race] >> badge & 1 if badge != NONE else 0
        return bool(carried) and bool(self.works_in_decline(m, race, badge))

    def awake_regions(self, m: Machine, marker: str, regions: int) -> int:
        """Those of some regions in which markers of a kind are not silent."""
        if self.suppression is None:
            return regions
        card = self.pieces.kinds[marker].card
        if self.suppression.kind_of.get(card) not in ("race", "power"):
            return regions
        awake = 0
        for region in members(regions):
            race = m.cells[self.at_race + region]
            if not self.suppression.silences_card(m, card, None if race == NONE else race):
                awake |= 1 << region
        return awake

    def silent_item(self, m: Machine, record: Any) -> bool:
        """Whether the card of an item is suppressed."""
        return self.suppression is not None and self.suppression.silences_item(m, record)

    def add_badge(self, m: Machine, race: int, badge: int) -> None:
        """Give a race one more badge."""
        m.nums[self.at_badges + race] |= 1 << badge
        self.races.refresh(m)
        m.log.append(("badge", race, badge, 1))

    def remove_badge(self, m: Machine, race: int, badge: int) -> None:
        """Take a badge from a race; pieces of that power that do not stay in decline leave."""
        if m.cells[self.at_declined + race]:
            self.pieces.decline(m, race, self.cards_of("power")[badge].id)
        m.nums[self.at_badges + race] &= ~(1 << badge)
        self.races.refresh(m)
        m.log.append(("badge", race, badge, 0))

    def item_until(self, name: str) -> Callable[[Machine, Any], tuple[Any, ...]]:
        """The printed duration of an item; `leaves` and `declines` name its bearer."""
        kinds = [kind for kind, _ in self.lasting.items[name].until] or ["game"]
        return lambda _m, bearer: tuple(
            (kind, bearer if kind in ("leaves", "declines") else None) for kind in kinds
        )

    def event_lasts(self, card: Card) -> tuple[tuple[str, int | None], ...]:
        """How long an event card stays in force."""
        return tuple((kind, None) for kind, _ in card.lasts) or (("round", None),)

    def exchange(self, m: Machine, one: int, two: int, left_out: Sequence[str]) -> None:
        """All contents of two regions change places."""
        self.machinery.exchange(m, one, two, left_out)


def replace_locals(e: Any, table: dict[int, Expr]) -> Any:
    """An expression in which some slots are replaced by expressions."""
    if not isinstance(e, tuple):
        return e
    if len(e) >= 4 and e[0] == "local" and e[3] in table:
        return table[e[3]]
    return tuple(replace_locals(part, table) for part in e)
