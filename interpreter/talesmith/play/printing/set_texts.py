"""Sets of regions as text of Python: what `sets` works out for a whole map, in one expression.

`lifted(e, x, mask)` gives the regions of a mask for which a condition on the region in slot x
holds.  The mask stands in the text exactly once, so conditions nest without names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.fold import mentions
from talesmith.play.expressions.scalars import checked, is_optional, is_region_set
from talesmith.play.expressions.sets import inner_first, is_natives
from talesmith.play.expressions.shapes import is_property
from talesmith.play.expressions.vectors import lines_of
from talesmith.play.printing.scalar_texts import near_text, word_text
from talesmith.play.printing.texts import TEXTS, members_text, text, twice
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder


def lifted(b: Binder, e: Expr, x: int, mask: str) -> str:
    """The regions of a mask (a text) for which a condition holds."""
    if e[0] == "flag":
        return mask if e[3] else f"({mask} & 0)"
    if not mentions(e, x):
        return f"({mask} if {text(b, e)} else 0)"
    regions = _where(b, e, x)
    if regions is not None:
        return f"({mask} & {regions})"
    special = LIFTED.get(e[0])
    found = special(b, e, x, mask) if special is not None else None
    if found is not None:
        return found
    return f"{b.constants.named(b.lift(e, x))}(m, s, {mask})"


def without(b: Binder, e: Expr, x: int, mask: str) -> str:
    """The regions of a mask (a text) for which a condition does not hold."""
    regions = _where(b, e, x)
    if regions is None:
        first, again = twice(b, mask)
        return f"({first} & ~{lifted(b, e, x, again)})"
    others = str(b.board.everything & ~int(regions)) if regions.isdigit() else f"~{regions}"
    return f"({mask} & {others})"


def _where(b: Binder, e: Expr, x: int) -> str | None:
    """The regions for which a condition holds, if they can be told without a mask."""
    printer = WHERE.get(e[0])
    return None if printer is None else printer(b, e, x)


def _and(b: Binder, e: Expr, x: int, mask: str) -> str:
    for part in inner_first(e[3:], x):
        mask = lifted(b, part, x, mask)
    return mask


def _or(b: Binder, e: Expr, x: int, mask: str) -> str:
    first, again = twice(b, mask)
    parts = " | ".join(lifted(b, part, x, again) for part in e[3:])
    return f"({parts})" if first == again else f"({first} and ({parts}))"


def _not(b: Binder, e: Expr, x: int, mask: str) -> str:
    return without(b, e[3], x, mask)


def _ne(b: Binder, e: Expr, x: int, mask: str) -> str | None:
    same = ("eq", *e[1:])
    return None if _eq(b, same, x) is None else without(b, same, x, mask)


def _eq(b: Binder, e: Expr, x: int) -> str | None:
    one, two = (e[3], e[4]) if mentions(e[3], x) else (e[4], e[3])
    if mentions(two, x):
        return None
    if is_property(one, "region.terrain", x) and two[0] == "word":
        return str(b.board.terrains.get(two[4], 0))
    if is_property(one, "region.race", x):
        return _held(b, two)
    owner = one[0] == "get" and one[3] == "race.owner" and is_property(one[4], "region.race", x)
    if owner or is_property(one, "region.owner", x):
        owned = b.constants.made("owned", lambda: b.owned)
        return f"{owned}(m, {text(b, two)})"
    if one[0] == "local" and one[3] == x and not is_optional(two):
        return f"(1 << {text(b, two)})"
    return None


def _held(b: Binder, race: Expr) -> str:
    first, again = text(b, race), ""
    at = b.layout["race.regions"]
    if not is_optional(race):
        return f"n[{at} + {first}]"
    first, again = twice(b, first)
    return f"(0 if {first} is None else n[{at} + {again}])"


def _one_of(b: Binder, e: Expr, x: int) -> str | None:
    if not is_property(e[3], "region.terrain", x) or any(part[0] != "word" for part in e[4]):
        return None
    regions = 0
    for part in e[4]:
        regions |= b.board.terrains.get(part[4], 0)
    return str(regions)


def _has(b: Binder, e: Expr, _x: int) -> str | None:
    if e[3][0] != "local" or e[4] not in ("symbol", "marker"):
        return None
    return word_text(b, e[4], e[5])


def _exists(b: Binder, e: Expr, x: int) -> str | None:
    if not is_property(e[3], "region.race", x):
        return None
    return f"n[{b.layout['occupied']}]"


def _in(b: Binder, e: Expr, x: int) -> str | None:
    if is_property(e[3], "region.race", x) and is_natives(e[4]):
        held = [f"n[{b.at_regions + at}]" for at in b.natives.values()]
        return f"({' | '.join(held) or 0})"
    if e[3][0] != "local" or mentions(e[4], x) or not is_region_set(e[4]):
        return None
    return text(b, e[4])


def _touches(b: Binder, e: Expr, x: int) -> str | None:
    one, two = (e[3], e[4]) if e[3][0] == "local" and e[3][3] == x else (e[4], e[3])
    if one[0] != "local" or one[3] != x or mentions(two, x):
        return None
    return near_text(b, two)


LIFTED: dict[str, Callable[[Binder, Expr, int, str], str | None]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "ne": _ne,
}
WHERE: dict[str, Callable[[Binder, Expr, int], str | None]] = {
    "eq": _eq,
    "one_of": _one_of,
    "has": _has,
    "exists": _exists,
    "in": _in,
    "touches": _touches,
}
"""conditions that hold in regions which can be told whatever the mask is"""


def _filter(b: Binder, e: Expr) -> str | None:
    if not is_region_set(e):
        return _filter_of_things(b, e)
    return lifted(b, e[5], e[4], text(b, e[3]))


def _sum(b: Binder, e: Expr) -> str | None:
    if not is_region_set(e[3]):
        return _sum_of_things(b, e)
    row, regions = b.constants.named(b.vector(e[5], e[4])), text(b, e[3])
    total = f"sum({row}(m, s, {members_text(b, regions)}))"
    if regions == str(b.board.everything):
        total = _sum_of_lines(b, e[5], e[4], total) or total
    return f"{b.constants.named(checked)}(m, {total})"


def _sum_of_lines(b: Binder, e: Expr, x: int, otherwise: str) -> str | None:
    """What the lines of a ledger earn in all regions, at least so much in each.

    If that is not above 0 and no line takes anything away, the lines of no region need be counted
    by themselves.
    """
    e, least = (e[3], e[4]) if e[0] == "larger" and e[4][0] == "num" else (e, None)
    ledger = lines_of(e, x)
    printed = "" if ledger is None else text(b, ledger)
    if not printed or ":=" in printed or (least is not None and least[3] > 0):
        return None
    if least is None:
        return f"sum([l[0] for l in {printed} if l[1] is not None])"
    name = b.constants.temporary()
    gains = f"{name} := {b.constants.named(_gains)}({printed})"
    return f"({name} if ({gains}) is not None else {otherwise})"


def _gains(lines: Any) -> int | None:
    """What lines earn in all regions together; None if one of them takes something away."""
    total = 0
    for amount, region, _, _, _, _ in lines:
        if region is not None:
            if amount < 0:
                return None
            total += amount
    return total


_filter_of_things, _sum_of_things = TEXTS["filter"], TEXTS["sum"]
TEXTS.update({"filter": _filter, "sum": _sum})
