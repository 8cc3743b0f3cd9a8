"""Who speaks for a hook, as a printed function of its own: what `Sources.search` looks for.

Most hooks have handlers of one or two kinds only, so all other looks fall away.  A race that is
given is looked at by itself: without a handler here on its banner or badges it costs a glance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from talesmith.play.hooks.laid import of_column, of_markers
from talesmith.play.hooks.lying import of_lying
from talesmith.play.printing.printed import function
from talesmith.play.printing.texts import members_text

if TYPE_CHECKING:
    from talesmith.play.hooks.sources import Sources


def print_live(sources: Sources) -> Any:
    """The entries alive for arguments `s`, as a function of (m, s, lifted)."""
    b, named = sources.b, sources.b.constants.named
    fixed = f"*{named(sources.fixed)}" * bool(sources.fixed)
    lines = [f"found = [{fixed}]", *_markers_text(sources)]
    for role, cards in sources.roles_wanted.items():
        lines += _role_text(sources, role, cards)
    if sources.hears:
        entries = b.constants.made("lasting entries", lambda: b.lasting.entries)
        found = f"found.extend({entries}({named(sources)}, m, s, lifted))"
        lines.append(f"if m.heard & {sources.hears}: {found}")
    if sources.lying:
        found = f"{named(of_lying)}({named(sources)}, m, s, lifted, found)"
        lines.append(f"if {' or '.join(sources.laid())}: {found}")
    if sources.offered:
        lines.append(f"{named(of_column)}({named(sources)}, m, s, found)")
    if sources.ways:
        entries = b.constants.made("way entries", lambda: b.ways.entries)
        lines.append(f"if m.ways: found.extend({entries}({named(sources)}, m, s, lifted))")
    live = function(b.constants, "live", ", lifted", [*lines, "return found"])
    live.__defaults__ = (None,)
    return live


def _markers_text(sources: Sources) -> list[str]:
    """The lines that look for markers, where any lies that may have a handler here."""
    b, named = sources.b, sources.b.constants.named
    if not sources.markers:
        return []
    found = f"{named(of_markers)}({named(sources)}, m, s, lifted, found)"
    if not b.pieces.counted.isdisjoint(sources.markers):
        return [found]
    laid = " or ".join(f"n[{b.pieces.at[marker]}]" for marker in sources.markers)
    return [f"if {laid}: {found}"]


def _role_text(sources: Sources, role: int | None, cards: tuple[int, int]) -> list[str]:
    """The lines that look for the races of a role."""
    b = sources.b
    in_play = " or ".join(sources.in_play(cards)) or "False"
    race = _race_text(sources, role, cards)
    if role is None:
        races = members_text(b, f"n[{b.at_in_play}]")
        return [f"if {in_play}:", f" for f in {races}:", *(f" {line}" for line in race)]
    given = f"(f := s[{role}]) is not None"
    if sources.params[role].startswith("player"):
        own = f"for f in {b.constants.made('races of', lambda: b.races.races_of)}(m, f):"
        return [f"if {given} and ({in_play}):", f" {own}", *(f" {line}" for line in race)]
    lines = [f"if {given}:", *race]
    if sources.may_stand(role, 0):
        occupants = f"{b.constants.named(sources.of_occupants)}(m, {role}, found)"
        lines.append(f"elif lifted is not None and ({in_play}): {occupants}")
    return lines


def _race_text(sources: Sources, role: int | None, cards: tuple[int, int]) -> list[str]:
    """The lines that add what the race `f` says in a role, a blank in front of each."""
    b, named = sources.b, sources.b.constants.named
    (fronts, powers), (banner, badges, declined) = cards, sources.places
    carries = [f"{fronts} >> a & 1"] * bool(fronts) + [f"h & {powers}"] * bool(powers)
    known = f"{named(sources.entries.get)}(k)"
    if not b.is_steady:
        known += f" if {named(b.speak_as_printed)}(m) else None"
    return [
        f" a, h = c[{banner} + f], n[{badges} + f]",
        f" if {' or '.join(carries)}:",
        f"  k = ({role}, a, h, c[{declined} + f])",
        f"  e = {known}",
        f"  found += {named(sources.speaking)}(m, f, k) if e is None else e",
    ]
