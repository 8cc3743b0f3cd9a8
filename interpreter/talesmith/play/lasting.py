"""Things that last: items, events in force, marks with an end.

One record for each, oldest first: (number, kind, name, bearer, until, values, maker).  `until` is a
tuple of (instant, thing); the record goes at the first of them.  Nothing needs cleaning up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.play.machine import Machine

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.bound import Bound
    from talesmith.play.sources import Entry, Fill, Sources

NUMBER, KIND, NAME, BEARER, UNTIL, VALUES, MAKER = range(7)


class Lasting:
    """The lasting things of one game."""

    def __init__(self, b: Binder) -> None:
        """Prepare for the items of a ruleset."""
        self.b = b
        self.items = {item.id: item for item in b.ruleset.items}

    def add(
        self,
        m: Machine,
        kind: str,
        name: str,
        bearer: int | None,
        until: tuple[tuple[str, int | None], ...],
        values: tuple[Any, ...] = (),
        maker: int | None = None,
    ) -> int:
        """Put something into force; gives its number."""
        number = m.serial
        m.serial = number + 1
        m.lasting = (*m.lasting, (number, kind, name, bearer, until, values, maker))
        m.memo.clear()
        m.log.append(("attach", kind, name, bearer, values))
        return number

    def drop(self, m: Machine, number: int) -> None:
        """Take a thing out of force."""
        for record in m.lasting:
            if record[NUMBER] == number:
                m.log.append(("detach", record[KIND], record[NAME], record[BEARER]))
        m.lasting = tuple(record for record in m.lasting if record[NUMBER] != number)
        m.memo.clear()

    def expire(self, m: Machine, instant: str, thing: int | None) -> None:
        """End everything that lasts until this instant, in order of age."""
        if not m.lasting:
            return
        for record in m.lasting:
            if (instant, thing) in record[UNTIL]:
                self._end(m, record)

    def used(self, m: Machine, number: int) -> None:
        """End a thing that lasts until it is used."""
        for record in m.lasting:
            if record[NUMBER] == number and ("used", None) in record[UNTIL]:
                self._end(m, record)

    def _end(self, m: Machine, record: tuple[Any, ...]) -> None:
        if record[KIND] == "mark":
            self.b.pieces.take(m, record[NAME], 1 << record[BEARER])
        self.drop(m, record[NUMBER])

    def current(self, m: Machine) -> tuple[int, ...]:
        """Events in force, oldest first."""
        number = self.b.card_number
        return tuple(number(record[NAME]) for record in m.lasting if record[KIND] == "event")

    def age(self, m: Machine, event: str) -> int:
        """The number under which an event came into force, 0 if it is not in force."""
        return next((r[NUMBER] for r in m.lasting if r[KIND] == "event" and r[NAME] == event), 0)

    def borne(self, m: Machine, name: str, bearer: int) -> tuple[tuple[Any, ...], ...]:
        """The items of a name on a bearer."""
        return tuple(r for r in m.lasting if r[NAME] == name and r[BEARER] == bearer)

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
        record: tuple[Any, ...],
        args: Sequence[Any],
        lifted: int | None,
    ) -> Iterator[Entry]:
        fill = self._fill(bound, record)
        bearer, role = record[BEARER], bound.handler.role
        kind = self.items[record[NAME]].bearer if record[KIND] == "item" else "none"
        if kind == "region":
            yield from self._on_region(sources, bound, bearer, fill, args, lifted)
        elif role is None or kind == "none":
            yield bound, fill, None
        elif args[role] is not None:
            if self._is_bearer(m, kind, sources.params[role], args[role], bearer):
                yield bound, fill, None
        elif lifted is not None and kind == "race":
            regions = m.nums[self.b.at_regions + bearer]
            if regions:
                yield bound, (*fill, (role, bearer)), regions

    def _is_bearer(self, m: Machine, kind: str, param: str, given: int, bearer: int) -> bool:
        is_player = param.removesuffix("?") == "player"
        if kind == "race":
            return (m.cells[self.b.at_owner + bearer] if is_player else bearer) == given
        return (given if is_player else m.cells[self.b.at_owner + given]) == bearer

    def _on_region(
        self,
        sources: Sources,
        bound: Bound,
        bearer: int,
        fill: Fill,
        args: Sequence[Any],
        lifted: int | None,
    ) -> Iterator[Entry]:
        if sources.region is None:
            yield bound, fill, None
        elif lifted == sources.region:
            yield bound, fill, 1 << bearer
        elif args[sources.region] == bearer:
            yield bound, fill, None

    def _fill(self, bound: Bound, record: tuple[Any, ...]) -> Fill:
        known = {
            "self": record[BEARER],
            "bearer": record[BEARER],
            "here": record[BEARER],
            "player": record[BEARER],
            "maker": record[MAKER],
            "item": record[NUMBER],
        }
        if record[KIND] == "item":
            names = [param.name for param in self.items[record[NAME]].params]
            known.update(zip(names, record[VALUES], strict=True))
        shared = len(bound.b.params_of(bound.handler))
        return tuple(
            (slot, known[name]) for name, slot in bound.slots.items()
            if slot >= shared and name in known
        )  # fmt: skip
