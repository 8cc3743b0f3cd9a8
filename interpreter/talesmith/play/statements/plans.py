"""Questions about numbers over places: `allot`, `choose N tokens`, `station`; drawing a card."""

from __future__ import annotations

import operator
from typing import Any

from attrs import evolve

from talesmith.play.machine import Machine, Slots
from talesmith.play.statements.flow import Flow, statement
from talesmith.play.statements.questions import (
    Branches,
    asker,
    asker_text,
    listed,
    listed_text,
    put_request,
    take,
)  # fmt: skip
from talesmith.ruleset.ops import Stmt

UNLIMITED = 255


@statement("allot")
def _allot(flow: Flow, stmt: Stmt) -> None:
    _, _, slot, group, least, most, total, by, result, done, empty, prompt = stmt
    things, who = listed(flow, group), asker(flow, by)
    low, high, whole = flow.maybe(least), flow.maybe(most), flow.maybe(total)
    kind = group[2].removeprefix("list ")
    site, branches = flow.b.site(flow, "allocate", prompt, kind), Branches(flow, done, empty)
    may = done is not None

    def make(m: Machine, s: Slots) -> Any:
        found, lows, highs = things(m, s), [], []
        n = None if whole is None else whole(m, s)
        for thing in found:
            s[slot] = thing
            lows.append(0 if low is None else max(0, low(m, s)))
            highs.append(UNLIMITED if high is None else high(m, s))
        s[result] = ()
        if n is not None:
            highs = [min(high, n) for high in highs]
        if not possible(lows, highs, n) or not found:
            return None
        return ("allocate", who(m, s), site, found, tuple(lows), tuple(highs), n, may)

    text = _allot_text(flow, stmt, site) if flow.b.fusing else ()
    put_request(flow, by, make, branches.empty_label, text)

    def keep(_m: Machine, s: Slots, answer: Any) -> None:
        s[result] = answer

    take(flow, keep, branches.done_label if may else None, f"s[{result}] = a")
    branches.write()
    flow.last_name = result


def _allot_text(flow: Flow, stmt: Stmt, site: int) -> list[str]:
    """The lines that build the request of an `allot`."""
    _, _, slot, group, least, most, total, by, result, done, _, _ = stmt
    low = "0" if least is None else flow.text(least)
    high = str(UNLIMITED) if most is None else flow.text(most)
    if not low.isdigit():
        low = f"max(0, {low})"
    if total is not None:
        high = f"{high} if t > {high} else t" if high.isdigit() else f"min({high}, t)"
    lines = [
        f"f = {listed_text(flow, group)}",
        f"t = {'None' if total is None else flow.text(total)}",
        *_bounds_text(low, high, slot),
        f"s[{result}] = ()",
    ]
    request = f"('allocate', {asker_text(flow, by)}, {site}, f, tuple(low), tuple(high), t"
    fits = f"not f or not {flow.named(possible)}(low, high, t)"
    return [*lines, f"r = None if {fits} else {request}, {done is not None})"]


def _bounds_text(low: str, high: str, slot: int) -> list[str]:
    """The lines that list the bounds of every thing, which stands in a slot meanwhile.

    Bounds that are the same for all are worked out once.
    """
    bounds, each, lines = {"low": low, "high": high}, [], []
    for name, bound in bounds.items():
        if f"s[{slot}]" in bound or "(m, s" in bound:
            lines.append(f"{name} = []")
            each.append(f" {name}.append({bound})")
        else:
            lines.append(f"{name} = [{bound}] * len(f)")
    if not each:
        return [*lines, f"if f: s[{slot}] = f[-1]"]
    return [*lines, f"for s[{slot}] in f:", *each]


def possible(lows: list[int], highs: list[int], total: int | None) -> bool:
    """Whether any plan fits the bounds."""
    if any(map(operator.gt, lows, highs)):
        return False
    return total is None or sum(lows) <= total <= sum(highs)


