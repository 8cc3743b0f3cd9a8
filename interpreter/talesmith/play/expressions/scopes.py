"""The body that is being written: its code, its named slots, the places where it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from talesmith.model.layout import Layout
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Code, Slots
from talesmith.play.statements.questions import Site
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Step, Where

if TYPE_CHECKING:
    from talesmith.play.changes.lasting import Lasting
    from talesmith.play.statements.actions import Action
    from talesmith.play.statements.flow import Flow


Made = TypeVar("Made")


class Scopes:
    """Codes, sites and the scope of the body under work."""

    codes: list[Code]
    sites: list[Site]
    layout: Layout
    lasting: Lasting
    kinds: dict[str, str]
    steps: dict[tuple[str | None, str], Step]
    step_codes: dict[tuple[str | None, str], Code]
    _scopes: list[dict[str, Any]]

    def new_code(self, name: str, kind: str, where: Where | None = None) -> Code:
        """A new body; its number is its place in the list of codes."""
        code = Code(len(self.codes), name, kind, 0, where)
        self.codes.append(code)
        return code

    def step_code(self, name: str) -> Code:
        """The code of a step: NAME of the rules or CARD.NAME."""
        card, _, short = name.rpartition(".")
        return self.step_codes[card or None, short]

    def step_named(self, name: str) -> Step:
        """The step itself."""
        card, _, short = name.rpartition(".")
        return self.steps[card or None, short]

    def site(
        self,
        flow: Flow,
        kind: str,
        prompt: str | None,
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
                flow.name,
                flow.line,
                kind,
                prompt or "",
                thing.removesuffix("?"),
                texts,
                things,
                point,
                card,
            )
        )
        return len(self.sites) - 1

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
                "made": {},
            }
        )
        try:
            yield
        finally:
            self._scopes.pop()

    def once(self, e: Expr, what: Any, make: Callable[[], Made]) -> Made:
        """What is made of an expression of this body, once: twice would take slots twice."""
        if not self._scopes:
            return make()
        made: dict[Any, tuple[Expr, Made]] = self._scopes[-1]["made"]
        key = (id(e), what)
        if key not in made:
            made[key] = (e, make())
        return made[key][1]

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

    def came(self) -> Fn | None:
        """How many actions were remembered when what carries the body came into play.

        None for what is always there: rules and house rules.
        """
        slots, card, lasting = self.scope_slots, self._scopes[-1]["card"], self.lasting
        if "item" in slots:
            item = slots["item"]
            return lambda m, s: lasting.since(m, None, s[item])
        if "self" in slots:
            own, since = slots["self"], self.layout["race.since"]
            return lambda m, s: lasting.came(m, card, s[own], m.nums[since + s[own]])
        if self.kinds.get(card) == "event":
            return lambda m, _s: lasting.since(m, card, None)
        return None
