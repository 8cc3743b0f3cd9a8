"""Calls of hooks with the answer of the rules beside them.

Nearly always nobody in play has a handler for a hook.  Then its answer is the body that the rules
give it.  `told` puts that body beside the call, with the arguments where its parameters are read:

    ("told", at, type, answer of the rules, call)

Whoever evaluates it asks first whether anybody may speak at all, which the cards in play tell at a
glance, and takes the call only then.  Where nobody in this game can ever speak, the body stands
alone; where somebody always does, the call does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talesmith.play.expressions.fold import NO, YES, is_natural, mentions, never
from talesmith.play.expressions.images import IMAGES, image
from talesmith.play.expressions.scalars import Fn, builds, may_be_left_out
from talesmith.play.expressions.sets import LIFTS
from talesmith.play.expressions.shapes import Image, Lifted, Vector
from talesmith.play.expressions.vectors import VECTORS
from talesmith.play.hooks.speakers import Speakers, given, parts_of_rules, speaking
from talesmith.play.machine import Machine, Slots
from talesmith.play.printing.set_texts import LIFTED, lifted
from talesmith.play.printing.texts import TEXTS, prints, text, twice
from talesmith.play.statements.inline import renumber, replace_locals
from talesmith.ruleset.ops import EXPRESSIONS, Expr
from talesmith.ruleset.parts import Hook

if TYPE_CHECKING:
    from talesmith.play.bind import Binder

_ORDERS = ("lt", "gt", "le", "ge")
SMALL = frozenset({"local", "num", "flag", "word", "card", "natives", "none", "game"})
"""arguments that may be read again wherever the parameter is"""


def told(b: Binder, e: Any, depth: int = 4) -> Any:
    """An expression in which calls of hooks have the answer of the rules beside them."""
    if not isinstance(e, tuple) or not e or e[0] == "told":
        return e
    if not (isinstance(e[0], str) and e[0] in EXPRESSIONS and len(e) >= 3):
        return tuple(told(b, part, depth) for part in e)
    if e[0] in ("value", "permit") and depth:
        answer = _answer(b, e)
        if answer is not None:
            speakers = Speakers(_hook(b, e).sources)
            answer = told(b, answer, depth - 1)
            if speakers.never:
                return answer
            return e if speakers.always else ("told", e[1], e[2], answer, e)
    return tuple(told(b, part, depth) if isinstance(part, tuple) else part for part in e)


def _hook(b: Binder, e: Expr) -> Any:
    return b.values[e[3]] if e[0] == "value" else b.permissions[e[3]]


def _answer(b: Binder, e: Expr) -> Expr | None:
    """What the rules answer to a call, as an expression of the body that asks."""
    hook: Hook = _hook(b, e).hook
    given = _given(b, hook, e[4])
    rules = parts_of_rules(_hook(b, e).sources)
    if given is None or _asks_stay((hook.body, *(rule.handler.body for rule in rules))):
        return None
    lines = [b.fold_line(line) for line in hook.body]
    if e[0] == "permit":
        guards = [line[4] or YES for line in lines if line[2] not in e[5]]
        for rule in rules:
            guards += [rule.line_guard(line) or YES for line in rule.lines if line[2] not in e[5]]
        none = [guard for guard in guards if not never(guard)]
        return _moved(b, ("not", e[1], "flag", ("or", e[1], "flag", *none, NO)), given)
    value: Expr = ("num", e[1], "number", 0) if hook.type == "number" else ("none", e[1], e[2])
    for line in reversed(lines):
        if line[3] is None:
            value = line[2]
        elif not never(line[3]):
            value = ("either", e[1], e[2], line[3], line[2], value)
    for bound, op in ((hook.high, "smaller"), (hook.low, "larger")):
        if bound is not None and not (op == "larger" and _is_zero(bound) and is_natural(value)):
            value = (op, e[1], "number", value, bound)
    return _moved(b, value, given)


def _given(b: Binder, hook: Hook, args: Any) -> dict[int, Expr] | None:
    """The arguments by parameter; None if one is too large to be read more than once.

    None as well if only the position tells whether one gets its default.
    """
    table: dict[int, Expr] = {}
    for at, param in enumerate(hook.params):
        arg = args[at] if at < len(args) else None
        if arg is None and param.default is not None:
            arg = replace_locals(b.fold(param.default), table)
        elif may_be_left_out(arg, param.default):
            return None
        table[at] = ("none", 0, "none") if arg is None else arg
        if not _is_small(table[at]):
            return None
    return table


def _is_small(e: Expr) -> bool:
    return _is_small(e[-1]) if e[0] in ("get", "pool_of") else e[0] in SMALL


def _asks_stay(node: Any) -> bool:
    """Whether a body asks what happened since its card came: that depends on where it stands."""
    if not isinstance(node, tuple):
        return False
    if node and node[0] == "past" and node[-1] == "stay":
        return True
    return any(_asks_stay(part) for part in node)


def _moved(b: Binder, e: Expr, given: dict[int, Expr]) -> Expr:
    """An expression of a hook with its arguments, its other names in slots of the asking body."""
    own: dict[int, int] = {}

    def slot(at: int) -> int:
        if at in given:
            return -1 - at
        if at not in own:
            own[at] = b.spare_slot()
        return own[at]

    table = {-1 - at: arg for at, arg in given.items()}
    return b.fold(replace_locals(renumber(b.fold(e), slot), table))


def _is_zero(e: Expr) -> bool:
    return bool(e[0] == "num" and e[3] <= 0)


@builds("either")
def _either(b: Binder, e: Expr) -> Fn:
    test, one, two = b.expr(e[3]), b.expr(e[4]), b.expr(e[5])
    return lambda m, s: one(m, s) if test(m, s) else two(m, s)


@prints("either")
def _either_text(b: Binder, e: Expr) -> str:
    return f"({text(b, e[4])} if {text(b, e[3])} else {text(b, e[5])})"


def _speaks(b: Binder, e: Expr, *, by_name: bool = True) -> Callable[[Machine], bool]:
    return Speakers(_hook(b, e[4]).sources).closure(by_name=by_name)


@builds("told")
def _told(b: Binder, e: Expr) -> Fn:
    answer, call, speaks = b.expr(e[3]), b.expr(e[4]), _speaks(b, e)

    def ask(m: Machine, s: Slots) -> Any:
        return call(m, s) if speaks(m) else answer(m, s)

    return ask


_sum_text = TEXTS["sum"]


def _sum_of_told(b: Binder, e: Expr) -> str | None:
    """A sum of values of a hook: one sum if somebody may speak, another if nobody does."""
    if e[5][0] != "told":
        return _sum_text(b, e)
    answer, call = (_sum_text(b, (*e[:5], part)) for part in e[5][3:5])
    if answer is None or call is None:
        return None
    return f"({call} if {Speakers(_hook(b, e[5][4]).sources).text()} else {answer})"


TEXTS["sum"] = _sum_of_told


@prints("told")
def _told_text(b: Binder, e: Expr) -> str:
    answer, sources = text(b, e[3]), _hook(b, e[4]).sources
    if "for s[" in answer or "(m, s" in answer:
        speaks = Speakers(sources).text(by_name="for s[" not in answer)
    else:
        speaks = speaking(b, sources, given(e[4]))
    return f"({text(b, e[4])} if {speaks} else {answer})"


def _lift(b: Binder, e: Expr, x: int) -> Lifted:
    """A permission with its answer, for all regions at once."""
    answer, call, speaks = b.lift(e[3], x), b.lift(e[4], x), _speaks(b, e, by_name=False)

    def ask(m: Machine, s: Slots, mask: int) -> int:
        return call(m, s, mask) if speaks(m) else answer(m, s, mask)

    return ask


def _other_names(call: Expr, x: int) -> list[str]:
    """The arguments of a call that are names of the asking body, that of the region left out."""
    return ["" if name == f"s[{x}]" else name for name in given(call)]


def _lifted_text(b: Binder, e: Expr, x: int, mask: str) -> str:
    return _one_or_other(b, e[4], (e[4], e[3]), x, mask)


def _one_or_other(b: Binder, asked: Expr, conditions: tuple[Expr, Expr], x: int, mask: str) -> str:
    """The regions for which one condition holds if somebody may speak to a call, else another."""
    first, again = twice(b, mask)
    speaks = speaking(b, _hook(b, asked).sources, _other_names(asked, x))
    spoken, quiet = (lifted(b, condition, x, again) for condition in conditions)
    quiet = "0" if quiet == f"({again} & 0)" else quiet
    if first == again:
        return f"({spoken} if {speaks} else {quiet})"
    return f"(0 if not {first} else {spoken} if {speaks} else {quiet})"


def _compared_text(b: Binder, e: Expr, x: int, mask: str) -> str | None:
    """A comparison with a value that has an answer: the answer is compared while nobody speaks."""
    at = next((at for at in (3, 4) if e[at][0] == "told"), None)
    if at is None:
        return None
    answer, call = (b.fold((*e[:at], part, *e[at + 1 :])) for part in e[at][3:5])
    answer = NO if _never_holds(answer) else answer
    return _one_or_other(b, e[at][4], (call, answer), x, mask)


def possible_text(b: Binder, e: Expr, x: int) -> str | None:
    """What holds if a comparison may hold for any region x, as text; None if that is not known.

    While nobody speaks, the answer of the rules is the same for all regions or it is not known.
    """
    at = next((at for at in (3, 4) if e[0] in _ORDERS and e[at][0] == "told"), None)
    if at is None:
        return None
    answer = b.fold((*e[:at], e[at][3], *e[at + 1 :]))
    call = e[at][4]
    speaks = speaking(b, _hook(b, call).sources, _other_names(call, x))
    return None if mentions(answer, x) or not speaks else f"({speaks} or {text(b, answer)})"


def _never_holds(e: Expr) -> bool:
    """Whether a comparison asks for less than nothing."""
    less = {"lt": (4, 3), "gt": (3, 4)}.get(e[0])
    return less is not None and _is_zero(e[less[0]]) and is_natural(e[less[1]])


for _name in _ORDERS:
    LIFTED[_name] = _compared_text


def _image(b: Binder, e: Expr, y: int, x: int) -> Image:
    """The same for the members of a set and all regions."""
    answer, call, speaks = image(b, e[3], y, x), image(b, e[4], y, x), _speaks(b, e)

    def ask(m: Machine, s: Slots, group: int, mask: int) -> int:
        return (call if speaks(m) else answer)(m, s, group, mask)

    return ask


def _vector(b: Binder, e: Expr, x: int) -> Vector:
    """A value with its answer, for many regions."""
    answer, call, speaks = b.vector(e[3], x), b.vector(e[4], x), _speaks(b, e)

    def ask(m: Machine, s: Slots, regions: Any) -> list[Any]:
        found: list[Any] = (call if speaks(m) else answer)(m, s, regions)
        return found

    return ask


LIFTS["told"], LIFTED["told"] = _lift, _lifted_text
IMAGES["told"], VECTORS["told"] = _image, _vector
