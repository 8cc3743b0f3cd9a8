"""Hooks as functions of Python: one for a hook asked in one situation, one for a whole map.

A printed hook looks whether anybody with a handler may speak.  If so it asks for the entries that
are alive and leaves the rest to the hook itself, which joins base, parts and handlers by closures;
if nobody speaks, which is the rule, the answer is the printed base or the printed parts alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.fold import YES, all_of, mentions, never
from talesmith.play.expressions.lists import each
from talesmith.play.expressions.scalars import Fn, is_region_set
from talesmith.play.expressions.shapes import Lifted
from talesmith.play.hooks.sources import Entry, Sources
from talesmith.play.hooks.speakers import present, speaking
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.answers import told
from talesmith.play.printing.printed import first_by_name, function
from talesmith.play.printing.set_texts import lifted, without
from talesmith.play.printing.texts import is_plain, members_text, text
from talesmith.ruleset.ops import Expr
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder
    from talesmith.play.hooks.bound import Bound

Heard = Callable[[Machine, Slots], list[Entry]]
Guards = Sequence[tuple[Expr | None, str]]

_SLOT = re.compile(r"s\[(\d+)\]")
_SHORT = 40
"""how long an argument may be that stands wherever its parameter is read"""


def hearing(b: Binder, sources: Sources, heard: Heard, answer: Any, given: str = "") -> list[str]:
    """The line that leaves everything to `answer` if somebody speaks."""
    condition = overheard(b, sources, heard, by_map=bool(given))
    return [f"if {condition}: return {b.constants.named(answer)}(m, s{given}, e)"] * bool(condition)


def overheard(b: Binder, sources: Sources, heard: Heard, *, by_map: bool = True) -> str:
    """Whether somebody speaks, who it is put into `e`; empty if nobody ever does."""
    if sources.empty:
        return ""
    found = f"(e := {b.constants.named(heard)}(m, s))"
    if sources.rules or not speaking(b, sources):
        return found
    return f"({' or '.join(_present(b, sources, by_map))}) and {found}"


def _present(b: Binder, sources: Sources, by_map: bool) -> list[str]:
    """What says that one of the handlers that come and go may be there, as texts.

    Asked for a whole map, the second role of a hook may stand for every race on it.
    """
    known = [at in sources.roles[:1] or not by_map for at in range(len(sources.params))]
    return present(b, sources, [f"s[{at}]" * is_known for at, is_known in enumerate(known)])


def print_presence(b: Binder, sources: Sources) -> Any:
    """Whether anybody who comes and goes may speak, for a whole map: a function of (m, arguments)."""
    parts = _present(b, sources, True)
    return function(b.constants, "presence", "", [f"return {' or '.join(parts) or 'False'}"])


class Stirring:
    """Whether anybody may answer a moment to which rules listen with a guard, printed once."""

    def __init__(self, b: Binder, sources: Sources, rest: Sources, rules: Sequence[Bound]) -> None:
        """Print the condition: for handlers that come and go a glance, for rules their guards."""
        parts, size = _present(b, rest, False), max(sources.width, len(sources.params))
        for rule in rules:
            with b.scope(size, rule.slots, rule.handler.id, card=rule.handler.card):
                parts.append(said(b, rule.guard or YES))
                size = b.slot_count()
        self.condition, self.given = " or ".join(parts), len(sources.params)
        room = b.constants.named([None] * (size - self.given))
        lines = [f"s = s + {room}", f"return {self.condition}"]
        self.asked = function(b.constants, "moment", "", lines)
        """a function of (m, arguments)"""
        slots = {int(at) for at in _SLOT.findall(self.condition)}
        self._moves = max(slots, default=0) < self.given and not _calls_closures(self.condition)

    def text(self, b: Binder, args: Sequence[str]) -> str:
        """The condition for arguments as texts: without a call where it can stand for itself."""
        if self._moves and all(len(arg) <= _SHORT for arg in args):
            given = [arg if is_plain(arg) else f"({arg})" for arg in args]
            return f"({_SLOT.sub(lambda found: given[int(found[1])], self.condition)})"
        return f"{b.constants.named(self.asked)}(m, [{', '.join(args)}])"


def print_stirring(b: Binder, sources: Sources) -> Stirring | None:
    """Whether anybody may answer a moment; None if that is never in doubt.

    Rules that have no guard always answer.
    """
    rest, rules = sources.parted(lambda bound: bound in sources.rules)
    if any(rule.guard is None for rule in rules) or not (rest.empty or speaking(b, rest)):
        return None
    return Stirring(b, sources, rest, rules)


def defaults(b: Binder, hook: Hook) -> list[str]:
    """Lines that give the parameters left out their defaults."""
    return [
        f"if s[{at}] is None: s[{at}] = {said(b, b.fold(param.default))}"
        for at, param in enumerate(hook.params)
        if param.default is not None and param.default[0] != "none"
    ]


def chosen(b: Binder, lines: Sequence[Any], otherwise: str) -> list[str]:
    """Lines that put the first value whose guard holds into v."""
    found, word = list[str](), "if"
    for line in lines:
        guard, value = line[3], said(b, line[2])
        if never(guard):
            continue
        if guard is None:
            return [*found, f"v = {value}"] if word == "if" else [*found, f"else: v = {value}"]
        found.append(f"{word} {said(b, guard)}: v = {value}")
        word = "elif"
    return [*found, f"v = {otherwise}"] if word == "if" else [*found, f"else: v = {otherwise}"]


def ranged(b: Binder, low: Expr | None, high: Expr | None) -> list[str]:
    """Lines that bring v into the range of a hook and return it."""
    lines = []
    if high is not None:
        lines.append(f"if v > (h := {said(b, high)}): v = h")
    if low is not None and low[0] == "num":
        return [*lines, f"return v if v >= {low[3]} else {low[3]}"]
    if low is not None:
        return [*lines, f"return v if v >= (h := {said(b, low)}) else h"]
    return [*lines, "return v"]


def print_value(b: Binder, hook: Hook, size: int, first: list[str]) -> Any:
    """A value hook in one situation: a function of (m, arguments in a list of its own)."""
    is_number = hook.type == "number"
    with b.scope(size, {}, hook.name):
        lines = chosen(b, [b.fold_line(line) for line in hook.body], "0" if is_number else "None")
        low, high = (None if e is None else b.fold(e) for e in (hook.low, hook.high))
        lines += ranged(b, low, high) if is_number else ["return v"]
        lines = [*defaults(b, hook), *first, *_roomy(b, lines, len(hook.params))]
    return function(b.constants, hook.name, "", first_by_name(lines))


def print_permission(b: Binder, hook: Hook, size: int, guards: Any, first: list[str]) -> Any:
    """A permission in one situation: a function of (m, arguments in a list of its own)."""
    with b.scope(size, {}, hook.name):
        parts = ["True" if guard is None else said(b, guard) for guard in guards]
        lines = _roomy(b, [f"return not ({' or '.join(parts) or 'False'})"], len(hook.params))
        lines = [*defaults(b, hook), *first, *lines]
    return function(b.constants, hook.name, "", first_by_name(lines))


def print_regions(
    b: Binder, hook: Hook, x: int, size: int, guards: Guards, first: list[str], given: str = ""
) -> Any:
    """A permission for a whole map: a function of (m, arguments, regions).

    Each guard has the text of the regions for which somebody waives it, empty for none.
    """
    with b.scope(size, {}, hook.name):
        lines = [_forbidden(b, guard, x, waived) for guard, waived in guards]
        lines = [*first, *_roomy(b, [*lines, "return mask"], len(hook.params))]
    return function(b.constants, hook.name, f", mask{given}", first_by_name(lines, x))


def _forbidden(b: Binder, guard: Expr | None, x: int, waived: str) -> str:
    """The line that takes from `mask` where a guard holds, but not what is waived."""
    guard = YES if guard is None else answered(b, guard)
    parts = all_of(guard)
    free = [text(b, part) for part in parts if not mentions(part, x)]
    about = [part for part in parts if mentions(part, x)]
    if not about:
        line = f"mask &= {waived}" if waived else "mask = 0"
    elif len(about) == 1 and about[0][0] == "not":
        line = f"mask = {lifted(b, about[0][3], x, 'mask')}" + f" | mask & {waived}" * bool(waived)
    else:
        whole = about[0] if len(about) == 1 else ("and", guard[1], "flag", *about)
        rest = without(b, whole, x, "mask")
        line = f"mask = {rest}" + f" | mask & {waived}" * bool(waived)
    free = [] if guard == YES else free
    return f"if {' and '.join(free)}: {line}" if free else line


def print_image(b: Binder, hook: Hook, picture: str, first: list[str]) -> Any:
    """A permission on two regions: a function of (m, arguments, set, regions)."""
    lines = [*first, *_roomy(b, [f"return {picture}"], len(hook.params))]
    return function(b.constants, hook.name, ", group, mask", lines)


def answered(b: Binder, e: Expr) -> Expr:
    """A folded expression, hooks with the answer of the rules beside them."""
    found: Expr = _affirmed(b.fold(told(b, e)))
    return found


def _affirmed(e: Any) -> Any:
    """An expression without double negations."""
    if not isinstance(e, tuple):
        return e
    if len(e) == 4 and e[0] == "not" and isinstance(e[3], tuple) and e[3][:1] == ("not",):
        return _affirmed(e[3][3])
    return tuple(_affirmed(part) for part in e)


def said(b: Binder, e: Expr) -> str:
    """A folded expression as text, hooks with the answer of the rules beside them."""
    return text(b, answered(b, e))


def printed_expr(b: Binder, e: Expr, name: str) -> Fn:
    """A folded expression in one situation, printed if this game prints."""
    if not b.fusing:
        return b.expr(e)
    found: Fn = function(b.constants, name, "", [f"return {said(b, e)}"])
    return found


def printed_set(b: Binder, e: Expr, x: int, name: str) -> Lifted:
    """A folded condition for a whole map, printed if this game prints."""
    if not b.fusing:
        return b.lift(e, x)
    line = f"return {lifted(b, answered(b, e), x, 'mask')}"
    found: Lifted = function(b.constants, name, ", mask", [line])
    return found


def printed_things(b: Binder, e: Expr, name: str, n: int) -> Fn:
    """The members of a folded list, printed if this game prints; `n` slots are there."""
    if not b.fusing:
        return each(b, e)
    things = said(b, e)
    line = f"return {members_text(b, things) if is_region_set(e) else things}"
    found: Fn = function(b.constants, name, "", _roomy(b, [line], n))
    return found


def row_text(b: Binder, e: Expr, x: int) -> str | None:
    """A number for each region r, x being its slot; None if only closures can say it.

    The region is a name of its own there; a closure would look for it in the slots.
    """
    printed = said(b, e)
    if _calls_closures(printed) or ":=" in printed:
        return None
    return printed.replace(f"s[{x}]", "r")


def each_in(line: str, slot: int | None, things: str) -> list[str]:
    """Lines that list one text for every thing, which stands in a slot where closures look for it."""
    if not _calls_closures(line):
        line, each = line.replace(f"s[{slot}]", "r"), "r"
    else:
        each = f"s[{slot}]"
    return ["found = []", f"for {each} in {things}: found.append({line})"]


def _calls_closures(printed: str) -> bool:
    return "(m, s)" in printed or "(m, s," in printed


def _roomy(b: Binder, lines: list[str], n: int) -> list[str]:
    """The lines, with empty slots in front if they use slots behind the parameters."""
    body, size = "\n".join(lines), b.slot_count()
    if _calls_closures(body) or any(f"s[{at}]" in body for at in range(n, size)):
        return [f"s += [None] * ({size} - len(s))", *lines]
    return lines
