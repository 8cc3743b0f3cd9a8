"""The hooks of a game, each with the handlers that can ever speak in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talesmith.play.expressions.land import Land
from talesmith.play.hooks.bound import Bound
from talesmith.play.hooks.ledgers import LedgerHook
from talesmith.play.hooks.permissions import PermissionHook
from talesmith.play.hooks.sources import Sources, params_of
from talesmith.play.hooks.suppression import Suppression
from talesmith.play.hooks.values import ValueHook
from talesmith.play.statements.actions import Action
from talesmith.ruleset.parts import Handler, Hook


class Hooks(Land):
    """Makes every hook of the ruleset and files the handlers under what carries them.

    What it is made of are attributes of the class: a game that is watched has others.
    """

    value_hook: type[ValueHook] = ValueHook
    permission_hook: type[PermissionHook] = PermissionHook
    ledger_hook: type[LedgerHook] = LedgerHook
    sleep: type[Suppression] = Suppression

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
            bound = Bound(self._binder, handler, number)
            self.bounds.append(bound)
            if not bound.never and self._is_in_game(handler):
                for sources in self._homes(handler):
                    sources.add(bound)
        self._prepare_decline()
        if self.ruleset.suppressions:
            self.suppression = self.sleep(self._binder)
        self.is_steady = self.suppression is None and self.works_in_decline is None
        """whether what races carry always tells which handlers work"""

    def _prepare_hook(self, hook: Hook) -> None:
        types = [param.type for param in hook.params]
        if hook.kind == "value":
            self.values[hook.name] = self.value_hook(self._binder, hook)
        elif hook.kind == "permission":
            self.permissions[hook.name] = self.permission_hook(self._binder, hook)
        elif hook.kind == "ledger":
            self.ledgers[hook.name] = self.ledger_hook(self._binder, hook)
        elif hook.kind == "moment":
            self.effects[hook.name] = Sources(self._binder, types, hook.roles)
        elif hook.kind == "point":
            self.offers[hook.name] = Sources(self._binder, types, hook.roles)
        else:
            self.replacements[hook.name] = Sources(self._binder, types, hook.roles)
            roles = hook.roles
            if hook.type != "none":
                types, roles = [*types, hook.type], (*roles, len(types))
            self.effects[f"after_{hook.name}"] = Sources(self._binder, types, roles)
            self.actions[hook.name] = Action(self._binder, hook)

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
            self.decline_sources = works.sources
            self.works_in_decline = lambda m, race, badge: works(m, (race, badge))

    def hook_of(self, handler: Handler) -> Hook:
        """The hook that a handler answers; of an offer its first point."""
        name = handler.hook.split()[0]
        return self.hooks.get(name) or self.hooks[name.removeprefix("after_")]

    def params_of(self, handler: Handler) -> tuple[str, ...]:
        """Types of what a handler is given."""
        return params_of(self.hook_of(handler), handler)
