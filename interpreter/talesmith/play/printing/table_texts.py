"""The table of a value for a whole map as a function of Python.

Where nobody speaks but markers, which is the rule, the printed lines are all that runs; what
handlers add is put in behind, and everything else is left to the closures of `value_tables`.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Any

from talesmith.model.board import known_spread, spread
from talesmith.play.expressions.fold import YES, all_of, mentions
from talesmith.play.expressions.shapes import is_property
from talesmith.play.hooks.speakers import speaking
from talesmith.play.printing.hook_texts import answered, overheard, row_text, said
from talesmith.play.printing.printed import first_by_name, function
from talesmith.play.printing.set_texts import lifted
from talesmith.play.printing.texts import members_text, text
from talesmith.ruleset.ops import Expr

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.value_tables import ValueTable


HIGH = 100
"""how much may be added to the bytes of a table: a region with more tokens is left to closures"""
LARGE = 32
"""what a rule that adds so much, or takes away, is left to closures as well"""


def print_table(table: ValueTable) -> Any:
    """The table where nobody speaks but markers, as a printed function."""
    more = _above_tokens(table)
    lines = _careful_text(table)
    in_bytes = more is not None and _fits_bytes(table)
    if more is not None and in_bytes:
        lines += _in_bytes_text(table, more)
    else:
        lines += [*_heard_text(table), *_base_text(table)]
        lines += [line for marker, n in table.markers for line in _laid_text(table, marker, n)]
        each = members_text(table.hook.b, "p")
        lines += _ruled_text(table, f"for r in {each}: t[r] += v")
    if not table.sources.empty:
        each = members_text(table.hook.b, "p")
        indent = " " * in_bytes
        lines += ["if x:", " t = list(t)"] * in_bytes
        lines += [f"{indent}for p, v in x:", f"{indent} for r in {each}: t[r] += v"]
    if table.least is not None:
        lines += _least_text(table, table.least)
    lines += _raised_text(table)
    name, lines = table.hook.hook.name, first_by_name([*lines, "return t"], table.x)
    return function(table.hook.b.constants, name, ", mask", lines)


def _fits_bytes(table: ValueTable) -> bool:
    """Whether all that rules and plain markers add is little and never less than nothing."""
    counted = table.hook.b.pieces.counted
    amounts = [n for marker, n in table.markers if marker not in counted]
    rules = sum(len(bound.lines) for bound, _, _ in table.ruled)
    return min(amounts, default=0) >= 0 and sum(amounts) + LARGE * rules <= HIGH


def _in_bytes_text(table: ValueTable, more: int) -> list[str]:
    """Lines that put tokens, plain markers and rules into `t` as numbers of one byte each.

    All that is added stands in one large number first, byte by byte, and is added at one stroke.
    """
    b, counted = table.hook.b, table.hook.b.pieces.counted
    at, n = b.layout["region.tokens"], len(b.board.regions)
    sums = bytes(v + more if 0 <= v + more < 256 - HIGH else 255 for v in range(256))
    closures = f"return {b.constants.named(table.by_closures)}(m, s, mask)"
    lines = [
        f"t = c[{at}:{at + n}].translate({b.constants.named(sums)})",
        f"if 255 in t: {closures}",
        *_heard_text(table),
        "u = 0",
    ]
    plain = [(marker, amount) for marker, amount in table.markers if marker not in counted]
    for marker, amount in plain:
        laid = f"if p := n[{b.pieces.at[marker]}] & mask: u += {_spread_text(b)}"
        lines.append(laid if amount == 1 else f"{laid} * {amount}")
    small = f"if not 0 <= v < {LARGE}: {closures}"
    lines += _ruled_text(table, small, f"u += {_spread_text(b)} * v")
    from_bytes = b.constants.made("from bytes", lambda: int.from_bytes)
    lines.append(f"if u: t = ({from_bytes}(t, 'little') + u).to_bytes({n}, 'little')")
    late = [(marker, amount) for marker, amount in table.markers if marker in counted]
    if any(amount != 1 for _, amount in late):
        lines.append("t = list(t)")
    return lines + [line for marker, amount in late for line in _laid_text(table, marker, amount)]


def _spread_text(b: Binder) -> str:
    """The number of the set `p` that may be added to bytes, without a call where it is known."""
    known, asked = (b.constants.named(f) for f in (known_spread, spread))
    return f"({known}(p) or {asked}(p))"


def _raised_text(table: ValueTable) -> list[str]:
    """The line for a lower end that is another value, about which somebody may speak."""
    b, raisers, low = table.hook.b, table.raisers, table.low
    if raisers is None or low is None or raisers.empty:
        return []
    args = ["" if arg is None else text(b, arg) for arg in low[4]]
    speaks = speaking(b, raisers, args) or "True"
    return [f"if {speaks}: t = {b.constants.named(table.raised)}(m, s, mask, list(t))"]


def _base_text(table: ValueTable) -> list[str]:
    """Lines that put the value into `t` that nobody has changed yet."""
    b, more = table.hook.b, _above_tokens(table)
    if more is not None:
        return _sums_text(b, more)
    base = f"t = dict(zip(regions, {b.constants.named(table.base)}(m, s, regions)))"
    if len(table.lines) == 1 and table.lines[0][3] is None:
        e = b.known_in(table.hook.hook, table.x)(table.lines[0][2])
        with b.scope(table.hook.size, {}, table.hook.hook.name):
            row = row_text(b, e, table.x)
        base = base if row is None else f"t = {{r: {row} for r in regions}}"
    room = [f"s += {b.constants.named(table.blank)}"] * ("(m, s" in base)
    return [*room, f"regions = {members_text(b, 'mask')}", base]


def _above_tokens(table: ValueTable) -> int | None:
    """How much the base is above the tokens in a region, if it is nothing else."""
    if len(table.lines) != 1 or table.lines[0][3] is not None:
        return None
    base = table.lines[0][2]
    if base[0] != "plus" or base[3][0] != "num":
        return None
    return int(base[3][3]) if is_property(base[4], "region.tokens", table.x) else None


def _heard_text(table: ValueTable) -> list[str]:
    """Lines that put what handlers add into `x`, and leave other layers to closures."""
    b = table.hook.b
    condition = overheard(b, table.sources, table.heard)
    if not condition:
        return []
    added, argued = b.constants.named(table.added), b.constants.named(table.argued)
    return [
        "x = ()",
        f"if {condition}:",
        f" if (x := {added}(m, s, mask, e)) is None: return {argued}(m, s, mask, e)",
    ]


def _careful_text(table: ValueTable) -> list[str]:
    """The line that leaves it to another table while markers may be suppressed."""
    b, awake = table.hook.b, table.awake
    if b.suppression is None or awake is None:
        return []
    return b.suppression.quiet_text(f"{b.constants.named(awake)}.table(m, s, mask)")


def _least_text(table: ValueTable, least: int) -> list[str]:
    """The line for the lower end, unless only handlers can lead below it and there are none."""
    more = _above_tokens(table)
    if more is None:
        low = f"{{r: v if v >= {least} else {least} for r, v in t.items()}}"
        return [f"if regions and min(t.values()) < {least}: t = {low}"]
    is_high = more >= least and all(amount >= 0 for _, amount in table.markers)
    is_high = is_high and (not table.ruled or _fits_bytes(table))
    if is_high and table.sources.empty:
        return []
    test = "x and " * is_high
    return [f"if {test}min(t) < {least}: t = [v if v >= {least} else {least} for v in t]"]


def _laid_text(table: ValueTable, marker: str, amount: int) -> list[str]:
    """Lines that add what the markers of a kind add."""
    b = table.hook.b
    at, n = b.pieces.at[marker], len(b.board.regions)
    if marker in b.pieces.counted:
        there = f"for r in {members_text(b, 'mask')}: t[r] += c[{at} + r] * {amount}"
        if amount == 1 and _above_tokens(table) is not None:
            there = f"t = [*map({b.constants.named(add)}, t, c[{at}:{at + n}])]"
        return [f"if not c.startswith({b.constants.named(bytes(n))}, {at}):", f" {there}"]
    there = f"for r in {members_text(b, 'p')}: t[r] += {amount}"
    return [f"if p := n[{at}] & mask:", f" {there}"]


def _ruled_text(table: ValueTable, *use: str) -> list[str]:
    """Lines that use what rules add, `v`, and the regions `p` where their guards hold."""
    b, lines, size = table.hook.b, list[str](), table.hook.size
    for bound, _, _ in table.ruled:
        h, known = bound.handler, table.hook.b.known_from(bound.handler, table.x)
        with b.scope(size, bound.slots, h.id, card=h.card):
            for line in bound.lines:
                guard = bound.line_guard(line)
                e = YES if guard is None else answered(b, known(guard))
                lines += _spoken_text(b, e, table.x, said(b, line[2]))
                lines += [f" {line}" for line in use]
            size = b.slot_count()
    return [f"s += [None] * ({size} - len(s))", *lines] if lines else []


def _spoken_text(b: Binder, guard: Expr, x: int, amount: str) -> list[str]:
    """Lines that put the regions where a guard holds into `p` and what is added there into `v`.

    A guard often asks whether there is anything to add; then that is worked out once.
    """
    about = [part for part in all_of(guard) if mentions(part, x)]
    free = " and ".join(text(b, part) for part in all_of(guard) if not mentions(part, x))
    regions = lifted(b, ("and", guard[1], "flag", *about), x, "mask")
    if not free or guard == YES:
        return [f"if p := {regions}:", f" v = {amount}"]
    if amount.startswith("(") and amount in free:
        return [f"v = {amount}", f"if {free.replace(amount, 'v')} and (p := {regions}):"]
    return [f"if {free} and (p := {regions}):", f" v = {amount}"]


def _sums_text(b: Binder, more: int) -> list[str]:
    """Lines that put into `t` the tokens of each region and `more`.

    Bytes are turned into others at one stroke; 0 stands for what is too large for a byte.
    """
    at, n = b.layout["region.tokens"], len(b.board.regions)
    tokens, sums = f"c[{at}:{at + n}]", bytes(v + more if v + more < 256 else 0 for v in range(256))
    one_by_one = f"[{more} + v for v in {tokens}]"
    if more <= 0:
        return [f"t = {one_by_one}"]
    return [
        f"t = {tokens}.translate({b.constants.named(sums)})",
        f"t = {one_by_one} if 0 in t else list(t)",
    ]
