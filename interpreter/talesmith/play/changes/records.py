"""Records of actions: what was done, for the handlers and values that ask with `past`.

A record is a tuple: action, turn, round, player whose turn it was, serial number, was the region
empty, tokens in it, owner of the defender, ways, and then the parameters and the result.  Only
actions that some body asks about are remembered, older ones only as far as it looks back.  What
happens between two turns belongs to no turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.layout import NONE
from talesmith.play.expressions.scalars import Fn
from talesmith.play.machine import Defect, Machine, Slots
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

HEAD = (
    "action", "turn", "round", "player", "serial", "was_empty", "defending", "defender_owner",
    "ways",
)  # fmt: skip
_TURN, _ROUND, _SERIAL = 1, 2, 4
BETWEEN = -1
"""stands for the turn of what happened between two turns"""


class Records:
    """The records of one game's actions."""

    def __init__(self, b: Binder, actions: Sequence[Hook], windows: dict[str, set[str]]) -> None:
        """Prepare; `windows` says how far back each remembered action is asked about."""
        self.b = b
        self.windows = windows
        self.number = {hook.name: at for at, hook in enumerate(actions)}
        self.places = tuple(self._places(hook) for hook in actions)
        self.regions = {hook.name: region_parameter(hook) for hook in actions}
        self.kept = [hook.name for hook in actions if hook.name in windows]
        self.row = {name: at for at, name in enumerate(self.kept)}
        self.stays = [bool(windows[name] & {"game", "stay"}) for name in self.kept]
        """whether the records of a row are asked for after their round"""
        layout = b.layout
        self.turn = layout["turns"]
        self.round = layout["round"]
        self.player = layout["current_player"]
        self.serials = layout["records"]

    def _places(self, hook: Hook) -> dict[str, int]:
        names = [*HEAD, *(param.name for param in hook.params), "result"]
        if hook.type != "none":
            names[-1] = hook.type if hook.type not in names else "result"
        return {name: at for at, name in enumerate(names)}

    def head(self, m: Machine, hook: Hook, args: Sequence[Any]) -> tuple[Any, ...]:
        """The first part of a record, frozen when the action is proposed."""
        place = self.regions[hook.name]
        defending, owner = 0, None
        if place is not None:
            region = args[place]
            defending = m.cells[self.b.at_tokens + region]
            race = m.cells[self.b.at_race + region]
            if race != NONE:
                owner = m.cells[self.b.at_owner + race]
        turn = BETWEEN if m.nums[self.b.at_between] else m.nums[self.turn]
        return (
            self.number[hook.name], turn, m.cells[self.round], m.cells[self.player],
            0, defending == 0, defending, owner, m.ways,
        )  # fmt: skip

    def head_text(self, hook: Hook, args: Sequence[str], target: str) -> list[str]:
        """The lines of Python that put the first part of a record into `target`."""
        lines, head = self._head_texts(hook, args)
        return [*lines, f"{target} = ({', '.join(head)})"]

    def _head_texts(self, hook: Hook, args: Sequence[str]) -> tuple[list[str], list[str]]:
        """Lines that go before, and the fields of the first part of a record as texts."""
        b, place, lines = self.b, self.regions[hook.name], []
        is_empty, defending, owner = "True", "0", "None"
        if place is not None:
            is_empty, defending, race = "there == 0", "there", b.constants.temporary()
            lines.append(f"there = c[{b.at_tokens} + {args[place]}]")
            lines.append(f"{race} = c[{b.at_race} + {args[place]}]")
            owner = f"None if {race} == {NONE} else c[{b.at_owner} + {race}]"
        turn = f"{BETWEEN} if n[{b.at_between}] else n[{self.turn}]"
        return lines, [
            str(self.number[hook.name]), turn, f"c[{self.round}]", f"c[{self.player}]", "0",
            is_empty, defending, owner, "m.ways",
        ]  # fmt: skip

    def commit(self, m: Machine, hook: Hook, record: tuple[Any, ...]) -> None:
        """Remember a finished action if anybody may ask about it."""
        row = self.row.get(hook.name)
        if row is None:
            return
        serial = m.nums[self.serials] + 1
        m.nums[self.serials] = serial
        self.keep(m, row, (*record[:_SERIAL], serial, *record[_SERIAL + 1 :]))

    def keep(self, m: Machine, row: int, record: tuple[Any, ...]) -> None:
        """Put a record behind those of its action."""
        rows = list(m.past) or [()] * len(self.kept)
        rows[row] = (*rows[row], record)
        m.past = tuple(rows)
        m.memo.clear()

    def commit_text(self, hook: Hook, head: str, rest: Sequence[str]) -> list[str]:
        """The lines of Python that remember an action, its first part being in `head`."""
        parts = [f"h{at}" for at in range(len(HEAD))]
        return [f"{', '.join(parts)} = {head}", *self._keep_text(hook, [*parts, *rest])]

    def note_text(self, hook: Hook, args: Sequence[str]) -> list[str]:
        """The lines of Python that remember an action which does nothing else."""
        lines, head = self._head_texts(hook, args)
        return [*lines, *self._keep_text(hook, [*head, *args, "None"])]

    def _keep_text(self, hook: Hook, fields: list[str]) -> list[str]:
        """The lines that put a record behind those of its action, under its own number."""
        row, size, serial = self.row[hook.name], len(self.kept), f"n[{self.serials}]"
        record = ", ".join([*fields[:_SERIAL], serial, *fields[_SERIAL + 1 :]])
        rows = [f"p[{at}]" if at != row else f"(*p[{row}], ({record}))" for at in range(size)]
        none = self.b.constants.made(("no records", size), lambda: ((),) * size)
        return [
            f"{serial} += 1",
            f"p = m.past or {none}",
            f"m.past = ({', '.join(rows)},)",
            "m.memo.clear()",
        ]

    def forget(self, m: Machine) -> None:
        """At the end of a round: drop what nobody can ask about any more."""
        if m.past:
            kept = zip(m.past, self.stays, strict=True)
            m.past = tuple([rows if stays else () for rows, stays in kept])

    def reader(self, action: str, window: str, came: Fn | None) -> Fn:
        """A closure that gives the records of an action inside a window, oldest first.

        Raises Defect for an action that no rule of the game asks about: it is not remembered.
        """
        row = self.row.get(action)
        if row is None:
            raise Defect(f"nobody remembers `{action}`: no rule or card of this game asks for it")
        if window == "stay" and came is not None:
            return self._since(row, came)
        if window == "turn":
            return self._of_turn(row)
        place = _ROUND if window == "round" else 0

        def read(m: Machine, _s: Slots) -> tuple[Any, ...]:
            if not m.past:
                return ()
            return _equal_in(m.past[row], place, m.cells[self.round] if place else number)

        number = self.number[action]
        return read

    def _of_turn(self, row: int) -> Fn:
        def read(m: Machine, _s: Slots) -> tuple[Any, ...]:
            if not m.past:
                return ()
            return _latest(m.past[row], m.nums[self.turn])

        return read

    def _since(self, row: int, came: Fn) -> Fn:
        def read(m: Machine, s: Slots) -> tuple[Any, ...]:
            if not m.past:
                return ()
            return _since(m.past[row], came(m, s))

        return read


def _equal_in(records: Sequence[Any], place: int, wanted: Any) -> tuple[Any, ...]:
    """The records that say this in a place."""
    return tuple([record for record in records if record[place] == wanted])


def _latest(records: Sequence[Any], turn: int) -> tuple[Any, ...]:
    """The records of the turn that is running, behind which there are none of any other turn."""
    found = []
    for record in reversed(records):
        if record[_TURN] == turn:
            found.append(record)
        elif record[_TURN] != BETWEEN:
            break
    found.reverse()
    return tuple(found)


def _since(records: Sequence[Any], start: int) -> tuple[Any, ...]:
    """The records behind this number."""
    return tuple([record for record in records if record[_SERIAL] > start])


def region_parameter(hook: Hook) -> int | None:
    """Number of the first parameter that is a region."""
    found = [at for at, param in enumerate(hook.params) if param.type == "region"]
    return found[0] if found else None
