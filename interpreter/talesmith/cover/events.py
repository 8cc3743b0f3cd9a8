"""What happens, watched: moments, replacements, ends of things, suppression, ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from talesmith.cover.unit_texts import OFF
from talesmith.cover.watched import source_of
from talesmith.play.changes.lasting import NAME, NUMBER, UNTIL, Lasting, Record
from talesmith.play.changes.pieces import Pieces
from talesmith.play.hooks.effects import Effects
from talesmith.play.hooks.suppression import Suppression
from talesmith.play.hooks.ways import Ways
from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.actions import Action
from talesmith.play.statements.replacing import Replacing
from talesmith.ruleset.parts import Handler, Way

if TYPE_CHECKING:
    from talesmith.cover.watching import Watched
    from talesmith.play.bind import Binder


def _watched(b: Binder) -> Watched:
    return cast("Watched", b)


class WatchedEffects(Effects):
    """Moments that note who answers them together."""

    def fire(self, m: Machine, moment: str, args: list[Any]) -> int | None:
        """Start the handlers of a moment; None if none is alive."""
        entries, w = self.b.effects[moment].live(m, args), _watched(self.b)
        for bound, _, _ in entries:
            w.see(bound.handler.id, 0, "asked")
        willing = {source_of(e[0]) for e in entries if self.willing(m, e, args)}
        if len(willing) > 1:
            w.meet(moment, willing)
        return super().fire(m, moment, args)


class WatchedReplacing(Replacing):
    """Replacements that note which of them stand beside another one."""

    def next(self, m: Machine, action: Action, s: Slots) -> int | None:
        """Start the next replacement of a proposed action; None if there is none left."""
        sources, w = self.b.replacements[action.hook.name], _watched(self.b)
        args = s[: action.n]
        willing = [e for e in sources.live(m, args) if self._holds(m, args, e)]
        for bound, _, _ in willing:
            w.see(bound.handler.id, 0, "asked")
            if len(willing) > 1:
                w.see(bound.handler.id, 0, "beside another")
        if len(willing) > 1:
            w.meet(f"instead of {action.hook.name}", {source_of(e[0]) for e in willing})
        return super().next(m, action, s)


class WatchedLasting(Lasting):
    """Things that last and note how they come to their end."""

    def expire(self, m: Machine, instant: str, thing: int | None) -> None:
        """End everything that lasts until this instant, in order of age."""
        for record in m.lasting:
            if (instant, thing) in record[UNTIL]:
                self._note(record, instant)
        super().expire(m, instant, thing)

    def used(self, m: Machine, number: int) -> None:
        """End a thing that lasts until it is used."""
        for record in m.lasting:
            if record[NUMBER] == number and ("used", None) in record[UNTIL]:
                self._note(record, "used")
        super().used(m, number)

    def _note(self, record: Record, instant: str) -> None:
        w, short = _watched(self.b), instant.partition(" ")[0]
        w.see(record[NAME], 0, short)


class WatchedPieces(Pieces):
    """Markers that note by which fate they leave."""

    def _leaves(self, m: Machine, marker: str, fate: str, slots: Slots) -> bool:
        leaves = super()._leaves(m, marker, fate, slots)
        if leaves:
            _watched(self.b).see(marker, 0, fate)
        return leaves


class WatchedSuppression(Suppression):
    """What sleeps, noting who was asked meanwhile."""

    def silences(self, m: Machine, handler: Handler, race: int) -> bool:
        """Whether a handler on the banner or a badge of a race is dead."""
        return self._noted(handler.card, super().silences(m, handler, race))

    def silences_card(
        self, m: Machine, card: str, race: int | None = None, *, above: bool = False
    ) -> bool:
        """Whether pieces and items of a card are silent; `race` is who stands there or bears it."""
        return self._noted(card, super().silences_card(m, card, race, above=above))

    def _noted(self, card: str, sleeps: bool) -> bool:
        if sleeps:
            _watched(self.b).see(card, 0, OFF)
        return sleeps


class WatchedWays(Ways):
    """Ways that note when they are switched on."""

    def _use(self, m: Machine, at: int, way: Way, race: int, region: int) -> None:
        _watched(self.b).see(way.id, 0, "switched on")
        super()._use(m, at, way, race, region)
