"""The position as the events of a step go by: enough of it to name things and to count coins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from talesmith.model.game import Game
from talesmith.model.layout import NONE
from talesmith.play.bind import Binder
from talesmith.play.statements.questions import OFFER, Site
from talesmith.record.names import Names
from talesmith.record.question import DONE_WORD, NOTHING_WORD
from talesmith.record.spelling import column_of
from talesmith.record.words import short_id, spoken


class Scene:
    """A position that the printer changes itself, from before the events to after them.

    Names are read from it: a combo that is taken apart still has its name when it is told of.
    """

    def __init__(self, rules: Binder, names: Names, before: Game | None, after: Game) -> None:
        layout = rules.layout
        self.rules = rules
        self.names = names
        self.cells = bytearray(layout.cells if before is None else before.cells)
        self.nums = list(layout.nums if before is None else before.nums)
        self.sparse = after.sparse

    # ---- names ----

    def word(self, kind: str, value: Any) -> str:
        """The word of a thing."""
        is_missing = value == NONE and kind not in ("number", "tokens")
        return "none" if is_missing else self.names.word(self, kind, value)

    def place(self, cell: int) -> str:
        """The word of a pool, given as its cell."""
        tokens = self.rules.tokens
        if tokens.tokens <= cell < tokens.end:
            return self.word("region", cell - tokens.tokens)
        return short_id(column_of(self.rules.layout, cell)[0].split()[-1])

    def pay(self, player: int, amount: int) -> int:
        """Change the coins of a player; gives how many there were."""
        at = self.rules.layout["player.coins"] + player
        old = self.nums[at]
        self.nums[at] += amount
        return old

    def purse(self, purse: Sequence[Any]) -> str:
        """The word of a purse that belongs to no player."""
        if len(purse) == 1 or not isinstance(purse[1], int):
            return str(purse[0])
        return self.word(purse[0], purse[1])

    def said(self, site: Site, answer: Any) -> str:
        """An answer as it stands in the log, in words."""
        if answer is None:
            return DONE_WORD
        if site.kind == "option":
            return self._option(site, *answer)
        if site.kind == "number":
            return str(answer)
        if site.kind == "allocate":
            parts = [f"{self.word(site.thing, place)} {n}" for place, n in answer if n]
        else:
            parts = [self.word(site.thing, thing) for thing in answer]
        return " ".join(parts) or NOTHING_WORD

    def _option(self, site: Site, branch: int, value: Any) -> str:
        if branch >= OFFER:
            handler = self.rules.bounds[branch - OFFER].handler
            kind = "none" if handler.target is None else handler.target[1][2]
            text = handler.may or ""
        else:
            text, kind = site.texts[branch], site.things[branch]
        target = "" if value is None else f" {self.word(kind, value)}"
        return spoken(text).replace(" ", "_") + target
