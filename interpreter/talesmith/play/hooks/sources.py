"""Which handlers are alive: the one question behind every hook.

Handlers are sorted once, by hook and by what carries them; whether a carrier is in play is read
from the position each time, so there is no list that could be forgotten (rule: a handler is alive
when its card is in play, its phase fits and nothing suppresses it).

An `Entry` is (handler, what to put into its slots, regions on which it speaks or None for all).
A marker with several pieces in a region speaks once for each: it appears once per count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from talesmith.model.board import members
from talesmith.play.hooks.laid import of_column, of_markers
from talesmith.play.hooks.lying import LYING, of_lying
from talesmith.play.hooks.order import place, settle
from talesmith.play.machine import Machine
from talesmith.play.printing.live_texts import print_live
from talesmith.play.printing.printed import glancing
from talesmith.ruleset.parts import Handler, Hook
from talesmith.ruleset.vocabulary import SOURCES

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.bound import Bound

Fill: TypeAlias = tuple[tuple[int, Any], ...]
Entry: TypeAlias = tuple["Bound", Fill, int | None]
Live: TypeAlias = Callable[..., list[Entry]]
"""a function of (machine, arguments), and of the parameter that may be any region, if one may"""
Carried: TypeAlias = tuple[int | None, int, int, int]
"""a role; banner, badges and side of the race that has it"""

TIERS = {name: at for at, name in enumerate(SOURCES)} | {"unit": 1, "place": 4, "way": 4}


class Sources:
    """The handlers of one hook in one form (value, permission, ledger, effect, instead, offer)."""

    def __init__(self, b: Binder, params: Sequence[str], roles: Sequence[int]) -> None:
        """Prepare for a hook with parameters of these types."""
        self.b = b
        self.params = tuple(params)
        self.roles = tuple(roles)
        self.region = self._region_parameter()
        self.all: list[Bound] = []
        self.rules: list[Bound] = []
        self.markers: dict[str, list[Bound]] = {}
        self.banners: dict[int, list[Bound]] = {}
        self.badges: dict[int, list[Bound]] = {}
        self.lasting: dict[tuple[str, str], list[Bound]] = {}
        self.lying: dict[tuple[str, int], list[Bound]] = {}
        """handlers of cards that lie in regions, by kind and number"""
        self.lying_cards: dict[int, int] = {}
        """the same cards as sets, each with the place of the number that says which are laid"""
        self.ways: dict[str, list[Bound]] = {}
        self.offered: list[Bound] = []
        """handlers that live while their card lies in the column"""
        self.anybody = False
        self.empty = True
        self.width = 0
        """slots that the widest handler needs"""
        self._is_player = [kind.startswith("player") for kind in self.params]
        self.fixed: list[Entry] = []
        self._wanted: dict[int | None, tuple[int, int]] = {}
        self._any_banners = 0
        self._any_badges = 0
        self._banners_in_play = b.layout["banners in play"]
        self._badges_in_play = b.layout["badges in play"]
        self.places = b.layout["race.banner"], b.layout["race.badges"], b.layout["race.declined"]
        self.always = False
        """whether a look at the cards in play cannot tell that nobody speaks"""
        self.hears = 0
        """what lasts and has a handler here, as `Machine.heard` says it"""
        self._cache: dict[tuple[int, int, int], tuple[Bound, ...]] = {}
        self.entries: dict[Carried, list[Entry]] = {}
        """what needs to be told nothing more"""
        self._tellers: dict[Carried, list[tuple[Bound, int | None]]] = {}
        """the same with the slot in which a handler is told who carries it"""

    def without_markers(
        self, fits: Callable[[Bound], bool], *, counted: bool = False
    ) -> tuple[Sources, list[Bound]]:
        """These handlers without those of plain markers that fit, and the latter.

        A marker is plain if nothing that stays suppresses it and, unless they are to be `counted`,
        at most one lies in a region: then where it speaks is a set kept in the position, and its
        handlers need not be looked for.  While something that lasts suppresses it, they must be.
        """
        sleep = self.b.suppression
        if sleep is not None and sleep.stays:
            return self.parted(lambda _bound: False)
        many = () if counted else self.b.pieces.counted
        return self.parted(
            lambda x: x.handler.holder == "marker" and x.handler.piece not in many and fits(x)
        )

    def parted(self, fits: Callable[[Bound], bool]) -> tuple[Sources, list[Bound]]:
        """These handlers without those that fit, and the latter."""
        rest, taken = Sources(self.b, self.params, self.roles), []
        for bound in self.all:
            if fits(bound):
                taken.append(bound)
            else:
                rest.add(bound)
        return rest, taken

    def _region_parameter(self) -> int | None:
        found = [at for at, kind in enumerate(self.params) if kind == "region"]
        return found[-1] if found else None

    def add(self, bound: Bound) -> None:
        """File a handler under what carries it."""
        h = bound.handler
        self.empty = False
        self.all.append(bound)
        self.width = max(self.width, h.nslots)
        if h.piece is not None and h.holder == "marker":
            self.markers.setdefault(h.piece, []).append(bound)
            self.always = self.always or h.piece in self.b.pieces.counted
        elif h.piece is not None and h.holder == "way":
            self.ways.setdefault(h.piece, []).append(bound)
        elif h.piece is not None or h.holder == "event":
            kind = "event" if h.holder == "event" and h.piece is None else h.holder
            self.lasting.setdefault((kind, h.piece or h.card), []).append(bound)
            self.hears |= self.b.lasting.bit(kind, h.piece or h.card)
        elif h.phase == "offered":
            self.offered.append(bound)
            self.always = True
        elif h.holder in LYING:
            number = self.b.card_number(h.card)
            self.lying.setdefault((h.holder, number), []).append(bound)
            at = self.b.layout[f"{h.holder}s on the board"]
            self.lying_cards[at] = self.lying_cards.get(at, 0) | 1 << number
        elif h.holder in ("race", "power"):
            table = self.banners if h.holder == "race" else self.badges
            number = self.b.card_number(h.card)
            table.setdefault(number, []).append(bound)
            self.anybody = self.anybody or h.role is None
            banners, badges = self._wanted.get(h.role, (0, 0))
            banners |= (1 << number) * (h.holder == "race")
            badges |= (1 << number) * (h.holder == "power")
            self._wanted[h.role] = (banners, badges)
            self._any_banners |= banners
            self._any_badges |= badges
        else:
            self.rules.append(bound)
            self.fixed.append((bound, (), None))
            self.always = True

    def of_race(self, m: Machine, race: int) -> tuple[Bound, ...]:
        """Handlers that a race in play carries on its banner and badges and that work now."""
        b = self.b
        key = (
            m.cells[b.at_banner + race],
            m.nums[b.at_badges + race],
            m.cells[b.at_declined + race],
        )
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = tuple(self._carried(*key))
        if key[2] and b.may_work_declined(m):
            found = (*found, *self._still_working(m, race, key, found))
        if found and (sleep := b.sleeping(m)) is not None:
            return tuple(x for x in found if not sleep.silences(m, x.handler, race))
        return found

    def _carried(self, banner: int, badges: int, declined: int) -> Iterator[Bound]:
        for bound in self.banners.get(banner, ()):
            if bound.phase_fits(bool(declined)):
                yield bound
        for badge in members(badges):
            for bound in self.badges.get(badge, ()):
                if bound.phase_fits(bool(declined)):
                    yield bound

    def _still_working(
        self, m: Machine, race: int, key: tuple[int, int, int], found: tuple[Bound, ...]
    ) -> Iterator[Bound]:
        works = self.b.works_in_decline
        for badge in members(key[1]):
            if badge in self.badges and works is not None and works(m, race, badge):
                for bound in self.badges[badge]:
                    if bound not in found and bound.phase_fits(False):
                        yield bound

    @property
    def roles_wanted(self) -> dict[int | None, tuple[int, int]]:
        """For each role the banners and badges with a handler that speaks for it."""
        return self._wanted

    @property
    def presence(self) -> str:
        """What says that anybody in play has a handler here, as text: never wrongly no."""
        if self.always:
            return "True"
        return " or ".join([*self.dealt(), *self.beside()]) or "False"

    def dealt(self) -> list[str]:
        """Texts for all cards in play with a handler here."""
        return [*self.in_play((self._any_banners, self._any_badges)), *self.laid()]

    def in_play(self, cards: tuple[int, int]) -> list[str]:
        """Texts for races in play that carry one of some banners, one of some badges."""
        places = self._banners_in_play, self._badges_in_play
        return [f"n[{at}] & {mask}" for at, mask in zip(places, cards, strict=True) if mask]

    def laid(self) -> list[str]:
        """Texts for cards with a handler here that lie in regions."""
        return [f"n[{at}] & {cards}" for at, cards in self.lying_cards.items()]

    def beside(self, *, by_name: bool = True, markers: bool = True) -> list[str]:
        """Texts for all who come and go but cards (`by_name`: see `Speakers.text`).

        Without `markers` those are left out as well.
        """
        parts = [f"n[{self.b.pieces.at[marker]}]" for marker in self.markers if markers]
        if self.hears:
            parts.append(f"m.heard & {self.hears}" if by_name else "m.lasting")
        if self.ways:
            lacks = self.b.constants.named(self.lacks_ways)
            parts.append(f"m.ways and not {lacks}(m.ways)")
        return parts

    @cached_property
    def lacks_ways(self) -> Callable[[Iterable[int]], bool]:
        """Whether none of some ways has a handler here; to be asked for when all are filed."""
        ways = self.b.ways.ways
        return frozenset(at for at, way in enumerate(ways) if way.id in self.ways).isdisjoint

    @cached_property
    def may_speak(self) -> Callable[[Machine], bool]:
        """Whether anybody in play has a handler here at all: quick, and never wrongly no.

        To be asked for when all handlers are filed.
        """
        return glancing(self.b.constants, self.presence)

    @cached_property
    def finds(self) -> Callable[[Machine], bool]:
        """Whether a card with a handler here lies in a region: quick, and never wrongly no."""
        return glancing(self.b.constants, " or ".join(self.laid()) or "False")

    def lying_with(self, names: Sequence[str]) -> list[str]:
        """Whether cards that lie in regions may speak about a race, as texts: never wrongly no.

        `names` are the texts of the parameters, empty for those of which nothing is known.  A card
        whose handlers are all told of a race that is known speaks only where that race stands.
        """
        b, parts = self.b, list[str]()
        for (card_kind, card), bounds in self.lying.items():
            roles = {bound.handler.role for bound in bounds}
            role = roles.pop() if len(roles) == 1 else None
            kind = None if role is None else self.params[role]
            name = names[role] if role is not None and role < len(names) else ""
            if name and kind in ("race", "race?"):
                where = f"c[{b.lying.at[card_kind] + card}]"
                there = f"n[{b.at_regions} + {name}] >> {where} & 1"
                parts.append(there if kind == "race" else f"{name} is not None and {there}")
            else:
                parts.append(f"n[{b.lying.on_board[card_kind]}] >> {card} & 1")
        return parts

    @cached_property
    def live(self) -> Live:
        """Entries alive for some arguments; the parameter `lifted`, if given, may be any region.

        Order is that of their tiers, not yet that of effects (see `in_order`).  To be asked for
        when all handlers are filed.
        """
        found: Live = print_live(self) if self.b.fusing else self.search
        return found

    def search(self, m: Machine, args: Sequence[Any], lifted: int | None = None) -> list[Entry]:
        """The same without printed code: whatever handlers a hook may have, look for them."""
        found = [*self.fixed]
        if self.markers:
            of_markers(self, m, args, lifted, found)
        for role in self._wanted:
            self.of_role(m, args, role, lifted, found)
        if self.hears & m.heard:
            found.extend(self.b.lasting.entries(self, m, args, lifted))
        if self.lying and self.finds(m):
            of_lying(self, m, args, lifted, found)
        if self.offered:
            of_column(self, m, args, found)
        if m.ways and self.ways:
            found.extend(self.b.ways.entries(self, m, args, lifted))
        return found

    def of_role(
        self,
        m: Machine,
        args: Sequence[Any],
        role: int | None,
        lifted: int | None,
        found: list[Entry],
    ) -> None:
        """Add the entries of the races that speak for a role."""
        banner, badges, declined = self.places
        fronts, powers = self._wanted[role]
        races = self.races_for(m, role, args)
        if races is None:
            if role is not None and self.may_stand(role, lifted):
                self.of_occupants(m, role, found)
            return
        for race in races:
            front, held = m.cells[banner + race], m.nums[badges + race]
            if fronts >> front & 1 or powers & held:
                found += self.speaking(m, race, (role, front, held, m.cells[declined + race]))

    def may_stand(self, role: int, lifted: int | None) -> bool:
        """Whether a role that is not given stands for every race on the board."""
        return lifted is not None and len(self.roles) > 1 and role == self.roles[1]

    def races_for(self, m: Machine, role: int | None, args: Sequence[Any]) -> Sequence[int] | None:
        """The races whose handlers speak for a role; None if nobody is given for it."""
        if role is None:
            return members(m.nums[self.b.at_in_play])
        given = args[role]
        if given is None:
            return None
        return self.b.races.races_of(m, given) if self._is_player[role] else (given,)

    def speaking(self, m: Machine, race: int, key: Carried) -> list[Entry]:
        """The handlers of a race that speak for a role, told which race carries them."""
        is_as_printed = self.b.is_steady or self.b.speak_as_printed(m)
        known = self.entries.get(key) if is_as_printed else None
        return self._found(m, race, key) if known is None else known

    def _found(self, m: Machine, race: int, key: Carried) -> list[Entry]:
        entries: list[Entry] = [
            (bound, () if own is None else ((own, race),), None)
            for bound, own in self.tellers(m, race, key)
        ]
        if all(not fill for _, fill, _ in entries) and not self._may_sleep(m, key):
            self.entries[key] = entries
        return entries

    def tellers(self, m: Machine, race: int, key: Carried) -> list[tuple[Bound, int | None]]:
        """The handlers of a race for a role, each with the slot in which it is told the race."""
        role, banner, badges, _ = key
        wanted = self._wanted[role]
        if not (wanted[0] >> banner & 1 or wanted[1] & badges):
            return []
        asleep, known = self._may_sleep(m, key), self._tellers.get(key)
        if known is not None and not asleep:
            return known
        found = [
            (bound, None if bound.own == role else bound.own)
            for bound in self.of_race(m, race)
            if bound.handler.role == role
        ]
        if not asleep:
            self._tellers[key] = found
        return found

    def _may_sleep(self, m: Machine, key: Carried) -> bool:
        """Whether others say which handlers of a race work."""
        return self.b.sleeping(m) is not None or bool(key[3] and self.b.may_work_declined(m))

    def of_occupants(self, m: Machine, role: int, found: list[Entry]) -> None:
        """Add the entries of all races on the board, each for the regions in which it stands."""
        b, (banners, badges) = self.b, self._wanted[role]
        cells, nums = m.cells, m.nums
        for race in members(nums[b.at_in_play]):
            regions = nums[b.at_regions + race]
            carries = banners >> cells[b.at_banner + race] & 1 or badges & nums[b.at_badges + race]
            if regions and carries:
                fill = ((role, race),)
                speaking = (x for x in self.of_race(m, race) if x.handler.role == role)
                found += [(bound, fill, regions) for bound in speaking]

    def in_order(self, m: Machine, entries: list[Entry], args: Sequence[Any]) -> list[Entry]:
        """Entries in the order in which effects run: tier, seat, age, place in the file."""
        return entries if len(entries) < 2 else self._settled(m, entries, args)

    def _settled(self, m: Machine, entries: list[Entry], args: Sequence[Any]) -> list[Entry]:
        last = -1
        for bound, _, _ in entries:
            if bound.tier <= last:
                break
            last = bound.tier
        else:  # one of each tier, in the order of the tiers
            return settle(entries)
        return settle(sorted(entries, key=lambda entry: place(self.b, m, entry, args)))


def params_of(hook: Hook, handler: Handler) -> tuple[str, ...]:
    """Types of what a handler of this hook is given: `after_X` also gets the result of X."""
    types = tuple(param.type for param in hook.params)
    if handler.form == "effect" and hook.kind == "action" and hook.type != "none":
        return (*types, hook.type)
    return types
