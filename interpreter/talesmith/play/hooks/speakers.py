"""Who may speak for a hook: told at a glance from the cards in play, as a closure or as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from talesmith.model.board import members
from talesmith.play.hooks.sources import Sources
from talesmith.play.machine import Machine
from talesmith.play.printing.printed import glancing
from talesmith.play.printing.texts import is_plain
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.bound import Bound


class Speakers:
    """Who may speak for a hook in this game."""

    def __init__(self, sources: Sources) -> None:
        further = parts_of_rules(sources)
        self.sources = sources
        self.never = len(further) == len(sources.all)
        counted = not sources.markers.keys().isdisjoint(sources.b.pieces.counted)
        self.always = bool(len(further) < len(sources.rules) or sources.offered or counted)

    def closure(self, *, by_name: bool = True) -> Callable[[Machine], bool]:
        """Whether anybody may speak now (`by_name`: see `text`)."""
        return glancing(self.sources.b.constants, self.text(by_name=by_name))

    def text(self, *, by_name: bool = True) -> str:
        """The same as text.

        What an answer leaves in the slots of the body that asks is part of a position.  So that
        positions stay what they are, such an answer stands aside when anything lasts at all, not
        only (`by_name`) when something lasts that speaks.
        """
        sources = self.sources
        return " or ".join([*sources.dealt(), *sources.beside(by_name=by_name)])


def regions_spoken_of(
    b: Binder, sources: Sources, race: int
) -> Callable[[Machine, int], int] | None:
    """The regions of a mask about which anybody may speak, parameter `race` being who stands there.

    Never too few; with nobody there a region counts.  None if somebody always may speak.
    """
    wanted = dict(sources.roles_wanted)
    if Speakers(sources).always:
        return None
    banners, badges = wanted.pop(race, (0, 0))
    others = [part for cards in wanted.values() for part in sources.in_play(cards)]
    others += [*sources.laid(), *sources.beside(markers=False)]
    is_doubtful = glancing(b.constants, " or ".join(others) or "False")
    markers = [b.pieces.at[marker] for marker in sources.markers]
    at_play, occupied = b.layout["in play"], b.layout["occupied"]
    at_banner, at_badges, at_regions = b.at_banner, b.at_badges, b.at_regions

    def spoken_of(m: Machine, mask: int) -> int:
        if is_doubtful(m):
            return mask
        cells, nums = m.cells, m.nums
        found = ~nums[occupied]
        for at in markers:
            found |= nums[at]
        for held in members(nums[at_play]):
            if banners >> cells[at_banner + held] & 1 or badges & nums[at_badges + held]:
                found |= nums[at_regions + held]
        return found & mask

    return spoken_of


def parts_of_rules(sources: Sources) -> list[Bound]:
    """Rules that forbid what nobody waives: as good as parts of the permission itself."""
    waivable = {line[2] for bound in sources.all for line in bound.lines if line[0] == "waive"}
    return [
        rule
        for rule in sources.rules
        if rule.lines
        and all(line[0] == "forbid" and line[2] not in waivable for line in rule.lines)
    ]


def speaking(b: Binder, sources: Sources, args: Sequence[str] = ()) -> str:
    """Whether anybody may speak, as text; empty if somebody always may.

    With the arguments (as text) only the cards of a race that is asked about are looked at.
    """
    if Speakers(sources).always:
        return ""
    names = [name if is_plain(name) and name != "None" else "" for name in args]
    return " or ".join(present(b, sources, names))


def present(b: Binder, sources: Sources, names: Sequence[str]) -> list[str]:
    """What says that one of the handlers that come and go may be there, as texts.

    `names` are the texts of the parameters, empty for those of which nothing is known.
    """
    roles = sources.roles_wanted.items()
    parts = [part for role, cards in roles for part in _carried(b, sources, role, cards, names)]
    x = sources.region
    here = f" >> {names[x]} & 1" if x is not None and x < len(names) and names[x] else ""
    parts += [f"n[{b.pieces.at[marker]}]{here}" for marker in sources.markers]
    return [*parts, *sources.lying_with(names), *sources.beside(markers=False)]


def _carried(
    b: Binder, sources: Sources, role: int | None, cards: tuple[int, int], names: Sequence[str]
) -> list[str]:
    """Whether the race of a role, or else any race, carries one of some banners and badges."""
    name = names[role] if role is not None and role < len(names) else ""
    if role is not None and name and sources.params[role] == "race":
        return carries(b, name, cards)
    if role is not None and name and sources.params[role] == "race?":
        return [f"{name} is not None and ({' or '.join(carries(b, name, cards))})"]
    return sources.in_play(cards)


def given(e: Expr) -> list[str]:
    """The arguments of a call as texts; empty for those that are more than a name."""
    return [f"s[{arg[3]}]" if arg and arg[0] == "local" else "" for arg in e[4]]


def carries(b: Binder, race: str, cards: tuple[int, int]) -> list[str]:
    """Whether a race (a text) carries one of some banners, one of some badges, as texts."""
    banners, badges = cards
    found = [f"{banners} >> c[{b.at_banner} + {race}] & 1"] * bool(banners)
    return found + [f"n[{b.at_badges} + {race}] & {badges}"] * bool(badges)