@statement("tokens")
def _tokens(flow: Flow, stmt: Stmt) -> None:
    _, _, up_to, n, troops, by, keeping, slot, done, empty, prompt = stmt
    count, there, who = flow.expr(n), flow.expr(troops), asker(flow, by)
    kept = flow.maybe(keeping)
    site, branches = flow.b.site(flow, "allocate", prompt, "pool"), Branches(flow, done, empty)
    may, is_region = done is not None, flow.b.tokens.is_region

    def make(m: Machine, s: Slots) -> Any:
        found = there(m, s)
        wanted = min(count(m, s), sum(part[1] for part in found))
        s[slot] = ()
        if wanted <= 0:
            return None
        places = tuple(part[0] for part in found)
        lows, highs = [0] * len(found), [part[1] for part in found]
        if kept is not None:
            lows, highs = keep_standing(found, wanted, kept(m, s), is_region)
        total = -wanted if up_to else wanted
        return ("allocate", who(m, s), site, places, tuple(lows), tuple(highs), total, may)

    put_request(flow, by, make, branches.empty_label)

    def keep(_m: Machine, s: Slots, answer: Any) -> None:
        s[slot] = tuple((place, n) for place, n in answer if n)

    take(flow, keep, branches.done_label if may else None)
    branches.write()
    flow.last_name = slot


def keep_standing(
    troops: Any, wanted: int, kept: int, is_region: Any
) -> tuple[list[int], list[int]]:
    """Bounds for "the hand first, then tokens above n, then whole regions".

    The hand is taken first; while tokens above `kept` suffice, no region goes below it; else every
    token above it goes and the rest comes from regions of the asker's choice.
    """
    hand = sum(n for place, n in troops if not is_region(place))
    above = sum(max(0, n - kept) for place, n in troops if is_region(place))
    lows, highs = [], []
    for place, n in troops:
        if not is_region(place):
            fixed = min(n, wanted)
            lows.append(fixed)
            highs.append(fixed)
        elif wanted <= hand:
            lows.append(0)
            highs.append(0)
        elif wanted - hand <= above:
            lows.append(0)
            highs.append(max(0, n - kept))
        else:
            lows.append(max(0, n - kept))
            highs.append(n)
    return lows, highs


@statement("station")
def _station(flow: Flow, stmt: Stmt) -> None:
    _, _, n, marker, group, by, prompt = stmt
    count, things, who = flow.expr(n), listed(flow, group), asker(flow, by)
    b, site = flow.b, flow.b.site(flow, "allocate", prompt, "region")
    b.sites[site] = evolve(b.sites[site], counted=marker)
    pieces, most = b.pieces, b.pieces.kinds[marker].most
    place_all = b.setting("place_all") != "no"

    flow.change(lambda m, s: pieces.take(m, marker, sum(1 << region for region in things(m, s))))

    def make(m: Machine, s: Slots) -> Any:
        found = things(m, s)
        left = pieces.supply_left("marker", marker)(m, s)
        room = [UNLIMITED if most is None else most for _ in found]
        total = min(count(m, s), left, sum(room))
        if not found or total <= 0:
            return None
        highs, low = tuple(min(free, total) for free in room), (0,) * len(found)
        total = total if place_all else -total
        return ("allocate", who(m, s), site, found, low, highs, total, False)

    branches = Branches(flow, None, None)
    put_request(flow, by, make, branches.empty_label)

    def keep(m: Machine, _s: Slots, answer: Any) -> None:
        for region, n in answer:
            if n:
                pieces.put(m, marker, region, n)

    take(flow, keep, None)
    branches.write()


@statement("draw")
def _draw(flow: Flow, stmt: Stmt) -> None:
    _, _, source, slot, empty = stmt
    lowest = source[0] == "bottom"
    stack = flow.expr(source[3] if source[0] in ("bottom", "top") else source)
    branches = Branches(flow, None, empty)
    after = flow.here + 1

    def op(m: Machine, s: Slots) -> int:
        s[slot] = stack(m, s).draw(m, lowest=lowest)
        return after if s[slot] is not None else branches.empty_label.at

    flow.emit(op)
    branches.write()
