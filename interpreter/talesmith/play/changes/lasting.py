"""Things that last: items, badges lent, events in force, marks with an end.

One record for each, oldest first: (number, kind, name, bearer, until, values, maker, since).
`until` is a tuple of (instant, thing); the record goes at the first of them.  `since` counts the
actions that were remembered before it came.  Nothing needs cleaning up.

An item or badge for somebody's next race waits at that player (kind `waiting`) until the change
in which that race is founded is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.model.board import members
from talesmith.play.machine import Machine

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.bound import Bound
    from talesmith.play.hooks.sources import Entry, Fill, Sources

NUMBER, KIND, NAME, BEARER, UNTIL, VALUES, MAKER, SINCE = range(8)
NOT_YET = -1
"""stands in `until` for the bearer of a thing that still waits for it"""

Record = tuple[Any, ...]
Until = tuple[tuple[str, int | None], ...]


class Lasting:
    """The lasting things of one game."""

    def __init__(self, b: Binder) -> None:
        """Prepare for the items of a ruleset."""
        self.b = b
        self.items = {item.id: item for item in b.ruleset.items}
        self.records = b.layout["records"]
        self._looked: tuple[tuple[Record, ...], dict[str, tuple[int, ...]]] = ((), {})
        """the list that was looked through last, and the events found in it"""
        self._bits: dict[tuple[str, str], int] = {}

    # ---- what is in force, at a glance ----

    def bit(self, kind: str, name: str) -> int:
        """What stands in `Machine.heard` for things of a name; to be asked for before any game."""
        return self._bits.setdefault((kind, name), 1 << len(self._bits))

    def listen(self, m: Machine) -> None:
        """Note which things with a bit are in force, so that hooks see at once who may speak."""
        heard, bits = 0, self._bits
        for record in m.lasting:
            heard |= bits.get((record[KIND], record[NAME]), 0)
        m.heard = heard

    # ---- coming and going ----

    def add(
        self,
        m: Machine,
        kind: str,
        name: str,
        bearer: int | None,
        until: Until,
        values: tuple[Any, ...] = (),
        maker: int | None = None,
    ) -> int:
        """Put something into force; gives its number."""
        number = m.serial
        m.serial = number + 1
        since = m.nums[self.records]
        m.lasting = (*m.lasting, (number, kind, name, bearer, until, values, maker, since))
        self.listen(m)
        m.memo.clear()
        m.log.append(("attach", kind, name, bearer, values))
        return number

    def drop(self, m: Machine, number: int) -> None:
        """Take a thing out of force."""
        gone = [record for record in m.lasting if record[NUMBER] == number]
        for record in gone:
            m.log.append(("detach", record[KIND], record[NAME], record[BEARER]))
        self._without(m, gone)

    def drop_items(self, m: Machine, name: str, bearer: int) -> None:
        """Take all items of a name from a bearer."""
        for record in self.borne(m, name, bearer):
            self.drop(m, record[NUMBER])

    def _without(self, m: Machine, gone: Sequence[Record]) -> None:
        """Forget records; who wakes up by it is noted."""
        sleep = self.b.suppression
        before = None if sleep is None else sleep.sleepers(m)
        m.lasting = tuple(record for record in m.lasting if record not in gone)
        self.listen(m)
        m.memo.clear()
        if sleep is not None and before is not None:
            sleep.note_woken(m, before)

    def expire(self, m: Machine, instant: str, thing: int | None) -> None:
        """End everything that lasts until this instant, in order of age."""
        for record in m.lasting:
            if (instant, thing) in record[UNTIL]:
                self._end(m, record)

    def end_event(self, m: Machine, card: str) -> None:
        """An event leaves the game; if it is in force more than once, the oldest copy does."""
        for record in m.lasting:
            if record[KIND] == "event" and record[NAME] == card:
                self._end(m, record)
                return

    def used(self, m: Machine, number: int) -> None:
        """End a thing that lasts until it is used."""
        for record in m.lasting:
            if record[NUMBER] == number and ("used", None) in record[UNTIL]:
                self._end(m, record)

    def _end(self, m: Machine, record: Record) -> None:
        if record not in m.lasting:
            return
        self.drop(m, record[NUMBER])
        if record[KIND] == "mark":
            self.b.pieces.take_some(m, record[NAME], record[BEARER], record[VALUES][0])
        elif record[KIND] == "badge":
            self.b.remove_badge(m, record[BEARER], record[VALUES][0])
        elif record[KIND] == "event":
            self.expire(m, "leaves event", self.b.card_number(record[NAME]))

    # ---- what is bound to other things ----

    def forget_marks(self, m: Machine, marker: str, regions: int) -> None:
        """Markers were taken away before their time: their ends mean nothing any more."""
        gone = [
            record for record in m.lasting
            if record[KIND] == "mark" and record[NAME] == marker and regions >> record[BEARER] & 1
        ]  # fmt: skip
        if gone:
            self._without(m, gone)

    def move_marks(self, m: Machine, marker: str, one: int, two: int) -> None:
        """The ends of markers go with them when two regions change places."""
        other = {one: two, two: one}
        m.lasting = tuple(
            (*r[:BEARER], other[r[BEARER]], *r[BEARER + 1 :])
            if r[KIND] == "mark" and r[NAME] == marker and r[BEARER] in other
            else r
            for r in m.lasting
        )

    def forget_badge(self, m: Machine, race: int, badge: int) -> None:
        """A badge that was lent has been taken away before its time."""
        gone = [
            record for record in m.lasting
            if record[KIND] == "badge" and record[BEARER] == race and record[VALUES] == (badge,)
        ]  # fmt: skip
        if gone:
            self._without(m, gone)

    def race_leaves(self, m: Machine, race: int) -> None:
        """A race has left play, and its banner with it."""
        if m.lasting:
            self.expire(m, "leaves", race)
            self.expire(m, "leaves banner", m.cells[self.b.at_banner + race])
            for badge in members(m.nums[self.b.at_badges + race]):
                self.forget_badge(m, race, badge)

    def is_awaited(self, m: Machine, player: int) -> bool:
        """Whether something waits for the next race of a player."""
        return any(r[KIND] == "waiting" and r[BEARER] == player for r in m.lasting)

    def arrive(self, m: Machine) -> None:
        """What waits for the newest race of a player goes to it, in order of age."""
        for record in m.lasting:
            race = self._newest(m, record[BEARER]) if record[KIND] == "waiting" else None
            if race is not None:
                self._without(m, [record])
                until = tuple((kind, race if x == NOT_YET else x) for kind, x in record[UNTIL])
                self.give(m, record[NAME], race, until, record[VALUES], record[MAKER])

    def _newest(self, m: Machine, player: int) -> int | None:
        race = m.nums[self.b.layout["founded"]] - 1
        is_his = race >= 0 and m.cells[self.b.at_owner + race] == player
        return race if is_his and m.nums[self.b.at_in_play] >> race & 1 else None

    def give(
        self,
        m: Machine,
        name: str,
        bearer: int,
        until: Until,
        values: tuple[Any, ...],
        maker: int | None,
    ) -> None:
        """Attach an item, or a badge by the name of its card, to a bearer."""
        if name in self.items:
            self.add(m, "item", name, bearer, until, values, maker)
            return
        self.b.add_badge(m, bearer, values[0])
        self.add(m, "badge", name, bearer, until, values, maker)

    # ---- asking ----

    def current(self, m: Machine) -> tuple[int, ...]:
        """Events in force, oldest first."""
        number = self.b.card_number
        return tuple(number(record[NAME]) for record in m.lasting if record[KIND] == "event")

    def events(self, m: Machine) -> dict[str, tuple[int, ...]]:
        """The events in force by name, each with the numbers of its copies, oldest first.

        Looked for anew only when the list of lasting things is another one.
        """
        looked, found = self._looked
        if looked is not m.lasting:
            found = {}
            for record in m.lasting:
                if record[KIND] == "event":
                    found[record[NAME]] = (*found.get(record[NAME], ()), record[NUMBER])
            self._looked = (m.lasting, found)
        return found

    def is_current(self, m: Machine, event: str) -> bool:
        """Whether an event is in force."""
        return bool(m.lasting) and event in self.events(m)

    def age(self, m: Machine, event: str) -> int:
        """The number under which an event came into force, 0 if it is not in force."""
        return self.events(m).get(event, (0,))[0]

    def since(self, m: Machine, event: str | None, item: int | None) -> int:
        """Actions that were remembered before an event or item came; 0 if it is not there."""
        for record in m.lasting:
            is_event = event is not None and record[KIND] == "event" and record[NAME] == event
            if is_event or (item is not None and record[NUMBER] == item):
                return int(record[SINCE])
        return 0

    def came(self, m: Machine, card: str, race: int, since: int) -> int:
        """Actions that were remembered before a card came to its race, which came at `since`."""
        record = self.lent(m, card, race) if m.lasting else None
        return since if record is None else int(record[SINCE])

    def lent(self, m: Machine, card: str, race: int) -> Record | None:
        """The record of a badge that a race has got beside its own; None if it is its own."""
        return next((r for r in m.lasting
                     if r[KIND] == "badge" and r[BEARER] == race and r[NAME] == card), None)  # fmt: skip

    def borne(self, m: Machine, name: str, bearer: int) -> tuple[Record, ...]:
        """The items of a name on a bearer."""
        return tuple(
            r for r in m.lasting if r[KIND] == "item" and r[NAME] == name and r[BEARER] == bearer
        )

    def told(self, record: Record) -> dict[str, Any]:
        """What the hooks of a thing are told, by name."""
        bearer = record[BEARER]
        known = {
            "self": bearer, "bearer": bearer, "here": bearer,
            "maker": record[MAKER], "item": record[NUMBER],
        }  # fmt: skip
        if record[KIND] == "item":
            names = [param.name for param in self.items[record[NAME]].params]
            known.update(zip(names, record[VALUES], strict=True))
        return known

    # ---- their hooks ----

    def entries(
        self, sources: Sources, m: Machine, args: Sequence[Any], lifted: int | None
    ) -> Iterator[Entry]:
        """Handlers of lasting things that are alive for these arguments."""
        for record in m.lasting:
            for bound in sources.lasting.get((record[KIND], record[NAME]), ()):
                if not self.b.silent_item(m, record):
                    yield from self._entry(sources, m, bound, record, args, lifted)

    def _entry(
        self,
        sources: Sources,
        m: Machine,
        bound: Bound,
        record: Record,
        args: Sequence[Any],
        lifted: int | None,
    ) -> Iterator[Entry]:
        bearer, role = record[BEARER], bound.handler.role
        kind = self.items[record[NAME]].bearer if record[KIND] == "item" else "none"
        if kind == "region":
            yield from self._on_region(sources, bound, record, args, lifted)
        elif role is None or kind == "none":
            yield bound, self._fill(bound, record), None
        elif args[role] is not None:
            if self._is_bearer(m, kind, sources.params[role], args[role], bearer):
                yield bound, self._fill(bound, record), None
        elif lifted is not None:
            for race in (bearer,) if kind == "race" else self.b.races.races_of(m, bearer):
                regions = m.nums[self.b.at_regions + race]
                if regions:
                    yield bound, (*self._fill(bound, record), (role, race)), regions

    def _is_bearer(self, m: Machine, kind: str, param: str, given: int, bearer: int) -> bool:
        is_player = param.removesuffix("?") == "player"
        if kind == "race":
            return (m.cells[self.b.at_owner + bearer] if is_player else bearer) == given
        return (given if is_player else m.cells[self.b.at_owner + given]) == bearer

    def _on_region(
        self,
        sources: Sources,
        bound: Bound,
        record: Record,
        args: Sequence[Any],
        lifted: int | None,
    ) -> Iterator[Entry]:
        bearer, fill = record[BEARER], self._fill(bound, record)
        if sources.region is None:
            yield bound, fill, None
        elif lifted == sources.region:
            yield bound, fill, 1 << bearer
        elif args[sources.region] == bearer:
            yield bound, fill, None

    def _fill(self, bound: Bound, record: Record) -> Fill:
        known = self.told(record)
        shared = bound.shared
        return tuple(
            (slot, known[name]) for name, slot in bound.slots.items()
            if slot >= shared and name in known
        )  # fmt: skip
